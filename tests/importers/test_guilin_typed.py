"""The importer of the 桂林字牌 server log on hands typed by hand (fixtures/README.md)."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest

from erqishi_logs.archive import Archive
from erqishi_logs.audit import audit_record
from erqishi_logs.games import GUILIN
from erqishi_logs.importers.guilin import load
from erqishi_logs.importers.guilin.lines import Line, parse_line
from erqishi_logs.importers.guilin.messages import Result
from erqishi_logs.pipeline import ingest
from erqishi_logs.rules import load_preset

RULES = load_preset("guilin")
WON, BROKEN, TABLES, CUT = ["won.log"], ["broken-off.log"], ["tables.log"], ["cut.log.1", "cut.log"]

HANDS = {
    ("301", 1): """
        deal 0 一一一三三四六六六七九十貳貳貳叄叄柒柒拾拾
        deal 1 一二三四四八八八九九壹貳叄肆伍伍伍陸陸陸
        deal 2 二三四五五五七八九十壹壹壹肆伍陸柒捌捌玖
        discard 0 七
        flip 1 十
        chi 2 十 八九 擺 二七十
        discard 2 玖
        flip 0 捌
        dui 2 捌
        discard 2 肆
        flip 0 二
        hu 2 二 = 五五五 壹壹壹 伍陸柒 二三四 15
    """,
    ("302", 4): """
        deal 1 ????????????????????貳
        deal 2 ????????????????????
        deal 0 ????????????????????
        discard 1 八
        dui 0 八
        discard 0 三
        pass 1 三
        flip 1 陸
    """,
    ("303", 2): """
        deal 2 一二二三四七七七八八九九九十伍伍柒柒拾拾伍
        deal 0 三四五五六六八九壹壹壹肆肆肆陸陸陸捌捌玖
        deal 1 一一一二二四五六七八貳貳叄叄叄柒柒捌玖拾
        discard 2 十
        chi 0 十 八九
        discard 0 三
        hu 1 三 = 一一一 貳柒拾 叄叄叄 六七八 柒捌玖 二二貳 三四五 15
    """,
    ("304", 1): """
        deal 0 三三四六七七貳貳貳陸陸陸柒柒柒捌捌玖玖拾九
        deal 1 一一一二二二三八八八九十壹壹叄叄肆肆伍伍
        deal 2 一二三四四五五五七八九壹貳叄肆陸柒捌拾拾
        discard 0 玖
        flip 1 六
        pass 2 六
        flip 2 十
        hu 2 十 = 一二三 壹貳叄 五五五 四四肆 七八九 陸柒捌 十拾拾 12
    """,
    ("305", 3): """
        deal 1 二三四四四六七七七九十壹壹叄伍陸陸陸柒柒叄
        deal 2 二二五五五六六六八九十壹壹肆肆肆伍柒捌捌
        deal 0 一一一二三三四七八九貳貳叄叄伍陸柒玖拾拾
        discard 1 六
        kai 2 六
        discard 2 十
        pass 0 十
        flip 0 貳 unseen
        sao 0 貳
        discard 0 玖
        flip 1 拾
        hu 0 拾 = 一一一 二三四 三叄叄 七八九 伍陸柒 拾拾拾 12
    """,
}
SEATS = {
    ("301", 1): ("won.log", 1, "甲乙丙", 0, (-2, -2, 4), {"_xing": 0, "_zi": 2}),
    ("302", 4): ("broken-off.log", 1, "甲乙丙", 1, None, None),
    ("303", 2): ("tables.log", 1, "甲乙丙", 2, (-4, 4, 0), {"_xing": 0, "_zi": 2}),
    ("304", 1): ("tables.log", 2, "丁戊己", 0, None, {"_pay": [-2, -2, 4], "_xing": 0, "_zi": 2}),
    ("305", 3): ("cut.log.1", 1, "甲乙丙", 1, (2, -1, -1), {"_xing": 0, "_zi": 1}),
}
WINS = [key for key in HANDS if key != ("302", 4)]


def told(event):
    """An event as HANDS has it."""
    words = [event.type, event.seat, event.card, event.cards, *(["擺", *event.bai] if event.bai else ())]
    words += ["unseen"] if event.hidden else []
    words += ["=", *event.melds, event.hushu] if event.type == "hu" else []
    return " ".join(str(word) for word in words if word is not None)


@pytest.fixture(scope="module")
def read(fixtures):
    """Names of fixtures → items."""
    return lambda names: list(load([fixtures / name for name in names]))


@pytest.fixture(scope="module")
def hands(read):
    items = [item for names in (WON, BROKEN, TABLES, CUT) for item in read(names)]
    return {(item.record.session, item.record.hand): item for item in items}


def test_every_hand_is_there_and_nothing_is_lost(hands):
    assert set(hands) == set(HANDS)
    assert [item.error for item in hands.values() if item.error] == []


@pytest.mark.parametrize("key", HANDS)
def test_platforms_c_a_hand_becomes_these_events(hands, key):
    assert [told(event) for event in hands[key].record.events] == [
        line.strip() for line in HANDS[key].split("\n")[1:-1]
    ]


@pytest.mark.parametrize("key", SEATS)
def test_platforms_c_a_hand_knows_its_place_its_seats_and_who_paid(hands, key):
    item, record = hands[key], hands[key].record
    place = item.file.rsplit("/", 1)[-1], item.line
    assert (*place, "".join(record.players), record.dealer, record.pay, record.extra) == SEATS[key]
    assert (record.game, record.rules, record.house, record.source) == ("guilin", "guilin", None, "guilin-server-log")


@pytest.mark.parametrize("key", WINS)
def test_s9_a_typed_win_counts_what_its_each_result_says(hands, key):
    lines = [Line("", 0, raw) for raw in hands[key].raw.splitlines(keepends=True)]
    (result,) = [m.body for m in map(parse_line, lines) if isinstance(m.body, Result)]
    verdict = audit_record(hands[key].record, RULES)
    groups = [GUILIN.deck.parse_cards("".join(GUILIN.deck.format_cards(g.kinds))) for g in verdict.count.groups]
    mine = Counter(zip(map(tuple, map(sorted, groups)), verdict.count.meld_hushu, strict=True))
    servers = [tuple(sorted(card - 1 for card in cards)) for cards in result.card_arr]
    assert mine == Counter(zip(servers, result.each_hu, strict=True))
    assert verdict.hushu == result.hu_shu == sum(result.each_hu) == verdict.declared_hushu


@pytest.mark.parametrize("key", WINS)
def test_s9_a_typed_win_has_no_findings_and_closes_to_80_cards(hands, key):
    record = hands[key].record
    assert audit_record(record, RULES).findings == ()
    assert [len(event.cards) for event in record.events[:3]] == [21, 20, 20]
    assert "".join(event.cards for event in record.events[:3]).count("?") == 0


def test_a_hand_that_breaks_off_is_unfinished_and_nothing_else(hands):
    verdict = audit_record(hands["302", 4].record, RULES)
    assert (verdict.outcome, verdict.status) == ("unfinished", "unfinished")
    assert [(finding.severity, finding.code) for finding in verdict.findings] == [("note", "unfinished")]


def test_s9_the_offers_typed_are_the_twins(watch, fixtures):
    chances = [
        chance
        for names in (WON, TABLES, CUT)
        for _, _, found in watch([fixtures / name for name in names])
        for chance in found
    ]
    offered = [chance for chance in chances if chance.offered is not None]
    assert [len(chance.offered) for chance in offered] == [2, 1, 1, 3]
    assert [chance.line for chance in offered if chance.offered != chance.could] == []
    assert [chance.line for chance in chances if chance.offered is None and not chance.why_not] == []


def test_interleaved_tables_keep_their_own_lines(hands, fixtures):
    lines = (fixtures / "tables.log").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = {room: hands[room, hand].raw.decode() for room, hand in (("303", 2), ("304", 1))}
    assert kept["303"] == "".join(
        line for line in lines if '["甲","乙","丙"]' in line or '["甲"]' in line or '["乙"]' in line
    )
    assert kept["304"] == "".join(line for line in lines if line not in kept["303"])


def test_the_parts_may_be_given_in_either_order(read):
    assert read(CUT) == read(CUT[::-1])
    assert len(read(CUT)) == 1


def test_the_older_part_alone_is_a_hand_that_breaks_off(read):
    (item,) = read(CUT[:1])
    assert [told(event) for event in item.record.events[3:]] == ["discard 1 六", "kai 2 六", "discard 2 十"]
    assert item.record.events[0].cards == "?" * 20 + "叄"


def test_the_newer_part_alone_goes_to_quarantine_with_the_remedy(read, fixtures):
    (item,) = read(CUT[1:])
    assert (item.line, item.raw) == (1, (fixtures / "cut.log").read_bytes())
    assert item.error.reason.told("zh-Hant") == "讀到日誌裏沒有發牌的一局；應為連同旁邊較早的一份一起讀"


@pytest.mark.parametrize("order", [[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
def test_a_part_that_is_there_twice_is_read_once_and_told(fixtures, tmp_path, order):
    names = ["cut.log", "cut.log.1", "cut.log.2"]
    for name, of in zip(names, ["cut.log", "cut.log.1", "cut.log.1"], strict=True):
        shutil.copy(fixtures / of, tmp_path / name)
    copy, hand = load([tmp_path / names[i] for i in order])
    assert [told(event) for event in hand.record.events][-1] == "hu 0 拾 = 一一一 二三四 三叄叄 七八九 伍陸柒 拾拾拾 12"
    both = [names[i] for i in order if i]
    assert (copy.file, copy.line) == (str(tmp_path / both[1]), 1)
    assert copy.error.reason == f"found a part that is the same as {both[0]}; expected each part once"


SPOILT = [
    (4, "found a broadcast that is cut short; expected a line '[date time]"),
    (5, "found 'at Socket.emit (events.js:95:17)'; expected a line '[date time]"),
    (7, "found onCurrAutoCard with JSON that is cut short or garbled; expected whole JSON"),
    (8, "found onCardCallBack with text that is no UTF-8; expected text in UTF-8"),
    (9, "found $.id in onCurrAutoCard, which is no card; expected the number of a card, 1 to 20"),
]


def test_lines_that_cannot_be_read_are_quarantined_one_by_one(read, fixtures):
    lines = (fixtures / "spoilt.log").read_bytes().splitlines(keepends=True)
    items = read(["spoilt.log"])
    bad = [item for item in items if item.error]
    assert [item.line for item in bad] == [line for line, _ in SPOILT]
    assert [item.raw for item in bad] == [lines[line - 1] for line, _ in SPOILT]
    assert [item.error.reason[: len(said)] for item, (_, said) in zip(bad, SPOILT, strict=True)] == [
        s for _, s in SPOILT
    ]


def test_the_hand_around_spoilt_lines_is_read(read, fixtures):
    (item,) = [item for item in read(["spoilt.log"]) if item.record]
    assert [told(event) for event in item.record.events[3:]] == ["discard 2 七", "flip 0 叄"]
    lines = (fixtures / "spoilt.log").read_bytes().splitlines(keepends=True)
    assert item.raw == b"".join(lines[n - 1] for n in (1, 2, 3, 11, 12)), "lines 6 and 10 are passed over"


def test_design_a_folder_of_typed_parts_is_taken_in(fixtures, tmp_path):
    folder = tmp_path / "parts"
    folder.mkdir()
    for name in (*WON, *BROKEN, *TABLES, *CUT, "spoilt.log"):
        shutil.copy(fixtures / name, folder / name)
    shutil.copy(fixtures / "cut.log.1", folder / "cut.log.2")
    archive = Archive.open(tmp_path / "archive", create=True)
    report = ingest([folder], archive)
    assert (report.stored, report.quarantined, report.duplicate, report.findings) == (6, 6, 0, 2)
    rows = archive.select("SELECT file, line, raw, reason FROM quarantine ORDER BY file, line").to_pylist()
    assert [(row["file"].rsplit("/", 1)[-1], row["line"]) for row in rows] == [
        ("cut.log.2", 1),
        *(("spoilt.log", line) for line, _ in SPOILT),
    ]
    again = ingest([folder / name for name in (*CUT, "cut.log.2")], archive)
    assert (again.stored, again.quarantined, again.duplicate) == (0, 0, 2)
