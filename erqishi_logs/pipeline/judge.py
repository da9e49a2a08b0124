"""評判: one hand through the engine, whatever it holds."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from erqishi_logs.audit.audit import judge_replay
from erqishi_logs.audit.judged import Judged
from erqishi_logs.errors import ErqishiError
from erqishi_logs.replay import replay_record
from erqishi_logs.rules import RuleSet, load_known_rules
from erqishi_logs.rules.table import check_table
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from erqishi_logs.archive import Archive
    from erqishi_logs.audit.verdict import Verdict
    from erqishi_logs.record import Record
    from erqishi_logs.replay import Replay

#: Rule sets kept ready; how many house differences there are is for strangers to say.
_KEPT_RULES = 256
#: What the columns of the archive hold; only house differences can lead beyond.
MAX_HUSHU, MAX_TOTAL, _MAX_FINDINGS = 2**15 - 1, 2**31 - 1, 2**15

States = list[tuple[int, str | None]]


class Judge:
    """評判: judges hands under the rules they name, or under others put in their place.

    `club` has the rule sets known beside the presets. `instead` takes the place of a record's own
    rules and of its house differences, in hands of the same game. `cannot_tell` adds what hangs on
    unknown cards.
    """

    def __init__(
        self, club: Mapping[str, RuleSet], instead: RuleSet | None = None, *, cannot_tell: bool = False
    ) -> None:
        self._cannot_tell = cannot_tell
        self._club = club
        self._instead = instead
        self._load = lru_cache(maxsize=_KEPT_RULES)(self._loaded)

    def rules_of(self, record: Record, judged_as: str | None = None) -> tuple[RuleSet, str]:
        """規則: what a record is judged under, and the hash of that before house differences. Raises RuleError.

        `judged_as` is the id put in place of the record's own when it was ingested.
        """
        return self.rules_named(record.game, record.rules, record.house or (), judged_as)

    def rules_named(
        self, game: str, name: str, house: tuple[str, ...] = (), judged_as: str | None = None
    ) -> tuple[RuleSet, str]:
        """規則: as `rules_of`, of a record of this game that names these rules and house differences.

        >>> Judge({}).rules_named("erqishi", "quan", ("cap=200",))[0].cap
        200
        """
        instead = self._instead or (self._load(judged_as, ()) if judged_as else None)
        if instead is not None and instead.game == game:
            return instead, instead.hash
        own = self._load(name, ())
        return (self._load(name, house) if house else own), own.hash

    def judge(self, hand_id: str, record: Record, source: str | None = None, judged_as: str | None = None) -> Judged:
        """評判: a hand under its rules. Raises ErqishiError with one line where it cannot be judged."""
        try:
            rules, file_hash = self.rules_of(record, judged_as)
            check_table(rules, record.game, record.n_players)
            replay = replay_record(record, rules)
            verdict = _kept(judge_replay(replay, cannot_tell=self._cannot_tell))
            return Judged(hand_id, record, rules, verdict, event_states(replay), file_hash, source)
        except ErqishiError:
            raise
        except Exception as error:  # one hand that the engine fails on must not cost the others
            msg = Phrase("file.engine", error=f"{type(error).__name__}: {error}")
            raise ErqishiError(msg) from error

    def _loaded(self, name: str, house: tuple[str, ...]) -> RuleSet:
        return load_known_rules(name, house, self._club)


def _kept(verdict: Verdict) -> Verdict:
    """The verdict, where the archive can hold its numbers. Raises ErqishiError."""
    sizes = ((verdict.hushu or 0, MAX_HUSHU), (verdict.total or 0, MAX_TOTAL), (len(verdict.findings), _MAX_FINDINGS))
    if any(size > limit for size, limit in sizes):
        raise ErqishiError(Phrase("file.beyond", limit=MAX_TOTAL))
    return verdict


def event_states(replay: Replay) -> States:
    """For each event the cards left in the wall and the live card (None: none) after it."""
    deck = replay.game.deck
    lives = (step.after.live for step in replay.steps)
    cards = (None if live is None else deck.format_card(live.kind) for live in lives)
    return [(step.wall_left, card) for step, card in zip(replay.steps, cards, strict=True)]


def as_judged(archive: Archive, hand_id: str) -> tuple[Record, RuleSet]:
    """所判: a stored hand and the rules that the archive judges it under, which its ingest may have named.

    Raises ErqishiError where there is no such hand, or its rules are no longer known.
    """
    record = archive.record(hand_id)
    (row,) = archive.select("SELECT judged_as FROM records WHERE id = ?", [hand_id]).to_pylist()
    return record, Judge(archive.club_rules()).rules_of(record, row["judged_as"])[0]
