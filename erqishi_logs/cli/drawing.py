"""畫: the table of a replay as text, red cards red."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.cards import BIG
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import styled
from erqishi_logs.texts import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.record import Event, Record

_RED = set(BIG)


def draw_frame(frame: dict[str, Any], record: Record) -> Iterator[str]:
    """畫: the lines of one frame: what happened, wall and live card, then each seat."""
    yield from _head(frame, record)
    for seat in range(record.n_players):
        yield from _seat(frame, record, seat)


def describe(event: Event, record: Record) -> str:
    """事: who did what with which cards.

    >>> from erqishi_logs.record import Event, Record
    >>> from erqishi_logs.cli.language import choose_lang
    >>> hand = Record(format="erqishi-log/1", rules="leshan", players=("甲", "乙", "丙"), dealer=0, events=[])
    >>> _ = choose_lang(["--lang", "zh-Hant"], {})
    >>> describe(Event("chi", seat=1, card="八", cards="七九", bai=("八九十",)), hand)
    '乙 吃 八 七九 擺 八九十'
    """
    lang = current_lang()
    who = [record.players[event.seat]] if event.seat is not None else []
    laid = [name_of("event", "bai", lang), *event.bai] if event.bai else []
    plain = [word for word in (event.card, event.cards, event.text) if word]
    return " ".join([*who, name_of("event", event.type, lang), *plain, *laid, *(event.melds or ())])


def coloured(cards: str) -> str:
    """牌: big characters red, as they are printed.

    >>> coloured("一")
    '一'
    """
    return "".join(styled(sign, "red") if sign in _RED else sign for sign in cards)


def _head(frame: dict[str, Any], record: Record) -> Iterator[str]:
    step, event = frame["step"], frame["event"]
    what = say("replay.begin") if event is None else describe(record.events[event], record)
    yield say("replay.head", step=step, steps=len(record.events), event=coloured(what))
    live = say("replay.live", card=coloured(frame["live"])) if frame["live"] else ""
    yield f"{say('replay.wall', wall=frame['wall_left'])}  {live}".rstrip()


def _seat(frame: dict[str, Any], record: Record, seat: int) -> Iterator[str]:
    mark = say("replay.turn") if frame["turn"] == seat else " "
    dealer = name_of("seat", "dealer", current_lang()) if seat == record.dealer else ""
    yield f"{mark} {styled(record.players[seat], 'bold')} {dealer}".rstrip()
    rows = {
        "hand": frame["hands"][seat],
        "table": " ".join(f"[{meld}]" for meld in frame["table"][seat]),
        "discards": frame["discards"][seat],
        "passed": _passed(frame["passed"].get(str(seat), {})),
    }
    for name, cards in rows.items():
        if cards:
            yield f"    {say(f'replay.{name}')}  {coloured(cards)}"


def _passed(claims: dict[str, dict[str, int]]) -> str:
    """Passed cards by claim, each with the step that opened it."""
    words = []
    for claim, cards in claims.items():
        opened = " ".join(f"{card}({event + 1})" for card, event in cards.items())
        words.append(f"{name_of('event', claim, current_lang())} {opened}")
    return "  ".join(words)
