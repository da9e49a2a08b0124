"""可行: what a seat may do now without breaking any rule (RULEBOOK §4, §5, §7)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from erqishi_logs.legal import (
    can_kai,
    dui_cards,
    free_count,
    is_kan,
    iter_chi,
    iter_wild_chi,
    may_chi,
    may_dui,
    may_hu,
    may_kai,
)
from erqishi_logs.melds import MeldKind
from erqishi_logs.record import Event
from erqishi_logs.rules.options import BakuaiFalse, HouDuiHu, HuGuozhang, Scope

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.legal import ChiOption
    from erqishi_logs.replay import Live
    from erqishi_logs.scoring import Arrangement, Count
    from erqishi_logs.simulate.desk import Desk

BLOCK = 4


# --- wins -------------------------------------------------------------------------------------


def legal_win(desk: Desk, seat: int) -> Count | None:
    """和: the best win the seat may declare on the live card, or None (§5, §6)."""
    live = desk.live
    if live is None or not may_hu(live.seat, live.flip, seat) or live.kind in desk.memories[seat].discarded:
        return None
    found = desk.arrangements(seat)
    if not found or bars_kind(desk, seat, live.kind):
        return None
    count = desk.best_of([groups for groups in found if not breaks(desk, seat, live.kind, groups)], seat)
    return count if count is not None and is_high_enough(desk, seat, count) else None


def bars_kind(desk: Desk, seat: int, kind: int) -> bool:
    """Whether what the seat passed bars every win on this kind (S0-152, S2-117, S1-135)."""
    memory, rules = desk.memories[seat], desk.rules
    if rules.hou_dui_hu == HouDuiHu.ANY and kind in memory.dui:
        return True
    if rules.hu_guozhang == HuGuozhang.NONE:
        return False
    if rules.guozhang_scope == Scope.KIND and kind in memory.recent:
        return True
    return rules.hu_guozhang == HuGuozhang.KIND and any(passed == kind for passed, _ in memory.wins)


def breaks(desk: Desk, seat: int, kind: int, groups: Arrangement) -> bool:
    """Whether an arrangement keeps a kan that is owed as kai, or uses a passed dui (S0-149, S2-118)."""
    if desk.table.seats[seat].concealed[kind] == 3:
        return not any(group.meld == MeldKind.KAI and group.won for group in groups)
    if desk.rules.hou_dui_hu != HouDuiHu.AS_DUI or kind not in desk.memories[seat].dui:
        return False
    return any(group.meld == MeldKind.DUI and group.kinds[0] == kind and not group.exposed for group in groups)


def is_high_enough(desk: Desk, seat: int, count: Count) -> bool:
    """升級: where a passed win bars every win, only a higher total may be declared (S0-157)."""
    wins = desk.memories[seat].wins
    return desk.rules.hu_guozhang != HuGuozhang.ANY or all(count.total > total for _, total in wins)


def hu_event(desk: Desk, seat: int, count: Count) -> Event:
    """和: the event that declares this count, all of it."""
    deck, live = desk.game.deck, desk.live
    return Event(
        "hu",
        seat=seat,
        card=deck.format_card(live.kind) if live is not None else None,
        melds=tuple(deck.format_cards(group.kinds) for group in count.groups if not group.exposed),
        hushu=count.hushu,
        titles=count.titles,
        total=count.total,
    )


# --- claims -----------------------------------------------------------------------------------


def legal_claims(desk: Desk, seat: int) -> list[Event]:
    """開 對 吃: every claim of the live card that the seat may make; a kai stands alone, for it is owed.

    A live 聽 they leave alone, but to win on.
    """
    live = desk.live
    if live is None or desk.table.seats[seat].is_xiaojia or desk.is_dead(seat, live.kind):
        return []
    if live.kind == desk.game.deck.wild:
        return []
    hand = desk.table.seats[seat]
    card = desk.game.deck.format_card(live.kind)
    if may_kai(live.seat, live.flip, seat) and can_kai(hand.concealed, hand.dealt, live.kind):
        return [Event("kai", seat=seat, card=card)]
    claims = [Event("dui", seat=seat, card=card)] if may_take_dui(desk, seat, live) else []
    deck = desk.game.deck
    for cards, bai in legal_chi(desk, seat, live):
        laid = tuple(card + deck.format_cards(pair) for pair in bai)
        claims.append(Event("chi", seat=seat, card=card, cards=deck.format_cards(cards), bai=laid or None))
    return claims


def may_take_dui(desk: Desk, seat: int, live: Live) -> bool:
    """對: by right, by the cards, not passed before, and with a card left to discard."""
    hand = desk.table.seats[seat]
    if live.kind in desk.memories[seat].dui or not may_dui(desk.rules, live.seat, live.flip, seat):
        return False
    cards = dui_cards(hand.concealed, live.kind, desk.game.deck.wild)
    if cards is None or is_kan(hand.concealed, hand.dealt, live.kind):
        return False
    return leaves_discard(desk, seat, cards)


def legal_chi(desk: Desk, seat: int, live: Live) -> Iterator[ChiOption]:
    """吃: by right, by the cards with 擺, not passed before, and with a card left to discard."""
    if live.kind in desk.memories[seat].chi or not may_chi(desk.rules, desk.n_players, live.seat, live.flip, seat):
        return
    hand = desk.table.seats[seat]
    asked = desk.game.melds, desk.rules, hand.concealed, hand.dealt, live.kind
    for option in chain(iter_chi(*asked), iter_wild_chi(*asked)):
        used = (*option.cards, *(k for pair in option.bai for k in (live.kind, *pair)))
        if leaves_discard(desk, seat, used, (live.kind, option.cards)):
            yield option


def leaves_discard(desk: Desk, seat: int, used: Sequence[int], chi: tuple[int, tuple[int, int]] | None = None) -> bool:
    """Whether after a claim with these cards there is one that may be discarded, or a call is owed."""
    hand = desk.table.seats[seat]
    held = list(hand.concealed)
    for kind in used:
        held[kind] -= 1
    for kind, count in enumerate(held):
        if count and free_count(held, hand.dealt, kind) and not (chi and is_tu(desk, kind, *chi)):
            return True
    return count_quads(desk, held, seat) > 1


def count_quads(desk: Desk, held: Sequence[int], seat: int) -> int:
    """磙 and 開: gun among the cards `held`, and quads on the table; four 聽 are no gun (S0-001)."""
    guns = sum(count > 3 and kind != desk.game.deck.wild for kind, count in enumerate(held))
    return guns + sum(len(meld.kinds) == 4 for meld in desk.table.seats[seat].exposed)


def is_tu(desk: Desk, kind: int, taken: int, cards: tuple[int, int]) -> bool:
    """上吐下瀉: a discard that would have made the chi's two cards a meld (S0-143)."""
    return kind != taken and desk.game.melds.chi_kind((*cards, kind)) is not None


# --- turns ------------------------------------------------------------------------------------


def owed_call(desk: Desk, seat: int) -> int:
    """八塊: the blocks the seat owes a call of instead of a discard, or 0 (S0-045, §4.5)."""
    table = desk.table
    hand = table.seats[seat]
    if hand.is_xiaojia:
        return 0
    quads = count_quads(desk, hand.concealed, seat)
    owed = quads > 1 and table.phase.total <= desk.rules.cards_each(desk.n_players) + quads - 1
    return BLOCK * quads if owed else 0


def may_call_falsely(desk: Desk, seat: int) -> bool:
    """假八塊: whether the seat is the dealer at the deal, by rules that let him call without owing it (S2-040)."""
    phase = desk.table.phase
    return desk.rules.bakuai_false == BakuaiFalse.DEALER and phase.opening and phase.owes == seat


def legal_discards(desk: Desk, seat: int) -> list[int]:
    """打: the kinds the seat may discard: no kan or gun, no 上吐下瀉, no 聽 if another; 小家 one he held before."""
    hand = desk.table.seats[seat]
    if hand.is_xiaojia:
        return xiaojia_discards(desk, seat)
    last = desk.events[-1]
    chi = None
    if last.type == "chi" and last.seat == seat:
        deck = desk.game.deck
        first, second = deck.parse_cards(last.cards or "")
        chi = (deck.parse_card(last.card or "?"), (first, second))
    kinds = [
        kind
        for kind, count in enumerate(hand.concealed)
        if count and free_count(hand.concealed, hand.dealt, kind) and not (chi and is_tu(desk, kind, *chi))
    ]
    return [kind for kind in kinds if kind != desk.game.deck.wild] or kinds


def xiaojia_discards(desk: Desk, seat: int) -> list[int]:
    """小家: one of the two he held before the card he drew (S0-121)."""
    held = list(desk.table.seats[seat].concealed)
    last = desk.events[-1]
    if last.type == "draw":
        held[desk.game.deck.parse_card(last.card or "?")] -= 1
    return [kind for kind, count in enumerate(held) if count]


def xiaojia_win(desk: Desk, seat: int, kind: int) -> bool:
    """小家: whether the card of his turn would win, by his cards alone."""
    return any(desk.arrange_with(seat, kind))
