"""A slow auditor of complete records, written from RULEBOOK and FORMAT alone: the twin of `erqishi_logs.audit`.

`audit(record, rules)` takes the JSON object of a record without `?` and gives every finding as
(severity, code, seat, event, evidence). Each event is first asked whether it is possible at all (FORMAT, Faults),
then what it breaks (RULEBOOK §7), then done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.rules.options import BaiImpossible, BakuaiFalse, Judged, Scope
from tests.twin import naive_chances as chances, naive_hands as hands, naive_pay as pay, naive_wins as wins
from tests.twin.naive_table import Event, Live, Table

if TYPE_CHECKING:
    from erqishi_logs.rules import RuleSet

Key = tuple[str, str, "int | None", "int | None"]
Found = tuple[str, str, "int | None", "int | None", tuple[int, ...]]

CLAIMS = ("chi", "dui", "kai", "hu")
PLAIN = ("note", "baopai")


def audit(record: dict[str, Any], rules: RuleSet) -> list[Found]:
    return Auditor(record, rules).run()


def is_zha(code: str, rules: RuleSet) -> bool:
    """詐和, or what has the same consequence (§7)."""
    return code == "zha_hu" or (code == "hushu_bugou" and rules.hushu_bugou_is_zha_hu)


class Auditor:
    def __init__(self, record: dict[str, Any], rules: RuleSet) -> None:
        self.record, self.rules = record, rules
        self.events: list[Event] = record["events"]
        self.t = Table(record, rules)
        self.found: dict[Key, set[int]] = {}
        self.win: pay.Win | None = None
        self.first_act: int | None = None

    def run(self) -> list[Found]:
        for index, event in enumerate(self.events):
            self.step(index, event)
        self.finish()
        order = sorted(self.found.items(), key=lambda item: repr(item[0]))
        return [(*key, tuple(sorted(evidence))) for key, evidence in order]

    def add(self, severity: str, code: str, seat: int | None, event: int | None, evidence: Any = ()) -> None:
        self.found.setdefault((severity, code, seat, event), set()).update(evidence)

    def violation(self, code: str, seat: int, event: int, evidence: Any = ()) -> None:
        self.add("violation", code, seat, event, evidence)

    def by_option(self, option: Judged, code: str, seat: int, event: int, evidence: Any = ()) -> None:
        """A violation where judged at the act, else a note."""
        self.add("violation" if option == Judged.ACT else "note", code, seat, event, evidence)

    # one event

    def step(self, index: int, event: Event) -> None:
        kind = event["type"]
        if kind not in ("cut", "deal") and self.first_act is None:
            self.first_act = index
        if kind in PLAIN:
            return
        fault = self.impossible(event)
        if fault:
            seat = None if fault == "early_huang" else event.get("seat")
            evidence = [self.t.ended] if fault == "after_end" else []
            self.add("fault", fault, seat, index, evidence)
            return
        if kind == "pass":
            return
        if event.get("overruled"):
            self.t.overruled[event["seat"]].add(kind)
            return
        getattr(self, "on_" + kind)(index, event)
        if kind not in ("cut", "deal"):
            self.t.acted = True

    def judge_deal(self) -> None:
        for seat in range(self.t.n):
            if self.first_act is not None and self.t.is_short(seat):
                self.add("fault", "short_deal", seat, self.first_act)
        self.judge_takes()

    def judge_takes(self) -> None:
        """欺三搭一: a take that has not its number (§3, §7)."""
        for seat, s in enumerate(self.t.seats):
            if len(s.takes) <= 2:
                continue
            for place, (index, size) in enumerate(s.takes):
                if size != self.take_due(seat, place):
                    self.violation("qi_san_da_yi", seat, index)

    def take_due(self, seat: int, place: int) -> int:
        """Ten rounds of two, then the dealer's one; 小家 one in rounds 1 and 2."""
        if seat == self.t.xiaojia:
            return 1 if place < 2 else 0
        rounds = self.rules.cards_each(self.t.n) // 2
        if place < rounds:
            return 2
        return self.rules.dealer_extra if seat == self.t.dealer and place == rounds else 0

    # faults

    def impossible(self, event: Event) -> str | None:
        t, kind = self.t, event["type"]
        if t.ended is not None:
            return "after_end"
        if kind in ("flip", "draw"):
            return self.impossible_card(event["card"])
        if kind == "deal" or (kind == "cut" and self.rules.cut.name == "OUT"):
            return self.fifth(event.get("cards") or event.get("card", ""))
        if kind == "huang":
            return "early_huang" if t.wall_left > 0 else None
        if kind == "discard":
            return None if t.seats[event["seat"]].hand[event["card"]] else "not_in_hand"
        if kind in CLAIMS:
            return self.impossible_claim(event)
        return None

    def impossible_card(self, card: str) -> str | None:
        t, wall = self.t, self.record.get("wall")
        if t.wall_left <= 0:
            return "wall_overrun"
        if wall is not None and wall[t.wall_taken : t.wall_taken + 1] not in ("", card):
            return "wall_differs"
        return self.fifth(card)

    def fifth(self, cards: str) -> str | None:
        seen = self.t.seen + hands.Counter(cards)
        return "fifth_copy" if any(seen[card] > 4 for card in cards) else None

    def impossible_claim(self, event: Event) -> str | None:
        t, card = self.t, event.get("card")
        if event["type"] == "hu" and card is None:
            return None if t.live or t.turn == ("open", event["seat"]) else "no_live_card"
        if t.live is None or t.live.card != card:
            return "no_live_card"
        if event.get("overruled"):
            return None
        hand = t.seats[event["seat"]].hand
        used = {"dui": str(card) * 2, "kai": str(card) * 3}.get(event["type"], "")
        if event["type"] == "chi":
            used = event["cards"] + "".join(event.get("bai") or ())
        return None if hands.contains(hand, used) else "not_in_hand"

    # acts

    def on_cut(self, index: int, event: Event) -> None:
        self.t.cut(event["card"])

    def on_deal(self, index: int, event: Event) -> None:
        seat = event["seat"]
        self.t.deal(seat, event["cards"], index)
        dealt = self.t.seats[seat].dealt.total()
        if dealt - len(event["cards"]) <= self.t.due(seat) < dealt:
            self.violation("duo_mo", seat, index)

    def on_discard(self, index: int, event: Event) -> None:
        t, seat, card = self.t, event["seat"], event["card"]
        self.settle(index, None, None)
        may_open = t.turn == ("open", seat)
        if t.turn == ("call", seat) or (may_open and t.owes_call(seat)):
            self.violation("cuo_bakuai", seat, index)
        elif t.turn != ("discard", seat) and not may_open:
            self.violation("luan_da", seat, index)
        self.shangtu(index, seat, card)
        self.split(index, seat, card)
        t.take_out(seat, card)
        t.seats[seat].discards[card].append(index)
        t.turn_up(seat, card, "discard", index)

    def shangtu(self, index: int, seat: int, card: str) -> None:
        """上吐下瀉: the discard would have made a chi meld with the two cards of this turn's chi."""
        chi = self.t.chi_this_turn
        self.t.chi_this_turn = None
        if chi and chi["seat"] == seat and card != chi["card"] and hands.chi_meld(chi["cards"] + card):
            self.violation("shangtu_xiaxie", seat, index, [chi["index"]])

    def split(self, index: int, seat: int, used: str) -> None:
        """拆坎子: cards of a kan or gun used otherwise."""
        broken = {card for card in used if card in self.t.wholes(seat)}
        if broken:
            s = self.t.seats[seat]
            s.split |= broken
            s.splits.append(index)
            self.by_option(self.rules.judged_chai_kan, "chai_kan", seat, index)

    def on_flip(self, index: int, event: Event) -> None:
        self.take_from_wall(index, event)
        self.t.turn_up(event["seat"], event["card"], "flip", index)

    def on_draw(self, index: int, event: Event) -> None:
        seat = event["seat"]
        self.take_from_wall(index, event)
        if seat != self.t.xiaojia:
            self.violation("duo_mo", seat, index)
        self.t.seats[seat].hand.update(event["card"])
        self.t.live = None
        self.t.jinzhang(seat)
        self.t.turn = ("discard", seat)

    def take_from_wall(self, index: int, event: Event) -> None:
        t, seat = self.t, event["seat"]
        self.settle(index, None, None)
        what, who = t.turn
        if what == "open" and t.owes_call(who) and seat == t.next(who):
            what = "call"
        due = (what in ("live", "call") and seat == t.next(who)) or (what == "flip" and seat == who)
        if not due:
            self.violation("duo_mo", seat, index)
        elif what == "call":
            self.violation("cuo_bakuai", who, index)
        t.from_wall(event["card"])
        t.chi_this_turn = None

    def on_bakuai(self, index: int, event: Event) -> None:
        t, seat = self.t, event["seat"]
        opens = t.turn == ("open", seat)
        owed = t.turn == ("call", seat) or (opens and t.owes_call(seat))
        false_ok = opens and not owed and self.rules.bakuai_false == BakuaiFalse.DEALER and event["blocks"] == 8
        if not false_ok and not (owed and event["blocks"] == 4 * t.quads(seat)):
            self.violation("cuo_bakuai", seat, index)
        # A call by a seat that is not to act changes nothing: it owes no discard that the call could stand for.
        if t.turn in (("open", seat), ("discard", seat), ("call", seat)):
            t.turn = ("flip", t.next(seat))

    def on_huang(self, index: int, event: Event) -> None:
        self.settle(index, None, None)
        self.t.ended = index

    # claims

    def on_chi(self, index: int, event: Event) -> None:
        t, seat, card = self.t, event["seat"], event["card"]
        live = self.live()
        s = t.seats[seat]
        right = chances.chi_right(t, seat, live)
        barred = self.rules.own_discard_dead and bool(s.discards[card])
        bai = list(event.get("bai") or ())
        used = event["cards"] + "".join(bai)
        left = hands.without(t.free(seat), event["cards"])
        kept = hands.without(s.hand, used)[card]
        must_lay = self.rules.bai_impossible == BaiImpossible.FORBID
        forbidden = kept > 0 and (card in t.wholes(seat) or (must_lay and not hands.can_lay_all(left, card)))
        meld = hands.chi_meld(card + event["cards"])
        if meld is None or not right or barred or forbidden:
            self.violation("chi_cuo", seat, index)
        if any(hands.chi_meld(group) is None or card not in group for group in bai):
            self.violation("san_da_yi", seat, index)
        # Where what cannot be laid may stay, what can be laid must be (S1-166).
        more = hands.most_laid(left, card) > left[card] - kept
        if kept and card not in t.wholes(seat) and more and not forbidden:
            s.unlaid.append((index, card))
            self.by_option(self.rules.judged_youbai_bubai, "youbai_bubai", seat, index, [index])
        passed = self.passes(seat, card, "chi")
        if passed:
            self.violation("chi_guozhang", seat, index, passed[:1])
        self.settle(index, seat, "chi", rightful=right)
        self.split(index, seat, used)
        t.take_out(seat, used)
        s.table.append({"meld": meld, "cards": card + event["cards"], "from": live.seat, "how": live.how})
        s.table += [{"meld": hands.chi_meld(group), "cards": group, "from": seat, "how": "hand"} for group in bai]
        t.after_claim(seat)
        t.chi_this_turn = {"seat": seat, "card": card, "cards": event["cards"], "index": index}

    def passes(self, seat: int, card: str, claim: str) -> list[int]:
        s = self.t.seats[seat]
        if self.rules.guozhang_scope == Scope.KIND:
            return s.unused[card]
        return (s.passed_chi if claim == "chi" else s.passed_dui)[card]

    def on_dui(self, index: int, event: Event) -> None:
        self.alike(index, event, 2)

    def on_kai(self, index: int, event: Event) -> None:
        self.alike(index, event, 3)

    def alike(self, index: int, event: Event, n: int) -> None:
        t, seat, card, claim = self.t, event["seat"], event["card"], event["type"]
        live = self.live()
        barred = self.rules.own_discard_dead and bool(t.seats[seat].discards[card])
        if barred or not chances.alike_right(t, seat, live, claim):
            self.violation("luan_da", seat, index)
        passed = self.passes(seat, card, "dui")
        if claim == "dui" and passed:
            self.violation("hou_dui", seat, index, passed[:1])
        self.settle(index, seat, claim)
        meld = hands.MeldKind.DUI
        if claim == "kai":
            meld = hands.MeldKind.KAI
        else:
            self.split(index, seat, card)
        t.take_out(seat, card * n)
        t.seats[seat].table.append({"meld": meld, "cards": card * (n + 1), "from": live.seat, "how": live.how})
        t.after_claim(seat)
        t.chi_this_turn = None

    def live(self) -> Live:
        assert self.t.live is not None
        return self.t.live

    def settle(self, index: int, taker: int | None, claim: str | None, *, rightful: bool = True) -> None:
        """The live card is dealt with: who passed what; who left out a kai."""
        t = self.t
        if t.live is None:
            return
        for seat in chances.missed_kai(t, taker, claim):
            t.seats[seat].missed_kai.append(t.live.event)
            self.by_option(self.rules.judged_youkai_bukai, "youkai_bukai", seat, index, [t.live.event])
        chances.note_passes(t, taker, claim, rightful=rightful)

    def on_hu(self, index: int, event: Event) -> None:
        t, seat = self.t, event["seat"]
        # A live card that the record does not name again; without one it is 天和.
        live = t.live
        ctx = wins.context(t, seat, live, tianhu=live is None)
        judged = wins.judge(t, seat, event, live, ctx)
        if not t.is_short(seat):
            self.judge_win(index, event, judged, ctx)
        for code, evidence in [*wins.kai_codes(t, seat, live, judged), *wins.held_codes(t, seat)]:
            self.violation(code, seat, index, evidence)
        if live:
            for code, evidence in wins.passed_codes(t, seat, live, judged):
                self.violation(code, seat, index, evidence)
        self.end_or_go_on(index, event, judged, live)

    def judge_win(self, index: int, event: Event, judged: wins.Judgement, ctx: Any) -> None:
        seat = event["seat"]
        if judged.reason:
            self.violation(judged.reason, seat, index)
        for code in wins.declared_codes(event, judged, ctx, self.t.wholes(seat)):
            self.add("note" if code == "shao_bao" else "violation", code, seat, index)

    def end_or_go_on(self, index: int, event: Event, judged: wins.Judgement, live: Live | None) -> None:
        """包後繼續: a punished win, 詐和 apart, is void and the card live again (§6)."""
        seat = event["seat"]
        codes: list[str] = []
        for later in self.events[index + 1 :]:
            if later["type"] not in PLAIN:
                break
            if later["type"] == "baopai" and later["seat"] == seat:
                codes.append(later["code"])
        # What the table took for a 詐和 ended the hand at the table.
        zha = bool(codes) and is_zha(codes[0], self.rules)
        if codes and self.rules.baohou_jixu and not zha:
            self.t.overruled[seat].add("hu")
            return
        self.t.ended = index
        self.win = pay.Win(event, judged, live, index, punished=bool(codes))

    # the end

    def finish(self) -> None:
        self.judge_deal()
        if self.t.ended is None:
            self.add("note", "unfinished", None, None)
        guilty = self.win is not None and any(
            key[0] == "violation" and key[2:] == (self.win.event["seat"], self.win.index) for key in self.found
        )
        fault = pay.fault(self.t, self.win, guilty=guilty)
        if fault:
            self.add("fault", fault, None, None)
