"""貳柒拾: archive, replayer and auditor of 樂山貳柒拾; the interface for notebooks and scripts.

Everything here is a few lines over the rooms below it (docs/architecture.md). `import erqishi_logs`
loads none of them: each function loads what it needs. Seats count from 0, counter-clockwise; event
indices from 0. Where `rules` is None a record is judged under its own rules, house differences included.

>>> import erqishi_logs as eq
>>> answer = eq.score("壹壹壹壹 貳柒拾 二七十 貳叄肆 捌玖拾 五五五 八八", rules="quan")
>>> answer["hushu"], answer["total"]
(24, 50)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    import pandas as pd

    from erqishi_logs.archive import Archive
    from erqishi_logs.audit import Finding, Verdict
    from erqishi_logs.errors import RecordError
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.texts import Lang

__version__ = "0.1.0"

__all__ = [
    "audit_hand",
    "events",
    "explain",
    "findings",
    "hands",
    "load_rules",
    "open_archive",
    "read_records",
    "replay_hand",
    "score",
    "simulate_hands",
    "write_records",
]


def read_records(*paths: str | Path, errors: list[RecordError] | None = None) -> list[Record]:
    """讀局: every hand of files and folders in any known form (record lines, 譜, platform logs).

    What cannot be read is appended to `errors`; where that is None, the first such RecordError is raised.

    >>> problems = []
    >>> read_records("no-such-file.pu", errors=problems), problems[0].found
    ([], 'No such file or directory')
    """
    from erqishi_logs.pipeline import find_sources

    sources = find_sources(paths)
    items = [item for log in sources.logs for _, item in log.hands()]
    bad = [*sources.unknown, *(item.error for item in items if item.error is not None)]
    if bad and errors is None:
        raise bad[0]
    (errors if errors is not None else []).extend(bad)
    return [item.record for item in items if item.record is not None]


def write_records(path: str | Path, records: Iterable[Record]) -> int:
    """寫局: hands to a file; its ending names the form: .jsonl, .jsonl.gz, .jsonl.zst or .pu. The number written."""
    from erqishi_logs.record import write_file

    return write_file(path, records)


def load_rules(name: str, house: Sequence[str] = (), archive: Archive | None = None) -> RuleSet:
    """規則: a preset's id, the id of a rules file in `archive`, or a path; `house` differs (RULEBOOK §8).

    Raises RuleError with the nearest known name.

    >>> load_rules("quan", ["cap=200"]).cap
    200
    """
    from erqishi_logs.rules import load_rules as load

    return load(name, house, known=archive.club_rules() if archive else None)


def audit_hand(record: Record, rules: str | RuleSet | None = None) -> Verdict:
    """判: what the rules make of one hand: outcome, count, payments, findings (RULEBOOK §7)."""
    from erqishi_logs.audit import audit_record

    return audit_record(record, _rules(record, rules))


def explain(finding: Finding, record: Record, lang: Lang = "zh-Hant") -> str:
    """說: the sentence of a finding, as a player would say it."""
    from erqishi_logs.audit import message

    return message(finding, record, lang)


def replay_hand(record: Record, rules: str | RuleSet | None = None, seat: int | None = None) -> list[dict[str, Any]]:
    """重演: the table before the first and after each event, as `erqishi replay --json` prints it.

    With `seat` only what that seat knows. One more frames than events.
    """
    from erqishi_logs.replay import frames

    return frames(record, _rules(record, rules), seat)


def score(melds: str | None = None, *, rules: str, cards: str | None = None, **more: Any) -> dict[str, Any]:
    """算和: counts an arrangement, or with `cards` finds the best one; CLI.md's keys and answer.

    Melds in brackets lay on the table. `more`: win, dealt, quan, titles, players, taipao, xiaojia,
    own_draw, house. `total` is what each payer pays at stake 1. Raises ErqishiError.

    >>> score(cards="壹壹壹壹貳柒拾二七十貳叄肆捌玖拾八八 (五五五)", rules="leshan")["hushu"]
    22
    """
    from erqishi_logs.scoring import score_question

    asked = {"melds": melds, "cards": cards, "rules": rules, **more}
    return score_question({key: value for key, value in asked.items() if value is not None})


def simulate_hands(
    rules: str, hands: int, seed: int = 0, *, players: int | None = None, bots: Sequence[str] = ()
) -> Iterator[Record]:
    """對打: hands that bots play, as ordinary records; the same arguments give the same hands.

    >>> [record.players for record in simulate_hands("duikou", 1)]
    [('甲', '乙')]
    """
    from erqishi_logs.simulate import iter_hands

    return iter_hands(load_rules(rules), hands, seed, n_players=players, bots=bots)


def open_archive(path: str | Path, *, create: bool = False) -> Archive:
    """開庫: the archive in a directory, made if `create`. Raises ArchiveError."""
    from erqishi_logs.archive import Archive

    return Archive.open(path, create=create)


def hands(archive: str | Path | Archive) -> pd.DataFrame:
    """局: one row a hand: players, rules, outcome, count, payments, status (FORMAT, `hands`)."""
    return _opened(archive).hands_frame()


def events(archive: str | Path | Archive) -> pd.DataFrame:
    """事: one row an event, with the cards left in the wall and the live card after it (FORMAT, `events`)."""
    return _opened(archive).events_frame()


def findings(archive: str | Path | Archive) -> pd.DataFrame:
    """判: one row a finding, with evidence and sentence (FORMAT, `findings`)."""
    return _opened(archive).findings_frame()


def _opened(archive: str | Path | Archive) -> Archive:
    from erqishi_logs.archive import Archive

    return archive if isinstance(archive, Archive) else Archive.open(archive)


def _rules(record: Record, rules: str | RuleSet | None) -> RuleSet:
    if rules is None:
        return load_rules(record.rules, record.house or ())
    return load_rules(rules) if isinstance(rules, str) else rules
