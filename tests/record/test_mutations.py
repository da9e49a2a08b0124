"""No text makes anything but a record or a RecordError; how many are tried says `ERQISHI_FUZZ`."""

# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import io
import os
import random

import pytest

from erqishi_logs.errors import RecordError
from erqishi_logs.record import Record, dumps, dumps_pu, iter_records, loads, loads_pu
from erqishi_logs.record.exact import read_exact
from tests.record.conftest import HAND

N_MUTATIONS = int(os.environ.get("ERQISHI_FUZZ", "5000"))
BITS = [
    *'{}[],:"\\ \n\t\0#「」“：，=?@_-+.0199eE', "\ud800", "\ufeff", "\uffff", "　", "null", "true", "NaN", "1e999", "-0", "\\u0000", "\\ud83d",
    '"seat":', '"type":"hu"', '"_x":[[[', '"extra":{}', '"titles":[]', "一", "贰", "⼀", "聽", "甲", "乙", "和", "吃", "搶", "註 ", "暗", "附 _a ",
    "毫秒 5", "無牌", "無番", "16和", "= 20", "擺 ", "譜 1", "譜 2", "\n\n", "規則 x", "家 甲 乙", "莊 丁", "付 甲 1", "發 甲 ?", "?999", "9" * 30, "9" * 5000,
]  # fmt: skip

PU = """譜 1
規則 樂山市中區
場 茶樓 2024-02-10 局 7
家 甲 乙 丙
莊 乙
圈 3
發 甲 ?
打 乙 八 毫秒 12 註 想了
搶 吃 丙 七九 擺 八九十
過 甲
八塊 甲
和 乙: 六陸陸 坤和 16和 = 20
包 丙 吃過張 20
附 _a 「{"b":1}」
付 甲 -20 乙 +40 丙 -20
"""


def mutated(text: str, chance: random.Random) -> str:
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        at, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + chance.choice([0, 1, 1, 3, 12]))
        middle = chance.choice(
            ["", chance.choice(BITS), text[at:end] * 2, text[end : end + 9], chr(chance.randrange(0x110000))]
        )
        text = text[:at] + middle + text[end:]
    return text


def record_or_error(line: str) -> Record | RecordError:
    try:
        return loads(line, file="x", line_number=7)
    except RecordError as error:
        return error


def is_exact(error: RecordError, first: int, last: int) -> bool:
    return first <= error.line <= last and bool(error.column and error.found and error.expected)


def corpus(shared_like: str) -> list[str]:
    kept = HAND.replace('"pay"', '"_x":{"a":[1,null]},"game":"erqishi","venue":"茶 樓","tags":["a"],"pay"')
    return [HAND, kept, shared_like]


@pytest.mark.parametrize("seed", range(5))
def test_a_mutated_line_is_a_record_or_a_record_error(seed: int) -> None:
    chance = random.Random(seed)
    lines = corpus(dumps(loads_pu(PU)[0]))  # type: ignore[arg-type]
    for _ in range(N_MUTATIONS // 10):
        line = mutated(chance.choice(lines), chance)
        read = record_or_error(line)
        if isinstance(read, Record):
            assert dumps(loads(dumps(read))) == dumps(read)
            assert read_exact(line.removeprefix("\ufeff")) == read
            assert loads_pu(dumps_pu(read)) == [read]
        else:
            assert is_exact(read, 7, 7)
            assert (read.column or 0) <= len(line) + 1


@pytest.mark.parametrize("seed", range(5))
def test_a_mutated_pu_is_records_or_record_errors(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(N_MUTATIONS // 10):
        text = mutated(PU, chance)
        for read in loads_pu(text, file="x"):
            if isinstance(read, Record):
                assert loads_pu(dumps_pu(read)) == [read]
                assert loads(dumps(read)) == read
            else:
                assert is_exact(read, 1, text.count("\n") + 1)


@pytest.mark.parametrize("codec", ["utf-8", "utf-16", "gb18030", "big5hkscs"])
def test_mutated_bytes_are_records_or_record_errors(codec: str) -> None:
    chance = random.Random(codec)
    for _ in range(N_MUTATIONS // 20):
        raw = bytearray(chance.choice([PU, HAND + "\n" + HAND]).encode(codec, "replace"))
        for _ in range(chance.randrange(4)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        for item in iter_records(io.BytesIO(bytes(raw)), "x"):
            assert (item.record is None) != (item.error is None)
