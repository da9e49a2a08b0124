"""One line of the 桂林字牌 server log: when, what, to whom (PLATFORMS, C)."""

from __future__ import annotations

import re
from datetime import datetime
from typing import NamedTuple

import msgspec

from erqishi_logs.errors import RecordError
from erqishi_logs.importers.guilin.complaints import message_fault
from erqishi_logs.importers.guilin.messages import Bodies, parse_body
from erqishi_logs.texts.phrase import Phrase

_PREFIX = re.compile(rb"\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3})\] \[[A-Z]+\] ")
_BROADCAST = b"channelService sendMessageByGroup route: "
_REST = re.compile(rb"(\w+), msg: (.*), groups: (\{.*\}), opts: .*", re.DOTALL)
_FORM = Phrase("guilin.form")
_GROUPS = msgspec.json.Decoder(dict[str, list[str]])


class Line(NamedTuple):
    """Where a line stands (`number` from 1) and its bytes, the end of line among them."""

    file: str
    number: int
    raw: bytes


class Message(NamedTuple):
    """A broadcast: `body` is None for a route that moves no card; `to` are the players it went to."""

    line: Line
    at: datetime
    route: str
    body: Bodies | None
    to: tuple[str, ...]


def is_broadcast(head: bytes) -> bool:
    """Whether the first line of `head` is a broadcast of this log.

    >>> is_broadcast(b"[2017-07-28 17:35:06.021] [DEBUG] x - channelService sendMessageByGroup route: onWin")
    True
    """
    first = head.lstrip(b"\xef\xbb\xbf\r\n ").split(b"\n", 1)[0]
    return _PREFIX.match(first) is not None and b"channelService sendMess" in first


def parse_line(line: Line) -> Message | None:
    """The message of a line; None for an empty line and for what the server logs beside broadcasts.

    Raises RecordError for a line that is cut short, garbled or says what no game says.

    >>> text = b"[2017-07-28 17:35:06.021] [DEBUG] pomelo - channelService sendMessageByGroup route: onPostCard, "
    >>> text += b'msg: {"uid":"P03","id":15}, groups: {"connector-server-1":["P03","P04"]}, opts: undefined'
    >>> parse_line(Line("x.log", 1, text)).to
    ('P03', 'P04')
    """
    text = line.raw.strip(b"\xef\xbb\xbf\r\n ")
    if not text:
        return None
    prefix = _PREFIX.match(text)
    if prefix is None:
        raise _error(line, _shown(text), _FORM)
    start = text.find(_BROADCAST)
    if start < 0:
        return None
    rest = _REST.fullmatch(text, start + len(_BROADCAST))
    if rest is None:
        raise _error(line, Phrase("guilin.cut_short"), _FORM)
    return _read(line, prefix[1], rest)


def _read(line: Line, at: bytes, rest: re.Match[bytes]) -> Message:
    route, time = rest[1].decode(), _time(line, at.decode())
    try:
        groups = _GROUPS.decode(rest[3])
        body = parse_body(route, rest[2])
    except msgspec.MsgspecError as error:
        raise _error(line, *message_fault(route, error)) from error
    return Message(line, time, route, body, tuple(uid for uids in groups.values() for uid in uids))


def _time(line: Line, at: str) -> datetime:
    try:
        return datetime.fromisoformat(at)
    except ValueError:
        raise _error(line, Phrase("guilin.no_time", time=at), Phrase("guilin.time")) from None


def _error(line: Line, found: str, expected: str) -> RecordError:
    return RecordError(line.file, line.number, None, found, expected)


def _shown(text: bytes) -> str:
    shown = text[:40].decode("utf-8", "replace")
    return f"{shown!r}" + ("…" if len(text) > 40 else "")
