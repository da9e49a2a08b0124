"""What is packed wrongly or is a bomb: what came before is read, the loss is told, memory stays flat (FORMAT)."""

from __future__ import annotations

import gzip
import io
import tracemalloc

import pytest
import zstandard

from erqishi_logs.record import iter_records
from erqishi_logs.record.stream import iter_lines

LINE = b'{"format":"erqishi-log/1","rules":"leshan","players":["a","b","c"],"dealer":%d,"events":[]}\n'
#: More than one block of zstd (128 KB).
LINES = b"".join(LINE % (n % 3) for n in range(4000))
SKIPPED = b"\x5a\x2a\x4d\x18\x04\0\0\0abcd"


def packed(data: bytes, *, checksum: bool = True) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=checksum).compress(data)


WHOLE, SMALL = packed(LINES), packed(LINES[:200])
#: name: (bytes, hands read, what is told of the rest; None: nothing is lost)
STREAMS = {
    "whole": (WHOLE, 4000, None),
    "without_checksum": (packed(LINES, checksum=False), 4000, None),
    "empty_frame": (packed(b"") + WHOLE, 4000, None),
    "two_frames": (WHOLE + WHOLE, 8000, None),
    "skipped_frames": (SKIPPED + WHOLE + SKIPPED + WHOLE + SKIPPED, 8000, None),
    "wrong_checksum_costs_no_hand": (WHOLE[:-1] + bytes([WHOLE[-1] ^ 1]), 4000, "damaged zstd"),
    "wrong_checksum_of_a_small_file": (SMALL[:-1] + bytes([SMALL[-1] ^ 1]), 2, "damaged zstd"),
    "wrong_checksum_of_the_second": (WHOLE + SMALL[:-1] + bytes([SMALL[-1] ^ 1]), 4002, "damaged zstd"),
    "checksum_cut_off": (WHOLE[:-2], 4000, "ends too early"),
    "last_block_cut_off": (WHOLE[:-8], 2800, "ends too early"),
    "garbage_behind": (WHOLE + b"xxxx", 4000, "damaged zstd"),
    "little_behind": (WHOLE + b"x", 4000, "damaged zstd"),
    "skipped_frame_cut_off": (WHOLE + SKIPPED[:-1], 4000, "ends too early"),
    "header_cut_off": (WHOLE[:5], 0, "ends too early"),
    "gzip_wrong_checksum": (gzip.compress(LINES)[:-5] + b"\0" + gzip.compress(LINES)[-4:], 4000, "damaged gzip"),
    "gzip_cut_off": (gzip.compress(LINES)[:-9], 3900, "ends too early"),
}


@pytest.mark.parametrize(("data", "least", "told"), STREAMS.values(), ids=STREAMS)
def test_format_a_broken_file_gives_all_before_the_fault_and_one_error(data, least, told):
    items = list(iter_records(io.BytesIO(data), "x"))
    hands = [item for item in items if item.record]
    errors = [str(item.error) for item in items if item.error]
    assert len(hands) >= least
    assert len(errors) == (told is not None)
    assert all(told in error and "fetch the file again" in error for error in errors)
    assert told != "damaged zstd" or len(hands) == least


#: name: (a megabyte of it, how many, what is told)
BOMBS = {
    "newlines": (b"\n" * 2**20, 64, []),
    "cr_lf": (b"\r\n" * 2**19, 64, []),
    "blanks": (b" \t\n" * 2**18, 64, []),
    "one_line": (
        b"x" * 2**20,
        64,
        ["found a line of 67,108,864 bytes; expected at most 8,388,608; one hand is one line"],
    ),
    "nesting": (b"[" * 2**20, 7, ["found brackets 33 deep; expected at most 32"]),
}


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress], ids=["gzip", "zstd"])
@pytest.mark.parametrize(("piece", "count", "told"), BOMBS.values(), ids=BOMBS)
def test_format_a_bomb_is_read_in_flat_memory(piece, count, told, pack):
    data = pack(piece * count)
    tracemalloc.start()
    try:
        reasons = [item.error.reason for item in iter_records(io.BytesIO(data), "x") if item.error]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert reasons == told
    assert peak < 120 * 2**20


BLANKS = [
    (b"a\n\n\n\nb\n", b"\n", [(1, b"a"), (2, b""), (5, b"b")]),
    (b"\n\n", b"\n", [(1, b"")]),
    (b"a\n \t\n\r\n  b\n", b"\n", [(1, b"a"), (2, b" \t"), (4, b"  b")]),
    ("a\n\n\nb\n".encode("utf-16-le"), b"\n\0", [(1, b"a\0"), (2, b""), (4, b"b\0")]),
    ("a\r\n\r\n\nb".encode("utf-16-be"), b"\0\n", [(1, b"\0a\0\r"), (2, b"\0\r"), (4, b"\0b")]),
    ("\u2020\n\u2020".encode("utf-16-le"), b"\n\0", [(1, b"\x20\x20"), (2, b"\x20\x20")]),
]


@pytest.mark.parametrize(("data", "newline", "expected"), BLANKS)
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_a_run_of_blank_lines_is_one_and_all_are_counted(data, newline, expected, size):
    chunks = [data[at : at + size] for at in range(0, len(data), size)]
    assert [line[:2] for line in iter_lines(chunks, newline, 1000)] == expected
