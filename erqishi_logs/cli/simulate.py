"""`erqishi simulate`: bots play, ordinary records come out, into a file or straight into an archive."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

import click

from erqishi_logs.cli.command import json_option, option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import print_json, print_line, progress, tell_of_compiler, watch
from erqishi_logs.cli.ruleset import find_rules
from erqishi_logs.record import write_file
from erqishi_logs.simulate import iter_hands

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet

#: From so many hands on the compiled players play; for fewer their compiler would take longer than the plain ones.
MANY = 5_000


@verb
@option("--rules", metavar="ID", words="rules", required=True)
@option("--hands", metavar="N", type=click.IntRange(1), words="hands", required=True)
@option("--seed", metavar="S", type=click.IntRange(0), default=0, words="seed")
@option("--out", metavar="FILE", words="out_or_archive", type=click.Path(dir_okay=False))
@option("--archive", metavar="DIR", words="archive_played", type=click.Path())
@option("--bots", metavar="NAME,…", words="bots", default="")
@option("--players", metavar="N", type=click.IntRange(2), words="players")
@json_option
def simulate(
    *,
    rules: str,
    hands: int,
    seed: int,
    out: str | None,
    archive: str | None,
    bots: str,
    players: int | None,
    as_json: bool,
) -> int:
    """對打: writes or stores the hands; the same seed gives the same hands."""
    started = time.monotonic()
    names = [name.strip() for name in bots.split(",") if name.strip()]
    if archive is not None and out is None:
        counts = _stored(archive, rules, hands, seed, names, players)
        to, summary = {"archive": archive}, "simulate.stored"
    elif out is not None and archive is None:
        is_compiled = hands >= MANY or "counting" in names
        counts = (_compiled if is_compiled else _plain)(find_rules(rules), hands, seed, out, names, players)
        to, summary = {"out": out}, "simulate.summary"
    else:
        raise UsageProblemError(say("error.out_or_archive"))
    seconds = round(time.monotonic() - started, 3)
    if as_json:
        print_json({**counts, **to, "seconds": seconds})
    else:
        print_line(say(summary, **counts, **to, seconds=seconds))
    return 0


def _stored(
    archive: str, rules: str, hands: int, seed: int, names: Sequence[str], players: int | None
) -> dict[str, int]:
    from erqishi_logs.archive import Archive
    from erqishi_logs.simulate.stored import store_bulk

    opened = Archive.open(archive, create=True)
    played_by = opened.rules(rules)
    with progress("simulate") as tell:
        return store_bulk(
            opened, played_by, hands, seed, tuple(names), n_players=players, tell=tell, on_compile=tell_of_compiler
        )


def _compiled(
    rules: RuleSet, hands: int, seed: int, out: str, names: Sequence[str], players: int | None
) -> dict[str, int]:
    # Loaded here: a handful of hands does not wait for the compiler.
    from erqishi_logs.engine.compiled import PLAYING, is_warm
    from erqishi_logs.simulate.bulk import run_of, write_bulk

    run = run_of(rules, seed, names, players)
    if not is_warm(PLAYING):
        tell_of_compiler()
    with progress("simulate") as tell:
        return write_bulk(out, run, hands, tell=tell)._asdict()


def _plain(
    rules: RuleSet, hands: int, seed: int, out: str, names: Sequence[str], players: int | None
) -> dict[str, int]:
    outcomes: Counter[str] = Counter()
    played = watch("simulate", iter_hands(rules, hands, seed, n_players=players, bots=names), hands)
    written = write_file(out, _tally(played, outcomes))
    return {"hands": written, "won": outcomes["hu"], "drawn": outcomes["huang"]}


def _tally(records: Iterable[Record], outcomes: Counter[str]) -> Iterator[Record]:
    for record in records:
        outcomes[record.events[-1].type] += 1
        yield record
