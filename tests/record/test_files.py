"""Files of records: forms, packing, encodings, damage, and no more memory than a line needs."""

from __future__ import annotations

import gzip
import io
import tracemalloc
from typing import TYPE_CHECKING

import pytest
import zstandard

from erqishi_logs.errors import ErqishiError, RecordError
from erqishi_logs.record import (
    MAX_LINE_BYTES,
    Record,
    detect_encoding,
    dumps,
    dumps_pu,
    iter_records,
    loads,
    read_file,
    write_file,
)
from erqishi_logs.record.stream import iter_lines
from tests.record.conftest import HAND

if TYPE_CHECKING:
    from pathlib import Path

PACKED = {
    "plain": lambda raw: raw,
    "gz": gzip.compress,
    "zst": lambda raw: zstandard.ZstdCompressor(write_checksum=True).compress(raw),
}
CODECS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030", "big5hkscs"]


def items(raw: bytes, name: str = "x") -> list[tuple[int, str]]:
    """(line, "" or the error) of each item."""
    return [(item.line, str(item.error or "")) for item in iter_records(io.BytesIO(raw), name)]


def two_hands() -> list[Record]:
    return [loads(HAND), loads(HAND.replace('"id":"a"', '"id":"b","venue":"茶樓"'))]


def written_as(form: str) -> str:
    if form == "pu":
        return "\n".join(map(dumps_pu, two_hands()))
    return "".join(dumps(record) + "\n" for record in two_hands())


@pytest.mark.parametrize("packed", PACKED)
@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("form", ["jsonl", "pu"])
def test_format_every_form_encoding_and_packing_is_recognised(form: str, codec: str, packed: str) -> None:
    # Big5 has 參 for 叄; the record is the same.
    text = written_as(form)
    raw = PACKED[packed](text.encode(codec))
    read = list(iter_records(io.BytesIO(raw), "x"))
    assert [item.error for item in read] == [None, None]
    assert [item.record for item in read] == two_hands()
    assert {item.form for item in read} == {form}
    assert [item.line for item in read] == (
        [1, 2] if form == "jsonl" else [1, 2 + len(dumps_pu(two_hands()[0]).splitlines())]
    )


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz", ".jsonl.zst", ".pu", ".pu.gz", ".pu.zst"])
def test_format_what_is_written_is_read_back(ending: str, tmp_path: Path) -> None:
    target = tmp_path / f"hands{ending}"
    assert write_file(target, two_hands()) == 2
    assert [item.record for item in read_file(target)] == two_hands()
    first = target.read_bytes()
    write_file(target, two_hands())
    assert target.read_bytes() == first
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "hands.jsonl"
    write_file(target, two_hands())
    before = target.read_bytes()

    def broken() -> list[Record]:
        yield two_hands()[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_file(target, broken())
    assert target.read_bytes() == before
    assert list(tmp_path.iterdir()) == [target]


def test_another_ending_is_an_error_that_says_the_endings(tmp_path: Path) -> None:
    with pytest.raises(ErqishiError, match=r"found the ending '.txt'; expected .jsonl or .pu"):
        write_file(tmp_path / "hands.txt", [])


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"found no readable file \(No such file or directory\); expected a file"):
        list(read_file(tmp_path / "none.jsonl"))
    with pytest.raises(RecordError, match=r"found no readable file \(Is a directory\)"):
        list(read_file(tmp_path))


def test_one_bad_line_never_costs_the_others() -> None:
    raw = f"{HAND}\n\n  \nnonsense\n{HAND}\r\n{HAND}".encode()
    assert items(raw) == [(1, ""), (4, "x:4:1: found 'nonsense'; expected a value"), (5, ""), (6, "")]
    assert [item.raw for item in iter_records(io.BytesIO(raw), "x")][1:3] == [b"nonsense", HAND.encode()]


def test_bytes_that_are_no_text_cost_their_line_only() -> None:
    raw = HAND.encode() + b'\n{"format":"\xff"}\n' + HAND.encode()
    assert items(raw)[1] == (2, "x:2:12: found the byte 0xFF, which is no utf-8; expected text in one encoding")
    pu = dumps_pu(loads(HAND)).encode()
    broken = pu.replace("叨".encode(), b"\xff", 1)
    first, second = items(broken + b"\n" + pu)
    assert first == (1, "x:6:1: found the byte 0xFF; expected text in one encoding, without NUL")
    assert second[1] == ""


def test_an_encoding_that_shows_late_is_still_found() -> None:
    ascii_lines = '{"format":1}\n' * 7000
    raw = ascii_lines.encode() + HAND.encode("gb18030")
    assert [item.encoding for item in iter_records(io.BytesIO(raw), "x")][-1] == "gb18030"
    assert items(raw)[-1] == (7001, "")


@pytest.mark.parametrize("packed", ["gz", "zst"])
@pytest.mark.parametrize("form", ["jsonl", "pu"])
def test_a_file_cut_off_gives_what_can_be_read_and_says_the_rest_is_missing(form: str, packed: str) -> None:
    lines = [HAND.replace('"id":"a"', f'"id":"{n}-{hash((n, 7))}"') for n in range(9000)]
    text = "\n".join(dumps_pu(loads(line)) for line in lines[:1500]) if form == "pu" else "\n".join(lines)
    whole = PACKED[packed](text.encode())
    read = list(iter_records(io.BytesIO(whole[: len(whole) * 2 // 3]), "x"))
    assert 100 < len(read) < len(lines)
    assert all(item.record for item in read[:-1])
    assert "that ends too early; expected the rest of the file" in str(read[-1].error)
    assert read[-1].line > read[-2].line


@pytest.mark.parametrize("packed", ["gz", "zst"])
def test_a_damaged_file_is_an_error_not_a_traceback(packed: str) -> None:
    raw = bytearray(PACKED[packed](written_as("jsonl").encode() * 50))
    raw[len(raw) // 2] ^= 0xFF
    raw[len(raw) // 2 + 1] ^= 0xFF
    assert "expected the rest of the file" in items(bytes(raw))[-1][1]


def test_a_bomb_is_one_long_line_and_no_memory() -> None:
    bomb = PACKED["zst"](b"[" * 2**26) + PACKED["zst"](b"\n" + HAND.encode())
    tracemalloc.start()
    read = list(iter_records(io.BytesIO(bomb), "x"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (
        str(read[0].error) == "x:1: found a line of 67,108,864 bytes; expected at most 8,388,608; one hand is one line"
    )
    assert len(read[0].raw) == 2**16
    assert read[1].record == loads(HAND)
    assert peak < 64 * 2**20


def test_a_pu_without_blank_lines_is_one_long_hand_and_no_memory() -> None:
    line = "打 甲 一 " + "# " * 500 + "\n"
    raw = (line * (3 * MAX_LINE_BYTES // len(line))).encode()
    (item,) = iter_records(io.BytesIO(raw), "x.pu")
    assert str(item.error).endswith("expected some 30 lines; put a blank line behind each hand")


def test_an_empty_file_has_no_records() -> None:
    assert (
        items(b"") == items(b"\n\n") == items(b"\xef\xbb\xbf") == items(b"", "x.pu") == items(gzip.compress(b"")) == []
    )


@pytest.mark.parametrize("text", ["hello", "PK\x03\x04\x14\0\0\0", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "<html>"])
def test_another_kind_of_file_is_errors_only(text: str) -> None:
    read = items(text.encode("latin-1"))
    assert read
    assert all(error for _, error in read)


def test_lines_of_any_length_in_chunks_of_any_length() -> None:
    lines = [b"", b"a", b"bc" * 40, b"", b"d" * 7]
    raw = b"\n".join(lines)
    for size in range(1, 9):
        chunks = [raw[at : at + size] for at in range(0, len(raw), size)]
        got = list(iter_lines(chunks, b"\n", 10))
        assert [line.n_bytes for line in got] == [len(line) for line in lines]
        assert [line.raw for line in got] == [line[:10] for line in lines]


def test_utf16_lines_are_cut_between_characters_only() -> None:
    # U+0A00 and U+000A side by side: a line end's two bytes stand askew in them.
    text = "\u0a0a\u0a00\n\u000a\u0a0a"
    for codec, newline in (("utf-16-le", b"\n\0"), ("utf-16-be", b"\0\n")):
        raw = text.encode(codec)
        for size in (1, 2, 3, 5):
            chunks = [raw[at : at + size] for at in range(0, len(raw), size)]
            got = [line.raw.decode(codec) for line in iter_lines(chunks, newline, 99)]
            assert got == text.split("\n")


@pytest.mark.parametrize("codec", ["gb18030", "big5hkscs"])
def test_a_few_words_tell_the_encoding(codec: str) -> None:
    for line in ("規則 樂山", "家 王五 李四 趙六", "打 甲 八", "和 乙: 一一一 貳柒拾"):
        assert detect_encoding(line.encode(codec)).codec == codec, line


def test_a_wrong_checksum_costs_none_of_what_was_unpacked() -> None:
    lines = [HAND.replace('"id":"a"', f'"id":"h{n}"') for n in range(3000)]
    raw = bytearray(gzip.compress("\n".join(lines).encode()))
    raw[-6] ^= 0xFF
    read = list(iter_records(io.BytesIO(bytes(raw)), "x"))
    assert [item.record.id for item in read[:-1] if item.record] == [f"h{n}" for n in range(3000)]
    assert "damaged gzip data" in str(read[-1].error)


def test_errors_hold_no_more_than_they_say() -> None:
    errors = [item.error for item in iter_records(io.BytesIO(b'{"bad\n' * 3), "x.jsonl")]
    assert [(error.__traceback__, error.__context__) for error in errors if error] == [(None, None)] * 3
