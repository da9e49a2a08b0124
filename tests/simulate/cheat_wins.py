"""Cheats with a declared win: 詐和 和數不夠 和錯牌 小報大 拆開龍燈報瞟和 後對和牌 和過張 和回龍."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from erqishi_logs.games import ERQISHI
from erqishi_logs.legal import may_hu
from erqishi_logs.melds import MeldKind
from erqishi_logs.record import Event
from erqishi_logs.rules.options import Clears, HouDuiHu, HuGuozhang, Scope
from erqishi_logs.scoring import best_count, has_dealt_longdeng, iter_arrangements
from erqishi_logs.scoring.scale import scale_of
from erqishi_logs.scoring.titles import PIAO, TITLE_BIT
from erqishi_logs.simulate.offers import breaks, hu_event, legal_claims, legal_discards, legal_win
from tests.simulate.cheat import Cheat, card, near, owes_kai

if TYPE_CHECKING:
    from random import Random

    from erqishi_logs.rules import RuleSet
    from erqishi_logs.scoring import Arrangement, Count
    from erqishi_logs.simulate.desk import Desk


def bars(desk: Desk, seat: int) -> set[str]:
    """By what the seat remembers, the codes that any win on the live card would break."""
    live, memory, rules = desk.live, desk.memories[seat], desk.rules
    if live is None:
        return set()
    found = set()
    if live.kind in memory.discarded:
        found.add("hu_huilong")
    passed_dui = memory.recent if rules.hou_dui_hu_clears == Clears.ON_JINZHANG else memory.dui
    if live.kind in passed_dui:
        found.add("hou_dui_hu")
    if rules.guozhang_scope == Scope.KIND and live.kind in memory.recent:
        found.add("hu_guozhang")
    if rules.hu_guozhang == HuGuozhang.KIND and any(kind == live.kind for kind, _ in memory.wins):
        found.add("hu_guozhang")
    if rules.hu_guozhang == HuGuozhang.ANY and memory.wins:
        found.add("hu_guozhang")
    return found


def is_open(desk: Desk, seat: int, allowed: str = "") -> bool:
    """Whether nothing but `allowed` would bar a win on the live card."""
    live = desk.live
    if live is None or not may_hu(live.seat, live.flip, seat) or bars(desk, seat) - {allowed}:
        return False
    return desk.table.seats[seat].concealed[live.kind] < 3


def best(desk: Desk, seat: int, found: list[Arrangement]) -> Count | None:
    return desk.best_of(found, seat)


class ZhaHu(Cheat):
    """詐和: a win with cards that are no complete hand."""

    code = "zha_hu"
    ways = ("melds", "silent")

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        live = desk.live
        if live is None or not is_open(desk, seat) or desk.rng.random() < 0.8 or self._could_be_complete(desk, seat):
            return None
        cards = [*desk.game.deck.expand(desk.table.seats[seat].concealed), live.kind]
        melds = tuple(desk.game.deck.format_cards(cards[i : i + 3]) for i in range(0, len(cards), 3))
        event = Event("hu", seat=seat, card=card(desk, live.kind))
        if self.way == "silent":
            return event
        return msgspec.structs.replace(event, melds=melds, hushu=12, titles=(), total=20)

    def _could_be_complete(self, desk: Desk, seat: int) -> bool:
        hand = desk.table.seats[seat]
        every = range(desk.game.deck.n_kinds)
        found = iter_arrangements(
            desk.game,
            desk.rules,
            hand.concealed,
            desk.live.kind,
            desk.exposed_groups(seat),
            desk.n_players,
            kan_split=every,
        )
        return any(True for _ in found)


class HushuBugou(Cheat):
    """和數不夠: complete, and too small."""

    code = "hushu_bugou"
    patient = True

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        found = desk.arrangements(seat) if is_open(desk, seat) else []
        if not found or best(desk, seat, found) is not None:
            return None
        count = best_count(found, desk.context(seat))
        return hu_event(desk, seat, count)


class HuCuo(Cheat):
    """和錯牌: a win whose groups are declared wrongly."""

    code = "hu_cuo"
    patient = True

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        count = legal_win(desk, seat)
        if count is None or not is_open(desk, seat):
            return None
        event = hu_event(desk, seat, count)
        melds = list(event.melds or ())
        long = [place for place, meld in enumerate(melds) if len(meld) == 3]
        if len(long) > 1:
            one, two = desk.rng.sample(long, 2)
            melds[one], melds[two] = melds[two][0] + melds[one][1:], melds[one][0] + melds[two][1:]
        else:
            melds[0] = melds[0][1:] + card(desk, desk.rng.randrange(desk.game.deck.n_kinds))
        if self._is_right(desk, seat, melds):
            return None
        return msgspec.structs.replace(event, melds=tuple(melds))

    def _is_right(self, desk: Desk, seat: int, melds: list[str]) -> bool:
        wanted = sorted(tuple(sorted(desk.game.deck.parse_cards(meld))) for meld in melds)
        n_exposed = len(desk.exposed_groups(seat))
        return any(sorted(g.kinds for g in found[n_exposed:]) == wanted for found in desk.arrangements(seat))


class XiaoBaoDa(Cheat):
    """小報大: more 和數, a higher total, or a title that is not there."""

    code = "xiao_bao_da"
    patient = True
    ways = ("hushu", "total", "title")

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        count = legal_win(desk, seat)
        if count is None or not is_open(desk, seat):
            return None
        event = hu_event(desk, seat, count)
        if self.way == "hushu":
            return msgspec.structs.replace(event, hushu=count.hushu + desk.rng.randint(1, 5))
        if self.way == "total":
            return msgspec.structs.replace(event, total=count.total + desk.rng.randint(1, 20))
        if "kun" in count.titles:
            return None
        return msgspec.structs.replace(event, titles=(*count.titles, "kun"))


class ChaiLongdengPiao(Cheat):
    """拆開龍燈報瞟和: 瞟 declared with a longdeng in the dealt cards."""

    code = "chai_longdeng_piao"
    patient = True
    deals = 10

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        count = legal_win(desk, seat)
        if count is None or not is_open(desk, seat) or not has_dealt_longdeng(desk.context(seat)):
            return None
        mask = sum(TITLE_BIT[title] for title in count.titles) | PIAO
        total = scale_of(desk.rules).total(count.hushu, mask).total
        return msgspec.structs.replace(hu_event(desk, seat, count), titles=(*count.titles, "piao"), total=total)

    def luck(self, held: list[int], wall: list[int]) -> float:
        return near(held)


class HouDuiHuCheat(Cheat):
    """後對和牌: a win on a kind whose dui it passed; often it passed the win by it, too."""

    code = "hou_dui_hu"
    patient = True
    explained = frozenset({"hu_guozhang"})

    @classmethod
    def judged_in(cls, rules: RuleSet) -> bool:
        return rules.hou_dui_hu != HouDuiHu.NONE

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        live, broken = desk.live, bars(desk, seat)
        if live is None or self.code not in broken or broken - {self.code, *self.explained}:
            return None
        if not may_hu(live.seat, live.flip, seat) or desk.table.seats[seat].concealed[live.kind] > 2:
            return None
        found = desk.arrangements(seat)
        if desk.rules.hou_dui_hu == HouDuiHu.AS_DUI:
            found = [groups for groups in found if _has_dui(groups, live.kind)]
        count = best(desk, seat, found)
        return hu_event(desk, seat, count) if count is not None else None

    def honest_answer(self, desk: Desk, seat: int) -> Event | None:
        answer, live = super().honest_answer(desk, seat), desk.live
        if answer is None or live is None or answer.type == "kai":
            return answer
        if owes_kai(desk, seat):
            return legal_claims(desk, seat)[0]
        waits = bool(desk.memories[seat].wins) or (answer.type == "hu" and desk.chance(seat).dui)
        return None if waits or answer.type == "dui" else answer

    def wish(self, rng: Random) -> tuple[list[int], list[int]]:
        red, deck = rng.randrange(10, 20), ERQISHI.deck
        hand = [*deck.parse_cards("貳柒拾二七十"), red, red]
        for kinds in rng.sample(list(ERQISHI.melds.chi_melds), 12):
            melds = [*hand, *kinds]
            if red not in kinds and all(melds.count(kind) < 3 for kind in kinds) and len(melds) < 18:
                hand = melds
        return hand, [red, red]


def _has_dui(groups: Arrangement, kind: int) -> bool:
    return any(g.meld == MeldKind.DUI and g.kinds[0] == kind and not g.exposed for g in groups)


class HuGuozhangCheat(Cheat):
    """和過張: it lets a win go by, waits, and wins as high or lower, or on that very kind."""

    code = "hu_guozhang"
    patient = True
    explained = frozenset({"hou_dui_hu"})

    @classmethod
    def judged_in(cls, rules: RuleSet) -> bool:
        return rules.hu_guozhang != HuGuozhang.NONE

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        live = desk.live
        if live is None or "hu_guozhang" not in bars(desk, seat) or not is_open(desk, seat, "hu_guozhang"):
            return None
        count = best(desk, seat, [g for g in desk.arrangements(seat) if not breaks(desk, seat, live.kind, g)])
        if count is None:
            return None
        passed = max((total for _, total in desk.memories[seat].wins), default=0)
        too_high = desk.rules.hu_guozhang == HuGuozhang.ANY and count.total > passed
        return None if too_high else hu_event(desk, seat, count)

    def honest_answer(self, desk: Desk, seat: int) -> Event | None:
        answer = super().honest_answer(desk, seat)
        waits = bool(desk.memories[seat].wins) or legal_win(desk, seat) is not None
        return None if answer is not None and waits and not owes_kai(desk, seat) else answer


class HuHuilong(Cheat):
    """和回龍: a win on a kind it has itself discarded.

    With a win before it, it chi'es or dui's instead, discards a card of the complete hand, and wins on
    the next one of that kind.
    """

    code = "hu_huilong"
    patient = True

    def cheat_answer(self, desk: Desk, seat: int) -> Event | None:
        live = desk.live
        if live is None or live.kind not in desk.memories[seat].discarded or not is_open(desk, seat, self.code):
            return None
        count = best(desk, seat, desk.arrangements(seat))
        return hu_event(desk, seat, count) if count is not None else None

    def honest_answer(self, desk: Desk, seat: int) -> Event | None:
        if legal_win(desk, seat) is None:
            return None if self._lies_in_wait(desk, seat) else super().honest_answer(desk, seat)
        claims = legal_claims(desk, seat)
        return max(claims, key=lambda claim: self.after(desk, seat, claim)) if claims else None

    def _lies_in_wait(self, desk: Desk, seat: int) -> bool:
        discards = desk.memories[seat].discarded
        return any(desk.arrange_with(seat, kind) for kind in discards) and not owes_kai(desk, seat)

    def cheat_act(self, desk: Desk, seat: int) -> Event | None:
        if not desk.table.phase.opening:
            held = desk.table.seats[seat].concealed
            choices = [kind for kind in legal_discards(desk, seat) if self._is_complete_with(desk, seat, held, kind)]
            wall = (desk.table.wall or [])[desk.table.wall_next :]
            if choices:
                kind = max(choices, key=wall.count)
                self.thrown = Event("discard", seat=seat, card=card(desk, kind))
        return None

    def _is_complete_with(self, desk: Desk, seat: int, held: list[int], kind: int) -> bool:
        rest = list(held)
        rest[kind] -= 1
        exposed = desk.exposed_groups(seat)
        return any(True for _ in iter_arrangements(desk.game, desk.rules, rest, kind, exposed, desk.n_players))

    def act(self, desk: Desk, seat: int) -> Event:
        self.thrown: Event | None = None
        act = super().act(desk, seat)
        return self.thrown if self.thrown is not None and act.type == "discard" else act
