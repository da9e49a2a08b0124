"""docs/format.md: every example on the page is run, every key and word of the tables stands in it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from erqishi_logs.errors import RecordError
from erqishi_logs.record import Record, dumps, dumps_pu, loads, loads_pu
from erqishi_logs.record.pu.words import EVENT_WORDS, HEADER_WORDS, TITLE_WORDS
from erqishi_logs.record.types import EVENT_FIELDS, RECORD_KEYS, TITLES, event_keys

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "format.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
ROWS = re.findall(r"^\| `(.+?)` \| `(.+?)` \|$", PAGE, re.MULTILINE)
HEAD = "規則 leshan-4\n家 甲 乙 丙 丁\n莊 甲\n"


def block(language: str) -> list[str]:
    return [text for name, text in BLOCKS if name == language]


def read(line: str) -> Record | RecordError:
    (hand,) = loads_pu(f"{HEAD}打 甲 八\n{line}\n")
    return hand


@pytest.mark.parametrize("line", [line for text in block("json") for line in text.splitlines()])
def test_each_json_line_is_a_record_in_canonical_form(line: str) -> None:
    assert dumps(loads(line)) == line


def test_each_pu_is_hands_and_comes_back() -> None:
    hands = [hand for text in block("pu") for hand in loads_pu(text)]
    assert len(hands) == 2
    for hand in hands:
        assert isinstance(hand, Record), hand
        assert loads_pu(dumps_pu(hand)) == [hand]


def test_the_same_record_written_in_several_ways() -> None:
    (text,) = block("same")
    lines = text.splitlines()
    assert {dumps(loads(line)) for line in lines} == {lines[-1]}


@pytest.mark.parametrize(("line", "event"), [row for row in ROWS if row[1].startswith('{"type"')])
def test_each_line_of_the_table_is_the_event_beside_it(line: str, event: str) -> None:
    hand = read(line)
    assert isinstance(hand, Record), hand
    assert json.loads(dumps(hand))["events"][1:] == [json.loads(event)]


@pytest.mark.parametrize(("line", "keys"), [row for row in ROWS if re.match(r'{"(?!type)', row[1])])
def test_each_line_of_the_table_is_the_keys_beside_it(line: str, keys: str) -> None:
    hand = read(line)
    assert isinstance(hand, Record), hand
    plain = json.loads(dumps(hand))
    assert {key: plain[key] for key in plain.keys() - {"format", "rules", "players", "dealer", "events"}} == json.loads(
        keys
    )


@pytest.mark.parametrize(("line", "reason"), [row for row in ROWS if row[1].startswith("found")])
def test_each_line_of_the_table_is_the_error_beside_it(line: str, reason: str) -> None:
    error = read(line)
    assert isinstance(error, RecordError)
    assert (error.reason, error.line) == (reason, 5)


def test_the_page_names_every_key_every_type_and_every_first_word() -> None:
    names = {*RECORD_KEYS, *EVENT_FIELDS, *event_keys("guilin"), *TITLES}
    words = {table[0] for table in (*HEADER_WORDS.values(), *EVENT_WORDS.values(), *TITLE_WORDS.values())}
    assert not [name for name in names if not re.search(rf"`[^`]*\b{name}\b[^`]*`", PAGE, re.DOTALL)]
    assert not [word for word in words if word not in PAGE]


def test_the_example_of_the_shared_format_is_read(shared: Path) -> None:
    text = (shared / "design" / "FORMAT.md").read_text(encoding="utf-8").split("```")[1]
    (hand,) = loads_pu(text)
    assert isinstance(hand, Record), hand
    assert (hand.rules, hand.session, hand.hand, hand.pay) == ("leshan", "茶樓 2024-02-10", 7, (-20, 40, -20))
    assert (hand.events[-2].card, hand.events[-2].hushu, len(hand.events)) == ("一", 16, 13)
