"""`erqishi merge`: hands that several recorders noted, found and united."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from erqishi_logs.cli.command import SourcePath, json_option, option, verb
from erqishi_logs.cli.disputes import conflict_lines, inference_data, inference_lines
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import print_json, print_line
from erqishi_logs.cli.witnesses import Noted, check_target, read_witnesses
from erqishi_logs.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from erqishi_logs.merge import Merged
    from erqishi_logs.pipeline import Judge
    from erqishi_logs.record import Record
    from erqishi_logs.rules import RuleSet


@verb
@click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=SourcePath())
@option("--out", metavar="FILE", words="merge_out", type=click.Path(dir_okay=False))
@option("--alone", is_flag=True, words="alone")
@json_option
def merge(*, paths: tuple[str, ...], out: str | None, alone: bool, as_json: bool) -> int:
    """合譜: every hand that more than one record tells; 1 where they contradict each other or one cannot be read."""
    from erqishi_logs.merge import group_records
    from erqishi_logs.pipeline import Judge
    from erqishi_logs.record import write_file

    check_target(out, paths)
    noted, failed = read_witnesses(paths)
    groups = [[noted[place] for place in places] for places in group_records(each.record for each in noted)]
    written: list[Record] = []
    told = {"read": len(noted), "merged": 0, "alone": 0, "disputed": 0}
    judge = Judge({})
    for group in groups:
        merged = _merge(group, judge)
        if len(merged.witnesses) == 1:
            told["alone"] += 1
            written += [merged.record] if alone else []
            continue
        told["merged"] += 1
        told["disputed"] += bool(merged.conflicts)
        written.append(merged.marked())
        (_print_json if as_json else _print_hand)(merged, group)
    if out is not None:
        write_file(out, written)
    if not as_json:
        print_line(say("merge.summary", **told))
    return int(told["disputed"] > 0 or failed > 0)


def _merge(group: Sequence[Noted], judge: Judge) -> Merged:
    """Under the rules that the first record names; where they are not known here nothing is inferred."""
    from erqishi_logs.merge import merge_records

    rules: RuleSet | None = None
    with suppress(RuleError):
        rules = judge.rules_of(group[0].record)[0]
    return merge_records((each.record for each in group), rules)


def _places(group: Sequence[Noted]) -> dict[str, Noted]:
    from erqishi_logs.record import content_id, record_id

    by_content = {content_id(each.record): each for each in reversed(group)}
    return by_content | {record_id(each.record): each for each in by_content.values()}


def _print_json(merged: Merged, group: Sequence[Noted]) -> None:
    from erqishi_logs.record import record_id

    places = _places(group)
    data: dict[str, Any] = {
        "id": record_id(merged.marked()),
        "merged_from": [
            {"id": name, "file": places[name].file, "line": places[name].line} for name in merged.witnesses
        ],
        "players": list(merged.record.players),
        "names": [list(names) for names in merged.names],
        "conflicts": [conflict.as_data() for conflict in merged.conflicts],
        **inference_data(merged.inferred),
    }
    print_json(data)


def _print_hand(merged: Merged, group: Sequence[Noted]) -> None:
    from erqishi_logs.record import record_id

    places = {name: each.place for name, each in _places(group).items()}
    who = say("merge.comma").join(places[name] for name in merged.witnesses)
    players = " ".join(merged.record.players)
    print_line(say("merge.hand", id=record_id(merged.marked()), players=players, n=len(merged.witnesses), who=who))
    for conflict in merged.conflicts:
        for line in conflict_lines(conflict, merged.record, places):
            print_line(line)
    for line in inference_lines(merged.inferred) if merged.inferred else ():
        print_line(line)
