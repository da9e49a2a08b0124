"""譜 to records."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from erqishi_logs.errors import RecordError
from erqishi_logs.record.fields import did_you_mean, shown, too_many_events
from erqishi_logs.record.jsonl import MAX_LINE_BYTES
from erqishi_logs.record.pu import words
from erqishi_logs.record.pu.course import Course, HouseError
from erqishi_logs.record.pu.cursor import Cursor
from erqishi_logs.record.pu.events import read_event
from erqishi_logs.record.pu.hands import Line, iter_hands
from erqishi_logs.record.pu.header import header_order, header_words, read_header
from erqishi_logs.record.pu.tokens import PuError, Token, split_line
from erqishi_logs.record.types import DEFAULT_GAME, FORMAT, Event, Record
from erqishi_logs.rules import fold
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from erqishi_logs.rules import RuleSet

_NO_TEXT = re.compile("[\0\ud800-\udfff]")
_REQUIRED = {"rules": "規則", "players": "家", "dealer": "莊"}

_Split = tuple[Line, list[Token]]


def loads_pu(
    text: str, *, file: str = "-", line_number: int = 1, known: Mapping[str, RuleSet] | None = None
) -> list[Record | RecordError]:
    r"""譜: each hand of a text as a record, or the error that says where and why it is none.

    `line_number` is the number of the first line; `known` has rule sets beside the presets, whose names
    and hand sizes a hand may hang on. A fault in one hand costs no other.

    >>> loads_pu("規則 duikou\n家 甲 乙\n莊 甲\n打 甲 八\n\n規則 duikou\n家 甲 乙\n莊 丙")[1].reason
    'found "丙"; expected a seat: 甲, 乙, or 甲乙… or 1 to 2'
    """
    return [read_hand(hand, file, known) for hand in iter_hands(_lines(text, line_number), MAX_LINE_BYTES)]


def read_hand(
    lines: Sequence[Line], file: str = "-", known: Mapping[str, RuleSet] | None = None
) -> Record | RecordError:
    """譜: the record of one hand's lines, or the first error in them."""
    try:
        size = sum(len(line.text) + 1 for line in lines)
        if size > MAX_LINE_BYTES:
            found = Phrase("pu.too_long", limit=MAX_LINE_BYTES)
            expected, remedy = Phrase("pu.some_lines"), Phrase("remedy.blank_line")
            return RecordError(file, lines[0].number, None, found, expected, remedy)
        return _record(lines, known)
    except _LineError as error:
        fault = error.fault
        return RecordError(file, error.line, fault.at + 1, fault.found, fault.expected, fault.remedy)


class _LineError(Exception):
    def __init__(self, line: int, fault: PuError) -> None:
        super().__init__(line, fault)
        self.line = line
        self.fault = fault


def _lines(text: str, first: int) -> Iterator[Line]:
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), first):
        yield Line(number, line.removesuffix("\r"))


def _record(lines: Sequence[Line], known: Mapping[str, RuleSet] | None) -> Record:
    headers: list[tuple[str, _Split]] = []
    events: list[_Split] = []
    for line in lines:
        tokens = _tokens(line)
        if not tokens:
            continue
        key = words.HEADERS.get(fold(tokens[0].text))
        if key is not None and not tokens[0].quoted:
            headers.append((key, (line, tokens)))
        else:
            events.append((line, tokens))
    fault = too_many_events(len(events))
    if fault:
        raise _LineError(events[-1][0].number, PuError(0, fault.found, fault.expected))
    header = _header(sorted(headers, key=lambda item: header_order(item[0])), lines[0], events)
    course = Course(header, known)
    try:
        return _built(header, [_event(split, course) for split in events])
    except HouseError as error:
        raise _house_fault(error, [split for key, split in headers if key == "house"]) from None


def _house_fault(error: HouseError, lines: list[_Split]) -> _LineError:
    """The difference at fault where it stands, not where the reading came to hang on it."""
    line, token = next((line, token) for line, tokens in lines for token in tokens[1:] if _begins(error.option, token))
    found = Phrase("pu.house", error=error.error.message)
    return _LineError(line.number, PuError(token.at, found, Phrase("pu.house_as")))


def _begins(option: str, token: Token) -> bool:
    """Whether a difference, its spaces taken out, begins with this word."""
    return option.startswith(token.text)


def _tokens(line: Line) -> list[Token]:
    match = _NO_TEXT.search(line.text)
    if match:
        fault = PuError(match.start(), _broken(match.group()), Phrase("pu.no_nul"))
        raise _LineError(line.number, fault)
    try:
        return split_line(line.text)
    except PuError as error:
        raise _LineError(line.number, error) from None


def _broken(character: str) -> str:
    code = ord(character)
    # What Python's surrogateescape makes of a byte that the encoding does not have.
    is_byte = 0xDC80 <= code <= 0xDCFF
    return Phrase("pu.the_byte", code=code - 0xDC00) if is_byte else Phrase("pu.the_character", code=code)


def _header(headers: list[tuple[str, _Split]], first: Line, events: list[_Split]) -> dict[str, Any]:
    header: dict[str, Any] = {}
    for line, tokens in events:
        _begins_a_line(line, tokens[0])
    for key, (line, tokens) in headers:
        if header_order(key) > header_order("players"):
            _required(header, ("players",), first)
        try:
            read_header(key, Cursor(line.text, tokens, header_words(header)), header)
        except PuError as fault:
            raise _LineError(line.number, fault) from None
    _required(header, tuple(_REQUIRED), first)
    return header


def _begins_a_line(line: Line, token: Token) -> None:
    """Says which word was not understood before saying what a misspelt line leaves missing."""
    word = fold(token.text).removeprefix(words.OVERRULED).removeprefix(words.HIDDEN)
    if token.quoted or (word and word not in words.BEGINNINGS):
        known = words.BEGINNINGS
        remedy = did_you_mean(word, known)
        common = " ".join(table[0] for table in _COMMON)
        expected = Phrase("pu.beginning") if remedy else Phrase("pu.beginning_listed", words=common)
        raise _LineError(line.number, PuError(token.at, shown(token.raw), expected, remedy))


_COMMON = [words.HEADER_WORDS[k] for k in ("rules", "players", "dealer")] + list(words.EVENT_WORDS.values())[:11]


def _required(header: dict[str, Any], keys: tuple[str, ...], first: Line) -> None:
    for key in keys:
        if key not in header:
            word = _REQUIRED[key]
            remedy = Phrase("remedy.add_line", word=word)
            fault = PuError(0, Phrase("pu.hand_without", word=word), Phrase("pu.required"), remedy)
            raise _LineError(first.number, fault)


def _event(split: _Split, course: Course) -> Event:
    line, tokens = split
    try:
        return read_event(Cursor(line.text, tokens, course.words), course)
    except PuError as fault:
        raise _LineError(line.number, fault) from None


def _built(header: dict[str, Any], events: list[Event]) -> Record:
    header = {key: value for key, value in header.items() if key != "format"}
    dated = header.pop("_dated", None)
    header.setdefault("played_at", dated)
    writes_game = header.get("game") == DEFAULT_GAME
    return Record(format=FORMAT, events=events, writes_game=writes_game, **header)
