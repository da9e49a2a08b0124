"""牌桌: a hand while it is played: the replay's table, the record so far, what each seat passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.legal import can_chi, can_dui, distance, free_counts, is_taipao, may_chi, may_dui, may_hu
from erqishi_logs.melds import QUADS, MeldKind
from erqishi_logs.replay.apply import apply_event
from erqishi_logs.replay.table import Table
from erqishi_logs.scoring import Group, WinContext, best_count, is_enough, iter_arrangements
from erqishi_logs.simulate.memory import NO_CHANCE, Chance, Memory

if TYPE_CHECKING:
    from random import Random

    from erqishi_logs.games import Game
    from erqishi_logs.record import Event
    from erqishi_logs.replay import Live
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.scoring import Arrangement, Count

_ALIKE = {"dui": MeldKind.DUI, "kai": MeldKind.KAI}


class Desk:
    """牌桌: what the bots play on. `push` is the only way to move on."""

    def __init__(self, game: Game, rules: RuleSet, n_players: int, dealer: int, quan: int | None, rng: Random) -> None:
        self.game = game
        self.rules = rules
        self.rng = rng
        self.quan = quan
        self.table = Table(game, rules, n_players, dealer, None)
        self.events: list[Event] = []
        self.memories = [Memory(rules) for _ in range(n_players)]
        self.lives: list[Live] = []
        self.won: Count | None = None
        self._chances: dict[int, Chance] = {}
        self._wins: dict[int, list[Arrangement]] = {}

    @property
    def live(self) -> Live | None:
        """現張 now, or None."""
        return self.table.phase.live

    @property
    def n_players(self) -> int:
        """Players at the table."""
        return self.table.n_players

    def push(self, event: Event) -> None:
        """Append an event to the record and apply it; what a live card gave and nobody used is passed."""
        before = self.table.phase.live
        if before is not None:
            for seat in range(self.n_players):
                self.chance(seat)
        self.events.append(event)
        apply_event(self.table, self.events, len(self.events) - 1)
        if before is not None and before.settled >= 0:
            self._settled(before)
            self._chances.clear()
            self._wins.clear()
        live = self.table.phase.live
        if live is not None and live is not before:
            self.lives.append(live)
        if event.type == "discard" and event.seat is not None and event.card:
            self.memories[event.seat].discarded.add(self.game.deck.parse_card(event.card))
        if event.type == "draw" and event.seat is not None:
            self.memories[event.seat].take_in()

    def _settled(self, live: Live) -> None:
        for seat, memory in enumerate(self.memories):
            memory.pass_up(live.kind, self._unused(live, seat))
        if live.taken_by >= 0:
            self.memories[live.taken_by].take_in()

    def _unused(self, live: Live, seat: int) -> Chance:
        """The part of a chance that was neither used nor pre-empted (§5)."""
        chance = self._chances.get(seat, NO_CHANCE)
        how, taker = live.taken_how, live.taken_by
        if taker == seat and self.rules.guozhang_scope:
            return NO_CHANCE
        by_other_chi = how == "chi" and taker != seat and not (live.rightful and live.flip and taker == live.seat)
        win = how != "hu" or (taker != seat and self._nearness(live, seat) < self._nearness(live, taker))
        return Chance(
            chance.chi and (taker < 0 or by_other_chi), chance.dui and how in ("", "chi"), chance.win if win else None
        )

    def _nearness(self, live: Live, seat: int) -> int:
        return distance(self.n_players, live.seat, live.flip, seat)

    def is_dead(self, seat: int, kind: int) -> bool:
        """自己打出去的牌均無法再使用, where the rules say so (S1-138)."""
        return self.rules.own_discard_dead and kind in self.memories[seat].discarded

    def chance(self, seat: int) -> Chance:
        """What the seat could do with the live card by cards and right (§5)."""
        found = self._chances.get(seat)
        if found is None:
            found = self._chances[seat] = self._look(seat)
        return found

    def _look(self, seat: int) -> Chance:
        live = self.table.phase.live
        if live is None or self.is_dead(seat, live.kind):
            return NO_CHANCE
        hand = self.table.seats[seat]
        win = self._best(self.arrangements(seat), seat) if may_hu(live.seat, live.flip, seat) else None
        if hand.is_xiaojia:
            return Chance(win=win)
        held, dealt, rules = hand.concealed, hand.dealt, self.rules
        chi = may_chi(rules, self.n_players, live.seat, live.flip, seat) and can_chi(
            self.game.melds, rules, held, dealt, live.kind
        )
        return Chance(chi, may_dui(rules, live.seat, live.flip, seat) and can_dui(held, dealt, live.kind), win)

    # --- wins ---------------------------------------------------------------------------------

    def _best(self, found: list[Arrangement], seat: int) -> Count | None:
        if not found:
            return None
        ctx = self.context(seat)
        best = best_count(found, ctx)
        return best if best is not None and is_enough(best, ctx) else None

    def best_of(self, found: list[Arrangement], seat: int) -> Count | None:
        """The best of these arrangements that is enough to win, or None."""
        return self._best(found, seat)

    def arrangements(self, seat: int) -> list[Arrangement]:
        """Every complete arrangement with the live card, 和數 aside; with all dealt cards at the deal."""
        found = self._wins.get(seat)
        if found is None:
            found = self._wins[seat] = self._arrange(seat)
        return found

    def _arrange(self, seat: int) -> list[Arrangement]:
        live = self.table.phase.live
        self._refresh(seat)
        if live is not None and not self.memories[seat].waits >> live.kind & 1:
            return []
        return self.arrange_with(seat, live.kind if live is not None else None)

    def arrange_with(self, seat: int, win: int | None) -> list[Arrangement]:
        """Every complete arrangement of the seat's cards with `win`."""
        self._refresh(seat)
        hand = self.table.seats[seat]
        return list(
            iter_arrangements(
                self.game,
                self.rules,
                hand.concealed,
                win,
                self.memories[seat].exposed,
                self.n_players,
                xiaojia=hand.is_xiaojia,
                kan_split=self.split_kinds(seat),
            )
        )

    def exposed_groups(self, seat: int) -> tuple[Group, ...]:
        """The seat's melds on the table as groups of the counter."""
        self._refresh(seat)
        return self.memories[seat].exposed

    def split_kinds(self, seat: int) -> frozenset[int]:
        """Kinds of which the seat split a kan or gun (only who cheats does)."""
        hand = self.table.seats[seat]
        return frozenset(k for k, d in enumerate(hand.dealt) if d >= 3 and 0 < d - hand.concealed[k] < d)

    def _refresh(self, seat: int) -> None:
        """Groups on the table and the kinds that might complete the hand, anew when the hand has changed."""
        memory, hand = self.memories[seat], self.table.seats[seat]
        version = len(hand.used)
        if memory.version == version:
            return
        memory.version = version
        chi_melds = self.game.melds.laid_melds
        groups = []
        for meld in hand.exposed:
            kinds = tuple(sorted(meld.kinds))
            alike = _ALIKE.get(meld.claim)
            kind = alike if alike is not None else chi_melds.get(kinds)  # type: ignore[arg-type]
            groups.append(Group(kind, kinds, exposed=True))
        memory.exposed = tuple(groups)
        memory.waits = self._waits(seat)

    def _waits(self, seat: int) -> int:
        """A quick bound: every card that is in no meld of the hand must be in one with the card won on."""
        hand = self.table.seats[seat]
        every = (1 << self.game.deck.n_kinds) - 1
        held, wild = hand.concealed, self.game.deck.wild
        if hand.is_xiaojia or self.split_kinds(seat) or (wild >= 0 and held[wild]):
            return every
        free = free_counts(held, hand.dealt)
        needs_zhuangzi = any(count > 3 for count in held) or any(g.meld in QUADS for g in self.memories[seat].exposed)
        kans = sum(1 << kind for kind, count in enumerate(held) if count == 3 and hand.dealt[kind] == 3)
        waits = every
        for kind, count in enumerate(free):
            if count and not (needs_zhuangzi and count > 1):
                waits &= self._mends(free, kind, count) | (needs_zhuangzi << kind)
                if not waits:
                    break
        return waits | kans | (1 << wild if wild >= 0 else 0)

    def _mends(self, free: list[int], kind: int, count: int) -> int:
        """The kinds with which a card of `kind` is in a meld; all where it is in one already."""
        mends = 1 << kind if count == 2 else 0
        for first, second in self.game.melds.chi_pairs[kind]:
            has_first = free[first] > (first == kind)
            has_second = free[second] > (second == kind) if first != second else free[first] > 1
            if has_first and has_second:
                return -1
            if has_first:
                mends |= 1 << second
            elif has_second:
                mends |= 1 << first
        return mends

    def context(self, seat: int) -> WinContext:
        """What a win of the seat now would be counted by."""
        live = self.table.phase.live
        hand = self.table.seats[seat]
        first = live is not None and not live.flip and live.seat == self.table.dealer and live is self.lives[0]
        return WinContext(
            rules=self.rules,
            game=self.game,
            n_players=self.n_players,
            quan=self.quan,
            dealt=hand.dealt,
            win=live.kind if live is not None else None,
            tianhu=live is None,
            dihu=first,
            taipao=live is not None and is_taipao(self.rules, live.seat, live.flip, seat),
            xiaojia=hand.is_xiaojia,
            own_draw=hand.is_xiaojia and live is not None and live.flip and live.seat == seat,
            kan_split=self.split_kinds(seat),
        )
