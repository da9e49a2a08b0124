"""譜: the words of the sources are read, and a reader's preferred ones are written (RULEBOOK, aliases)."""

# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from erqishi_logs.cli import main
from erqishi_logs.errors import ErqishiError, RecordError
from erqishi_logs.record import Record, dumps, dumps_pu, loads, loads_pu
from erqishi_logs.record.pu import Wording, parse_wording, wording_names, words
from erqishi_logs.record.pu.wording import CHOICES, SIMPLIFIED, word_of, wording_sources, wording_words
from erqishi_logs.record.types import BLOCKS, CODES, FORMAT, TITLES, Event
from erqishi_logs.rules import fold, simplify
from erqishi_logs.texts import LANGUAGES, text
from tests.record.random_hands import records

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "規則 {rules}\n家 甲 乙 丙 丁\n莊 甲\n打 甲 {live}\n"


def read(line: str, rules: str = "leshan-4", live: str = "八", head: str = HEAD) -> Record:
    (record,) = loads_pu(head.format(rules=rules, live=live) + line + "\n")
    assert isinstance(record, Record), record
    return record


def event(line: str, rules: str = "leshan-4", live: str = "八") -> dict[str, Any]:
    record = read(line, rules, live)
    assert loads_pu(dumps_pu(record)) == [record]
    return json.loads(dumps(record))["events"][1]


LINES = {
    "s1_032 碰": ("碰 乙", {"type": "dui", "seat": 1, "card": "八"}),
    "s1_032 偶, as some say": ("偶 乙", {"type": "dui", "seat": 1, "card": "八"}),
    "s3_007 对碰": ("对碰 乙", {"type": "dui", "seat": 1, "card": "八"}),
    "s1_171 开水": ("开水 乙", {"type": "kai", "seat": 1, "card": "八"}),
    "s0_037 招, as some say": ("招 乙", {"type": "kai", "seat": 1, "card": "八"}),
    "s0_048 糊": ("糊 乙", {"type": "hu", "seat": 1, "card": "八"}),
    "s2_058 和了": ("和了 乙", {"type": "hu", "seat": 1, "card": "八"}),
    "s2_049 黄了": ("黄了", {"type": "huang"}),
    "s1_133 下比": ("吃 乙 七九 下比 八九十", {"type": "chi", "seat": 1, "card": "八", "cards": "七九", "bai": ["八九十"]}),
    "s1_059 八個": ("八個 乙", {"type": "bakuai", "seat": 1, "blocks": 8}),
    "s1_061 12个": ("12个 乙", {"type": "bakuai", "seat": 1, "blocks": 12}),
    "s2_040 假八塊 is called 八塊": ("假八塊 甲", {"type": "bakuai", "seat": 0, "blocks": 8}),
    "s0_094 叫牌": ("叫牌 乙 肆", {"type": "cut", "seat": 1, "card": "肆"}),
    "s1_017 切牌": ("切牌 乙 肆", {"type": "cut", "seat": 1, "card": "肆"}),
    "s0_111 當底": ("當底 甲 五", {"type": "deal", "seat": 0, "cards": "五"}),
    "s2_031 挡底": ("挡底 甲 五", {"type": "deal", "seat": 0, "cards": "五"}),
    "s0_057 下叫 is a note": ("下叫 乙", {"type": "note", "seat": 1, "text": "下叫"}),
    "s0_057 听牌": ("听牌 乙 毫秒 5", {"type": "note", "seat": 1, "ms": 5, "text": "听牌"}),
    "s0_165 拉莊": ("拉莊", {"type": "note", "text": "拉莊"}),
    "s1_068 穩莊": ("穩莊 甲", {"type": "note", "seat": 0, "text": "穩莊"}),
    "s0_119 小家 is a seat": ("翻 小家 五", {"type": "flip", "seat": 3, "card": "五"}),
    "s0_119 数底, as some say": ("翻 数底 五", {"type": "flip", "seat": 3, "card": "五"}),
    "s2_039 頭家 is the dealer": ("和 頭家", {"type": "hu", "seat": 0, "card": "八"}),
    "s0_008 大一": ("打 乙 大一", {"type": "discard", "seat": 1, "card": "壹"}),
    "s0_008 红一": ("打 乙 红一", {"type": "discard", "seat": 1, "card": "壹"}),
    "s0_008 小一": ("打 乙 小一", {"type": "discard", "seat": 1, "card": "一"}),
    "s0_143 黑一": ("打 乙 黑一", {"type": "discard", "seat": 1, "card": "一"}),
    "s2_014 紅壹": ("打 乙 紅壹", {"type": "discard", "seat": 1, "card": "壹"}),
    "s0_035 黑五黑六": ("吃 乙 黑五黑六", {"type": "chi", "seat": 1, "card": "八", "cards": "五六"}),
    "s1_134 小七九, the colour once before all": (
        "吃 乙 小七九",
        {"type": "chi", "seat": 1, "card": "八", "cards": "七九"},
    ),
    "s0_022 红一红一黑一": ("和 乙 大四: 红一红一黑一", {"type": "hu", "seat": 1, "card": "肆", "melds": ["壹壹一"]}),
    "s1_096 小二七十, 大貳柒拾": ("和 乙: 小二七十 大贰柒拾", {"type": "hu", "seat": 1, "card": "八", "melds": ["二七十", "貳柒拾"]}),
    "s0_019 紅龍燈 黑龙灯": ("和 乙: 紅龍燈 黑龙灯", {"type": "hu", "seat": 1, "card": "八", "melds": ["貳柒拾", "二七十"]}),
    "s0_144 後碰牌": ("包 乙 後碰牌 20", {"type": "baopai", "seat": 1, "code": "hou_dui", "amount": 20}),
    "s2_116 撤滾": ("包 乙 撤滾 20", {"type": "baopai", "seat": 1, "code": "chai_kan", "amount": 20}),
    "s2_116 撤坎和牌": ("包 乙 撤坎和牌 20", {"type": "baopai", "seat": 1, "code": "chai_kan", "amount": 20}),
    "s0_156 拆开贰柒拾报飘和": ("包 乙 拆开贰柒拾报飘和 20", {"type": "baopai", "seat": 1, "code": "chai_longdeng_piao", "amount": 20}),
    "s0_034 擺不下來": ("包 乙 擺不下來 20", {"type": "baopai", "seat": 1, "code": "chi_cuo", "amount": 20}),
    "s0_149 有招不招": ("包 乙 有招不招 20", {"type": "baopai", "seat": 1, "code": "youkai_bukai", "amount": 20}),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_what_the_sources_and_the_tables_say_is_read(name: str) -> None:
    line, wanted = LINES[name]
    assert event(line) == wanted


@pytest.mark.parametrize("name", LINES)
def test_simplified_characters_are_read_as_well(name: str) -> None:
    line, wanted = LINES[name]
    said = {"text": simplify(wanted["text"])} if "text" in wanted else {}
    assert event(simplify(line)) == wanted | said


LONGDENG = {
    "s0_019 吃 柒 into 龍燈": ("吃 乙 龍燈", "柒", {"cards": "貳拾"}),
    "s0_019 吃 十 into 龙灯, and one laid": ("吃 乙 龙灯 擺 黑龍燈", "十", {"cards": "二七", "bai": ["二七十"]}),
    "s0_035 laid, of the claimed card": ("吃 乙 五六 擺 龍燈", "七", {"cards": "五六", "bai": ["二七十"]}),
}


@pytest.mark.parametrize("name", LONGDENG)
def test_longdeng_of_the_claimed_card(name: str) -> None:
    line, live, wanted = LONGDENG[name]
    assert event(line, live=live).items() >= wanted.items()


DECLARED = {
    "s1_109 瞟瞟": ("leshan", "瞟瞟", ["piao"], None),
    "s1_153 飘飘": ("muchuan", "飘飘", ["piao"], None),
    "s1_115 票10胡": ("quan-raw", "票10胡", ["piao"], None),
    "s3_018 房20": ("folk", "房20", ["kun"], None),
    "s1_108 门门数, 門 for 房": ("quan-raw", "门门数", ["kun"], None),
    "s2_094 坤房圈 where 坤 is a tier": ("quan", "坤房圈", ["kun", "quan"], "坤"),
    "s2_096 天坤房圈": ("quan", "天坤房圈", ["tianhu", "kun", "quan"], "坤"),
    "s2_094 圈漂": ("quan", "圈漂", ["quan", "piao"], None),
    "s1_116 圈吃": ("quan-raw", "圈吃", ["quan"], "吃"),
    "s1_116 坤胡": ("quan-raw", "坤胡", ["kun"], None),
    "s1_117 瞟大": ("quan-raw", "瞟大", ["piao"], "大"),
    "s1_118 圈坤大": ("quan-raw", "圈坤大", ["quan"], "坤大"),
    "s1_118 圈瞟瞟": ("quan-raw", "圈瞟瞟", ["quan", "piao"], None),
    "s1_120 硬坤大": ("quan-raw", "硬坤大", None, "硬坤大"),
    "s1_115 10大胡, said in jest": ("quan-raw", "10大胡", None, "10大胡"),
    "s3_014 圈滚": ("folk", "圈滚", ["quan"], None),
    "s2_019 圈起了": ("quan", "圈起了", ["quan"], None),
    "s0_080 抬地和": ("leshan", "抬地和", ["dihu"], None),
    "s0_086 滿百": ("leshan", "滿百", None, "滿百"),
    "s0_087 吃漂 is a tier": ("wutongqiao", "吃漂", None, "吃漂"),
    "s3_013 吃瞟 is the title": ("folk", "吃瞟", ["piao"], None),
    "s1_114 吃瞟 is the tier": ("quan-raw", "吃瞟", None, "吃瞟"),
    "s3_013 under unknown rules it decides nothing": ("ours", "吃瞟", None, "吃瞟"),
    "s0_082 坤和 is the title": ("leshan", "坤和", ["kun"], None),
    "s2_086 坤和 is the tier": ("quan", "坤和", None, "坤和"),
}


@pytest.mark.parametrize("name", DECLARED)
def test_a_declaration_is_read_by_its_presets_vocabulary(name: str) -> None:
    rules, line, titles, said = DECLARED[name]
    got = event(f"和 乙: {line}", rules)
    assert (got.get("titles"), got.get("_said")) == (titles, said)


COUNTS = {
    "s0_060 16胡": ("16胡", 16, None),
    "s0_060 16胡數": ("16胡數", 16, None),
    "s0_060 16数 = 20和": ("16数 = 20和", 16, 20),
    "s1_143 4顆子": ("24和 4顆子", 24, 4),
    "s1_148 = 10个": ("24和 = 10个", 24, 10),
    "s1_149 =8子子": ("24和=8子子", 24, 8),
    "s3_017 票13": ("票13 = 30", 13, 30),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_and_totals_as_they_are_called(name: str) -> None:
    line, hushu, total = COUNTS[name]
    got = event(f"和 乙: {line}")
    assert (got.get("hushu"), got.get("total")) == (hushu, total)


REFUSED = {
    "a colour that the glyph contradicts": ("打 乙 ^小壹", '"小"'),
    "a colour before some cards only": ("吃 乙 ^大一小三五", '"大"'),
    "龍燈 without a colour, nobody's card": ("和 乙: ^龍燈", '"龍燈"'),
    "龍燈 of a card that is in none": ("吃 乙 ^龍燈", '"龍"'),
    "a colour of no card": ("打 乙 ^大", '"大"'),
    "two seats": ("翻 小家 ^小家 五", '"小"'),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_sure_is_an_error_at_its_place(name: str) -> None:
    marked, found = REFUSED[name]
    (error,) = loads_pu(HEAD.format(rules="leshan-4", live="八") + marked.replace("^", ""))
    assert isinstance(error, RecordError)
    assert (error.line, error.column, error.found) == (5, marked.index("^") + 1, found)


@pytest.mark.parametrize(("rules", "players"), [("leshan", "甲 乙 丙"), ("ours", "甲 乙 丙 丁")])
def test_s0_119_without_a_xiaojia_the_word_is_nobody(rules: str, players: str) -> None:
    (error,) = loads_pu(f"規則 {rules}\n家 {players}\n莊 甲\n翻 小家 五\n")
    assert isinstance(error, RecordError)


def test_a_player_of_that_name_goes_first() -> None:
    record = read("翻 小家 五\n翻 數底 六", head="規則 leshan-4\n家 甲 小家 丙 丁\n莊 甲\n")
    assert [event.seat for event in record.events] == [1, 3]
    assert loads_pu(dumps_pu(record, parse_wording("xiaojia=小家"))) == [record]


@pytest.mark.parametrize("word", ["4", "四", "肆"])
def test_s0_166_quan_as_it_is_called(word: str) -> None:
    (record,) = loads_pu(f"規則 quan\n家 甲 乙 丙\n莊 甲\n打圈 {word}\n")
    assert isinstance(record, Record)
    assert record.quan == 4


def test_a_word_says_one_thing_where_it_stands() -> None:
    lines = [word for table in (words.HEADERS, words.EVENTS, words.BLOCKS) for word in table]
    assert len(lines) == len(set(lines))
    assert not {*words.TITLES} & {*words.TIERS}
    titles = [words.spoken(word) for said in words.TITLE_WORDS.values() for word in said]
    assert {words.TITLES[word] for word in titles} == {*TITLES}


def test_every_word_survives_its_simplified_form() -> None:
    for key, said in CHOICES.items():
        plain = word_of(key)
        assert [plain(simplify(word)) for word in said] == [plain(word) for word in said]


ALL = HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large
WORDINGS = st.builds(
    Wording,
    st.fixed_dictionaries({}, optional={key: st.sampled_from(said) for key, said in CHOICES.items()}),
    st.booleans(),
)


def of_all(rules: str) -> Record:
    """A hand that has every word: each event, title and violation, cards alone, in pairs and in melds."""
    acts = [
        Event("cut", 0, "肆"),
        Event("deal", 3, cards="壹一"),
        Event("discard", 0, "柒"),
        Event("chi", 1, "柒", "貳拾", ("貳柒拾", "柒捌玖")),
        Event("flip", 3, "十", text="慢"),
        Event("chi", 3, "十", "二七", ("二七十", "拾拾十")),
        Event("draw", 3, "五", ms=5),
        *(Event(kind, 3, "十", overruled=True) for kind in ("dui", "kai")),
        *(Event("bakuai", 3, blocks=blocks) for blocks in BLOCKS),
        Event("pass", 3, "十"),
        *(Event("hu", 3, "陸", melds=("陸陸六", "?五"), hushu=30, titles=(title,), total=4) for title in TITLES),
        Event("hu", 3, melds=("陸",), titles=()),
        *(Event("baopai", 3, code=code, amount=20) for code in CODES),
        Event("note", 3, text="下叫"),
        Event("huang"),
    ]
    optional = {
        "id": "a",
        "house": ("cap=200",),
        "session": "茶樓",
        "hand": 3,
        "played_at": "2024-02-10",
        "venue": "樂山",
        "source": "手抄",
        "recorder": "甲",
        "quan": 3,
        "stake": 2,
        "view": 3,
        "wall": "貳二",
        "pay": (1, 0, 0, -1),
        "replaces": "b",
        "merged_from": ("c",),
        "tags": ("好",),
    }
    return Record(
        format=FORMAT,
        rules=rules,
        players=("甲", "乙", "丙", "丁"),
        dealer=0,
        events=acts,
        writes_game=True,
        **optional,
    )


WHOLE = [of_all(rules) for rules in ("leshan-4", "quan", "quan-raw", "folk", "ours")]


@given(st.one_of(st.sampled_from(WHOLE), records()), WORDINGS)
@settings(max_examples=50, deadline=None, suppress_health_check=ALL)
def test_whatever_words_are_chosen_the_record_comes_back(record: Record, wording: Wording) -> None:
    text = dumps_pu(record, wording)
    assert loads_pu(text) == [record], text


@pytest.mark.parametrize("nth", range(max(map(len, CHOICES.values()))))
def test_every_word_is_written_once_in_a_hand_that_has_all(nth: int) -> None:
    chosen = {key: said[nth % len(said)] for key, said in CHOICES.items()}
    for record in WHOLE:
        text = dumps_pu(record, Wording(chosen, simplified=record is WHOLE[0]))
        assert loads_pu(text) == [record], text


@pytest.mark.parametrize("name", wording_names())
def test_every_set_is_read_back_on_every_shared_record(name: str, shared_lines: list[str]) -> None:
    wording = parse_wording(f"{name},simplified")
    for line in shared_lines[:40]:
        assert [dumps(record) for record in loads_pu(dumps_pu(loads(line), wording))] == [line]


@pytest.mark.parametrize(("name", "key", "word", "clause"), list(wording_sources()))
def test_a_sets_word_is_one_that_is_read_for_its_key(name: str, key: str, word: str, clause: str) -> None:
    assert parse_wording(f"{key}={word}").chosen == {key: word}, name
    assert clause[:2] in ("S0", "S1", "S2", "S3")


WRITTEN = """規則 quan-raw
家 甲 乙 丙 丁
莊 甲
打 甲 柒
吃 乙 貳拾 擺 柒捌玖
開 丙 陸
八塊 丙
和 丁: 二七十 壹壹一 圈 瞟 16和 = 4
包 丙 後對 20"""
SPOKEN = {
    "kai=招,bakuai=八個": ["招 丙 陸", "八個 丙"],
    "muchuan": ["吃 乙 貳拾 擺 柒捌玖", "胡 丁: 二七十 壹壹一 圈 飄 16和 = 4顆子"],
    "simplified": ["规则 打圈不四舍五入", "庄 甲", "吃 乙 贰拾 摆 柒捌玖", "开 丙 陆", "包 丙 后对牌 20"],
    "muchuan, simplified ，hushu=胡": ["胡 丁: 二七十 壹壹一 圈 飘 16胡 = 4颗子"],
    "colours": ["打 甲 紅七", "吃 乙 紅二十 擺 紅七八九", "和 丁: 黑二七十 紅一紅一黑一 圈 瞟和 16和 = 4"],
    "longdeng=龍燈,xiaojia=數底": ["吃 乙 龍燈 擺 柒捌玖", "和 數底: 黑龍燈 壹壹一 圈 瞟和 16和 = 4"],
    "red=大,longdeng=龙灯": ["打 甲 大七", "開 丙 大六", "和 丁: 黑龙灯 壹壹一 圈 瞟和 16和 = 4"],
}


@pytest.mark.parametrize("asked", SPOKEN)
def test_the_words_asked_for_are_written(asked: str) -> None:
    (record,) = loads_pu(WRITTEN)
    assert isinstance(record, Record)
    text = dumps_pu(record, parse_wording(asked))
    assert loads_pu(text) == [record]
    assert not [line for line in SPOKEN[asked] if line not in text.splitlines()], text


@pytest.mark.parametrize(("rules", "word"), [("leshan", "坤和"), ("quan", "房房數"), ("ours", "房房數")])
def test_s2_086_a_word_that_may_be_a_tier_is_not_written(rules: str, word: str) -> None:
    record = read("和 乙: 房房數", rules)
    text = dumps_pu(record, parse_wording("kun=坤和"))
    assert f"和 乙: {word}" in text
    assert loads_pu(text) == [record]


COMPLAINTS = {
    "dui=開": "'開' is a word of kai; dui may be 對 碰 偶 對碰 對牌 碰牌",
    "dui=碰,kai=碰": "'碰' is a word of dui; kai may be 開 開水 招 開牌",
    "kai=開水,kai=招": "kai was given two words, '開水' and '招'; keep one",
    "piao=飛": "piao cannot be '飛', which 譜 would not read; it may be 瞟和 瞟 瞟瞟",
    "kaii=招": "'kaii' is no key of a word; did you mean 'kai'?",
    "muchuann": (
        "no set of words is called 'muchuann'; did you mean 'muchuan'?"
        " There are leshan quan quan-raw muchuan folk colours simplified, or write KEY=WORD"
    ),
    "nowhere.toml": (
        'nowhere.toml cannot be read (No such file or directory); expected a file of words (TOML), a line each KEY = "WORD"'
    ),
}


@pytest.mark.parametrize("asked", COMPLAINTS)
def test_words_that_would_not_be_read_are_refused_in_one_line(asked: str) -> None:
    with pytest.raises(ErqishiError) as caught:
        parse_wording(asked)
    assert str(caught.value) == COMPLAINTS[asked]


def test_a_file_of_words(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('sets = ["muchuan", "simplified"]\nkai = "招"\n', encoding="utf-8")
    assert parse_wording(str(file)) == Wording(wording_words("muchuan") | {"kai": "招"}, simplified=True)
    for words_of, found in (
        ("kai = 3\n", "expected lines"),
        ("kai", "cannot be read"),
        ('sets = ["x"]', "no set of words"),
    ):
        file.write_text(words_of, encoding="utf-8")
        with pytest.raises(ErqishiError, match=found):
            parse_wording(str(file))


def test_cli_convert_writes_the_words_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, said, again = (tmp_path / name for name in ("a.pu", "b.pu", "c.jsonl"))
    first.write_text(WRITTEN, encoding="utf-8")
    assert main(["convert", str(first), str(said), "--words", "quan-raw,simplified,kai=招"]) == 0
    text = said.read_text(encoding="utf-8")
    assert "招 丙 陆" in text
    assert "胡 小家: 二七十 壹壹一 圈 瞟瞟 16胡 = 4" in text
    assert main(["convert", str(said), str(again)]) == 0
    assert [loads(again.read_text(encoding="utf-8"))] == loads_pu(WRITTEN)
    capsys.readouterr()
    assert main(["convert", str(first), str(again), "--words", "quan", "--lang", "en"]) == 2
    assert capsys.readouterr().err == "erqishi: --words is for 譜 only; expected OUT to end in .pu, or --to pu\n"
    assert main(["convert", str(first), str(said), "--words", "dui=開", "--lang", "zh-Hant"]) == 2
    assert capsys.readouterr().err == "erqishi: 「開」是 kai 的詞；dui 可寫 對 碰 偶 對碰 對牌 碰牌\n"


def test_the_help_names_every_set() -> None:
    for lang in LANGUAGES:
        assert all(name in text("cli.option.words", lang) for name in wording_names())
    assert SIMPLIFIED in wording_names()
    assert fold(simplify("數底")) == "數底"
