"""What was measured, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from page import Table, amount, verdict
from queries import GOAL_HANDS
from rows import ONE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from growth import Grown
    from queries import Asked
    from rows import Figure, Ratio, Row


def of_ratios(rows: Mapping[str, Row], ratios: Iterable[Ratio]) -> Table:
    """Ours beside the peers, with the goals of the design."""
    lines = []
    for ratio in ratios:
        one, other = rows[ratio.ours], rows[ratio.beside]
        times = one.rate / other.rate
        lines.append((_named(one), other.name, f"{amount(times)} ×", *verdict(times, ratio.goal, least=True)))
    return Table("Ratios", "", ("this product", "beside", "ratio", "goal", "reached"), lines, texts=2)


def of_rates(rows: Mapping[str, Row]) -> Table:
    """Every row, in things a second."""
    lines = [(_named(row), amount(row.rate), f"{row.size:,}") for row in rows.values()]
    return Table("Rates", "", ("work", "a second", "measured on"), lines)


def of_limits(rows: Mapping[str, Row], ratios: Iterable[Ratio]) -> Table:
    """How near ours come to what cannot be beaten."""
    lines = [
        (_named(rows[one]), rows[limit].name, f"{rows[one].rate / rows[limit].rate:.1%}") for one, limit, _ in ratios
    ]
    note = "The limits are on one core, with the libraries that the product uses too."
    return Table("How near to the limit", note, ("this product", "limit", "of the limit"), lines, texts=2)


def of_figures(figures: Iterable[Figure]) -> Table:
    """Memory, sizes, entropy, commands."""
    lines = [
        (one.name, f"{amount(one.value)} {one.unit}", *verdict(one.value, one.most, least=False)) for one in figures
    ]
    note = (
        "The entropy is an estimate, the length of a code: the deal exactly, the course by a model of moves that "
        "learns on the way; what the rules determine, names, dates and ids count nothing."
    )
    return Table("Memory, sizes, waits", note, ("what", "figure", "goal", "reached"), lines)


def of_growth(grown: Sequence[Grown]) -> Iterator[Table]:
    """The ingest by size, and the queries by size."""
    if not grown:
        return
    first = grown[0]
    lines = [
        (
            f"{one.done.hands:,}",
            f"{one.line_bytes / 1e9:.2f} GB",
            amount(one.us_a_hand),
            f"{one.us_a_hand / first.us_a_hand:.2f}",
            f"{one.done.seconds:,.1f} s",
            f"{one.done.command_seconds:,.1f} s",
            f"{one.done.peak_mib:,.0f} MiB",
            f"{amount(one.visit.seconds)} s" if one.visit else "",
        )
        for one in grown
    ]
    head = ("hands", "lines", "µs a hand", "to the first", "ingest", "whole command", "memory (PSS)", "first page")
    note = (
        "Each line is another hand; the cards of the hands simulated come again. Read from one `.jsonl.zst`. "
        "The first page: of the dashboard, after `erqishi compact`, from its server being up to the hand on the table."
    )
    yield Table("Growth", note, head, lines)
    yield _queries(grown)


def _queries(grown: Sequence[Grown]) -> Table:
    lines = [
        (
            asked[0].query.name,
            f"{asked[-1].n_rows:,}",
            *(f"{amount(one.ms)} ms" for one in asked),
            *_at_a_million(grown[-1].done.hands, asked[-1]),
        )
        for asked in zip(*(one.asked for one in grown), strict=True)
    ]
    sizes = tuple(f"{one.done.hands:,} hands" for one in grown)
    note = (
        "Of an archive after `erqishi compact`, by a connection that is kept, median of five warm runs. The goals are "
        "for a million hands: a smaller archive tells only where one is missed. Rows are of the largest archive here."
    )
    return Table("Queries", note, ("query", "rows", *sizes, "goal", "reached"), lines)


def _at_a_million(hands: int, asked: Asked) -> tuple[str, str]:
    goal, reached = verdict(asked.ms, asked.query.most_ms, least=False)
    return goal, "" if hands < GOAL_HANDS and reached == "yes" else reached


def _named(row: Row) -> str:
    return row.name if row.cores == ONE else f"{row.name} ({row.cores})"
