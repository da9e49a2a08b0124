"""`erqishi repair`: the smallest edits that make sense of a record, shown; done only on command, as a new record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from erqishi_logs.cli.command import SourcePath, json_option, option, rules_option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_error, print_json, print_line, styled, watch
from erqishi_logs.cli.ruleset import find_rules
from erqishi_logs.cli.witnesses import Noted, check_target, read_witnesses
from erqishi_logs.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from erqishi_logs.pipeline import Judge
    from erqishi_logs.record import Record
    from erqishi_logs.repair import Proposal
    from erqishi_logs.rules import RuleSet

_COLOURS = {"-": "red", "+": "bold"}


class Faulty(NamedTuple):
    """有誤之局: a hand that makes no sense as it stands, and what is proposed for it."""

    noted: Noted
    proposals: Sequence[Proposal]


@verb
@click.argument("path", metavar="PATH", type=SourcePath())
@option("--id", "hand_id", metavar="ID", words="id_all")
@option("--n", "most", metavar="N", type=click.IntRange(1, 20), default=3, words="repair_n")
@rules_option
@option("--apply", "chosen", metavar="K", type=click.IntRange(1), words="repair_apply")
@option("--out", metavar="FILE", words="repair_out", type=click.Path(dir_okay=False))
@option("--archive", metavar="DIR", words="repair_archive", type=click.Path(file_okay=False))
@json_option
def repair(
    *,
    path: str,
    hand_id: str | None,
    most: int,
    rules: str | None,
    chosen: int | None,
    out: str | None,
    archive: str | None,
    as_json: bool,
) -> int:
    """修譜: what may have been written wrongly; 1 where a record makes no sense or cannot be read, 0 once written."""
    if (chosen is None) != (out is None) or (archive is not None and out is None):
        raise UsageProblemError(say("error.apply_needs_out"))
    check_target(out, [path])
    noted, failed = _read(path, hand_id)
    found = list(_propose(noted, rules, max(most, chosen or 0)))
    if chosen is not None and out is not None:
        return _write(_chosen(found, chosen), out, archive, as_json=as_json)
    for faulty in found:
        (_print_json if as_json else _print_hand)(faulty)
    if not as_json:
        proposed = sum(bool(faulty.proposals) for faulty in found)
        print_line(say("repair.summary", read=len(noted), faulty=len(found), proposed=proposed))
    return int(bool(found) or failed > 0)


def _read(path: str, hand_id: str | None) -> tuple[list[Noted], int]:
    from erqishi_logs.record import record_id

    noted, failed = read_witnesses([path])
    wanted = [each for each in noted if hand_id is None or record_id(each.record) == hand_id]
    if not wanted:
        raise UsageProblemError(say("error.no_hand", id=hand_id))
    return wanted, failed


def _propose(noted: Sequence[Noted], rules: str | None, most: int) -> Iterator[Faulty]:
    """The hands that make no sense, each with its proposals."""
    from erqishi_logs.pipeline import Judge
    from erqishi_logs.repair import is_whole, propose_repairs

    judge = Judge({}, find_rules(rules) if rules else None)
    for each in watch("repair", noted, len(noted)):
        ruleset = _rules(each, judge)
        if ruleset is not None and not is_whole(each.record, ruleset):
            yield Faulty(each, propose_repairs(each.record, ruleset, most))


def _rules(noted: Noted, judge: Judge) -> RuleSet | None:
    """The rules of a hand; None where they are not known or not for such a table, which is told on standard error."""
    from erqishi_logs.rules.table import check_table

    try:
        rules = judge.rules_of(noted.record)[0]
        check_table(rules, noted.record.game, noted.record.n_players)
    except RuleError as error:
        print_error(f"{noted.place}: {error.text(current_lang())}")
        return None
    return rules


def _chosen(found: Sequence[Faulty], chosen: int) -> Record:
    """The record of the chosen proposal. Raises UsageProblemError where it is not one hand, or has no such proposal."""
    from erqishi_logs.record import record_id, with_id

    if len(found) != 1:
        ids = " ".join(record_id(faulty.noted.record) for faulty in found[:5])
        raise UsageProblemError(say("error.apply_to_one", n=len(found), ids=ids) if found else say("error.no_repair"))
    proposals = found[0].proposals
    if chosen > len(proposals):
        raise UsageProblemError(say("error.no_proposal", n=chosen, most=len(proposals)))
    return with_id(proposals[chosen - 1].record)


def _write(record: Record, out: str, archive: str | None, *, as_json: bool) -> int:
    from erqishi_logs.record import write_file

    write_file(out, [record])
    if archive is not None:
        from erqishi_logs.archive import Archive
        from erqishi_logs.pipeline import ingest

        ingest([out], Archive.open(archive, create=True))
    if as_json:
        print_json({"id": record.id, "replaces": record.replaces, "out": out, "archive": archive})
    else:
        print_line(say("repair.written", id=record.id, old=record.replaces, path=out))
    return 0


def _print_json(faulty: Faulty) -> None:
    from erqishi_logs.record import as_dict, record_id, with_id
    from erqishi_logs.repair import diff_lines, why

    old = faulty.noted.record

    def told(proposal: Proposal) -> dict[str, Any]:
        words = {"why": why(proposal, old, current_lang()), "diff": diff_lines(proposal, old)}
        return proposal.as_data(old) | words | {"record": as_dict(with_id(proposal.record))}

    place = {"file": faulty.noted.file, "line": faulty.noted.line}
    print_json({"id": record_id(old), **place, "proposals": [told(each) for each in faulty.proposals]})


def _print_hand(faulty: Faulty) -> None:
    from erqishi_logs.record import record_id
    from erqishi_logs.repair import diff_lines, why

    old = faulty.noted.record
    players = " ".join(old.players)
    print_line(say("repair.title", id=record_id(old), players=players, place=faulty.noted.place))
    if not faulty.proposals:
        print_line(say("repair.none"))
    for number, proposal in enumerate(faulty.proposals, 1):
        print_line(say("repair.proposal", n=number, why=why(proposal, old, current_lang())))
        for line in diff_lines(proposal, old):
            print_line("    " + styled(line, _COLOURS.get(line[0])))
