"""`erqishi score --batch`: one answer a line, whatever the lines hold."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from erqishi_logs.cli import main

if TYPE_CHECKING:
    from pathlib import Path

GOOD = {"id": "a", "melds": "壹壹壹", "rules": "leshan-4", "win": "壹", "players": 4, "xiaojia": True}
LINE = json.dumps(GOOD, ensure_ascii=False)
Captured = pytest.CaptureFixture[str]


def answers(content: bytes, tmp_path: Path, capsys: Captured) -> tuple[int, list[Any], str]:
    path = tmp_path / "q"
    path.write_bytes(content)
    code = main(["score", "--batch", str(path), "--lang", "en"])
    out, err = capsys.readouterr()
    return code, [json.loads(line) for line in out.split("\n")[:-1]], err


@pytest.mark.parametrize(
    "bad",
    [
        "[" * 100_000,
        '{"id":' * 100_000,
        '{"id":NaN}',
        "[1]",
        '"x"',
        '{"id":' + "[" * 900 + "]" * 900 + "}",
        '{"n":' + "9" * 5000 + "}",
    ],
)
def test_a_bad_line_is_one_error_object(bad: str, tmp_path: Path, capsys: Captured) -> None:
    code, found, err = answers(f"{LINE}\n{bad}\n\n{LINE}".encode(), tmp_path, capsys)
    assert (code, err) == (1, "")
    assert [answer["valid"] for answer in found] == [True, False, True]
    assert (found[1]["id"], found[1]["reason"]) == (None, "unreadable")


def test_a_line_in_another_encoding_is_one_error_object(tmp_path: Path, capsys: Captured) -> None:
    code, found, err = answers(LINE.encode() + b'\n{"id":"\xe9"}\n' + LINE.encode(), tmp_path, capsys)
    assert (code, [answer["valid"] for answer in found], err) == (1, [True, False, True], "")


@pytest.mark.parametrize("sign", ["\u2028", "\u0085", "\x0b", "\x1c"])
def test_only_a_line_end_ends_a_line(sign: str, tmp_path: Path, capsys: Captured) -> None:
    line = json.dumps({**GOOD, "id": "x"}, ensure_ascii=False)
    code, found, _ = answers(f"{line}{sign}\n{LINE}".encode(), tmp_path, capsys)
    assert len(found) == 2
    assert code == 1
    asked = json.dumps({**GOOD, "id": "x\u2028\u0085"}, ensure_ascii=False)
    assert answers(asked.encode(), tmp_path, capsys)[1][0]["id"] == "x\u2028\u0085"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("packed", [False, True])
def test_packing_and_encoding_are_recognised(codec: str, packed: bool, tmp_path: Path, capsys: Captured) -> None:
    content = f"{LINE}\r\n{LINE}\n".encode(codec)
    code, found, err = answers(gzip.compress(content) if packed else content, tmp_path, capsys)
    assert (code, [answer["id"] for answer in found], err) == (0, ["a", "a"], "")


def test_packed_data_that_break_off_are_one_line(tmp_path: Path, capsys: Captured) -> None:
    code, _, err = answers(gzip.compress(LINE.encode() * 9)[:-9], tmp_path, capsys)
    assert code == 2
    assert err.startswith(f"erqishi: {tmp_path / 'q'}: ")
    assert err.count("\n") == 1
