"""漏記: lines that the recorder may have lost before an event: what the turn gave at that moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.cards import UNSEEN, UNSEEN_GLYPH
from erqishi_logs.legal import iter_chi, may_chi, may_hu
from erqishi_logs.record import Event
from erqishi_logs.record.types import BLOCKS, CLAIMS
from erqishi_logs.repair.edit import Edit
from erqishi_logs.repair.sense import owed_call
from erqishi_logs.replay.hands import cannot_use

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.repair.course import Course
    from erqishi_logs.replay import Seat, Table

LOST, LOST_END = 1.0, 1.2
#: So much less likely is a lost chi that laid further melds, and each of them.
LAID = 0.1


def iter_lost(course: Course, index: int) -> Iterator[Edit]:
    """漏記: every line that may have stood before event `index` (behind the last one: the number of events)."""
    table = course.tables[index]
    follows = course.events[index] if index < len(course.events) else None
    if table.ended is not None:
        return
    for event, cost in (*_acts(table, follows), *_ends(course, table, follows)):
        blank = UNSEEN_GLYPH in (event.card or "") + (event.cards or "")
        yield Edit("insert", index, after=(event,), cost=cost, is_blank=blank)


def _acts(table: Table, follows: Event | None) -> Iterator[tuple[Event, float]]:
    phase = table.phase
    if phase.owes >= 0:
        yield from ((event, LOST) for event in _discards(table, follows))
        yield from ((event, LOST) for event in _calls(table))
        return
    if phase.flips_next >= 0:
        yield from ((event, LOST) for event in _turns_up(table, follows))
    if phase.live is not None and follows is not None and follows.type in ("discard", "bakuai"):
        yield from _claims(table, follows.seat if follows.seat is not None else -1)


def _named_next(follows: Event | None) -> str | None:
    """The card that the next line claims."""
    claims = follows is not None and follows.type in (*CLAIMS, "sao", "saochuan")
    return follows.card if claims and follows is not None and follows.card != UNSEEN_GLYPH else None


def _discards(table: Table, follows: Event | None) -> Iterator[Event]:
    owing, deck = table.seats[table.phase.owes], table.game.deck
    named = _named_next(follows)
    held = [deck.format_card(kind) for kind, count in enumerate(owing.concealed) if count and owing.unseen <= 0]
    for card in [named] if named else [*held, UNSEEN_GLYPH]:
        yield Event("discard", seat=table.phase.owes, card=card)


def _calls(table: Table) -> Iterator[Event]:
    _, quads = owed_call(table, table.seats[table.phase.owes])
    for blocks in BLOCKS if quads is None else (4 * quads,):
        if blocks in BLOCKS:
            yield Event("bakuai", seat=table.phase.owes, blocks=blocks)


def _turns_up(table: Table, follows: Event | None) -> Iterator[Event]:
    seat = table.phase.flips_next
    card = next_of_wall(table) or _named_next(follows) or UNSEEN_GLYPH
    if table.wall_left > 0:
        yield Event("flip", seat=seat, card=card)
        if table.seats[seat].is_xiaojia:
            yield Event("draw", seat=seat, card=next_of_wall(table) or UNSEEN_GLYPH)


def next_of_wall(table: Table) -> str | None:
    """牌墩的下一張: its character, None where the record does not have it."""
    wall = table.wall or []
    kind = wall[table.wall_next] if table.wall_next < len(wall) else UNSEEN
    return None if kind == UNSEEN else table.game.deck.format_card(kind)


def _claims(table: Table, seat: int) -> Iterator[tuple[Event, float]]:
    live = table.phase.live
    if live is None or not 0 <= seat < table.n_players or table.seats[seat].is_xiaojia:
        return
    card = table.game.deck.format_card(live.kind)
    for claim, taken in (("dui", 2), ("kai", 3), *((("sao", 2), ("saochuan", 3)) if table.rules.sao else ())):
        if cannot_use(table, table.seats[seat], (live.kind,) * taken) is None:
            yield Event(claim, seat=seat, card=card), LOST
    if may_chi(table.rules, table.n_players, live.seat, live.flip, seat):
        yield from _chis(table, table.seats[seat], seat, live.kind)


def _chis(table: Table, owner: Seat, seat: int, kind: int) -> Iterator[tuple[Event, float]]:
    deck, melds = table.game.deck, table.game.melds
    card = deck.format_card(kind)
    if kind != UNSEEN and owner.unseen <= 0:
        for cards, bai in iter_chi(melds, table.rules, owner.concealed, owner.dealt, kind):
            laid = tuple(card + deck.format_cards(pair) for pair in bai)
            event = Event("chi", seat=seat, card=card, cards=deck.format_cards(cards), bai=laid or None)
            yield event, LOST + LAID * len(laid)
    elif kind != UNSEEN:
        for pair in melds.chi_pairs[kind]:
            if cannot_use(table, owner, pair) is None:
                yield Event("chi", seat=seat, card=card, cards=deck.format_cards(pair)), LOST
    yield Event("chi", seat=seat, card=card, cards=UNSEEN_GLYPH * 2), LOST
    for count in (1, 2):
        laid = ((card if kind != UNSEEN else UNSEEN_GLYPH) + UNSEEN_GLYPH * 2,) * count
        yield Event("chi", seat=seat, card=card, cards=UNSEEN_GLYPH * 2, bai=laid), LOST + LAID * count


def _ends(course: Course, table: Table, follows: Event | None) -> Iterator[tuple[Event, float]]:
    if follows is not None and follows.type not in ("note", "baopai"):
        return
    if table.wall_left <= 0:
        yield Event("huang"), LOST_END
    live = table.phase.live
    for seat in _winners(course, table):
        if live is not None and may_hu(live.seat, live.flip, seat):
            yield Event("hu", seat=seat, card=table.game.deck.format_card(live.kind)), LOST_END
        elif live is None and table.phase.opening and seat == table.dealer:
            yield Event("hu", seat=seat), LOST_END


def _winners(course: Course, table: Table) -> Sequence[int]:
    """Who may have won: whom the payment names, else who shows all his cards (the audit judges the win)."""
    pay = course.record.pay
    if pay is not None:
        return [seat for seat, won in enumerate(pay) if won > 0]
    return [seat for seat, owner in enumerate(table.seats) if owner.unseen <= 0 and not owner.is_blurred]
