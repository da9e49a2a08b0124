"""輪莊: who deals, shuffles and cuts after a hand, and in which 圈, as far as it can be told (RULEBOOK §3).

What can be is a set; where nothing can be told it is None. Nothing is taken from a hand whose end is in doubt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.rules.options import Cutter, DealerBy, DealerKeeps
from erqishi_logs.sitting.seating import after, before, cutter_for, shuffler_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from erqishi_logs.rules import RuleSet
    from erqishi_logs.sitting.played import Played
    from erqishi_logs.sitting.seating import Circle

Names = frozenset[str]
#: 圈 are counted 1 to 10, then from 1 again (S1-071, S1-174).
QUANS = 10


class Doubt(NamedTuple):
    """疑: why something cannot be told: a code (`texts/sitting.toml`), and the hands it hangs on, first to last."""

    code: str
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True)
class State:
    """局面: what holds in a hand: its possible 圈, possible first dealers, and who may have shuffled for it.

    `quans` is None outside 打圈; `shufflers` is None where nothing tells.
    """

    hand: Played
    quans: frozenset[int] | None = None
    firsts: Names = frozenset()
    shufflers: Names | None = None


class Expected(NamedTuple):
    """應: who may deal and who may have shuffled; None where it cannot be told, or the cut names the dealer."""

    dealers: Names | None
    shufflers: Names | None
    doubts: tuple[Doubt, ...] = ()


def turns_by_quan(rules: RuleSet) -> bool:
    """打圈: whether the deal goes round (S1-069, S2-014)."""
    return rules.dealer_by == DealerBy.QUAN


def first_state(hand: Played) -> State:
    """首局: what holds in hand 1: 圈 1, and its dealer is the first (S0-166, S1-068)."""
    if not turns_by_quan(hand.rules):
        return State(hand, shufflers=shufflers_seen(hand))
    return State(hand, frozenset((1,)), frozenset((hand.dealer_name,)))


def any_state(hand: Played, firsts: Names = frozenset(), people: Iterable[str] = ()) -> State:
    """不詳: what holds in a hand before which nothing is known but, maybe, who may have dealt first."""
    quans = None
    if turns_by_quan(hand.rules):
        quans = frozenset(range(1, QUANS + 1)) if hand.quan is None else frozenset((hand.quan,))
    return State(hand, quans, firsts or frozenset((*hand.players, *people)), shufflers_seen(hand))


def shufflers_seen(hand: Played) -> Names | None:
    """洗: who must have shuffled for who cut to cut; None where no cut is recorded, or the last seat cuts."""
    if hand.cut is None or hand.rules.cutter == Cutter.LAST_SEAT:
        return None
    return frozenset((shuffler_for(hand.rules.cutter, hand.players, hand.players[hand.cut.seat]),))


def expect(state: State, circles: Iterable[Circle], doubts: tuple[Doubt, ...]) -> Expected:
    """應: who deals and shuffles next after a hand; `circles` are the rounds in which the deal may pass on."""
    hand = state.hand
    if doubts:
        return Expected(None, None, doubts)
    if hand.rules.dealer_by == DealerBy.CUT_CARD:
        return Expected(None, _shufflers(state))
    if not turns_by_quan(hand.rules):
        return Expected(None, None, (Doubt("given"),))
    dealers = _dealers(hand, frozenset(after(circle, hand.dealer_name) for circle in circles))
    return Expected(dealers, dealers)


def _dealers(hand: Played, following: Names) -> Names:
    """穩莊, 拉莊: a dealer who won stays, or may; a win in doubt, anybody's, leaves both open (S0-165, S1-068)."""
    keeps = hand.rules.dealer_keeps
    same = frozenset((hand.dealer_name,))
    if hand.win_in_doubt:
        return same | following
    if hand.winner_name != hand.dealer_name or keeps == DealerKeeps.NONE:
        return following
    return same | following if keeps == DealerKeeps.MAY else same


def _shufflers(state: State) -> Names | None:
    """The winner shuffles; after a drawn hand who did before (S0-097, S0-098, S2-011, S2-013, S3-005)."""
    winner = state.hand.winner_name
    if winner is None:
        return state.shufflers
    if not state.hand.win_in_doubt:
        return frozenset((winner,))
    return None if state.shufflers is None else state.shufflers | {winner}


def quans_after(state: State, dealer: str, *, regular: bool) -> frozenset[int] | None:
    """圈: which 圈 may come with this dealer: one more where the deal comes back to the first (S1-070, S0-166).

    `regular`: he is one who may deal; else the deal may have passed the first dealer by.
    """
    if state.quans is None:
        return None
    up = frozenset(quan % QUANS + 1 for quan in state.quans)
    if not regular:
        return state.quans | up
    if dealer == state.hand.dealer_name or dealer not in state.firsts:
        return state.quans
    return up if state.firsts == {dealer} else state.quans | up


def follow(state: State, hand: Played, due: Expected, quans: frozenset[int] | None) -> State:
    """承: what holds in the hand that came after `state`, where `quans` were possible; what it records goes first."""
    firsts = state.firsts
    if quans is not None and hand.quan is not None:
        firsts = _first_dealers(state, hand, due)
        quans = frozenset((hand.quan,))
    return State(hand, quans, firsts, _shuffled(due.shufflers, shufflers_seen(hand)))


def _first_dealers(state: State, hand: Played, due: Expected) -> Names:
    """What the recorded 圈 tells of who dealt first: with him, and him alone, it goes up."""
    new, quans = hand.dealer_name, state.quans or frozenset()
    if due.dealers is None or new not in due.dealers or new == state.hand.dealer_name or len(quans) != 1:
        return state.firsts
    (before_,) = quans
    if hand.quan == before_ % QUANS + 1 and new in state.firsts:
        return frozenset((new,))
    return (state.firsts - {new} if hand.quan == before_ else state.firsts) or state.firsts


def _shuffled(due: Names | None, seen: Names | None) -> Names | None:
    """Who shuffled, by the rules and by who cut; where these disagree, either."""
    if due is None or seen is None:
        return due if seen is None else seen
    return due & seen or due | seen


def cutters(
    rules: RuleSet, circles: Iterable[Circle], players: Circle, shufflers: Names | None, dealers: Iterable[str]
) -> Names | None:
    """叨牌: who may cut at a table: the last seat of a dealer, or who sits beside a shuffler (S0-101, S2-007, S2-024).

    None where it cannot be told, because nobody knows who shuffled or because who would cut rests.
    """
    if rules.cutter == Cutter.LAST_SEAT:
        return frozenset(before(players, dealer) for dealer in dealers if dealer in players) or None
    if shufflers is None:
        return None
    rounds = [circle for circle in (players, *circles) if shufflers <= set(circle)]
    found = frozenset(cutter_for(rules.cutter, circle, name) for circle in rounds for name in shufflers)
    return found if found and found <= set(players) and shufflers <= set(players) else None
