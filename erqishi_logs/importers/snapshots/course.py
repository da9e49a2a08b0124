"""局勢: the course of one hand, snapshots → events of the record (PLATFORMS, A; FORMAT, Events)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from erqishi_logs.cards import UNSEEN
from erqishi_logs.importers.snapshots import shapes as say
from erqishi_logs.importers.snapshots.acts import DRAW, TURN, Act, gained, new_cards, new_melds, read_act
from erqishi_logs.importers.snapshots.clicks import CLAIM_TYPES, Clicks, offers_of, read_click
from erqishi_logs.importers.snapshots.numbers import glyphs, kinds_of
from erqishi_logs.importers.snapshots.odd import OddError
from erqishi_logs.importers.snapshots.order import MAX_TRIALS, Flow, arrange
from erqishi_logs.record.types import BLOCKS, Event
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from erqishi_logs.importers.snapshots.shapes import Operation, Snapshot, User

_MOST_CARDS = 80
_XIAOJIA_CARDS = 2


class Course:
    """局勢: the table as it stands, and the events so far.

    `hands` are kinds by seat, `UNSEEN` where only their number is told, None where not even that; `dealt` are
    those before the first act, `used` what has left them since. `outside` names what the record's rules do not
    know (`texts/errors.toml`, `eqs.extra_…`); from the first 巴雨 on what is done goes to `rest`. `wall` is what the
    last snapshot says is left.
    """

    def __init__(self, n_players: int, dealer: int, cards_each: int) -> None:
        self.dealer = dealer
        self.cards_each = cards_each
        self.events: list[Event] = []
        self.rest: list[Event] = []
        self.outside: list[str] = []
        self.hands: list[list[int] | None] = [None] * n_players
        self.dealt: list[list[int] | None] = [None] * n_players
        self.used: list[list[int]] = [[] for _ in range(n_players)]
        self.shown = [0] * n_players
        self.kais = [0] * n_players
        self.began = False
        self.flow = Flow(n_players, dealer, dealer)
        self.clicks = Clicks()
        self._lefts: list[list[Operation]] = [[] for _ in range(n_players)]
        self._chus: list[list[int]] = [[] for _ in range(n_players)]
        self.wall: int | None = None
        self._due_wall: int | None = None
        self._oper: tuple[object, object] | None = None
        self._live_event: Event | None = None
        self._said: Act | None = None
        self._trials = [MAX_TRIALS]

    # -- one snapshot

    def take(self, shape: Snapshot, looks: Mapping[int, User], acting: int | None) -> None:
        """Takes in a snapshot; `looks` are its seats, `acting` the seat of its operation. Raises OddError."""
        acts = self._acts(shape, looks, acting)
        swaps = [act for act in acts if act.code == say.SWAP]
        if not self.began and len(acts) == len(swaps):
            self._deal(looks, swapped=bool(swaps))
        else:
            self.began = True
            self._play(acts, looks, shape)
        self._keep(shape, looks)

    def _acts(self, shape: Snapshot, looks: Mapping[int, User], acting: int | None) -> list[Act]:
        acts: list[Act] = []
        for seat, user in looks.items():
            if user.left_cards is not None:
                acts += new_melds(self._lefts[seat], user.left_cards, seat)
            if user.chu_pai is not None:
                acts += new_cards(self._chus[seat], user.chu_pai, seat)
        said = None
        if shape.oper is not None and acting is not None and shape.oper not in (0, say.Operation()):
            said = read_act(shape.oper, acting, "oper")
        self._draws(acts, looks, said)
        again = (acting, shape.oper) == self._oper
        self._said = None if again or said is None or said.code in (say.PASS, say.SWAP) else said
        return acts if said is None or said.code == say.PASS else _with_said(acts, said, again=again)

    def _draws(self, acts: list[Act], looks: Mapping[int, User], said: Act | None) -> None:
        """摸: what 小家 drew, seen by his hand alone."""
        for seat, user in looks.items():
            before, now = self.hands[seat], _hand(user)
            if before is None or now is None or not self._is_xiaojia(seat) or not self.began:
                continue
            turns = [at for at, act in enumerate(acts) if act.seat == seat and act.turns]
            if len(now) == len(before) + 1 and not turns:
                acts.append(Act(DRAW, seat, _first(gained(before, now))))
            elif len(turns) == 1 and len(now) == len(before) == _XIAOJIA_CARDS:
                put_out = acts[turns[0]].target
                discards = said is not None and said.seat == seat and said.code == say.DISCARD
                changed = UNSEEN not in (*before, *now) and Counter(before) != Counter(now)
                if discards or changed:
                    drawn = UNSEEN if UNSEEN in (*before, *now) else _first(gained(before, [*now, put_out]))
                    acts[turns[0] : turns[0] + 1] = [Act(DRAW, seat, drawn), Act(say.DISCARD, seat, put_out)]

    def _is_xiaojia(self, seat: int) -> bool:
        dealt = self.dealt[seat]
        return dealt is not None and len(dealt) == _XIAOJIA_CARDS

    def _deal(self, looks: Mapping[int, User], *, swapped: bool) -> None:
        """發牌: hands before the first act; they may come in several snapshots, and change by 換三張."""
        if swapped and "swap" not in self.outside:
            self.outside.append("swap")
        for seat, user in looks.items():
            now, before = _hand(user), self.dealt[seat]
            if now is None:
                continue
            grown = before is None or not Counter(before) - Counter(now) or set(before) == {UNSEEN}
            if not (grown or "swap" in self.outside):
                raise OddError("handCards", Phrase("eqs.hand_changed"), Phrase("eqs.follows"))
            self.dealt[seat], self.hands[seat] = list(now), list(now)

    def _play(self, acts: Sequence[Act], looks: Mapping[int, User], shape: Snapshot) -> None:
        ordered = self._ordered(acts, looks, shape)
        turned = next((act.target for act in reversed(ordered) if act.turns), None)
        late = [seat for seat, user in looks.items() if self._is_late(seat, user, turned)]
        for seat, user in looks.items():
            if seat not in late:
                self.clicks.take(seat, user, self.flow.live)
        for act in ordered:
            self._apply(act)
        for seat in late:
            self.clicks.take(seat, looks[seat], self.flow.live)

    def _is_late(self, seat: int, user: User, turned: int | None) -> bool:
        """Whether what the seat was offered or clicked is about the card that this snapshot turns up."""
        if turned is None:
            return False
        targets = {offer.target_id for offer in offers_of(user) if offer.target_id}
        if targets:
            return turned in kinds_of(targets, "opers.targetId")
        click = read_click(user, seat)
        if self.clicks.waits(seat):
            return False
        # A click at an unknown card is none: nobody is said to have passed it.
        return bool(offers_of(user)) or click is None or click.code == say.PASS

    def _ordered(self, acts: Sequence[Act], looks: Mapping[int, User], shape: Snapshot) -> tuple[Act, ...]:
        acts = [act for act in acts if act.code != say.SWAP]
        if not acts:
            return ()
        self.flow = self.flow._replace(quads=tuple(map(self._least_quads, range(self.flow.n_players))))

        def fits(order: tuple[Act, ...]) -> bool:
            return self._fits(order, looks, shape.wall)

        if len(acts) > 1:
            return arrange(acts, self.flow, fits, self._trials)
        act = acts[0]
        if act.code == TURN:
            return (self._turned(act, looks),)
        if act.code not in say.CLAIMS or act.target in (UNSEEN, self.flow.live):
            return (act,)
        try:
            return arrange(acts, self.flow, fits, self._trials)
        except OddError:
            if shape.oper is not None:  # the platform says so itself: what is wrong with it the audit tells
                return (act,)
            raise

    def _fits(self, order: Sequence[Act], looks: Mapping[int, User], wall: int | None) -> bool:
        """Whether an order ends with what is said, and leads to the hands and the wall that are shown."""
        if self._said is not None and not order[-1].may_be(self._said):
            return False
        n_taken = sum(act.code in (say.FLIP, DRAW) for act in order)
        if wall is not None and self._due_wall is not None and self._due_wall - n_taken != wall:
            return False
        acts_of = {seat: [act for act in order if act.seat == seat] for seat in looks}
        return all(self._hand_fits(seat, acts_of[seat], user) for seat, user in looks.items())

    def _hand_fits(self, seat: int, acts: Sequence[Act], user: User) -> bool:
        now, before = _hand(user), self.hands[seat]
        if now is None or before is None:
            return True
        used = [kind for act in acts for kind in act.used]
        had = [*before, *(act.target for act in acts if act.code == DRAW)]
        if UNSEEN in (*now, *had, *used):
            return len(now) == len(had) - len(used)
        return Counter(now) + Counter(used) == Counter(had)

    def _turned(self, act: Act, looks: Mapping[int, User]) -> Act:
        before, now = self.hands[act.seat], _hand(looks[act.seat])
        if before is None or now is None:
            return self.flow.settled(act)
        return act._replace(code=say.DISCARD if len(now) < len(before) else say.FLIP)

    # -- one act

    def _apply(self, act: Act) -> None:
        if act.code in (say.FLIP, DRAW):
            self.bakuai()
        if act.code != say.BAI:
            self.settle(act)
        if act.turns:
            self._turn(act)
        elif act.code in CLAIM_TYPES:
            self._claim(act)
        elif act.code == say.BAI:
            self._bai(act)
        else:
            self._extra(act)
        self.flow = self.flow.after(act)

    def add(self, event: Event) -> None:
        """Adds an event; after a 巴雨 to `rest`."""
        (self.rest if "ba_yu" in self.outside else self.events).append(event)

    def settle(self, act: Act | None) -> None:
        """定: what was clicked in vain, and offers that nobody answered, once `act` settles the live card."""
        events, ignored = self.clicks.settle(act)
        for event in events:
            self.add(event)
        if ignored and self._live_event is not None:
            self._live_event.extra = {**(self._live_event.extra or {}), "_offers": ignored}

    def bakuai(self) -> None:
        """八塊: the call of a claimant who discards nothing, which the platform makes by itself (RULEBOOK §4.5)."""
        seat = self.flow.owes
        if seat is None:
            return
        blocks = 4 * self._quads(seat)
        if blocks in BLOCKS:
            self.add(Event("bakuai", seat, blocks=blocks))
        self.flow = self.flow._replace(owes=None)

    def _quads(self, seat: int) -> int:
        hand = self.hands[seat]
        if hand is None:
            return 0
        if UNSEEN in hand:
            return len(hand) + self.shown[seat] - self.cards_each + 1
        return self.kais[seat] + sum(n == 4 for n in Counter(hand).values())

    def _least_quads(self, seat: int) -> int:
        """For the order of things: of a hand that is not seen, whose kai are, one gun may be there."""
        hand = self.hands[seat]
        return self.kais[seat] + 1 if hand is None or UNSEEN in hand else self._quads(seat)

    def _turn(self, act: Act) -> None:
        names = {say.DISCARD: "discard", say.FLIP: "flip", DRAW: "draw"}
        event = Event(names[act.code], act.seat, glyphs([act.target]))
        if act.code == say.DISCARD:
            self._use(act.seat, [act.target])
        elif self._due_wall is not None:
            self._due_wall -= 1
        hand = self.hands[act.seat]
        if act.code == DRAW and hand is not None:
            hand.append(act.target)
        self._live_event = event
        self.add(event)

    def _claim(self, act: Act) -> None:
        live = self.flow.live if act.target == UNSEEN else act.target
        event = Event(CLAIM_TYPES[act.code], act.seat, None if live is None else glyphs([live]))
        if act.code != say.HU and live is None:
            raise OddError("oper.targetId", Phrase("guilin.no_live"), Phrase("eqs.follows"))
        if live is not None:
            self._join(act, event, live)
        self.add(event)

    def _join(self, act: Act, event: Event, live: int) -> None:
        """The hand cards of a claim go to the table."""
        cards = act._replace(target=live).used
        if act.code == say.CHI:
            event.cards = glyphs(cards)
        self._use(act.seat, cards)
        self.shown[act.seat] += len(cards) + 1 if cards else 0
        self.kais[act.seat] += act.code == say.KAI

    def _bai(self, act: Act) -> None:
        into = self.rest if "ba_yu" in self.outside else self.events
        chi = into[-1] if into and into[-1].type == "chi" and into[-1].seat == act.seat else None
        if chi is None or len(act.cards) != 3:
            raise OddError("oper", Phrase("eqs.no_bai"), Phrase("eqs.bai"))
        chi.bai = (*(chi.bai or ()), glyphs(act.cards))
        self._use(act.seat, act.cards)
        self.shown[act.seat] += 3

    def _extra(self, act: Act) -> None:
        """雨: what the record has no event for; after it nothing can be judged by the rules."""
        said: dict[str, Any] = msgspec.to_builtins(say.Operation(act.code))
        told = Phrase("eqs.rest_outside", name=Phrase("eqs.extra_ba_yu")).told("zh-Hant")
        self.add(Event("note", act.seat, text=told, extra={"_oper": said, "_card": glyphs([act.target])}))
        if "ba_yu" not in self.outside:
            self.outside.append("ba_yu")

    def _use(self, seat: int, cards: Sequence[int]) -> None:
        self.used[seat] += cards
        hand = self.hands[seat]
        if hand is None:
            return
        for card in cards:
            known = card if card in hand else UNSEEN
            if known in hand:
                hand.remove(known)

    # -- what the snapshot shows is what must be

    def _keep(self, shape: Snapshot, looks: Mapping[int, User]) -> None:
        for seat, user in looks.items():
            now, due = _hand(user), self.hands[seat]
            if now is not None and due is not None:
                self._check_hand(seat, now, due)
            if user.left_cards is not None:
                self._lefts[seat] = user.left_cards
            if user.chu_pai is not None:
                self._chus[seat] = user.chu_pai
        if shape.wall is not None:
            self._check_wall(shape.wall)
        self._oper = None if shape.oper is None else (_acting(shape, looks), shape.oper)

    def _check_hand(self, seat: int, now: list[int], due: list[int]) -> None:
        unseen = UNSEEN in due or UNSEEN in now
        fits = len(now) == len(due) if unseen else Counter(now) == Counter(due)
        if not fits and "ba_yu" not in self.outside:
            found = Phrase("eqs.hand", now=len(now), due=len(due))
            raise OddError("handCards", found, Phrase("eqs.follows"))
        if UNSEEN not in now or not fits:
            self.hands[seat] = now

    def _check_wall(self, now: int) -> None:
        due, before = self._due_wall, self.wall
        lost = due is not None and now < due
        grew = before is not None and now > before and self.began
        if now < 0 or ((lost or grew) and "ba_yu" not in self.outside and self.began):
            found = Phrase("eqs.wall", now=now, before=before if before is not None else "?")
            raise OddError("leftCount", found, Phrase("eqs.follows"))
        self.wall = now
        if due is None or not self.began:
            self._due_wall = now


def _acting(shape: Snapshot, looks: Mapping[int, User]) -> int | None:
    return next((seat for seat, user in looks.items() if str(user.uid) == str(shape.oper_uid)), None)


def _with_said(acts: list[Act], said: Act, *, again: bool) -> list[Act]:
    """The acts with what the snapshot says was done; the same said again is no new act."""
    for at, act in enumerate(acts):
        if act.may_be(said):
            code = said.code if act.code == TURN else act.code
            acts[at] = act._replace(code=code, cards=act.cards or said.cards)
            return acts
    return acts if again else [*acts, said]


def _hand(user: User) -> list[int] | None:
    """The kinds of a hand, `UNSEEN` for a bare count. Raises OddError."""
    cards = user.hand_cards
    n_cards = cards if isinstance(cards, int) else len(cards or ())
    if not 0 <= n_cards <= _MOST_CARDS:
        raise OddError("handCards", Phrase("eqs.so_many_cards"), Phrase("eqs.at_most", limit=_MOST_CARDS))
    if cards is None:
        return None
    return [UNSEEN] * n_cards if isinstance(cards, int) else list(kinds_of(cards, "handCards"))


def _first(kinds: Sequence[int]) -> int:
    return kinds[0] if kinds else UNSEEN
