"""題: the questions of a file for `erqishi score --batch`, one JSON object a line."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Any

from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import current_lang
from erqishi_logs.record.encoding import UTF8, detect_encoding
from erqishi_logs.record.jsonl import MAX_LINE_BYTES
from erqishi_logs.record.stream import iter_chunks, iter_lines
from erqishi_logs.record.zstd import BrokenStreamError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Question = dict[str, Any]


def iter_questions(path: Path) -> Iterator[Question | None]:
    """題: each question as it stands, None for a line that is no JSON object; empty lines are passed over.

    gzip, zstd, UTF-8 and UTF-16 are recognised as in files of records. Raises OSError, and UsageProblemError where
    packed data break off.
    """
    try:
        yield from map(_question, _iter_texts(path))
    except BrokenStreamError as error:
        msg = f"{path}: {error.text(current_lang())}"
        raise UsageProblemError(msg) from error


def _iter_texts(path: Path) -> Iterator[str | None]:
    """The lines that are not empty, None for one that is too long or not in the file's encoding."""
    with path.open("rb") as stream:
        chunks = iter_chunks(stream)
        head = next(chunks, b"")
        found = detect_encoding(head)
        # In a few lines of JSON there is too little Chinese to tell GB 18030 from Big5 by it.
        encoding = found if found.codec.startswith("utf") else UTF8
        for line in iter_lines(chain([head], chunks), encoding.newline, MAX_LINE_BYTES):
            text = _decoded(line.raw, encoding.codec) if line.n_bytes <= MAX_LINE_BYTES else None
            if text is None or text.strip():
                yield text


def _decoded(raw: bytes, codec: str) -> str | None:
    try:
        return raw.decode(codec).removeprefix("\ufeff")
    except UnicodeDecodeError:
        return None


def _question(text: str | None) -> Question | None:
    try:
        question = json.loads(text or "", parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    return question if isinstance(question, dict) else None


def _no_number(word: str) -> None:
    """NaN and Infinity are no JSON. Raises ValueError."""
    raise ValueError(word)
