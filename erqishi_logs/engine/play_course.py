"""行牌: the course of a hand, from the deal to hu or huang (RULEBOOK §4, §5, §6)."""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.arrays import ABSENT, Type
from erqishi_logs.engine.compiled import inner
from erqishi_logs.engine.conclude import pay_out
from erqishi_logs.engine.legal import answers_for, is_taipao
from erqishi_logs.engine.literals import fixed
from erqishi_logs.engine.play_arrange import find_win
from erqishi_logs.engine.play_chances import best_win, changed, look, nearness, settle, take_in
from erqishi_logs.engine.play_desk import CROWDED, Claim, Ev, Is, Mine, Play
from erqishi_logs.engine.play_dice import roll
from erqishi_logs.engine.play_offers import legal_discards, list_claims, may_win, owed_call
from erqishi_logs.engine.play_policies import bluffs, choose_claim, choose_discard, keeps_card, wants_win
from erqishi_logs.engine.play_record import keep_claims, keep_offer, push, write_claim, write_win
from erqishi_logs.engine.tables import GameArrays, Opt
from erqishi_logs.engine.view import ROW, Tables
from erqishi_logs.melds import MeldKind

Array = Any

#: How often, in percent, a claim that was overruled gets into the record.
_OVERRULED_WRITTEN, _ALL = map(fixed, (30, 100))
#: Precedence of claims: hu, then kai and dui, then chi (S0-042, S0-055); nearer seats first.
_AFTER_HU, _AFTER_DUI = 16, 32
#: Numbers that the compiler takes as any other; for each literal it would compile what it is handed to anew.
_NOTHING, _NO, _YES = map(fixed, (-1, 0, 1))
#: The blocks of a false call (S2-040).
_FALSELY = fixed(8)


@inner
def begin_hand(s: Play, t: Tables, n_players: int, quan: int) -> None:
    """The table before the deal."""
    now = s.now
    for column in range(len(now)):
        now[column] = 0
    for none in (Is.LIVE, Is.FLIPS_NEXT, Is.WINNER, Is.CHI, Is.DRAWN):
        now[none] = -1
    now[Is.N_PLAYERS], now[Is.QUAN] = n_players, quan
    now[Is.QUAN_KIND] = t.game.quan_kind[quan] if quan > 0 else -1
    now[Is.EACH] = t.rules.cards_each[ROW, n_players]
    now[Is.OPENING] = 1
    s.group_at[0] = s.card_at[0] = 0
    for kind in range(len(s.public)):
        s.public[kind] = 0
    for seat in range(n_players):
        for column in range(s.seats.shape[1]):
            s.seats[seat, column] = 0
        s.seats[seat, Mine.BEST] = -1
        s.pay[seat] = 0.0


@inner
def play_out(s: Play, t: Tables) -> None:
    """行牌: from the deal to the end."""
    now, num = s.now, t.rules.num[ROW]
    now[Is.OWES] = now[Is.DEALER]
    if not num[Opt.DEALER_EXTRA]:
        # Nobody 當底: the dealer owes nothing and flips (S0-171).
        now[Is.OWES], now[Is.FLIPS_NEXT] = -1, now[Is.DEALER]
    now[Is.TOTAL] = now[Is.EACH] + num[Opt.DEALER_EXTRA]
    while not now[Is.ENDED]:
        if now[Is.OWES] >= 0:
            _act(s, t, num, now[Is.OWES])
        elif now[Is.LIVE] < 0 or not _claimed(s, t, num):
            _turn_up(s, t, num)


# --- acts of one's own ------------------------------------------------------------------------


@inner
def _act(s: Play, t: Tables, num: Array, seat: int) -> None:
    """天和, the call that is owed, or a discard."""
    now = s.now
    if (
        now[Is.OPENING]
        and best_win(s, t, seat, _NOTHING) >= 0
        and wants_win(s, seat)
        and find_win(s, t, seat, _NOTHING, _YES)
    ):
        write_win(s, seat, _NO)
        _end(s, num, t, seat)
        return
    blocks = owed_call(s, seat)
    if not blocks and bluffs(s, num, seat):
        blocks = _FALSELY
    if blocks:
        at = push(s, Type.BAKUAI, seat, ABSENT)
        s.events[at, Ev.WHOLE] = blocks
        _set_turn(s, _NOTHING, (seat + 1) % now[Is.N_PLAYERS])
        return
    kinds = legal_discards(s, t.game, seat)
    keep_offer(s, seat, Type.DISCARD, kinds)
    if kinds == 0:
        now[Is.ENDED] = now[Is.STUCK] = 1
        return
    kind = choose_discard(s, t, seat, kinds)
    push(s, Type.DISCARD, seat, kind)
    s.held[seat, kind] -= 1
    changed(s, seat)
    s.seats[seat, Mine.DISCARDED] |= 1 << kind
    _show(s, t, seat, kind, _NO)


@inner
def _set_turn(s: Play, owes: int, flips_next: int) -> None:
    """Whose turn it is after the opening; −1 for nobody."""
    s.now[Is.OWES], s.now[Is.FLIPS_NEXT] = owes, flips_next
    s.now[Is.LIVE] = s.now[Is.CHI] = s.now[Is.DRAWN] = -1
    s.now[Is.FIRST] = s.now[Is.OPENING] = 0


@inner
def _show(s: Play, t: Tables, seat: int, kind: int, flip: int) -> None:
    """現張: a card turned up; every seat looks what it could do with it."""
    now = s.now
    first = now[Is.OPENING] and not flip and seat == now[Is.DEALER]
    _set_turn(s, _NOTHING, (seat + 1) % now[Is.N_PLAYERS])
    now[Is.LIVE], now[Is.TURNED_BY], now[Is.FLIP], now[Is.FIRST] = kind, seat, flip, first
    s.public[kind] += 1
    look(s, t)


@inner
def _turn_up(s: Play, t: Tables, num: Array) -> None:
    """The next seat flips; 小家 draws; with the wall empty the hand is drawn (黃)."""
    now = s.now
    if now[Is.TAKEN] >= now[Is.WALL]:
        push(s, Type.HUANG, ABSENT, ABSENT)
        now[Is.ENDED] = 1
        return
    seat, kind = now[Is.FLIPS_NEXT], int(s.wall[now[Is.TAKEN]])
    keeps = seat == now[Is.XIAOJIA] and keeps_card(s, t, seat, kind)
    settle(s, num, _NOTHING, _NOTHING)
    now[Is.TAKEN] += 1
    push(s, Type.DRAW if keeps else Type.FLIP, seat, kind)
    if not keeps:
        _show(s, t, seat, kind, _YES)
        return
    s.held[seat, kind] += 1
    take_in(s, num, seat)
    _set_turn(s, seat, _NOTHING)
    now[Is.DRAWN] = kind


# --- claims -----------------------------------------------------------------------------------


@inner
def _claimed(s: Play, t: Tables, num: Array) -> bool:
    """Asks every seat; the claim of the highest precedence is made, others now and then written down."""
    n_wishes = 0
    for seat in range(s.now[Is.N_PLAYERS]):
        _ask(s, t, seat)
        n_wishes += s.wish[seat, Claim.TYPE] >= 0
    if n_wishes == 0:
        return False
    while n_wishes > 1:
        # From the last to be asked on, as people speak up: who is overruled is heard before who overrules him.
        _overrule(s, t, _extreme(s, _NO))
        n_wishes -= 1
    seat = _extreme(s, _YES)
    _take(s, t, num, seat)
    return True


@inner
def _ask(s: Play, t: Tables, seat: int) -> None:
    """What the seat wishes, into `wish`."""
    wish = s.wish[seat]
    wish[Claim.TYPE] = _NOTHING
    if s.seats[seat, Mine.CAN_WIN] >= 0 and may_win(s, t, seat):
        keep_offer(s, seat, Type.HU, s.now[Is.SUM])
        if wants_win(s, seat):
            wish[Claim.TYPE] = Type.HU
            return
    mine = s.seats[seat]
    if not (mine[Mine.CAN_CHI] or mine[Mine.CAN_DUI] or s.held[seat, s.now[Is.LIVE]] == 3):
        return
    if list_claims(s, t, seat) == 0:
        return
    keep_claims(s, seat)
    row = choose_claim(s, t, seat)
    if row >= 0:
        for column in range(s.wish.shape[1]):
            wish[column] = s.claims[row, column]


@inner
def _rank(s: Play, seat: int) -> int:
    """Precedence of the seat's wish, lower first."""
    kind = s.wish[seat, Claim.TYPE]
    after = 0 if kind == Type.HU else _AFTER_DUI if kind == Type.CHI else _AFTER_HU
    return after + nearness(s, seat)


@inner
def _extreme(s: Play, first: int) -> int:
    """The seat whose wish goes first, or last."""
    found = -1
    for seat in range(s.now[Is.N_PLAYERS]):
        if s.wish[seat, Claim.TYPE] < 0:
            continue
        if found < 0 or (_rank(s, seat) < _rank(s, found)) == (first != 0):
            found = seat
    return found


@inner
def _overrule(s: Play, t: Tables, seat: int) -> None:
    """A wish that another goes before; now and then it gets into the record."""
    if roll(s, _ALL) < _OVERRULED_WRITTEN and s.now[Is.EVENTS] < CROWDED:
        if s.wish[seat, Claim.TYPE] != Type.HU:
            write_claim(s, seat, _YES)
        elif may_win(s, t, seat):
            write_win(s, seat, _YES)
    s.wish[seat, Claim.TYPE] = _NOTHING


@inner
def _take(s: Play, t: Tables, num: Array, seat: int) -> None:
    """The claim that is made."""
    if s.wish[seat, Claim.TYPE] == Type.HU:
        # Another seat's win may have been looked at since.
        may_win(s, t, seat)
        write_win(s, seat, _NO)
        _end(s, num, t, seat)
        return
    write_claim(s, seat, _NO)
    kind, live = s.wish[seat, Claim.TYPE], s.now[Is.LIVE]
    settle(s, num, seat, kind)
    if kind == Type.CHI:
        _lay_chi(s, t.game, seat, live)
    else:
        _lay_alike(s, t.game, num, seat, live, kind)
    one, two = s.wish[seat, Claim.ONE], s.wish[seat, Claim.TWO]
    _set_turn(s, seat, _NOTHING)
    if kind == Type.CHI:
        s.now[Is.CHI], s.now[Is.ONE], s.now[Is.TWO] = live, one, two
    total = s.seats[seat, Mine.LAID]
    for held in s.held[seat]:
        total += held
    s.now[Is.TOTAL] = total


@inner
def _lay(s: Play, g: GameArrays, seat: int, meld: int, low: int, n_cards: int) -> None:
    mine = s.seats[seat]
    s.meld[seat, mine[Mine.MELDS]] = meld
    s.meld_kind[seat, mine[Mine.MELDS]] = low
    mine[Mine.MELDS] += 1
    mine[Mine.LAID] += n_cards
    mine[Mine.HUSHU] += g.points[meld, low]
    changed(s, seat)


@inner
def _lay_alike(s: Play, g: GameArrays, num: Array, seat: int, live: int, kind: int) -> None:
    """對, 開."""
    now, used = s.now, 2 if kind == Type.DUI else 3
    s.held[seat, live] -= used
    s.public[live] += used
    if live == now[Is.QUAN_KIND] and answers_for(num, now[Is.TURNED_BY], now[Is.FLIP], seat, now[Is.XIAOJIA]):
        now[Is.QUAN_FROM] |= (now[Is.TURNED_BY] + 1) << 4 * seat
    if kind == Type.DUI:
        _lay(s, g, seat, MeldKind.DUI, live, 3)
        return
    s.seats[seat, Mine.QUADS] += 1
    s.seats[seat, Mine.HUSHU] -= g.points[MeldKind.KAN, live]
    _lay(s, g, seat, MeldKind.KAI, live, 4)


@inner
def _lay_chi(s: Play, g: GameArrays, seat: int, live: int) -> None:
    """吃, 擺."""
    wish = s.wish[seat]
    _lay_three(s, g, seat, live, wish[Claim.ONE], wish[Claim.TWO])
    for i in range(wish[Claim.BAI]):
        s.held[seat, live] -= 1
        s.public[live] += 1
        _lay_three(s, g, seat, live, wish[Claim.PAIRS + 2 * i], wish[Claim.PAIRS + 2 * i + 1])


@inner
def _lay_three(s: Play, g: GameArrays, seat: int, live: int, one: int, two: int) -> None:
    """X with two hand cards."""
    s.held[seat, one] -= 1
    s.held[seat, two] -= 1
    s.public[one] += 1
    s.public[two] += 1
    low, high = min(live, one, two), max(live, one, two)
    _lay(s, g, seat, g.meld3[low, live + one + two - low - high, high], low, 3)


# --- the end ----------------------------------------------------------------------------------


@inner
def _end(s: Play, num: Array, t: Tables, seat: int) -> None:
    """和: the hand is over and paid by what is declared (RULEBOOK §6)."""
    now = s.now
    now[Is.ENDED] = 1
    now[Is.WINNER] = seat
    n_players, discarder = now[Is.N_PLAYERS], -1
    if now[Is.LIVE] >= 0 and is_taipao(num, now[Is.TURNED_BY], now[Is.FLIP], seat):
        discarder = now[Is.TURNED_BY]
    factor = t.rules.taipao[ROW, n_players]
    pay_out(num, factor, n_players, seat, float(now[Is.SUM]), discarder, _quan_payer(s, num, seat), 1.0, s.pay)


@inner
def _quan_payer(s: Play, num: Array, seat: int) -> int:
    """圈自負: whose card made the winner's dui or kai of the 圈 (S1-073, S1-080), −1 for nobody."""
    now = s.now
    if not num[Opt.QUAN_PAYS_ALONE] or now[Is.QUAN_KIND] < 0:
        return -1
    earlier = now[Is.QUAN_FROM] >> 4 * seat & 15
    if earlier:
        return int(earlier - 1)
    answers = answers_for(num, now[Is.TURNED_BY], now[Is.FLIP], seat, now[Is.XIAOJIA])
    if now[Is.LIVE] != now[Is.QUAN_KIND] or not answers:
        return -1
    return int(now[Is.TURNED_BY]) if _won_alike(s) else -1


@inner
def _won_alike(s: Play) -> bool:
    """Whether the declared arrangement has a dui or kai made with the card won on."""
    live = s.now[Is.LIVE]
    for i in range(s.groups.shape[1]):
        size, kinds = s.groups[0, i, 0], s.groups[0, i, 1]
        if size == 0:
            return False
        if size > 2 and kinds == live * (0x01010101 if size > 3 else 0x010101):
            return True
    return False
