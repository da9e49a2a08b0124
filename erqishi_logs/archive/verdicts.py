"""評判之列: records with their verdicts as rows of `hands`, `events` and `findings`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from erqishi_logs.archive.damage import read_whole, verdict_paths
from erqishi_logs.archive.live import unpack_live
from erqishi_logs.archive.publish import current_folders
from erqishi_logs.archive.schema import VERDICT_VIEWS, VIEWS
from erqishi_logs.audit import message
from erqishi_logs.texts import code_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from erqishi_logs.archive.layout import Layout
    from erqishi_logs.audit.judged import Judged

Row = tuple[object, ...]


def verdict_tables(judged: Iterable[Judged], engine: str) -> dict[str, Any]:
    """The Arrow tables of `hands`, `events` and `findings`, sorted by hand.

    >>> sorted(verdict_tables([], "0"))
    ['events', 'findings', 'hands']
    """
    hands = sorted(judged, key=lambda one: one.id)
    return {
        "hands": VIEWS["hands"].table([hand_row(one, engine) for one in hands]),
        "events": VIEWS["events"].table([row for one in hands for row in event_rows(one)]),
        "findings": VIEWS["findings"].table([row for one in hands for row in finding_rows(one)]),
    }


def hand_row(one: Judged, engine: str) -> Row:
    """A row of `hands`, in the order of its stored columns."""
    record, verdict, rules = one.record, one.verdict, one.rules
    return (
        *(one.id, record.game, record.rules, rules.id, record.house),
        *(record.session, record.hand, record.played_at, record.venue, record.source or one.source, record.recorder),
        *(record.players, record.dealer, record.quan, _number(record.stake, 1.0), record.view),
        *(record.n_players, len(record.events)),
        *(verdict.winner, verdict.outcome, verdict.win_card, verdict.from_seat, verdict.taipao),
        *(verdict.hushu, verdict.tier, verdict.titles, verdict.total),
        *(verdict.declared_hushu, _number(verdict.declared_total), verdict.win_valid),
        *(_numbers(verdict.pay), _numbers(record.pay)),
        *(verdict.n_violations, verdict.n_faults, verdict.status),
        *(record.replaces, record.merged_from, record.tags),
        *(engine, rules.hash, one.file_hash),
    )


def event_rows(one: Judged) -> list[Row]:
    """The rows of `events` of one hand."""
    return [
        (
            *(one.id, seq, e.type, e.seat, e.card, e.cards, e.bai, e.melds, e.hushu, e.titles, _number(e.total)),
            *(e.blocks, e.code, _number(e.amount), e.hidden, e.overruled, e.ms, e.text, wall_left, live),
        )
        for seq, (e, (wall_left, live)) in enumerate(zip(one.record.events, one.states, strict=True))
    ]


def finding_rows(one: Judged) -> list[Row]:
    """The rows of `findings` of one hand; a record with faults is judged "if the record is right"."""
    faulty = one.verdict.n_faults > 0
    return [
        (
            *(one.id, seq, f.severity, f.code, code_name(f.code), f.seat, f.event, f.evidence),
            *(f.verdict, f.clause),
            *(message(f, one.record, lang, faulty=faulty) for lang in ("zh-Hant", "zh-Hans", "en")),
        )
        for seq, f in enumerate(one.verdict.findings)
    ]


def _number(value: float | None, absent: float | None = None) -> float | None:
    return absent if value is None else float(value)


def _numbers(values: Iterable[float] | None) -> list[float] | None:
    return None if values is None else [float(value) for value in values]


def read_verdicts(layout: Layout, fact: str) -> dict[str, Any] | None:
    """評判: the tables of `hands`, `events` and `findings` of a fact file, None where there are none that can be read.

    Columns that an older version did not write are null.
    """
    folder = current_folders(layout).get(fact)
    if folder is None:
        return None
    tables = {path.stem: read_whole(path) for path in verdict_paths(layout, folder)}
    if any(table is None for table in tables.values()):
        return None
    return {name: _whole(unpack_live(tables[name]), VIEWS[name].schema) for name in VERDICT_VIEWS}


def with_rows_of(tables: dict[str, Any], old: dict[str, Any] | None, ids: Sequence[str]) -> dict[str, Any]:
    """留: tables of verdicts and, of older ones, the rows of these hands; sorted by hand.

    >>> with_rows_of(verdict_tables([], "1"), verdict_tables([], "0"), ["h1"])["hands"].num_rows
    0
    """
    if old is None or not ids:
        return tables
    wanted = pa.array(ids, pa.string())
    kept = {view: table.filter(pc.is_in(table["id"], wanted)) for view, table in old.items()}
    return {view: _sorted(pa.concat_tables([table, kept[view]])) for view, table in tables.items()}


def _sorted(table: Any) -> Any:
    return table.sort_by([(name, "ascending") for name in ("id", "seq") if name in table.column_names])


def _whole(table: Any, schema: Any) -> Any:
    given = set(table.column_names)
    columns = [
        table[field.name].cast(field.type) if field.name in given else pa.nulls(table.num_rows, field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(columns, schema=schema)
