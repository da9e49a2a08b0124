"""座: the rows of `seats`, one a seat a hand, derived from the rows of `hands` and `findings`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from erqishi_logs.archive.club import club_rules
from erqishi_logs.archive.gather import spans
from erqishi_logs.archive.parquet import write_parquet
from erqishi_logs.archive.schema import VIEWS
from erqishi_logs.errors import ErqishiError
from erqishi_logs.rules import load_known_rules, preset_ids

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from erqishi_logs.archive.layout import Layout
    from erqishi_logs.rules import RuleSet

Array = Any

#: What a seat has of its hand as it is.
_OF_HAND = ("id", "rules", "session", "hand", "played_at", "n_players", "outcome", "status")
#: What the winner's seat alone has.
_OF_WINNER = ("win_valid", "hushu", "tier", "total")


def write_verdicts(folder: Path, verdicts: Mapping[str, Any], layout: Layout) -> None:
    """評判: writes the derived files of a batch, `seats` among them, to a folder."""
    seats = seats_table(verdicts["hands"], verdicts["findings"], _club_of(verdicts["hands"], layout))
    for name, table in {**verdicts, "seats": seats}.items():
        write_parquet(table, folder / f"{name}.parquet", name)


def _club_of(hands: Any, layout: Layout) -> Mapping[str, RuleSet]:
    """The club's rule sets, where a hand was judged under one."""
    named = set(pc.unique(hands["judged_rules"]).to_pylist())
    return {} if named <= set(preset_ids()) else club_rules(layout)


def seats_table(hands: Any, findings: Any, club: Mapping[str, RuleSet]) -> Any:
    """座: the Arrow table of `seats`, hand by hand as in `hands`, seat 0 first.

    >>> empty = {name: VIEWS[name].schema.empty_table() for name in ("hands", "findings")}
    >>> seats_table(empty["hands"], empty["findings"], {}).num_rows
    0
    """
    hands = hands.combine_chunks()
    counts = _numbers(hands["n_players"])
    rows, seat = np.repeat(np.arange(len(counts)), counts), spans(np.zeros(len(counts), np.int64), counts)
    winner, dealer, from_seat = (_numbers(hands[name])[rows] for name in ("winner", "dealer", "from_seat"))
    won = winner == seat
    taipao = np.asarray(pc.fill_null(hands["taipao"], False))[rows]
    columns = {
        **{name: hands[name].take(pa.array(rows)) for name in _OF_HAND},
        **{name: hands[name].take(pa.array(rows, mask=~won)) for name in _OF_WINNER},
        **{name: _of_seat(hands[name], rows, seat) for name in ("pay", "pay_recorded")},
        "seat": pa.array(seat).cast(pa.int16()),
        "player": _of_seat(hands["players"], rows, seat),
        "is_dealer": pa.array(dealer == seat),
        "is_xiaojia": _is_xiaojia(hands, counts, club).take(pa.array(rows)),
        "won": pa.array(won),
        "paid_taipao": pa.array(taipao & (from_seat == seat)),
        "n_violations": pa.array(_violations(hands, findings, rows)).cast(pa.int16()),
    }
    behind = pa.array(seat == (dealer - 1) % np.maximum(counts[rows], 1))
    columns["is_xiaojia"] = pc.and_kleene(columns["is_xiaojia"], behind)
    schema = VIEWS["seats"].schema
    return pa.Table.from_arrays([columns[name] for name in schema.names], schema=schema)


def _numbers(column: Any) -> Array:
    """Numbers, −1 for null."""
    return np.asarray(pc.fill_null(column, -1).cast(pa.int64()))


def _of_seat(lists: Any, rows: Array, seat: Array) -> Any:
    """From a list a hand what stands there for a seat; null where the list is not so long."""
    whole = lists.combine_chunks() if isinstance(lists, pa.ChunkedArray) else lists
    first = np.asarray(whole.offsets)
    lengths = np.asarray(pc.fill_null(pc.list_value_length(whole), 0))
    return whole.values.take(pa.array(first[rows] + seat, mask=lengths[rows] <= seat))


def _is_xiaojia(hands: Any, counts: Array, club: Mapping[str, RuleSet]) -> Any:
    """By hand whether there is a 小家, the dealer's 上家 (S0-092); null where the rules are gone."""
    keys = list(zip(hands["judged_rules"].to_pylist(), map(tuple, _or_empty(hands["house"])), counts, strict=True))
    known = {key: _has_xiaojia(*key, club) for key in dict.fromkeys(keys)}
    return pa.array([known[key] for key in keys], pa.bool_())


def _or_empty(lists: Any) -> list[list[str]]:
    return [one or [] for one in lists.to_pylist()]


def _has_xiaojia(name: str, house: tuple[str, ...], n_players: int, club: Mapping[str, RuleSet]) -> bool | None:
    try:
        return load_known_rules(name, house, club).has_xiaojia(int(n_players))
    except ErqishiError:
        return None


def _violations(hands: Any, findings: Any, rows: Array) -> Array:
    """How many violations of each seat stand."""
    told = findings.filter(
        pc.and_(pc.equal(findings["severity"], "violation"), pc.equal(findings["verdict"], "violated"))
    )
    told = told.filter(pc.is_valid(told["seat"]))
    at = _numbers(pc.index_in(told["id"], hands["id"].combine_chunks()))
    first = np.searchsorted(rows, at)
    return np.bincount((first + _numbers(told["seat"]))[at >= 0], minlength=len(rows))
