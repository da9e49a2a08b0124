"""場: the hands of an archive as those of sittings, from the verdicts that are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from erqishi_logs.errors import ErqishiError
from erqishi_logs.pipeline.judge import Judge
from erqishi_logs.sitting import Penalty, Played, Result
from erqishi_logs.sitting.played import dealt_hands, read_cut

if TYPE_CHECKING:
    from collections.abc import Iterator

    from erqishi_logs.archive import Archive

_HANDS = """
SELECT h.id, h.game, h.rules, h.house, r.judged_as, h.session, h.hand, h.played_at, h.players, h.dealer, h.quan,
  h.stake, h.outcome, h.winner, h.win_valid, h.pay, h.pay_recorded, h.replaces, h.merged_from, e.acts, f.codes
FROM hands h JOIN records r USING (id)
LEFT JOIN (
  SELECT id, list({'type': type, 'seat': seat, 'card': card, 'cards': cards, 'code': code, 'amount': amount}
    ORDER BY seq) AS acts
  FROM events WHERE type IN ('cut', 'deal', 'baopai') GROUP BY id) e USING (id)
LEFT JOIN (
  SELECT id, list(code ORDER BY seq) AS codes FROM findings
  WHERE severity <> 'note' AND verdict = 'violated' GROUP BY id) f USING (id)
WHERE h.session IS NOT NULL AND ($1 IS NULL OR h.session = $1)
ORDER BY h.session, h.hand, h.id
"""
_BATCH = 2_000


def archived_hands(
    archive: Archive, session: str | None = None, failed: list[tuple[str, ErqishiError]] | None = None
) -> Iterator[Played]:
    """局: the hands of the sitting `session`, of all sittings where it is None, in order, as the archive judged them.

    A hand whose rules are no longer known is left out and put into `failed` with the reason. Raises ArchiveError.

    >>> import tempfile
    >>> from erqishi_logs.archive import Archive
    >>> list(archived_hands(Archive.open(tempfile.mkdtemp(), create=True)))
    []
    """
    judge = Judge(archive.club_rules())
    for batch in archive.select(_HANDS, [session]).to_batches(_BATCH):
        for row in batch.to_pylist():
            try:
                yield _hand(row, judge)
            except ErqishiError as error:
                if failed is not None:
                    failed.append((row["id"], error))


def _hand(row: dict[str, Any], judge: Judge) -> Played:
    rules, _ = judge.rules_named(row["game"], row["rules"], tuple(row["house"] or ()), row["judged_as"])
    acts = row["acts"] or []
    unfinished = ("unfinished",) if row["outcome"] == "unfinished" else ()
    return Played(
        id=row["id"],
        session=row["session"],
        number=row["hand"],
        rules=rules,
        players=tuple(row["players"]),
        dealer=row["dealer"],
        result=Result(row["outcome"], row["winner"], row["win_valid"], _tuple(row["pay"])),
        quan=row["quan"],
        stake=_whole(row["stake"]),
        played_at=row["played_at"],
        cut=read_cut(row["game"], [(act["seat"], act["card"]) for act in acts if act["type"] == "cut"]),
        dealt=dealt_hands(len(row["players"]), ((act["seat"], act["cards"]) for act in acts if act["type"] == "deal")),
        penalties=_penalties(acts),
        pay=_tuple(row["pay_recorded"]),
        disputes=tuple(dict.fromkeys((*(row["codes"] or ()), *unfinished))),
        stands_for=tuple(filter(None, (row["replaces"], *(row["merged_from"] or ())))),
    )


def _penalties(acts: list[dict[str, Any]]) -> tuple[Penalty, ...]:
    given = [act for act in acts if act["type"] == "baopai" and act["seat"] is not None and act["amount"] is not None]
    return tuple(Penalty(act["seat"], act["code"] or "", _whole(act["amount"])) for act in given)


def _tuple(values: list[float] | None) -> tuple[float, ...] | None:
    return None if values is None else tuple(map(_whole, values))


def _whole(value: float) -> int | float:
    return int(value) if float(value).is_integer() else value
