"""房: who sits where, under which rules, in which hand of which room (PLATFORMS, A)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from erqishi_logs.errors import RuleError
from erqishi_logs.importers.snapshots.numbers import kind_of
from erqishi_logs.importers.snapshots.odd import OddError
from erqishi_logs.rules import load_preset
from erqishi_logs.rules.load import load_known_rules
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.importers.snapshots.shapes import Number, Snapshot, Uid, User
    from erqishi_logs.rules import RuleSet

#: The rules of a room that names none: the place that the platform's players are mostly from.
DEFAULT_RULES: Final = "app-leshan"
#: … where hands of so many cards are dealt.
_SMALL_HANDS: Final = {14: "app-14", 15: "app-14"}
#: Keys of `rules` under which our own writer puts what the platform has no name for: a preset's id, the house
#: differences, and 叨牌, the cards turned up, each with its seatId.
PRESET, HOUSE, STAKE, CUT = "preset", "house", "diFen", "cut"
_STAKES: Final = (STAKE, "difen", "baseScore", "底分")
_PLACES: Final = {
    "app-qianwei": ("犍为", "犍為", "qianwei", "app-qianwei"),
    "app-meishan": ("眉山", "meishan", "app-meishan"),
    "app-leshan": ("乐山", "樂山", "leshan", "app-leshan"),
}


@dataclass(frozen=True)
class Room:
    """房: the table. `users` are by seat; `told` is whether the room itself names its rules.

    `rules` may have house differences; `house` are those to be written, `cuts` the seats and kinds of 叨牌. `kept`
    goes to the record.
    """

    users: tuple[User, ...]
    dealer: int
    preset: str
    house: tuple[str, ...]
    rules: RuleSet
    told: bool
    stake: Number | None
    cuts: tuple[tuple[int, int], ...]
    kept: dict[str, Any]

    @property
    def seats(self) -> dict[str, int]:
        """The seat of every uid."""
        return {str(user.uid): seat for seat, user in enumerate(self.users)}

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat; one without a name is called by his uid."""
        return tuple(user.user_name or str(user.uid) for user in self.users)


def read_room(first: Snapshot) -> Room:
    """房: the room of the first snapshot. Raises OddError where it has none, or no table can be made of it.

    Seat 0 is the lowest `seatId`; they rise counter-clockwise. Who is dealt nothing while others are rests.
    """
    users = _by_seat(first)
    dealer = [seat for seat, user in enumerate(users) if str(user.uid) == str(first.zhuang_id)]
    if len(dealer) != 1:
        found = Phrase("eqs.no_zhuang", uid=_shown(first.zhuang_id))
        raise OddError("zhuangId", found, Phrase("part.one_of", words=", ".join(_shown(user.uid) for user in users)))
    said = dict(first.rules or {})
    named = _named(said)
    house = said.pop(HOUSE, None) if PRESET in said else None
    preset = named or _SMALL_HANDS.get(max(map(_n_cards, first.seats)), DEFAULT_RULES)
    differs = _house(house, preset, len(users), named is not None and PRESET in said)
    cuts = _cuts(said.pop(CUT, None), len(users)) if PRESET in said else ()
    said.pop(PRESET, None)
    stake = _stake(said)
    if STAKE in said and stake == said[STAKE]:
        del said[STAKE]
    kept = {"_rules": said, "_scores": [user.score or 0 for user in users], "_uids": [user.uid for user in users]}
    if not said:
        del kept["_rules"]
    if not any(kept["_scores"]):
        del kept["_scores"]
    if [user.uid for user in users] == list(range(1, len(users) + 1)):
        del kept["_uids"]
    return Room(users, dealer[0], preset, differs, rules_of(preset, differs), named is not None, stake, cuts, kept)


def _by_seat(first: Snapshot) -> tuple[User, ...]:
    users = [user for user in first.users or () if user.seat_id is not None]
    if any(user.uid is None for user in users):
        raise OddError("users.uid", Phrase("eqs.absent"), Phrase("eqs.each_uid"))
    dealt = {str(user.uid): user.hand_cards for user in first.seats if user.hand_cards is not None}
    if any(dealt.values()):
        users = [user for user in users if dealt.get(str(user.uid), 1)]
    users.sort(key=lambda user: user.seat_id or 0)
    uids, seat_ids = {str(user.uid) for user in users}, {user.seat_id for user in users}
    if len(users) < 2 or len(users) > 8 or min(len(uids), len(seat_ids)) < len(users):
        raise OddError("users", Phrase("eqs.players", count=len(users)), Phrase("eqs.each_seat"))
    return tuple(users)


def _n_cards(user: User) -> int:
    cards = user.hand_cards
    return cards if isinstance(cards, int) else len(cards or ())


def _named(said: dict[str, Any]) -> str | None:
    """The preset that the room's rules name, by id or by place."""
    preset = said.get(PRESET)
    if isinstance(preset, str) and preset:
        return preset
    words = [value.lower() for value in said.values() if isinstance(value, str)]
    fitting = [id_ for id_, names in _PLACES.items() if any(name in word for word in words for name in names)]
    return fitting[0] if len(fitting) == 1 else None


def _house(house: Any, preset: str, n_players: int, by_us: bool) -> tuple[str, ...]:
    if by_us:
        fits = isinstance(house, list) and all(isinstance(line, str) and line for line in house)
        return tuple(house) if fits else ()
    known = rules_of(preset, ())
    return () if n_players in known.players else (f"players=[{n_players}]",)


def _cuts(said: Any, n_players: int) -> tuple[tuple[int, int], ...]:
    pairs = said if isinstance(said, list) else []
    fitting = [pair for pair in pairs if isinstance(pair, list) and len(pair) == 2 and set(map(type, pair)) == {int}]
    return tuple((seat - 1, kind_of(card, "rules.cut")) for seat, card in fitting if 1 <= seat <= n_players)


def rules_of(preset: str, house: Sequence[str]) -> RuleSet:
    """規: the rule set by which cards are dealt and paid; for a club's, which only its archive knows, the default."""
    try:
        return load_known_rules(preset, house)
    except RuleError:
        return load_preset(DEFAULT_RULES)


def _stake(said: dict[str, Any]) -> Number | None:
    values = [said[key] for key in _STAKES if key in said]
    known = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool) and value > 0]
    return known[0] if known else None


def _shown(uid: Uid | None) -> str:
    return "–" if uid is None else str(uid)
