"""譜, line by line: what each says, and what is said of a line that cannot be read (FORMAT, 譜)."""

# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import json
from typing import Any

import pytest

from erqishi_logs.errors import RecordError
from erqishi_logs.record import Record, dumps, dumps_pu, loads_pu

HEAD = "規則 樂山市中區\n家 甲 王五 「李 四」\n莊 王五\n"


def read(lines: str, head: str = HEAD) -> Record:
    (record,) = loads_pu(head + lines, file="x.pu")
    assert isinstance(record, Record), record
    return record


def written(lines: str) -> list[dict[str, Any]]:
    return json.loads(dumps(read(lines)))["events"]


def error_of(lines: str, head: str = HEAD) -> str:
    (error,) = loads_pu(head + lines, file="x.pu")
    assert isinstance(error, RecordError), error
    return str(error)


EVENTS = {
    "叨 甲 肆": '{"type":"cut","seat":0,"card":"肆"}',
    "叨牌 1 肆": '{"type":"cut","seat":0,"card":"肆"}',
    "發 甲 一一六": '{"type":"deal","seat":0,"cards":"一一六"}',
    "发　乙　一一六 八八，九": '{"type":"deal","seat":1,"cards":"一一六八八九"}',
    "發 甲 ?": '{"type":"deal","seat":0,"cards":"????????????????????"}',
    "發 王五 ？": '{"type":"deal","seat":1,"cards":"?????????????????????"}',
    "發 甲 ?3": '{"type":"deal","seat":0,"cards":"???"}',
    "發 甲 ???一": '{"type":"deal","seat":0,"cards":"???一"}',
    "打 「李 四」 八": '{"type":"discard","seat":2,"card":"八"}',
    '打 "李 四" 贰': '{"type":"discard","seat":2,"card":"貳"}',
    "打 @3 八": '{"type":"discard","seat":2,"card":"八"}',
    "打 丙 八 毫秒 1200 註 想了 很久": '{"type":"discard","seat":2,"card":"八","ms":1200,"text":"想了 很久"}',
    "翻 甲 一 # 註解": '{"type":"flip","seat":0,"card":"一"}',
    "翻 甲 一 暗": '{"type":"flip","seat":0,"card":"一","hidden":true}',
    "暗翻 甲 一": '{"type":"flip","seat":0,"card":"一","hidden":true}',
    "摸 丙 五": '{"type":"draw","seat":2,"card":"五"}',
    "吃 丙 八 七九": '{"type":"chi","seat":2,"card":"八","cards":"七九"}',
    "吃 丙 八: 七九 擺 八九十 七八九": '{"type":"chi","seat":2,"card":"八","cards":"七九","bai":["八九十","七八九"]}',
    "搶 吃 丙 八 七九 比 八九十": '{"type":"chi","seat":2,"card":"八","cards":"七九","bai":["八九十"],"overruled":true}',
    "抢吃 丙 八 七九": '{"type":"chi","seat":2,"card":"八","cards":"七九","overruled":true}',
    "對 乙 玖": '{"type":"dui","seat":1,"card":"玖"}',
    "碰 乙 玖": '{"type":"dui","seat":1,"card":"玖"}',
    "对碰 乙 玖": '{"type":"dui","seat":1,"card":"玖"}',
    "開水 乙 玖": '{"type":"kai","seat":1,"card":"玖"}',
    "开 乙 玖": '{"type":"kai","seat":1,"card":"玖"}',
    "過 甲 玖": '{"type":"pass","seat":0,"card":"玖"}',
    "八塊 甲": '{"type":"bakuai","seat":0,"blocks":8}',
    "12个 甲": '{"type":"bakuai","seat":0,"blocks":12}',
    "二十四塊 甲": '{"type":"bakuai","seat":0,"blocks":24}',
    "和 甲": '{"type":"hu","seat":0}',
    "胡 甲 一: 一一一 貳柒拾 坤和 飘 24胡=96": (
        '{"type":"hu","seat":0,"card":"一","melds":["一一一","貳柒拾"],"hushu":24,"titles":["kun","piao"],"total":96}'
    ),
    "和 甲：一一一 天和 地和 圈 雙圈 全紅 全黑": (
        '{"type":"hu","seat":0,"melds":["一一一"],"titles":["tianhu","dihu","quan","shuangquan","quanhong","quanhei"]}'
    ),
    "和 甲: 无番 10和 ＝ 20.5": '{"type":"hu","seat":0,"hushu":10,"titles":[],"total":20.5}',
    "搶 和 甲 一": '{"type":"hu","seat":0,"card":"一","overruled":true}',
    "黄": '{"type":"huang"}',
    "黃牌 註 算了": '{"type":"huang","text":"算了"}',
    "包 丙 吃过张 20": '{"type":"baopai","seat":2,"code":"chi_guozhang","amount":20}',
    "包牌 丙 胡過張 20": '{"type":"baopai","seat":2,"code":"hu_guozhang","amount":20}',
    "包 丙 撤坎子 20": '{"type":"baopai","seat":2,"code":"chai_kan","amount":20}',
    "包 丙 zha_hu 2.5": '{"type":"baopai","seat":2,"code":"zha_hu","amount":2.5}',
    "包 丙 吃過張": '{"type":"baopai","seat":2,"code":"chi_guozhang","amount":20}',
    "包 丙 吃過張 註 算了": '{"type":"baopai","seat":2,"code":"chi_guozhang","amount":20,"text":"算了"}',
    "註 丙想了很久": '{"type":"note","text":"丙想了很久"}',
    "注 丙：想了 很久": '{"type":"note","seat":2,"text":"想了 很久"}',
    "註 「第 #3\\n局」 毫秒 5": '{"type":"note","ms":5,"text":"第 #3\\n局"}',
    "打 甲 一 附 _x 「{\"a\":[1]}」": '{"type":"discard","seat":0,"card":"一","_x":{"a":[1]}}',
}  # fmt: skip


@pytest.mark.parametrize("line", EVENTS)
def test_format_pu_a_line_is_an_event(line: str) -> None:
    assert written(line) == [json.loads(EVENTS[line])]
    assert [dumps(record) for record in loads_pu(dumps_pu(read(line)))] == [dumps(read(line))]


LIVE = {
    "吃 of a discard": ("打 甲 八\n吃 乙 七九", "八"),
    "對 of a flip": ("翻 甲 八\n對 乙", "八"),
    "開 after an overruled claim": ("打 甲 八\n搶 吃 乙 七九\n開 丙", "八"),
    "過 of the last card": ("打 甲 八\n翻 乙 五\n過 丙", "五"),
    "和 of the last card": ("打 甲 八\n和 乙: 八八", "八"),
    "包後繼續, the card is live again": ("打 甲 八\n和 乙\n包 乙 詐和 20\n對 丙", "八"),
    "the card is written where it is another": ("打 甲 八\n對 乙 九", "九"),
    "和 without a card, said so": ("打 甲 八\n和 乙 無牌: 八八八", None),
}


@pytest.mark.parametrize("name", LIVE)
def test_format_pu_the_live_card_is_understood(name: str) -> None:
    lines, card = LIVE[name]
    record = read(lines)
    assert record.events[-1].card == card
    assert loads_pu(dumps_pu(record)) == [record]


HEADERS = {
    "編號 a 1": {"id": "a 1"},
    "遊戲 桂林字牌": {"game": "guilin"},
    "游戏 erqishi": {"game": "erqishi"},
    "同規 cap=200 rounding = none\n同规 taipao=2": {"house": ["cap=200", "rounding=none", "taipao=2"]},
    "場 茶樓 2024-02-10  局 7": {"session": "茶樓 2024-02-10", "hand": 7, "played_at": "2024-02-10"},
    "場 「茶樓 2024-02-10」 局 7": {"session": "茶樓 2024-02-10", "hand": 7},
    "場 2024-02-10\n時 2024-02-11": {"session": "2024-02-10", "played_at": "2024-02-11"},
    "场 茶楼": {"session": "茶楼"},
    "局 7": {"hand": 7},
    "時 2024-02-10T20:15:00+08:00": {"played_at": "2024-02-10T20:15:00+08:00"},
    "地 樂山 茶樓 # 老地方": {"venue": "樂山 茶樓"},
    "來源 手抄": {"source": "手抄"},
    "記錄 王 老師": {"recorder": "王 老師"},
    "圈 3": {"quan": 3},
    "底 0.5": {"stake": 0.5},
    "見 李 四": None,
    "見 「李 四」": {"view": 2},
    "牌墩 贰柒 六叄": {"wall": "貳柒六叄"},
    "付 丙 −20 甲 ＋40 乙 -20": {"pay": [40, -20, -20]},
    "替 h-1": {"replaces": "h-1"},
    "合 h-1 「h 2」": {"merged_from": ["h-1", "h 2"]},
    "標 好局、「有 趣」": {"tags": ["好局", "有 趣"]},
    "附 _a 「{\"b\":null}」\n附 _c 「1」": {"_a": {"b": None}, "_c": 1},
}  # fmt: skip


@pytest.mark.parametrize("lines", [line for line, keys in HEADERS.items() if keys is not None])
def test_format_pu_every_key_of_the_record_has_a_word(lines: str) -> None:
    record = read(lines)
    plain = json.loads(dumps(record))
    assert {
        key: value for key, value in plain.items() if key not in ("format", "rules", "players", "dealer", "events")
    } == HEADERS[lines]
    assert loads_pu(dumps_pu(record)) == [record]


RULES = {
    "樂山市中區": "leshan",
    "乐山市中区": "leshan",
    "leshan": "leshan",
    "四人帶小家 ours": "四人帶小家 ours",
    "對摳": "duikou",
    "眉山、仁寿": "meishan",
    "我們的": "我們的",
    "「對摳」": "對摳",
}


@pytest.mark.parametrize("words", RULES)
def test_format_pu_a_rule_set_by_name_or_id(words: str) -> None:
    record = read("", f"規則 {words}\n家 甲 乙\n莊 甲\n")
    assert record.rules == RULES[words]
    assert loads_pu(dumps_pu(record)) == [record]


FAULTS = {
    "^大 甲 一": "found \"大\"; expected a word that begins a line of a 譜: 規則 家 莊 叨 發 打 翻 摸 吃 對 開 過 和 黃 …",
    "^打八 甲": "found \"打八\"; expected a word that begins a line of a 譜; did you mean '打'?",
    "^打出去 甲 八": "found \"打出去\"; expected a word that begins a line of a 譜; did you mean '打出'?",
    "打 ^丁 一": "found \"丁\"; expected a seat: 甲, 王五, 李 四, or 甲乙… or 1 to 3",
    "打 ^王六 一": "found \"王六\"; expected a seat: 甲, 王五, 李 四, or 甲乙… or 1 to 3; did you mean '王五'?",
    "打^": "found the end of the line; expected a seat: 甲, 王五, 李 四",
    "打 甲^": "found the end of the line; expected a card",
    "打 甲 ^龍": "found \"龍\"; expected a card",
    "打 甲 ^一一": "found 2 cards; expected exactly one card",
    "打 甲 一 ^一": "found \"一\"; expected the end of the line",
    "打 甲 一 毫秒 ^x": "found \"x\"; expected milliseconds since the deal",
    "發 甲 一二^X": "found \"X\"; expected a card: 一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾 or ?",
    "發 甲 一\n發 甲 ^?": "found ? for a seat that was dealt cards before; expected ? once, for the whole hand; write ?1",
    "發 甲 ^?999": "found \"?999\"; expected ? and a number of cards, 1 to 200",
    "對 甲^": "found no live card to claim; expected a card turned up before; write the card behind the seat",
    "吃 甲 ^七九": "found no live card to claim; expected a card turned up before; write the card behind the seat",
    "吃 甲 八 ^七九十": "found 3 cards; expected the two cards from the hand",
    "吃 甲 八 七九 擺^": "found the end of the line; expected a meld that was laid",
    "搶 ^打 甲 一": "found \"打\"; expected a claim behind 搶: 吃 對 開 和",
    "^暗打 甲 一": "found \"暗打\"; expected 暗 before 翻 only",
    "^掃 甲 一": "found \"掃\"; expected a line of this game; add the line 遊戲 桂林字牌 if it is that",
    "和 甲: 一一一 ^坤小": "found \"坤小\"; expected a meld, a title, the count as 16和, or the total as = 20; did you mean '坤'?",
    "和 甲: 一一一 16和 ^17和": "found a second count \"17和\"; expected one count in a line",
    "和 甲: = ^x": "found \"x\"; expected a number",
    "包 甲 ^吃過 20": "found \"吃過\"; expected what the penalty is for, as 吃過張; did you mean '吃過張'?",
    "同規 penalty=0\n包 甲 吃過張^": "found the end of the line; expected a number",
    "同規 ^capp=1\n包 甲 吃過張": (
        "found a house rule that does not hold (unknown option 'capp'; did you mean 'cap'?); expected option=value"
    ),
    "包 甲 吃過張 ^二十": "found \"二十\"; expected a number",
    "註^": "found the end of the line; expected a text",
    "註 ^「」": "found an empty text; expected a text",
    "註 ^「沒完": "found 「 without an end; expected a closing 」",
    "註 「^\\q」": "found the escape '\\\\q'; expected \\n, \\r, \\t, \\\\, \\」 or \\u and four hex digits",
    "註 「^\\u0000」": "found the escape \\u0000; expected a whole character, and not NUL",
    "註 ^\0": "found the character U+0000; expected text in one encoding, without NUL",
    "圈 ^11": "found 11; expected 1 to 10",
    "底 ^x": "found \"x\"; expected a number",
    "^莊 甲": "found a second line 莊; expected one line 莊 in a hand",
    "場 茶樓 局 7\n^局 8": "found a second line 局; expected one line 局 in a hand",
    "時 ^2024-02-30": "found \"2024-02-30\"; expected a date or time by ISO 8601, as 2024-02-10 or 2024-02-10T20:15:00+08:00",
    "付 甲 20 ^甲 20": "found a seat for the second time; expected each seat once",
    "付 甲 20^": "found the end of the line; expected a seat: 甲, 王五, 李 四",
    "同規 ^cap": "found \"cap\"; expected a difference as \"option=value\"",
    "附 ^a 「1」": "found \"a\"; expected a key that begins with _",
    "附 _a ^「{」": "found the end of the line in the JSON of _a; expected a key in \"double quotes\"; the line was cut off",
}  # fmt: skip


@pytest.mark.parametrize("marked", FAULTS)
def test_format_pu_a_line_that_cannot_be_read_is_named_to_the_column(marked: str) -> None:
    lines = marked.replace("^", "", 1)
    before = marked[: marked.index("^")]
    line = HEAD.count("\n") + before.count("\n") + 1
    column = len(before.rpartition("\n")[2]) + 1
    assert error_of(lines) == f"x.pu:{line}:{column}: {FAULTS[marked]}"


WHOLE = {
    "譜 2\n規則 x\n家 甲 乙\n莊 甲": '1:3: found "2"; expected 1, the only version this program reads',
    "家 甲 乙\n莊 甲": "1:1: found a hand without 規則; expected 規則, 家 and 莊 in every hand; add a line 規則",
    "規則 x\n莊 甲": "1:1: found a hand without 家; expected 規則, 家 and 莊 in every hand; add a line 家",
    "# 只有註解\n規則 x\n家 甲 乙": "1:1: found a hand without 莊; expected 規則, 家 and 莊 in every hand; add a line 莊",
    "規則 x\n家 甲\n莊 甲": "2:3: found 1 players; expected 2 to 8 names",
    "規則 x\n家 甲 乙\n莊 甲\n發 甲 ?": (
        "4:5: found ?; expected a rule set of this program where ? is a whole hand; 'x' is none;"
        " write ? and the number of cards, as ?20"
    ),
    "游戏 麻将\n規則 x\n家 甲 乙\n莊 甲": '1:4: found "麻将"; expected a game: 貳柒拾 or 桂林字牌',
}


@pytest.mark.parametrize("text", WHOLE)
def test_format_pu_a_hand_that_is_none(text: str) -> None:
    assert error_of(text, "") == f"x.pu:{WHOLE[text]}"


def test_format_pu_a_fault_in_one_hand_costs_no_other() -> None:
    good = HEAD + "打 甲 一\n"
    first, second, third = loads_pu(f"{good}\n{HEAD}打 甲 龍\n\n\n{good}", file="x.pu")
    assert first == third == read("打 甲 一")
    assert str(second) == 'x.pu:9:5: found "龍"; expected a card'


def test_format_pu_lines_about_the_hand_stand_in_any_order() -> None:
    assert read("打 甲 一\n莊 甲\n家 甲 乙\n規則 x", "") == read("打 甲 一", "規則 x\n家 甲 乙\n莊 甲\n")


def test_s0_092_an_unseen_hand_of_xiaojia_has_two_cards() -> None:
    record = read("發 甲 ?\n發 丁 ?", "規則 leshan-4\n家 甲 乙 丙 丁\n莊 甲\n")
    assert [len(event.cards or "") for event in record.events] == [21, 2]


def test_format_pu_guilin_events() -> None:
    record = read("翻 甲 五 暗\n掃 甲\n扫穿 乙 六", "遊戲 桂林字牌\n規則 guilin\n家 甲 乙\n莊 甲\n")
    assert [(event.type, event.card) for event in record.events] == [("flip", "五"), ("sao", "五"), ("saochuan", "六")]
    assert loads_pu(dumps_pu(record)) == [record]


NAMES = [
    ("甲", "甲"),
    ("乙", "甲"),
    ("2", "1"),
    ("對", "註"),
    ("@1", "王 五"),
    ("", " "),
    ("a#b", "「"),
    ("甲:", "，"),
    ("x", "x"),
]


@pytest.mark.parametrize("players", NAMES)
def test_format_pu_awkward_names_survive(players: tuple[str, str]) -> None:
    head = "規則 x\n家 " + " ".join(f"「{name}」" for name in players) + "\n莊 @2\n"
    record = read("打 @1 一\n打 @2 二\n註 @2：在此", head)
    assert record.players == players
    assert [event.seat for event in record.events] == [0, 1, 1]
    assert loads_pu(dumps_pu(record)) == [record]


DECLARED = [
    ("s2_100_quan_24", "leshan", "圈24和", {"hushu": 24, "titles": ("quan",)}, None),
    ("s0_082_kun_by_both_names", "leshan", "坤和", {"titles": ("kun",)}, None),
    ("s2_089_fangfangshu", "quan", "房房數", {"titles": ("kun",)}, None),
    ("s2_086_kun_is_a_tier_there", "quan", "坤和 24和", {"hushu": 24, "titles": None}, {"_said": "坤和"}),
    ("s2_094_kun_fang_quan", "quan", "坤 房 圈", {"titles": ("kun", "quan")}, {"_said": "坤"}),
    ("unknown_rules_never_judge_it", "ours", "坤", {"titles": None}, {"_said": "坤"}),
    ("s1_119_kun_da_is_a_tier", "quan-raw", "坤大 瞟瞟", {"titles": ("piao",)}, {"_said": "坤大"}),
    ("s2_123_tiers", "quan", "大和 吃瞟", {"titles": None}, {"_said": "大和 吃瞟"}),
]


@pytest.mark.parametrize(("rules", "words", "fields", "extra"), [d[1:] for d in DECLARED], ids=[d[0] for d in DECLARED])
def test_what_a_winner_announces(rules: str, words: str, fields: dict, extra: dict | None) -> None:
    text = f"譜 1\n規則 {rules}\n家 甲 乙 丙\n莊 甲\n打 甲 八\n和 乙: {words}\n"
    (record,) = loads_pu(text)
    event = record.events[-1]
    assert {key: getattr(event, key) for key in fields} == fields
    assert event.extra == extra
    assert loads_pu(dumps_pu(record)) == [record]


def test_more_events_than_a_hand_has() -> None:
    head = "譜 1\n規則 x\n家 甲 乙\n莊 甲\n"
    (record,) = loads_pu(head + "註 想\n" * 2000)
    (error,) = loads_pu(head + "註 想\n" * 2001)
    assert len(record.events) == 2000
    assert str(error) == "-:2005:1: found 2,001 events; expected at most 2,000"


def test_kept_keys_of_full_width_characters_survive() -> None:
    (record,) = loads_pu("譜 1\n規則 x\n家 甲 乙\n莊 甲\n附 「_？」 「1」\n打 甲 一 附 「_Ａ」 「2」\n")
    assert (record.extra, record.events[0].extra) == ({"_？": 1}, {"_Ａ": 2})
    assert loads_pu(dumps_pu(record)) == [record]


def test_a_bare_at_and_number_is_a_number_whoever_is_called_so() -> None:
    (record,) = loads_pu("譜 1\n規則 x\n家 甲 甲 「@1」\n莊 @1\n打 「@1」 一\n打 @3 一\n")
    assert (record.dealer, [event.seat for event in record.events]) == (0, [2, 2])
    assert loads_pu(dumps_pu(record)) == [record]
