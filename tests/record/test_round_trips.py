"""Any record survives JSON and 譜; what is written once is never written otherwise (FORMAT)."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given, settings

from erqishi_logs.record import Record, content_id, dumps, dumps_pu, loads, loads_pu
from erqishi_logs.record.exact import read_exact
from tests.record.random_hands import records

PROPERTY = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))


@given(records())
@PROPERTY
def test_json_and_back_is_the_same_record(record: Record) -> None:
    line = dumps(record)
    assert loads(line) == record
    assert dumps(loads(line)) == line
    assert "\n" not in line


@given(records())
@PROPERTY
def test_pu_and_back_is_the_same_record(record: Record) -> None:
    text = dumps_pu(record)
    assert loads_pu(text) == [record], text


@given(records())
@PROPERTY
def test_the_fast_and_the_exact_reader_agree(record: Record) -> None:
    line = dumps(record)
    assert read_exact(line) == loads(line)
    # Spaces, escapes and another order of the keys take another way through the fast reader.
    loose = json.dumps(dict(reversed(json.loads(line).items())))
    assert loads(loose) == record
    assert dumps(loads(loose)) == line


@given(records(), records())
@PROPERTY
def test_two_hands_in_one_text_do_not_touch(one: Record, other: Record) -> None:
    assert loads_pu(dumps_pu(one) + "\n" + dumps_pu(other)) == [one, other]
    assert loads_pu(dumps_pu(one) + dumps_pu(other)) == [one, other]


def test_every_shared_record_is_a_fixed_point(shared_lines: list[str]) -> None:
    for line in shared_lines:
        assert dumps(loads(line)) == line
        assert read_exact(line) == loads(line)


def test_every_shared_record_survives_pu(shared_lines: list[str]) -> None:
    for line in shared_lines:
        assert [dumps(record) for record in loads_pu(dumps_pu(loads(line)))] == [line]


def test_the_ids_of_the_shared_records_are_their_content(shared_lines: list[str]) -> None:
    named = [record for record in map(loads, shared_lines) if record.id and record.id.startswith("h-")]
    assert named
    assert [record.id for record in named] == [content_id(record) for record in named]
