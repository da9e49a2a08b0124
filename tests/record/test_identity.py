"""What a hand is called, which rules judge it, and that a copy in another process is the same."""

from __future__ import annotations

import hashlib
import pickle

import msgspec
import pytest

from erqishi_logs.errors import RecordError
from erqishi_logs.record import Record, check_rules_known, content_id, dumps, loads, record_id, with_id
from erqishi_logs.record.pu.words import CODE_WORDS, EVENT_WORDS, HEADER_WORDS, TITLE_WORDS
from erqishi_logs.record.types import CODES, RECORD_KEYS, TITLES, event_keys
from erqishi_logs.rules import load_preset, preset_ids, preset_names


def test_format_record_an_absent_id_is_the_hash_of_the_canonical_record(hand: Record) -> None:
    nameless = msgspec.structs.replace(hand, id=None)
    expected = "h-" + hashlib.sha256(dumps(nameless).encode()).hexdigest()[:16]
    assert record_id(nameless) == content_id(hand) == with_id(nameless).id == expected
    assert record_id(hand) == hand.id == "a"
    assert with_id(hand) is hand


@pytest.mark.parametrize("game", ["", '"game":"erqishi",', '"game":"guilin",'])
def test_a_record_sent_to_another_process_is_written_the_same(hand: Record, game: str) -> None:
    line = dumps(hand).replace('"rules"', game + '"rules"')
    record = loads(line)
    copy = pickle.loads(pickle.dumps(record))  # noqa: S301 - our own bytes
    assert copy == record
    assert dumps(copy) == dumps(record) == line


def test_a_record_error_survives_a_process_too() -> None:
    error = RecordError("x", 1, 2, "a", "b", "c")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - our own bytes


def test_rules_that_are_known(hand: Record) -> None:
    assert check_rules_known(hand) == load_preset("leshan")
    ours = {"ours": load_preset("quan")}
    assert check_rules_known(msgspec.structs.replace(hand, rules="ours", house=("cap=200",)), ours).cap == 200


@pytest.mark.parametrize("rules", ["leshann", "../leshan.toml", "/etc/passwd", "rules.toml"])
def test_rules_that_are_not_known_and_a_path_never_is(hand: Record, rules: str) -> None:
    with pytest.raises(RecordError, match=r"^x:7: found the rules .*; expected a known rule set"):
        check_rules_known(msgspec.structs.replace(hand, rules=rules), file="x", line_number=7)


def test_house_rules_that_do_not_hold(hand: Record) -> None:
    with pytest.raises(RecordError, match=r"found house rules that do not hold \(unknown option 'cup'"):
        check_rules_known(msgspec.structs.replace(hand, house=("cup=200",)))


def test_every_key_event_title_and_code_has_a_word() -> None:
    assert {*RECORD_KEYS} - {"events"} <= {*HEADER_WORDS}
    assert {*event_keys("guilin")} == {*EVENT_WORDS, "bakuai"}
    assert {*TITLES} == {*TITLE_WORDS}
    assert {*CODES} == {*CODE_WORDS}


def test_every_preset_has_a_name_of_its_own() -> None:
    assert sorted(preset_names().values()) == sorted(preset_ids())
