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

from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    import pandas as pd

    from erqishi_logs.archive import Archive
    from erqishi_logs.audit import Finding, Verdict
    from erqishi_logs.errors import RecordError
    from erqishi_logs.pipeline import IngestReport, ReauditReport
    from erqishi_logs.record import Record
    from erqishi_logs.replay import Passed
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.texts import Lang

__version__ = "0.1.0"

__all__ = [
    "audit_hand",
    "changes",
    "diff_rules",
    "events",
    "explain",
    "findings",
    "format_cards",
    "format_record",
    "hands",
    "ingest",
    "load_rules",
    "open_archive",
    "passed_cards",
    "read_records",
    "read_text",
    "reaudit",
    "receipt",
    "replay_hand",
    "rules_ids",
    "score",
    "score_all",
    "simulate_hands",
    "write_records",
]


def read_records(*paths: str | Path, errors: list[RecordError] | None = None) -> list[Record]:
    """讀局: every hand of files and folders in any known form (record lines, 譜, platform logs).

    What cannot be read is appended to `errors`; where that is None, the first such RecordError is raised.

    >>> problems = []
    >>> read_records("no-such-file.pu", errors=problems), problems[0].found
    ([], 'no such file')
    """
    from erqishi_logs.pipeline import find_sources

    sources = find_sources(paths)
    items = [item for log in sources.logs for _, item in log.hands()]
    bad = [*sources.errors, *(item.error for item in items if item.error is not None)]
    if bad and errors is None:
        raise bad[0]
    (errors if errors is not None else []).extend(bad)
    return [item.record for item in items if item.record is not None]


def read_text(text: str, errors: list[RecordError] | None = None) -> list[Record]:
    r"""讀文: every hand of a text, 譜 or record lines; `errors` as in `read_records`, the file called "text".

    >>> read_text("譜 1\n規則 對摳\n家 甲 乙\n莊 甲\n翻 乙 七")[0].players
    ('甲', '乙')
    """
    from io import BytesIO

    from erqishi_logs.record import iter_records

    items = list(iter_records(BytesIO(text.encode()), "text"))
    bad = [item.error for item in items if item.error is not None]
    if bad and errors is None:
        raise bad[0]
    (errors if errors is not None else []).extend(bad)
    return [item.record for item in items if item.record is not None]


def format_record(record: Record, form: Literal["pu", "jsonl"] = "pu") -> str:
    """寫文: one hand as 譜, or as its canonical line of JSON, which ends without a line end."""
    from erqishi_logs.record import dumps, dumps_pu

    return dumps_pu(record) if form == "pu" else dumps(record)


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


def rules_ids() -> tuple[str, ...]:
    """規則名: the ids of the presets (RULEBOOK §8).

    >>> "leshan" in rules_ids()
    True
    """
    from erqishi_logs.rules import preset_ids

    return preset_ids()


def diff_rules(one: str | RuleSet, other: str | RuleSet) -> dict[str, tuple[Any, Any]]:
    """異: the options in which two rule sets differ, as a rules file writes them: (of one, of the other).

    >>> diff_rules("quan", load_rules("quan", ["cap=200"]))
    {'cap': (100, 200)}
    """
    from erqishi_logs.rules import diff_rules as diff

    return diff(_named(one), _named(other))


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


def passed_cards(record: Record, rules: str | RuleSet | None = None) -> list[Passed]:
    """過張: every chance of chi, dui or hu that a seat let go, as objects, in the order in which they opened (§5).

    Nothing for a seat whose hand is not wholly known. `kind` and `hand` are kinds: see `format_cards`.
    """
    from erqishi_logs.replay import iter_passed, replay_record

    replay = replay_record(record, _rules(record, rules))
    found = [one for seat in range(record.n_players) for one in iter_passed(replay, seat)]
    return sorted(found, key=lambda one: (one.opened, one.seat))


def format_cards(kinds: Iterable[int], game: str = "erqishi") -> str:
    """牌: kinds as the characters of a game's deck.

    >>> format_cards([0, 11, 19])
    '一貳拾'
    """
    from erqishi_logs.games import written_deck

    return written_deck(game).format_cards(kinds)


def score(melds: str | None = None, *, rules: str | RuleSet, cards: str | None = None, **more: Any) -> dict[str, Any]:
    """算和: counts an arrangement, or with `cards` finds the best one; CLI.md's keys and answer.

    Melds in brackets lay on the table. `more`: win, dealt, quan, titles, players, taipao, xiaojia,
    own_draw, house. `total` is what each payer pays at stake 1. Raises ErqishiError.

    >>> score(cards="壹壹壹壹貳柒拾二七十貳叄肆捌玖拾八八 (五五五)", rules="leshan")["hushu"]
    22
    """
    from erqishi_logs.scoring import score_question

    return score_question(*_question(melds, cards, rules, more))


def score_all(
    melds: str | None = None, *, rules: str | RuleSet, cards: str | None = None, **more: Any
) -> list[dict[str, Any]]:
    """全部: the answers of `score` for every arrangement of the cards, best first; `valid` says which win.

    >>> [(one["hushu"], one["valid"]) for one in score_all("玖玖玖", rules="quan", win="玖", xiaojia=True)]
    [(3, True)]
    """
    from erqishi_logs.scoring import all_answers

    return all_answers(*_question(melds, cards, rules, more))


def receipt(
    melds: str | None = None,
    *,
    rules: str | RuleSet,
    cards: str | None = None,
    lang: Lang = "zh-Hant",
    **more: Any,
) -> list[str]:
    """和數單: the count of `score` line by line with the reason of each; empty where nothing is complete.

    >>> receipt("玖玖玖", rules="quan", win="玖", xiaojia=True)[:2]
    ['對子 玖玖玖：3和', '共3和']
    """
    from erqishi_logs.scoring import judge_question, line_text

    ctx, verdict = judge_question(*_question(melds, cards, rules, more))
    lines = verdict.count.lines if verdict.count is not None else ()
    return [line_text(line, ctx.game.deck, lang) for line in lines]


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


def ingest(
    archive: str | Path | Archive, *paths: str | Path, source: str | None = None, rules: str | None = None
) -> IngestReport:
    """入庫: reads files and folders in any known form, judges and stores every hand once.

    `source` names the form, or where the hands came from; `rules` judges them under another rule set.
    What cannot be read or judged is quarantined. Raises RecordError, RuleError, ArchiveError.
    """
    from erqishi_logs.pipeline import ingest as run

    return run(paths, _opened(archive), source, rules)


def reaudit(archive: str | Path | Archive, rules: str | None = None) -> ReauditReport:
    """重審: judges every stored hand again; what changes stands in `changes` of the report.

    With `rules` under that rule set, and nothing is written. Raises RuleError, ArchiveError.
    """
    from erqishi_logs.pipeline import reaudit as run

    return run(_opened(archive), rules)


def changes(report: ReauditReport) -> pd.DataFrame:
    """變: what a reaudit changes, one row a change: id, column, before, after.

    `column` is one of `hands`, or "finding": then before or after is (severity, code, seat, event, verdict).
    """
    import pandas as pd

    rows: list[tuple[str, str, Any, Any]] = []
    for change in report.changes:
        rows += [(change.id, name, before, after) for name, (before, after) in change.fields.items()]
        rows += [(change.id, "finding", key, None) for key in change.removed]
        rows += [(change.id, "finding", None, key) for key in change.added]
    return pd.DataFrame(rows, columns=["id", "column", "before", "after"], dtype=object)


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
    return load_rules(record.rules, record.house or ()) if rules is None else _named(rules)


def _named(rules: str | RuleSet) -> RuleSet:
    return load_rules(rules) if isinstance(rules, str) else rules


def _question(
    melds: str | None, cards: str | None, rules: str | RuleSet, more: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, RuleSet] | None]:
    """The question of CLI.md, and the rule set it names where that is no preset."""
    known = None if isinstance(rules, str) else {rules.id: rules}
    asked = {"melds": melds, "cards": cards, "rules": rules if isinstance(rules, str) else rules.id, **more}
    return {key: value for key, value in asked.items() if value is not None}, known
