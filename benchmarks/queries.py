"""What the pages of the dashboard ask an archive, each as a page asks it: a connection of its own, rows as Arrow."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, NamedTuple

from corpus import NAMES

from erqishi_logs.archive import Archive

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WARM_RUNS = 5
#: Milliseconds that a query may take at a million hands: of hands, findings and seats; of a scan over all events.
QUICK, SCAN = 100, 3000


class Query(NamedTuple):
    """A question with its values, `{id}` and `{day}` those of some hand; `most_ms` at a million hands."""

    name: str
    sql: str
    values: tuple[str, ...] = ()
    most_ms: int = QUICK


class Asked(NamedTuple):
    """A query that was asked: the median of the warm runs, the rows of its answer."""

    query: Query
    ms: float
    n_rows: int


_PLAYER = NAMES[0]
_PAGE = "SELECT id, played_at, venue, players, winner, hushu, total, status FROM hands WHERE"
_LAST = "ORDER BY played_at DESC, session, hand LIMIT 100"
QUERIES = (
    Query("the archive at a glance", "SELECT rules, status, outcome, count(*) FROM hands GROUP BY ALL"),
    Query(
        "hands a month",
        "SELECT substr(played_at, 1, 7) AS month, count(*), avg(hushu) FROM hands GROUP BY 1 ORDER BY 1",
    ),
    Query(
        "hands of a player in a year",
        f"{_PAGE} list_contains(players, ?) AND played_at LIKE '2023%' {_LAST}",
        (_PLAYER,),
    ),
    Query("hands of a day", f"{_PAGE} played_at = ? {_LAST}", ("{day}",)),
    Query("hands with a title", f"{_PAGE} list_contains(titles, ?) {_LAST}", ("piao",)),
    Query("hands with a violation", f"{_PAGE} status = 'flagged' {_LAST}"),
    Query(
        "hands with this finding",
        f"{_PAGE} id IN (SELECT id FROM findings WHERE code = ? AND verdict = 'violated') {_LAST}",  # noqa: S608
        ("xiao_bao_da",),
    ),
    Query(
        "findings by code",
        "SELECT code, verdict, count(*), count(DISTINCT id) FROM findings GROUP BY ALL ORDER BY 3 DESC",
    ),
    Query(
        "findings by player",
        "SELECT h.players[f.seat + 1] AS player, f.code, count(*) FROM findings f JOIN hands h USING (id) "
        "WHERE f.seat IS NOT NULL GROUP BY ALL ORDER BY 3 DESC LIMIT 100",
    ),
    Query(
        "the table of players: hands, wins, mean win, balance",
        "WITH seats AS (SELECT unnest(players) AS player, unnest(range(n_players)) AS seat, unnest(pay) AS pay, "
        "winner, hushu FROM hands WHERE status = 'clean') SELECT player, count(*), count(*) FILTER (winner = seat), "
        "avg(hushu) FILTER (winner = seat), sum(pay) FROM seats GROUP BY player ORDER BY 2 DESC",
    ),
    Query("one hand, its events", "SELECT * FROM events WHERE id = ? ORDER BY seq", ("{id}",)),
    Query("one hand, as it came", "SELECT record FROM records WHERE id = ?", ("{id}",)),
    Query(
        "events: which kinds are claimed how, and when",
        "SELECT type, card, wall_left // 4, count(*) FROM events WHERE type IN ('chi', 'dui', 'kai') GROUP BY ALL",
        most_ms=SCAN,
    ),
    Query(
        "events: a discard that the next seat takes by chi, and a win at once",
        "WITH e AS (SELECT id, seq, type, lead(type) OVER w AS second, lead(type, 3) OVER w AS fourth FROM events "
        "WINDOW w AS (PARTITION BY id ORDER BY seq)) "
        "SELECT count(*), count(DISTINCT id) FROM e WHERE type = 'discard' AND second = 'chi' AND fourth = 'hu'",
        most_ms=SCAN,
    ),
)


def ask_all(home: Path) -> Iterator[Asked]:
    """Every query, once cold and then warm."""
    archive = Archive.open(home)
    one = archive.select("SELECT id, played_at FROM hands LIMIT 1").to_pylist()[0]
    known = {"{id}": one["id"], "{day}": one["played_at"]}
    for query in QUERIES:
        values = tuple(known.get(value, value) for value in query.values)
        n_rows = archive.select(query.sql, values).num_rows
        yield Asked(query, statistics.median(_ms(archive, query.sql, values) for _ in range(WARM_RUNS)), n_rows)


def _ms(archive: Archive, sql: str, values: tuple[str, ...]) -> float:
    begin = time.perf_counter()
    archive.select(sql, values)
    return 1000 * (time.perf_counter() - begin)
