"""Cheats with the turn and the deal: 多摸 欺三搭一 拆坎子 喊錯八塊 亂打."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from erqishi_logs.legal import is_kan, may_dui
from erqishi_logs.record import Event
from erqishi_logs.rules.options import Judged
from erqishi_logs.simulate.offers import legal_discards, owed_call
from tests.simulate.cheat import Cheat, Expected, card, free_kinds, owes_kai, won_at

if TYPE_CHECKING:
    from random import Random

    from erqishi_logs.record import Record
    from erqishi_logs.replay import Replay
    from erqishi_logs.simulate.desk import Desk


def next_card(desk: Desk) -> str | None:
    """The next card of the wall, None if there is none."""
    table = desk.table
    return card(desk, (table.wall or [])[table.wall_next]) if table.wall_left > 0 else None


class DuoMo(Cheat):
    """多摸牌: a flip or a draw that is not due, a flip for a discard, a card too many in the deal."""

    code = "duo_mo"
    ways = ("out_of_turn", "for_discard", "draw", "deal")

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        top = next_card(desk)
        due = desk.table.phase.flips_next == seat
        if top is None or desk.rng.random() < 0.7 or owes_kai(desk, seat):
            return None
        if self.way == "draw" and due:
            return Event("draw", seat=seat, card=top)
        if self.way != "out_of_turn" or due:
            return None
        return Event("flip", seat=seat, card=top)

    def cheat_act(self, desk: Desk, seat: int) -> Event | None:
        top = next_card(desk)
        if self.way != "for_discard" or top is None or owed_call(desk, seat):
            return None
        return Event("flip", seat=seat, card=top)

    def tamper(self, desk: Desk, seat: int, events: list[Event], rng: Random) -> list[Event]:
        if self.way != "deal":
            return events
        wall = desk.table.wall or []
        place = next(i for i, event in enumerate(events) if event.type == "deal" and event.seat == seat)
        self.planned = msgspec.structs.replace(
            events[place], cards=(events[place].cards or "") + card(desk, wall.pop(0))
        )
        return [*events[:place], self.planned, *events[place + 1 :]]


class QiSanDaYi(Cheat):
    """欺三搭一: a take of three, and one of one to hide it."""

    code = "qi_san_da_yi"

    def tamper(self, desk: Desk, seat: int, events: list[Event], rng: Random) -> list[Event]:
        takes = [i for i, e in enumerate(events) if e.type == "deal" and e.seat == seat and len(e.cards or "") == 2]
        more, less = sorted(rng.sample(takes, 2), key=lambda _: rng.random())
        moved = (events[less].cards or "")[0]
        tampered = list(events)
        tampered[more] = msgspec.structs.replace(events[more], cards=(events[more].cards or "") + moved)
        tampered[less] = msgspec.structs.replace(events[less], cards=(events[less].cards or "")[1:])
        self.planned = tampered[min(more, less)]
        return tampered


class ChaiKan(Cheat):
    """拆坎子: it discards a card of a kan or gun."""

    code = "chai_kan"
    patient = True

    def cheat_act(self, desk: Desk, seat: int) -> Event | None:
        hand = desk.table.seats[seat]
        kans = [k for k in range(desk.game.deck.n_kinds) if is_kan(hand.concealed, hand.dealt, k)]
        if not kans or owed_call(desk, seat) or desk.events[-1].type == "chi":
            return None  # after a chi it might be 上吐下瀉, too
        return Event("discard", seat=seat, card=card(desk, desk.rng.choice(kans)))

    def expected(self, record: Record, replay: Replay, seat: int) -> list[Expected]:
        at, won = self.place(record), won_at(replay, seat)
        if at is None:
            return []
        if replay.rules.judged_chai_kan == Judged.ACT:
            return [Expected("violation", self.code, at)]
        return [Expected("note", self.code, at), *([Expected("violation", self.code, won)] if won is not None else [])]


class CuoBakuai(Cheat):
    """喊錯八塊: not owed, not his turn, a wrong number, a discard instead, left out."""

    code = "cuo_bakuai"
    ways = ("owed", "owed", "not_owed", "not_his_turn")

    def cheat_act(self, desk: Desk, seat: int) -> Event | None:
        blocks = owed_call(desk, seat)
        if self.way == "not_owed":
            return None if blocks or desk.table.phase.opening else Event("bakuai", seat=seat, blocks=8)
        if not blocks or self.way != "owed":
            return None
        discards, top = legal_discards(desk, seat), next_card(desk)
        choices = [Event("bakuai", seat=seat, blocks=blocks + 4)]
        if discards:
            choices.append(Event("discard", seat=seat, card=card(desk, desk.rng.choice(discards))))
        if top is not None:
            choices.append(Event("flip", seat=desk.table.next(seat), card=top))
        return desk.rng.choice(choices)

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        if self.way != "not_his_turn" or desk.rng.random() < 0.7 or owes_kai(desk, seat):
            return None
        return Event("bakuai", seat=seat, blocks=8)


class LuanDa(Cheat):
    """亂打: a discard that is not owed; 小家 claims with a dui instead of winning."""

    code = "luan_da"
    ways = ("discard", "xiaojia")

    def wish(self, rng: Random) -> tuple[list[int], list[int]]:
        kind = rng.randrange(20)
        return ([kind, kind], [kind, kind]) if self.way == "xiaojia" else ([], [])

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        live, hand = desk.live, desk.table.seats[seat]
        if live is not None and hand.is_xiaojia:
            takes = hand.concealed[live.kind] == 2 and may_dui(desk.rules, live.seat, live.flip, seat)
            return Event("dui", seat=seat, card=card(desk, live.kind)) if takes else None
        free = free_kinds(desk, seat)
        if desk.rng.random() < 0.7 or not free or owes_kai(desk, seat):
            return None
        return Event("discard", seat=seat, card=card(desk, desk.rng.choice(free)))
