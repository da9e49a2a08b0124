"""局目: rows of the archive as a person reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.captions import when
from app.strings import say, table
from erqishi_logs.texts import code_name, name_of

if TYPE_CHECKING:
    import pandas as pd

    from erqishi_logs.texts import Lang

MARKS = {"clean": "✓", "flagged": "▲", "faulty": "◆", "unfinished": "…"}


def listing(rows: pd.DataFrame, current: str | None, lang: Lang) -> pd.DataFrame:
    """局目: the rows as a person reads them, in the order of the `[column]` strings; ▸ marks the open hand.

    A column in which nothing stands is left out.
    """
    shown = rows.assign(
        mark=[_mark(row, current, lang) for row in rows.itertuples()],
        players=[" ".join(names) for names in rows["players"]],
        result=[_result(row, lang) for row in rows.itertuples()],
        rules=[name_of("rules", rules, lang) for rules in rows["rules"]],
        titles=[" ".join(name_of("title", t, lang).split(" (")[0] for t in titles) for titles in rows["titles"]],
        played_at=rows["played_at"].map(when, na_action="ignore"),
        hand=rows["hand"].map(_figure, na_action="ignore"),
        hushu=rows["hushu"].map(_figure, na_action="ignore"),
        total=rows["total"].map(_figure, na_action="ignore"),
        n_findings=(rows["n_violations"] + rows["n_faults"]).map(_figure),
        status=[name_of("status", s, lang) for s in rows["status"]],
    )
    columns = [name for name in table("column", lang) if shown[name].notna().any()]
    return shown[columns].astype(object).fillna("")


def _figure(value: int) -> str:
    """A whole number as text that sorts like one: a missing number must not read as the word None."""
    return f"{value:>4}".replace(" ", "\u2007") if value else ""


def _mark(row: Any, current: str | None, lang: Lang) -> str:
    names = [code_name(code, lang) for code in sorted(row.codes)] if row.n_violations + row.n_faults else []
    return " ".join([("▸" if row.id == current else "") + MARKS.get(row.status, ""), *names])


def _result(row: Any, lang: Lang) -> str:
    if row.outcome != "hu":
        return name_of("outcome", row.outcome, lang)
    return say("head.won_plain", lang, name=row.players[int(row.winner)])
