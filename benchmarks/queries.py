"""What the pages of the dashboard ask an archive, each as a page asks it: of a kept connection, rows as Arrow."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, NamedTuple

from corpus import NAMES

from erqishi_logs.archive import Archive, Pattern, find_moments

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WARM_RUNS = 5
#: Milliseconds that a query may take at so many hands: of hands, findings and seats; of a scan over all events.
QUICK, SCAN = 100, 3000
GOAL_HANDS = 1_000_000


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
        "SELECT player, code, count(*) FROM findings JOIN seats USING (id, seat) WHERE n_violations > 0 "
        "GROUP BY ALL ORDER BY 3 DESC LIMIT 100",
    ),
    Query(
        "the table of players: hands, wins, mean win, balance",
        "SELECT player, count(*), count_if(won), avg(hushu), sum(pay) FROM seats WHERE status = 'clean' "
        "GROUP BY player ORDER BY 2 DESC",
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
        "WITH e AS (SELECT id, type, lead(type) OVER () AS second, lead(type, 3) OVER () AS fourth, "
        "lead(seq, 3) OVER () - seq AS far FROM events) "
        "SELECT count(*), count(DISTINCT id) FROM e "
        "WHERE type = 'discard' AND second = 'chi' AND fourth = 'hu' AND far = 3",
        most_ms=SCAN,
    ),
)
#: What a page searches all events for, and how long that may take.
PATTERN = Pattern("二七拾", wall_below=10, dui=2)
SEARCH = Query("pattern: a seat held 二七拾, wall < 10, two 對 on the table", "", most_ms=SCAN)


def ask_all(home: Path) -> Iterator[Asked]:
    """Every query, once cold and then warm; then the search."""
    archive = Archive.open(home)
    one = archive.select("SELECT id, played_at FROM hands LIMIT 1").to_pylist()[0]
    known = {"{id}": one["id"], "{day}": one["played_at"]}
    for query in QUERIES:
        values = tuple(known.get(value, value) for value in query.values)
        n_rows = archive.select(query.sql, values).num_rows
        yield Asked(query, statistics.median(_ms(archive, query.sql, values) for _ in range(WARM_RUNS)), n_rows)
    n_moments = len(list(find_moments(archive.layout, PATTERN)))
    yield Asked(SEARCH, statistics.median(_search_ms(archive) for _ in range(WARM_RUNS)), n_moments)


def _search_ms(archive: Archive) -> float:
    begin = time.perf_counter()
    for _ in find_moments(archive.layout, PATTERN):
        pass
    return 1000 * (time.perf_counter() - begin)


def _ms(archive: Archive, sql: str, values: tuple[str, ...]) -> float:
    begin = time.perf_counter()
    archive.select(sql, values)
    return 1000 * (time.perf_counter() - begin)
