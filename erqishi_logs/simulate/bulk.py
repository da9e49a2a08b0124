"""大量: many hands by the compiled players, in blocks, on all cores, as record lines.

A block is the same whoever plays it, and blocks are put in order again: the same seed gives the same bytes on any
number of cores. They are other hands than those of `erqishi_logs.simulate.sitting` under that seed.
"""

from __future__ import annotations

import gzip
import json
import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import numpy as np
import zstandard

from erqishi_logs.engine.arrays import Hands, Slot, Type
from erqishi_logs.engine.play import course_of, play
from erqishi_logs.engine.play_policies import Policy
from erqishi_logs.engine.write import write
from erqishi_logs.errors import ErqishiError, nearest
from erqishi_logs.record import loads, write_file
from erqishi_logs.record.files import whole_file
from erqishi_logs.simulate.sitting import NAMES, SITTING, hand_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

    from erqishi_logs.engine.play import Course
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet

Array = Any

#: Hands of a block: whole sittings, some 10 MB of arrays.
BLOCK = 100 * SITTING
#: Bots by the names that the command line takes.
COMPILED_BOTS = {policy.name.lower(): policy for policy in Policy}
#: `source` of these records, by which they are told from those of the plain players.
SOURCE = "simulate-bulk"


class Tally(NamedTuple):
    """計: hands written, of them won and drawn."""

    hands: int
    won: int
    drawn: int


class Run(NamedTuple):
    """批: what is played: rules, course, seed, the bots' names."""

    rules: RuleSet
    course: Course
    seed: int
    bots: tuple[str, ...]


def policy_named(name: str) -> Policy:
    """策 by name. Raises ErqishiError with the nearest known one.

    >>> policy_named("counting").name
    'COUNTING'
    """
    if name not in COMPILED_BOTS:
        near = nearest(name, COMPILED_BOTS)
        hint = f"; did you mean {near!r}?" if near else ""
        raise ErqishiError(f"no bot {name!r}; the bots are {', '.join(COMPILED_BOTS)}{hint}")
    return COMPILED_BOTS[name]


def run_of(rules: RuleSet, seed: int, bots: Sequence[str] = (), n_players: int | None = None) -> Run:
    """批: hands of a seed. Raises RuleError or ErqishiError for what cannot be played."""
    named = tuple(bots) or ("greedy",)
    return Run(rules, course_of(rules, n_players, [policy_named(name) for name in named], SITTING), seed, named)


def iter_bulk(
    rules: RuleSet, hands: int, seed: int, bots: Sequence[str] = (), *, n_players: int | None = None
) -> Iterator[Record]:
    """局: hands as records, of which `_seed` is `"SEED/NUMBER"`, `_bots` who played.

    >>> from erqishi_logs.rules import load_preset
    >>> first, second = iter_bulk(load_preset("leshan"), 2, seed=3)
    >>> first.session, second.hand, second.extra["_seed"]
    ('simulate-leshan-3-1', 2, '3/1')
    >>> play_again(load_preset("leshan"), second) == second
    True
    """
    for lines, _ in iter_lines(run_of(rules, seed, bots, n_players), hands, threads=1):
        for line in lines.tobytes().splitlines():
            yield loads(line)


def play_again(rules: RuleSet, record: Record) -> Record:
    """再打: a record of these players once more, alone, by its `_seed` and `_bots`. Raises ErqishiError without."""
    kept = record.extra or {}
    seed, _, number = str(kept.get("_seed", "")).partition("/")
    if record.source != SOURCE or not seed.isdecimal() or not number.isdecimal():
        raise ErqishiError("no record of the compiled players: it has no _seed of theirs")
    n_players = record.n_players if len(rules.players) == 1 else None
    run = run_of(rules, int(seed), str(kept.get("_bots", "greedy")).split(","), n_players)
    again = _first_of(run, int(number))
    if again.n_players == record.n_players:
        return again
    return _first_of(run_of(rules, int(seed), run.bots, record.n_players), int(number))


def _first_of(run: Run, number: int) -> Record:
    return loads(write(*block(run, number, 1)).tobytes())


def block(run: Run, first: int, n_hands: int) -> tuple[Hands, Array]:
    """塊: hands from number `first` on, with places for session, players, rules, seed; the text that holds these."""
    hands = play(run.course, n_hands, run.seed, first)
    return _labelled(run, hands, first)


def _labelled(run: Run, hands: Hands, first: int) -> tuple[Hands, Array]:
    """Texts put side by side, and their places in `slots`."""
    n, slots, text = len(hands.ok), hands.slots.copy(), _Text()
    slots[:, Slot.RULES] = text.add(_inside(run.rules.id))
    slots[:, Slot.SOURCE] = text.add(SOURCE)
    if run.rules.house:
        slots[:, Slot.HOUSE] = text.add(_json(list(run.rules.house)))
    for n_players in set(hands.n_players.tolist()):
        slots[hands.n_players == n_players, Slot.PLAYERS] = text.add(_json(NAMES[:n_players]))
    for sitting in range(first // SITTING, (first + n - 1) // SITTING + 1):
        place = text.add(_inside(f"simulate-{run.rules.id}-{run.seed}-{sitting + 1}"))
        slots[max(0, sitting * SITTING - first) : (sitting + 1) * SITTING - first, Slot.SESSION] = place
    kept = f'"_bots":{_json(",".join(run.bots))},"_seed":"'
    slots[:, Slot.KEPT] = [text.add(f'{kept}{hand_seed(run.seed, number)}"') for number in range(first, first + n)]
    return hands._replace(slots=slots), text.array()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _inside(words: str) -> str:
    """A text as it stands between its quotes."""
    return _json(words)[1:-1]


class _Text:
    """Texts in one, each with its place and length in bytes."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, words: str) -> tuple[int, int]:
        raw = words.encode()
        self._parts.append(raw)
        self._size += len(raw)
        return self._size - len(raw), len(raw)

    def array(self) -> Array:
        return np.frombuffer(b"".join(self._parts), np.uint8)


def iter_lines(run: Run, hands: int, threads: int | None = None, first: int = 0) -> Iterator[tuple[Array, Tally]]:
    """行: the lines of each block in order (uint8), and what became of its hands; played by so many threads.

    So many `hands`, from number `first` on.
    """
    end = first + hands
    starts = range(first, end, BLOCK)
    threads = threads or os.cpu_count() or 1
    if threads == 1:
        yield from (_lines(run, start, min(BLOCK, end - start)) for start in starts)
        return
    pool = ThreadPoolExecutor(threads)
    waiting: deque[Future[tuple[Array, Tally]]] = deque()
    try:
        for start in starts:
            waiting.append(pool.submit(_lines, run, start, min(BLOCK, end - start)))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _lines(run: Run, first: int, n_hands: int) -> tuple[Array, Tally]:
    hands, text = block(run, first, n_hands)
    last = hands.type[hands.event_at[1:] - 1]
    return write(hands, text), Tally(n_hands, int((last == Type.HU).sum()), int((last == Type.HUANG).sum()))


def write_bulk(
    path: str, run: Run, hands: int, *, threads: int | None = None, tell: Callable[[int, int], None] | None = None
) -> Tally:
    """寫: hands to a file as its name says (`.jsonl`, `.pu`, also `.gz`, `.zst`), whole or not at all.

    `tell` is told how many hands are done, of how many. Raises ErqishiError for another ending.

    >>> import tempfile
    >>> from erqishi_logs.rules import load_preset
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_bulk(f"{folder}/x.jsonl", run_of(load_preset("leshan"), 1), 3).hands
    3
    """
    tell = tell or (lambda _done, _all: None)
    kind = Path(path).suffixes[-2:]
    if ".jsonl" not in kind:
        return _write_records(path, run, hands, threads, tell)
    done = Tally(0, 0, 0)
    with whole_file(path) as plain, _packed(plain, kind[-1]) as out:
        _warm(run)
        for lines, tally in iter_lines(run, hands, threads):
            out.write(memoryview(lines))
            done = Tally(*map(sum, zip(done, tally, strict=True)))
            tell(done.hands, hands)
    return done


def _warm(run: Run) -> None:
    """暖: has everything compiled, or fetched, in a thread of its own: an interruption would be lost in it."""
    failed: list[Exception] = []

    def play_one() -> None:
        try:
            write(*block(run, 0, 1))
        except Exception as error:  # noqa: BLE001 - it is raised again where it is seen
            failed.append(error)

    thread = Thread(target=play_one, daemon=True)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]


@contextmanager
def _packed(plain: BinaryIO, ending: str) -> Iterator[BinaryIO]:
    """The file itself, or what packs into it; no name and no time inside."""
    if ending == ".gz":
        with gzip.GzipFile("", "wb", compresslevel=6, fileobj=plain, mtime=0) as out:
            yield out  # type: ignore[misc]
    elif ending == ".zst":
        with zstandard.ZstdCompressor(write_checksum=True).stream_writer(plain, closefd=False) as out:
            yield out
    else:
        yield plain


def _write_records(path: str, run: Run, hands: int, threads: int | None, tell: Callable[[int, int], None]) -> Tally:
    """Any other form, record by record."""
    done = Tally(0, 0, 0)

    def records() -> Iterator[Record]:
        nonlocal done
        for lines, tally in iter_lines(run, hands, threads):
            yield from map(loads, lines.tobytes().splitlines())
            done = Tally(*map(sum, zip(done, tally, strict=True)))
            tell(done.hands, hands)

    _warm(run)
    write_file(path, records())
    return done
