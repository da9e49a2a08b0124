"""結算: what the file says was declared and paid, as far as the rules can be asked about it (PLATFORMS, B)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from erqishi_logs.cards import ERQISHI_DECK, UNSEEN_GLYPH
from erqishi_logs.importers.operations import messages as say
from erqishi_logs.importers.operations.course import YU, glyphs
from erqishi_logs.melds import ERQISHI_MELDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.importers.operations.course import Course
    from erqishi_logs.record.types import Event, Number

#: `winlose` counts hundredths.
HUNDREDTHS = 100
_FLAGGED = 5
_NO_GROUPS = "和牌各房與手牌不合"
_NO_QUAN = "未記圈而報圈"
_FANS = "番數多於名堂"
#: 雙圈 is a title only where it is paid (RULEBOOK §6).
_QUAN_QUAD = ("quan_quad_fan=2",)
_PART = "結算不全"
_BROKEN_OFF = "牌局未完"


@dataclass
class Settlement:
    """結算: `stake`, what each seat won or paid, what of it cannot be compared with the rules (`outside`).

    Where anything cannot, `pay` is None and `unjudged` has the payments.
    """

    stake: Number | None = None
    house: tuple[str, ...] | None = None
    pay: tuple[Number, ...] | None = None
    unjudged: list[Number] | None = None
    outside: list[str] = field(default_factory=list)


def is_drawn(result: say.Result | None) -> bool:
    """黃: settled, nobody won, no card left.

    >>> is_drawn(say.Result()), is_drawn(say.Result(huer=4)), is_drawn(None)
    (True, False, False)
    """
    return result is not None and not result.huer and not result.remaincards


def read_settlement(result: say.Result, plain: Any, course: Course) -> Settlement:
    """結算: the payments; puts what is declared into the `hu` of the course.

    `plain` is the result as the file has it.
    """
    shares = _by_seat(result, course)
    found = Settlement(outside=_strange_keys(plain))
    won = course.won
    if won is not None and won.seat in shares and YU not in course.outside:
        found.outside += _declare(won, *shares[won.seat], course)
        found.house = _QUAN_QUAD if "shuangquan" in (won.titles or ()) else None
    elif won is None and not is_drawn(result) and YU not in course.outside:
        found.outside.append(_BROKEN_OFF)
    parts = {seat: share for seat, (share, _) in shares.items()}
    found.stake = _stake(parts, won)
    pay = _payments(parts, len(course.dealt), found)
    if pay is None or not (any(pay) or won is None):
        return found
    if not (found.outside or course.outside):
        found.pay = pay
    elif any(pay):
        found.unjudged = list(pay)
    return found


def _by_seat(result: say.Result, course: Course) -> dict[int, tuple[say.Share, str]]:
    """Each seat's share and its path in the file."""
    found = {}
    for index, share in enumerate(result.shares or ()):
        seat = course.seats.get(str(share.uid))
        if seat is not None:
            found[seat] = (share, f"$.result.list[{index}]")
    return found


def _strange_keys(plain: Any) -> list[str]:
    """The keys of the shares that hold a number the form's description does not know."""
    shares = plain.get("list") or ()
    known = say.Share.__struct_fields__
    keys = {key for share in shares for key, value in share.items() if key not in known and _is_number(value)}
    return [f"結算項 {key}" for key in sorted(keys)]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and value not in (0, False, True)


def _payments(shares: dict[int, say.Share], n_players: int, found: Settlement) -> tuple[Number, ...] | None:
    """付: by seat, in whole units; None where nothing is recorded."""
    paid = [shares[seat].winlose or 0 if seat in shares else 0 for seat in range(n_players)]
    if any(paid) and any(seat not in shares for seat in range(n_players)):
        found.outside.append(_PART)
    return tuple(map(_units, paid)) if shares else None


def _units(hundredths: Number) -> Number:
    units = hundredths / HUNDREDTHS
    return int(units) if units == int(units) else units


def _stake(shares: dict[int, say.Share], won: Event | None) -> Number | None:
    """底分, None for 1: the winner's, else the first."""
    seats = sorted(shares, key=lambda seat: (won is None or seat != won.seat, seat))
    base = next((shares[seat].base for seat in seats if shares[seat].base), None)
    return None if base in (None, 1) else base


# -- what is declared


def _declare(won: Event, share: say.Share, path: str, course: Course) -> list[str]:
    """報: 和數, titles and groups of the winner; the names of what the rules do not know."""
    hand = enumerate(share.hand or ())
    shown = [glyphs(group.cards, f"{path}.hand[{at}].cards") for at, group in hand if group.cards]
    shown += _more_than_laid(share, path, course.laid[won.seat or 0])
    melds = _melds(won, shown, course) if shown else ()
    if melds is None:
        return [_NO_GROUPS]
    outside = _outside(share, course)
    won.melds = melds or None
    if share.huxi is not None and share.huxi >= 0:
        won.hushu = share.huxi
        won.titles = _titles(share, course)
    return outside


def _titles(share: say.Share, course: Course) -> tuple[str, ...]:
    """名堂 that the rules know, in the order of the file; 雙圈 is 圈 too."""
    titles = [say.TITLES[number] for number in share.mingtang or () if number in say.TITLES]
    if "shuangquan" in titles and "quan" not in titles:
        titles.insert(titles.index("shuangquan"), "quan")
    known = [title for title in titles if course.quan is not None or title not in ("quan", "shuangquan")]
    return tuple(dict.fromkeys(known))


def _outside(share: say.Share, course: Course) -> list[str]:
    numbers = share.mingtang or []
    known = (*say.TITLES, say.TAIPAO, say.FLIPPED, say.OWN_FLIP)
    outside = [say.APP_TITLES.get(number, f"名堂 {number}") for number in numbers if number not in known]
    if course.quan is None and {9, 10}.intersection(numbers):
        outside.append(_NO_QUAN)
    if not outside and (share.hufan or 0) > len(_titles(share, course)):
        outside.append(_FANS)
    return outside


def _more_than_laid(share: say.Share, path: str, laid: Sequence[str]) -> list[str]:
    """The groups of `putout` that were not on the table before the win: the winning card made them."""
    before = Counter("".join(sorted(meld)) for meld in laid)
    more = []
    for at, group in enumerate(share.putout or ()):
        cards = list(group.cards or ())
        meld = glyphs(cards[1:] if len(cards) == _FLAGGED else cards, f"{path}.putout[{at}].cards")
        if before["".join(sorted(meld))]:
            before["".join(sorted(meld))] -= 1
        elif meld:
            more.append(meld)
    return more


def _melds(won: Event, groups: list[str], course: Course) -> tuple[str, ...] | None:
    """The groups with the winning card among them; None where they are not the winner's cards."""
    seat, card = won.seat or 0, won.card or ""
    shown = Counter("".join(groups))
    if course.is_known(seat) and card != UNSEEN_GLYPH:
        held = Counter(course.dealt[seat] + course.drawn[seat])
        held.subtract(course.used[seat])
        full = +(held + Counter(card))
        lacks, whole = shown + Counter(card) == full, shown == full
    else:
        due = _held(course, seat) + len(card)
        whole, lacks = shown.total() == due, shown.total() == due - 1
    if whole:
        return tuple(groups)
    return _completed(groups, card) if lacks and card else None


def _held(course: Course, seat: int) -> int:
    dealt = course.dealt[seat]
    return len(dealt) + len(course.drawn[seat]) - course.used[seat].total()


def _completed(groups: list[str], card: str) -> tuple[str, ...] | None:
    """The groups with the winning card put to the only one that it makes a meld; None where several would do."""
    fits = [index for index, group in enumerate(groups) if _is_meld(group + card)]
    if len({groups[index] for index in fits}) != 1:
        return None
    return tuple(group + card if index == fits[0] else group for index, group in enumerate(groups))


def _is_meld(cards: str) -> bool:
    if UNSEEN_GLYPH in cards:
        return False
    if len(set(cards)) == 1:
        return len(cards) in (2, 3, 4)
    return len(cards) == 3 and ERQISHI_MELDS.chi_kind(ERQISHI_DECK.parse_cards(cards)) is not None
