"""牌勢: how near a hand is to complete, judged fast and roughly; for policies only.

A concealed hand only shrinks, so each meld still missing has to come from two cards that are held now: what counts is
how many melds and how many such pairs can be set apart at once, and how many cards may still complete each pair.
Hands are two words as in `erqishi_logs.engine.cover`: four bits a number, its count.
"""

from __future__ import annotations

from typing import Any

from erqishi_logs.engine.compiled import built_in, inner
from erqishi_logs.engine.cover import KIND, LAMP
from erqishi_logs.engine.legal import is_kan
from erqishi_logs.engine.literals import fixed
from erqishi_logs.engine.play_desk import Is, Mine, Play
from erqishi_logs.engine.view import Tables

Array = Any

#: Places in `Play.words`: the free cards of the seat, black and red; what a search leaves over; the cards that may
#: still come.
BLACK, RED, LOOSE_BLACK, LOOSE_RED, LEFT_BLACK, LEFT_RED = range(6)

#: The lowest bit of each number of a word; three numbers in a row.
_ONES, _RUN = 0x1111111111, 0x111

#: What a meld is worth, a pair that some card completes, each card that does, a 和數 that is sure or hoped for; how
#: much 和數 is wanted (S0-049 asks for 10).
_MELD, _PAIR, _OUT, _SURE, _HOPED, _WANTED = 100, 40, 4, 16, 6, 10
#: A dui may come from any seat, a chi from two.
_BY_DUI, _BY_CHI = 3, 2
_DUI_HUSHU, _RED_DUI_HUSHU = 1, 3
#: Whether a card must still be put out; which melds are set apart first. Each literal would be compiled anew.
STAYS, GOES = map(fixed, (0, 1))
_HALVES_FIRST, _RUNS_FIRST, _NEXT, _NEXT_BUT_ONE = map(fixed, (0, 1, 4, 8))


@inner
def take_stock(s: Play, t: Tables, seat: int, counts_cards: bool) -> None:
    """The seat's free cards and the cards that may still come, into `words`; who counts cards leaves out all seen."""
    s.words[BLACK] = s.words[RED] = s.words[LEFT_BLACK] = s.words[LEFT_RED] = 0
    held, dealt = s.held[seat], s.dealt[seat]
    for kind in range(len(held)):
        colour, unit = t.covers.kinds[KIND * kind], t.covers.kinds[KIND * kind + 1]
        if not is_kan(held, dealt, kind):
            s.words[BLACK + colour] += unit * held[kind]
        left = t.game.copies[kind] - held[kind] - (s.public[kind] if counts_cards else 0)
        s.words[LEFT_BLACK + colour] += unit * max(left, 0)


@inner
def needed_melds(s: Play, seat: int) -> int:
    """Melds that must still come of the free cards; the 樁子 of a hand with kai or gun is a pair that is there."""
    held, dealt = s.held[seat], s.dealt[seat]
    needed, quads = (s.now[Is.EACH] + 1) // 3 - s.seats[seat, Mine.MELDS], s.seats[seat, Mine.QUADS]
    for kind in range(len(held)):
        if is_kan(held, dealt, kind):
            needed -= 1
            quads += held[kind] > 3
    return int(needed - (1 if quads else 0))


@built_in
def _present(word: int) -> int:
    return (word | word >> 1 | word >> 2) & _ONES


@built_in
def _twice(word: int) -> int:
    return (word >> 1 | word >> 2) & _ONES


@built_in
def _runs(word: int) -> int:
    """連子: what is left of a colour without them, the lowest first."""
    while True:
        there = _present(word)
        runs = there & there >> 4 & there >> 8
        if runs == 0:
            return word
        word -= (runs & -runs) * _RUN


@built_in
def _lamps(word: int, lamp: int) -> int:
    """貳柒拾: what is left of a colour without them."""
    while _present(word) & lamp == lamp:
        word -= lamp
    return word


@inner
def _halves(black: int, red: int) -> tuple[int, int]:
    """半邊字: what is left of both colours without them."""
    while True:
        low = _twice(black) & _present(red)
        if low:
            black -= 2 * (low & -low)
            red -= low & -low
            continue
        low = _present(black) & _twice(red)
        if low == 0:
            return black, red
        black -= low & -low
        red -= 2 * (low & -low)


@built_in
def _n_cards(word: int) -> int:
    """The cards of a word: the sum of its numbers."""
    # Two numbers to a byte; the product has the sum of the five bytes in its fifth.
    return int(((word & 0x0F0F0F0F0F) + (word >> 4 & 0x0F0F0F0F0F)) * 0x0101010101 >> 32 & 0xFF)


@inner
def worth(s: Play, t: Tables, black: int, red: int, needed: int, hushu: int, discards: int) -> int:
    """牌勢: higher is better. `needed` melds are still to come of the cards, `hushu` is sure already.

    `discards`: GOES where a card must still be put out; without a loose one it breaks a pair. The cards that are in no
    meld and no pair are left in `words`.
    """
    lamp = t.covers.lamps[0] + t.covers.lamps[1]
    cards = _n_cards(black) + _n_cards(red)
    b, r = _lamps(black, lamp), _lamps(red, lamp)
    if b != black:
        hushu += (_n_cards(black) - _n_cards(b)) // 3 * t.covers.lamps[2]
    if r != red:
        hushu += (_n_cards(red) - _n_cards(r)) // 3 * t.covers.lamps[LAMP + 2]
    value = _after(s, t, b, r, lamp, _RUNS_FIRST, cards, needed, hushu, discards)
    has_halves = _present(black) & _present(red) & (_twice(black) | _twice(red)) != 0
    if not has_halves or _runs(black) + _runs(red) == black + red:
        return value
    loose_black, loose_red = s.words[LOOSE_BLACK], s.words[LOOSE_RED]
    other = _after(s, t, b, r, lamp, _HALVES_FIRST, cards, needed, hushu, discards)
    if other > value:
        return other
    s.words[LOOSE_BLACK], s.words[LOOSE_RED] = loose_black, loose_red
    return value


@inner
def _after(
    s: Play, t: Tables, b: int, r: int, lamp: int, runs_first: int, cards: int, needed: int, hushu: int, discards: int
) -> int:
    """牌勢 of what the 貳柒拾 left, the melds set apart in one order; pairs of what is left then."""
    if runs_first:
        b, r = _halves(_runs(b), _runs(r))
    else:
        b, r = _halves(b, r)
        b, r = _runs(b), _runs(r)
    wanted = max(0, needed - (cards - _n_cards(b) - _n_cards(r)) // 3)
    n = _pairs(s, t, b, r, lamp)
    if discards and n and s.words[LOOSE_BLACK] | s.words[LOOSE_RED] == 0:
        n = _drop_worst(s, n)
    while n > wanted:
        n = _drop_worst(s, n)
    value, hoped = -_MELD * wanted, 0
    for i in range(n):
        value += s.hopes[i] >> 8
        hoped += s.hopes[i] & 0xFF
    value += _SURE * min(hushu, _WANTED)
    return int(value + _HOPED * min(hoped, max(0, _WANTED - hushu)))


@built_in
def _drop_worst(s: Play, n: int) -> int:
    """Leaves out the pair that is worth least; how many are left."""
    worst = 0
    for i in range(1, n):
        if s.hopes[i] < s.hopes[worst]:
            worst = i
    s.hopes[worst] = s.hopes[n - 1]
    return n - 1


@built_in
def _add_pair(s: Play, n: int, outs: int, hope: int) -> int:
    """A pair, with the cards that complete it and the 和數 it is hoped to give; how many there are."""
    if n < len(s.hopes):
        worth = _PAIR + _OUT * outs if outs else 0
        s.hopes[n] = worth << 8 | hope
    return min(n + 1, len(s.hopes))


@inner
def _pairs(s: Play, t: Tables, black: int, red: int, lamp: int) -> int:
    """Cards that want a third, the best first, into `hopes`; what is left over into `words`. How many pairs."""
    s.words[LOOSE_BLACK], s.words[LOOSE_RED] = black, red
    n = 0
    for black_after_red in range(2):
        colour = 1 - black_after_red
        n = _alike(s, n, colour)
        n = _of_lamp(s, n, colour, lamp, t.covers.lamps[LAMP * colour + 2])
    for colour in range(2):
        n = _beside(s, n, colour, _NEXT)
    n = _across(s, n)
    for colour in range(2):
        n = _beside(s, n, colour, _NEXT_BUT_ONE)
    return n


@inner
def _alike(s: Play, n: int, colour: int) -> int:
    """Two alike: a third makes a dui, one of the other colour a 半邊字."""
    word = s.words[LOOSE_BLACK + colour]
    twice = _twice(word)
    if twice == 0:
        return n
    left, other = s.words[LEFT_BLACK + colour], s.words[LEFT_RED - colour]
    while twice:
        low = twice & -twice
        outs = _BY_DUI * _n_cards(left & low * 7) + _BY_CHI * _n_cards(other & low * 7)
        n = _add_pair(s, n, outs, _RED_DUI_HUSHU if colour else _DUI_HUSHU)
        word -= low << 1
        twice -= low
    s.words[LOOSE_BLACK + colour] = word
    return n


@inner
def _of_lamp(s: Play, n: int, colour: int, lamp: int, hushu: int) -> int:
    """Two of 貳柒拾."""
    word = s.words[LOOSE_BLACK + colour]
    there = _present(word) & lamp
    if there & there - 1 == 0:
        return n
    # All three cannot be there: they were laid as a meld.
    left = s.words[LEFT_BLACK + colour]
    missing = lamp & ~there
    outs = _BY_CHI * _n_cards(left & missing * 7)
    s.words[LOOSE_BLACK + colour] = word - there
    return _add_pair(s, n, outs, hushu)


@inner
def _beside(s: Play, n: int, colour: int, step: int) -> int:
    """Two of a run: neighbours (step 4), or with a gap (8)."""
    word, left = s.words[LOOSE_BLACK + colour], s.words[LEFT_BLACK + colour]
    there = _present(word)
    pairs = there & there >> step
    while pairs:
        low = pairs & -pairs
        ends = low << 4 if step == 8 else low << 8 | low >> 4
        outs = _BY_CHI * _n_cards(left & (ends & _ONES) * 7)
        n = _add_pair(s, n, outs, 0)
        word -= low | low << step
        there = _present(word)
        pairs = there & there >> step
    s.words[LOOSE_BLACK + colour] = word
    return n


@inner
def _across(s: Play, n: int) -> int:
    """One of each colour of a number: another of either makes a 半邊字."""
    black, red = s.words[LOOSE_BLACK], s.words[LOOSE_RED]
    both = _present(black) & _present(red)
    while both:
        low = both & -both
        outs = _n_cards(s.words[LEFT_BLACK] & low * 7) + _n_cards(s.words[LEFT_RED] & low * 7)
        n = _add_pair(s, n, _BY_CHI * outs, 0)
        black -= low
        red -= low
        both = _present(black) & _present(red)
    s.words[LOOSE_BLACK], s.words[LOOSE_RED] = black, red
    return n
