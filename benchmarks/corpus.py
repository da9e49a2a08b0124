"""Record lines of this game: hands simulated, any number written down from them.

So many hands are played by compiled greedy bots; line after line is one of these under its own sitting, number,
date, place and players, so that every line is another hand, with another id. Cards come again after
`len(base)` lines: sizes on the disk are measured on hands that were all played.
"""

from __future__ import annotations

import datetime as dt
import random
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import zstandard
from msgspec.structs import replace

from erqishi_logs.record import Record, dumps, loads
from erqishi_logs.rules import load_rules
from erqishi_logs.simulate import SITTING
from erqishi_logs.simulate.bulk import iter_lines as simulated, run_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

RULES = "leshan"
N_PLAYERS = 3
#: One hand in so many says a wrong payment or 和數: a hand in which the audit finds something.
FLAGGED_ONE_IN = 50
SURNAMES, GIVEN = "甲乙丙丁", "子丑寅卯辰巳午未申酉戌亥"
NAMES = tuple(surname + given for surname in SURNAMES for given in GIVEN)
VENUES = ("橋頭茶樓", "五通橋茶社", "河邊茶館", "老街茶鋪")
FIRST_DAY = dt.date(2021, 1, 1)
DAYS = 5 * 365


class Played(NamedTuple):
    """A hand that was played: as a record, and its line in the parts before and after what differs by sitting."""

    record: Record
    head: str
    tail: str


def play(hands: int, seed: int) -> list[Played]:
    """Hands of greedy bots at three-player tables, complete, one in `FLAGGED_ONE_IN` with something wrong."""
    dice = random.Random(seed)
    run = run_of(load_rules(RULES), seed, ("greedy",), N_PLAYERS)
    lines = (line for block, _ in simulated(run, hands) for line in block.tobytes().splitlines())
    # The simulator's own `_` keys, the last of a line, are no part of a hand that people write down.
    records = (loads(line[: line.rindex(b',"_bots":')] + b"}") for line in lines)
    bare = (replace(record, source=None, session=None, hand=None) for record in records)
    return [_split(_spoilt(record) if dice.random() * FLAGGED_ONE_IN < 1 else record) for record in bare]


def iter_lines(base: Sequence[Played], hands: int, first: int = 0) -> Iterator[bytes]:
    """`hands` record lines without line ends, no two alike, whatever is written down from `first` on."""
    for number in range(first, first + hands):
        one = base[number % len(base)]
        yield f"{one.head}{_sitting(number)}{one.tail}".encode()


def write_packed(path: Path, base: Sequence[Played], hands: int) -> int:
    """Writes `hands` lines as .jsonl.zst, as they are made; the bytes of the lines before packing."""
    size = 0
    with path.open("wb") as file, zstandard.ZstdCompressor(level=1).stream_writer(file) as packed:
        for line in iter_lines(base, hands):
            size += packed.write(line + b"\n")
    return size


def _spoilt(record: Record) -> Record:
    """The same with a 和數 one too high, or where nobody won with a payment that does not add up."""
    last = record.events[-1]
    if last.type == "hu" and last.hushu is not None:
        return replace(record, events=[*record.events[:-1], replace(last, hushu=last.hushu + 1)])
    return replace(record, pay=(10, *(record.pay or (0, 0, 0))[1:]))


def _split(record: Record) -> Played:
    line = dumps(record)
    return Played(record, line[: line.index('"players":')], line[line.index('"dealer":') :])


def _sitting(number: int) -> str:
    """What differs from sitting to sitting, and the number of the hand in it."""
    sitting, hand = divmod(number, SITTING)
    return f'"session":"s{sitting}","hand":{hand + 1},{_table(sitting)}'


@lru_cache(maxsize=1)
def _table(sitting: int) -> str:
    """Date, place and players of a sitting."""
    dice = random.Random(sitting)
    day = FIRST_DAY + dt.timedelta(days=dice.randrange(DAYS))
    players = '","'.join(dice.sample(NAMES, N_PLAYERS))
    return f'"played_at":"{day}","venue":"{dice.choice(VENUES)}","players":["{players}"],'
