"""What an error says: in three languages, from keys and facts (STYLE, User-facing text)."""

from __future__ import annotations

import copy
import gzip
import io
import json
import re
import string
import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from erqishi_logs.archive import Archive
from erqishi_logs.cli import main
from erqishi_logs.record import iter_records, loads_pu
from erqishi_logs.record.types import CODES, EVENT_FIELDS, KNOWN_GAMES, RECORD_KEYS, TITLES, event_keys
from erqishi_logs.rules import load_preset, options, parse_rules, preset_ids
from erqishi_logs.texts import LANGUAGES, text
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from pathlib import Path

TABLES = tomllib.loads((files("erqishi_logs.texts") / "errors.toml").read_text(encoding="utf-8"))
KEYS = [(f"{table}.{name}", words) for table, rows in TABLES.items() for name, words in rows.items()]


def facts_of(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name is not None}


@pytest.mark.parametrize(("key", "words"), KEYS, ids=[key for key, _ in KEYS])
def test_every_message_has_three_languages_and_the_same_facts(key: str, words: list[str]) -> None:
    assert len(words) == len(LANGUAGES)
    assert all(words)
    assert facts_of(words[0]) == facts_of(words[1]) == facts_of(words[2])
    assert text(f"errors.{key}", "en") == words[2]


def test_a_phrase_is_the_same_after_a_copy() -> None:
    phrase = Phrase("key.for_key", found=Phrase("value.a_list"), key="seat")
    again = copy.deepcopy(phrase)
    assert (again, again.told("zh-Hant")) == (phrase, "'seat' 的值為一個列表")


HEAD = "規則 樂山市中區\n家 甲 乙 丙\n莊 乙\n"
RECORD = {"format": "erqishi-log/1", "rules": "leshan", "players": ["甲", "乙"], "dealer": 0, "events": []}


def line(**changes: object) -> str:
    return json.dumps({**RECORD, **changes}, ensure_ascii=False)


def event(**keys: object) -> str:
    return line(events=[keys])


#: Words that may stay ASCII: what was put in, file names, keys and options, words of JSON and SQL.
PU = [
    "打 甲 龍",
    "打 戊 八",
    "打 甲",
    "打 甲 八 九",
    "大 甲 八",
    "天 甲 八",
    "吃 丙 七",
    "吃 丙 七 九",
    "搶打 甲 八",
    "暗打 甲 八",
    "掃 甲 七",
    "對 甲",
    "和 甲: 七 16和 17和",
    "和 甲: 七 = 1 = 2",
    "和 甲: 七 = 多",
    "發 甲 八\n發 甲 ?",
    "發 甲 ?0",
    "註",
    "註 「」",
    "註 「甲",
    "註 「\\x」",
    "註 「\\u0000」",
    "附 甲 1",
    "附 _a {",
    "圈 11",
    "圈 多",
    "底 多",
    "付 甲 1 甲 2",
    "付 甲 1",
    "莊 甲",
    "局 0",
    "時 昨天",
    "場 局 1",
    "遊戲 麻將",
    "同規 甲",
    "規則 甲",
    "牌墩 龍",
    "包 甲 吃 3",
    "包 甲 吃過張 多",
    "八塊",
    "標 「」",
    "合",
    "開 甲 八八",
    "打 甲 八\0",
    "同規 kap=200\n發 甲 ?",
]
BARE_PU = [
    "譜 2\n規則 duikou\n家 甲 乙\n莊 甲\n翻 甲 八",
    "規則 duikou",
    "規則 甲乙\n家 甲 乙\n莊 甲\n發 甲 ?",
    "家 甲\n莊 甲\n規則 duikou",
    "規則 duikou\n莊 甲",
    "規則 甲乙\n家 甲 乙\n莊 甲\n翻 甲 八",
]
JSON = [
    "{",
    "[",
    "[]",
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,"a":2}',
    '{"a":tru}',
    '{"a":"',
    '{"a":"\\x"}',
    '{"a":"\t"}',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '{"a":1e999}',
    '{"a":-}',
    '{"a":123456789012345678901234}',
    "[" * 40,
    "{} {}",
    line(rule=1),
    line(format="x"),
    line(rules="leshann"),
    line(rules="樂山市中"),
    line(house=["kap=1"]),
    line(house=["kap"]),
    line(rules=None),
    line(rules=""),
    line(players=[]),
    line(players=["甲"]),
    line(players="甲"),
    line(players=[1, 2]),
    line(dealer=2),
    line(dealer="0"),
    line(game="x"),
    line(hand=0),
    line(quan=11),
    line(played_at="x"),
    line(wall="Z"),
    line(pay=[1]),
    line(pay=[1, 1e17]),
    line(tags=[""]),
    line(events=[1]),
    event(),
    event(type="hop"),
    event(type=1),
    event(type="discard", seat=0),
    event(type="discard", seat=0, card="Z"),
    event(type="discard", seat=0, card="一二"),
    event(type="discard", seat=5, card="一"),
    event(type="discard", seat=None, card="一"),
    event(type="discard", seat=0, card=""),
    event(type="discard", seat=0, card="一", cards="二"),
    event(type="discard", seat=0, card=["一"]),
    event(type="chi", seat=0, card="一", cards="一二三"),
    event(type="chi", seat=0, card="一", cards="二三", bai=["一Z"]),
    event(type="bakuai", seat=0, blocks=9),
    event(type="baopai", seat=0, code="x", amount=1),
    event(type="hu", seat=0, titles=["x"]),
    event(type="deal", seat=0, cards="一", ms=-1),
]
RULES = [
    "x = 1",
    "id = 1",
    'id = "x"',
    'id = "x"\nbase = "leshann"',
    "[",
    'id = "x"\nbase = "quan"\n[options]\nkap = 1',
    'id = "x"\nbase = "quan"\n[options]\ncap = "x"',
    'id = "x"\nbase = "quan"\n[options]\nsao = 3',
    'id = "x"\nbase = "quan"\n[options]\ncut = 3',
    'id = "x"\nbase = "quan"\n[options]\ntaipao = 0',
    'id = "x"\nbase = "quan"\n[options]\nplayers = []',
    'id = "x"\nbase = "quan"\n[options]\ntiers = []',
    'id = "x"\nbase = "quan"\n[options]\nunit = 0',
    'id = "x"\nbase = "quan"\n[options]\nplayers = [9]',
    'id = "x"\nbase = "quan"\n[options]\nwilds = 1',
    'id = "x"\nbase = "quan"\n[options]\ntai_name = 1',
    'id = "x"\nbase = "quan"\n[options]\nxiaojia_names = []',
]
SCORE = [
    ["Z", "--rules", "quan"],
    ["一二三", "--rules", "kwan"],
    ["一二三", "--rules", "quan", "--win", "?"],
    ["一二三", "--rules", "quan", "--win", "四"],
    ["一一一一一", "--rules", "quan"],
    ["(一", "--rules", "quan"],
    ["一?", "--rules", "quan"],
    ["一二三", "--rules", "quan", "--players", "7"],
    ["一二三", "--rules", "quan", "--house", "kap=1"],
    ["一二三", "--rules", "quan", "--house", "kap"],
    ["一二三", "--rules", "none.toml"],
    ["一二三", "--batch", "none.jsonl"],
    ["--batch", "none.jsonl"],
]
#: No words of ours: file names, option and key names, what the input holds, words that a reader must type.
QUOTED = re.compile(
    r"'[^']*'|\"[^\"]*\"|`[^`]*`|「[^」]*」|erqishi:|\S*\.(?:pu|jsonl|toml|gz)\b|U\+[0-9A-F]+|0x[0-9A-F]+|\\\S+|--?[a-z-]+"
    r"|option=value|(?<![A-Za-z_])(?:JSON|TOML|UTF-8|NUL|SQL|SELECT|ISO|T|id|base|gzip|null|true|false)(?![A-Za-z_])"
)


def typed(written: str) -> set[str]:
    return set(re.findall(r"[A-Za-z][A-Za-z_]*", written))


def known_words() -> set[str]:
    """Keys, codes, option names and values, which are written as they are in any language."""
    names = " ".join(
        [*CODES, *EVENT_FIELDS, *KNOWN_GAMES, *RECORD_KEYS, *TITLES, *event_keys("erqishi"), *event_keys("guilin")]
    )
    values = " ".join(
        member.name.lower() for kind in vars(options).values() if hasattr(kind, "__members__") for member in kind
    )
    return typed(
        f"{names} {values} {' '.join(load_preset('quan').options())} {' '.join(preset_ids())} name game options yes no"
    )


def check_chinese(said: str, written: str) -> None:
    assert said.strip()
    left = typed(QUOTED.sub(" ", said)) - typed(written) - known_words() - {"n", "r", "t", "u", "b", "a", "x"}
    assert not left, said
    assert re.search("[\u4e00-\u9fff]{2}", said), said


def refused(args: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main([*args, "--lang", "zh-Hant"]) == 2
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return out + err


@pytest.mark.parametrize("written", [HEAD + each for each in PU] + BARE_PU)
def test_a_bad_pu_is_told_in_chinese(written: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.pu"
    path.write_text(written, encoding="utf-8")
    check_chinese(refused(["audit", str(path)], capsys).replace(str(tmp_path), ""), written)


@pytest.mark.parametrize("written", JSON)
def test_a_bad_line_is_told_in_chinese(written: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(written, encoding="utf-8")
    check_chinese(refused(["audit", str(path)], capsys).replace(str(tmp_path), ""), written)


@pytest.mark.parametrize("written", RULES)
def test_a_bad_rules_file_is_told_in_chinese(written: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.toml"
    path.write_text(written, encoding="utf-8")
    said = refused(["rules", str(path)], capsys).replace(str(tmp_path), "")
    # What the reader of TOML says is its own.
    check_chinese(re.sub(r"不是 TOML（.*）", "不是這種檔案", said), written)


@pytest.mark.parametrize("args", SCORE, ids=" ".join)
def test_a_bad_question_is_told_in_chinese(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    check_chinese(refused(["score", *args], capsys), " ".join(args))


@pytest.mark.parametrize("sql", ["drop table x", "", "select 1; select 2"])
def test_refused_sql_is_told_in_chinese(sql: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(line(), encoding="utf-8")
    assert main(["ingest", str(path), "--archive", str(tmp_path / "A")]) == 0
    capsys.readouterr()
    check_chinese(refused(["query", sql, "--archive", str(tmp_path / "A")], capsys), f"{sql.upper()} SELECT")


@pytest.mark.parametrize(
    "args",
    [
        ["rules", "leshann"],
        ["rules", "樂山市中"],
        ["audit", "none.jsonl"],
        ["query", "select 1", "--archive", "none"],
        ["replay", "none.pu"],
    ],
    ids=" ".join,
)
def test_what_is_not_there_is_told_in_chinese(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    check_chinese(refused(args, capsys), " ".join(args))


def test_a_broken_file_is_told_in_chinese(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(gzip.compress(line().encode())[:60])
    check_chinese(refused(["audit", str(path)], capsys).replace(str(tmp_path), ""), "")


def test_the_line_and_the_column_are_those_of_the_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "slip.pu"
    path.write_text(HEAD + "\n".join(["翻 甲 八"] * 7) + "\n打 甲 龍\n", encoding="utf-8")
    assert main(["audit", str(path), "--json", "--lang", "en"]) == 2
    said = json.loads(capsys.readouterr().out)
    assert (said["line"], said["reason"][:10]) == (11, "column 5: ")
    assert main(["audit", str(path), "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert out.startswith(f"{path}:11:5: found ")
    assert "found" not in err


def test_quarantine_has_the_line_of_the_error_and_the_whole_hand(tmp_path: Path) -> None:
    path = tmp_path / "slip.pu"
    path.write_text(HEAD + "翻 甲 八\n打 甲 龍", encoding="utf-8")
    assert main(["ingest", str(path), "--archive", str(tmp_path / "A")]) == 1
    (row,) = Archive.open(tmp_path / "A").select("SELECT line, raw, reason FROM quarantine").to_pylist()
    assert (row["line"], row["raw"], row["reason"][:10]) == (5, path.read_bytes(), "column 5: ")


def test_a_wrong_house_option_is_told_where_it_stands() -> None:
    (error,) = loads_pu(HEAD + "同規 cap=100 kap=200\n發 甲 ?", file="x.pu")
    assert str(error).startswith(
        "x.pu:4:12: found a house rule that does not hold (unknown option 'kap'; did you mean 'cap'?)"
    )


def test_a_hand_of_unseen_cards_is_read_by_a_clubs_rules(tmp_path: Path) -> None:
    ours = parse_rules('id = "ours"\nname = "本會"\nbase = "leshan"', "ours.toml")
    written = HEAD.replace("樂山市中區", "ours") + "發 甲 ?"
    (hand,) = loads_pu(written, known={"ours": ours})
    assert hand.events[0].cards == "?" * 20
    (item,) = iter_records(io.BytesIO(written.encode()), "x.pu", {"ours": ours})
    assert item.record == hand
    assert "'ours' is none" in loads_pu(written)[0].reason
    (tmp_path / "ours.toml").write_text('id = "ours"\nbase = "leshan"', encoding="utf-8")
    (tmp_path / "x.pu").write_text(written, encoding="utf-8")
    assert main(["audit", str(tmp_path / "x.pu"), "--rules", str(tmp_path / "ours.toml")]) in (0, 1)


@pytest.mark.parametrize("name", ["樂山市中區", "乐山市中区", "leshan"])
def test_a_rule_set_goes_by_its_chinese_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == "leshan"
