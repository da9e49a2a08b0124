"""過張: passed cards as objects: by which chance they opened, until when they bind (RULEBOOK §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.legal import iter_chi
from erqishi_logs.replay.chances import lives_before, may_have_won, passed_chi, passed_dui
from erqishi_logs.replay.winning import could_win
from erqishi_logs.rules.options import Clears, HuGuozhang

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.replay.replay import Replay
    from erqishi_logs.replay.table import Live


class Passed(NamedTuple):
    """過張: a chance that a seat let go.

    `claim` is chi, dui or hu; `opened` the event of the live card, `settled` the event by which
    the chance was gone; `hand` the cards it could have been taken with (none for a hu);
    `cleared` the event that frees the seat again, None where nothing does.
    """

    seat: int
    claim: str
    kind: int
    opened: int
    settled: int
    hand: tuple[int, ...]
    cleared: int | None


def iter_passed(replay: Replay, seat: int) -> Iterator[Passed]:
    """過張: every chance that the seat let go, in order; nothing where its hand is not wholly known.

    >>> from erqishi_logs.record import loads
    >>> from erqishi_logs.replay import replay_record
    >>> from erqishi_logs.rules import load_preset
    >>> line = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":0,"events":[]}'
    >>> list(iter_passed(replay_record(loads(line), load_preset("leshan")), 0))
    []
    """
    owner = replay.seats[seat]
    if owner.unseen or owner.is_blurred:
        return
    for live in replay.lives:
        if live.kind >= 0 and live in lives_before(replay, seat, live.kind, len(replay.events)):
            yield from _chances(replay, seat, live, owner.dealt)


def _chances(replay: Replay, seat: int, live: Live, dealt: list[int]) -> Iterator[Passed]:
    rules = replay.rules
    after = next((e for e in replay.seats[seat].jinzhang if e >= live.settled), None)
    freed = after if rules.guozhang_clears == Clears.ON_JINZHANG else None
    if passed_chi(replay, seat, live, dealt):
        held = replay.seats[seat].held_at(live.event, dealt)
        option = next(iter_chi(replay.game.melds, rules, held, dealt, live.kind))
        yield Passed(seat, "chi", live.kind, live.event, live.settled, option.cards, freed)
    if passed_dui(replay, seat, live, dealt):
        yield Passed(seat, "dui", live.kind, live.event, live.settled, (live.kind,) * 2, freed)
    if (
        rules.hu_guozhang != HuGuozhang.NONE
        and may_have_won(replay, seat, live)
        and could_win(replay, seat, live, dealt)
    ):
        yield Passed(seat, "hu", live.kind, live.event, live.settled, (), after)
