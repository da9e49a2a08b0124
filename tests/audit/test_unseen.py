"""未見的牌 (RULEBOOK §7, Hidden cards): nothing is claimed from a `?`, wherever it stands."""

from __future__ import annotations

import pytest

from erqishi_logs.audit import audit_record, message
from erqishi_logs.record import loads
from erqishi_logs.rules import load_rules
from tests.audit.table import findings, record, told

TAIL = "二七十六七八伍陸柒玖玖"
#: 甲 乙 丙 by name; the rest `?`. (preset, hands, events)
SILENT = [
    (
        "an_unseen_live_card_is_no_missed_kai",
        "leshan",
        {"乙": "拾拾拾五五五壹貳叄" + TAIL},
        "打 甲 ?; 翻 乙 肆; 翻 丙 玖; 和 乙",
    ),
    (
        "nor_where_it_is_judged_at_the_act",
        "quan",
        {"乙": "拾拾拾五五五壹貳叄" + TAIL},
        "打 甲 ?; 翻 乙 肆; 翻 丙 玖; 和 乙",
    ),
    (
        "a_card_that_left_unseen_may_have_made_a_gun",
        "leshan",
        {"甲": "七七七七五五五?一二九九十壹壹貳叄柒柒捌玖"},
        "八塊 甲; 翻 乙 四; 翻 丙 叄; 翻 甲 壹; 吃 甲 貳叄; 打 甲 ?",
    ),
    (
        "a_card_that_left_unseen_may_have_made_a_kan",
        "leshan",
        {"乙": "五五六?一一二九九十壹壹貳叄叄柒柒捌玖拾"},
        "打 甲 四; 翻 乙 肆; 翻 丙 四; 翻 甲 四; 吃 乙 五六; 打 乙 ?",
    ),
]


@pytest.mark.parametrize(("rules", "hands", "events"), [s[1:] for s in SILENT], ids=[s[0] for s in SILENT])
def test_nobody_is_accused(rules: str, hands: dict[str, str], events: str) -> None:
    assert told(record(rules, {"甲": "?", "乙": "?", "丙": "?", **hands}, events)) == []


def line(rules: str, deals: dict[int, str], events: str) -> list[str]:
    """Codes found in a record whose claims may name their card as unseen."""
    hands = "".join(f'{{"type":"deal","seat":{s},"cards":"{c}"}},' for s, c in deals.items())
    head = f'"format":"erqishi-log/1","rules":"{rules}","players":["甲","乙","丙"],"dealer":0'
    text = f'{{{head},"events":[{hands}{events}]}}'
    hand = loads(text)
    return [f.code for f in audit_record(hand, load_rules(rules)).findings if f.severity != "note"]


UNSEEN = {0: "?" * 21, 1: "?" * 20, 2: "?" * 20}
WIN = "壹壹壹五五五貳柒拾二七十六八伍陸柒玖玖四"
CARDS = [
    (
        "a_meld_with_an_unseen_card_is_no_false_win",
        {**UNSEEN, 1: WIN},
        (
            '{"type":"discard","seat":0,"card":"?"},{"type":"chi","seat":1,"card":"?","cards":"六八"},'
            '{"type":"discard","seat":1,"card":"四"},{"type":"flip","seat":2,"card":"玖"},{"type":"hu","seat":1,"card":"玖"}'
        ),
    ),
    (
        "the_card_claimed_is_the_live_one",
        UNSEEN,
        (
            '{"type":"discard","seat":0,"card":"七"},{"type":"chi","seat":1,"card":"?","cards":"五六"},'
            '{"type":"discard","seat":1,"card":"七"}'
        ),
    ),
    (
        "an_unseen_live_card_may_be_what_is_discarded",
        UNSEEN,
        (
            '{"type":"discard","seat":0,"card":"?"},{"type":"chi","seat":1,"card":"?","cards":"五六"},'
            '{"type":"discard","seat":1,"card":"七"}'
        ),
    ),
]


@pytest.mark.parametrize(("deals", "events"), [c[1:] for c in CARDS], ids=[c[0] for c in CARDS])
def test_unseen_cards_of_claims(deals: dict[int, str], events: str) -> None:
    assert line("leshan", deals, events) == []


def test_an_unseen_discard_is_not_dead() -> None:
    events = (
        '{"type":"discard","seat":0,"card":"三"},{"type":"chi","seat":1,"card":"三","cards":"一二"},'
        '{"type":"discard","seat":1,"card":"?"},{"type":"flip","seat":2,"card":"九"},{"type":"flip","seat":0,"card":"?"},'
        '{"type":"dui","seat":1,"card":"?"}'
    )
    assert line("online", UNSEEN, events) == []


def test_a_claim_that_cannot_be_names_no_live_card() -> None:
    hands = {
        "甲": "?",
        "乙": "一一二三三八九十壹貳叄肆伍陸捌捌玖玖拾拾",
        "丙": "七七七" + "一二四四五五六六九十壹貳叄肆伍陸柒",
    }
    got = told(record("quan", hands, "打 甲 三; 翻 乙 ?; 對 乙 七; 翻 丙 四"))
    assert got == ["fault not_in_hand 乙 2"], "丙 missed no kai of a card that nobody saw"


def test_cards_dealt_late_were_not_there_before() -> None:
    hands = {"甲": "?", "乙": "一二三四八九十壹貳叄肆陸柒捌玖拾拾伍", "丙": "?"}
    got = told(record("leshan", hands, "打 甲 七; 翻 乙 十; 翻 丙 二; 發 乙 五六; 翻 甲 七; 吃 乙 五六"))
    assert "chi_guozhang 乙 5 <0" not in got


def test_one_offence_is_told_once() -> None:
    hands = {"甲": "?", "乙": "三三三" + "?" * 17, "丙": "?"}
    events = "打 甲 三; 翻 乙 九; 對 乙; 打 乙 四; 翻 丙 八; 翻 甲 七; 翻 乙 六; 翻 丙 玖; 和 乙"
    found = findings(record("leshan", hands, events))
    keys = [(f.severity, f.code, f.seat, f.event) for f in found]
    assert len(keys) == len(set(keys))
    assert told(record("leshan", hands, events)) == ["note youkai_bukai 乙 1 <0", "youkai_bukai 乙 8 <0"]


def test_a_sentence_says_only_what_holds_in_every_world() -> None:
    hands = {"甲": "?", "乙": "?", "丙": "五五六六三三一一九十壹壹貳叄肆陸柒捌玖拾"}
    events = "打 甲 七; 翻 乙 九; 對 乙; 打 乙 七; 翻 丙 四; 翻 甲 七; 翻 乙 七; 吃 乙 五六"
    hand = record("leshan", hands, events)
    for finding in findings(hand):
        if finding.code == "chi_guozhang":
            assert f"第{(finding.event or 0) + 1}手現" not in message(finding, hand)
