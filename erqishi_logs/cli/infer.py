"""`erqishi infer`: cards that must be where nobody looked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from erqishi_logs.cli.command import SourcePath, json_option, option, rules_option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.disputes import inference_data, inference_lines
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_error, print_json, print_line
from erqishi_logs.cli.ruleset import find_rules
from erqishi_logs.cli.witnesses import Noted, check_target, read_witnesses
from erqishi_logs.errors import RuleError

if TYPE_CHECKING:
    from erqishi_logs.merge import Inference
    from erqishi_logs.pipeline import Judge
    from erqishi_logs.rules import RuleSet


@verb
@click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=SourcePath())
@rules_option
@option("--out", metavar="FILE", words="infer_out", type=click.Path(dir_okay=False))
@option("--fill", is_flag=True, words="fill")
@json_option
def infer(*, paths: tuple[str, ...], rules: str | None, out: str | None, fill: bool, as_json: bool) -> int:
    """推牌: what every deal that fits a record has; 1 where none fits or a line cannot be read."""
    from erqishi_logs.merge import infer_cards
    from erqishi_logs.pipeline import Judge
    from erqishi_logs.record import write_file

    if fill and out is None:
        raise UsageProblemError(say("error.fill_needs_out"))
    check_target(out, paths)
    judge = Judge({}, find_rules(rules) if rules else None)
    noted, failed = read_witnesses(paths)
    known = [(each, ruleset) for each in noted if (ruleset := _rules(each, judge)) is not None]
    found = [infer_cards(each.record, ruleset) for each, ruleset in known]
    failed += len(noted) - len(known)
    if not found:
        raise UsageProblemError(say("error.none_readable"))
    for inference in found:
        (_print_json if as_json else _print_hand)(inference)
    if out is not None:
        write_file(out, [each.filled() if fill else each.noted() for each in found])
    return int(failed > 0 or any(each.fits == "none" for each in found))


def _rules(noted: Noted, judge: Judge) -> RuleSet | None:
    """The rules of a hand; None where they are not known, which is told on standard error."""
    try:
        return judge.rules_of(noted.record)[0]
    except RuleError as error:
        print_error(f"{noted.place}: {error.text(current_lang())}")
        return None


def _print_json(inference: Inference) -> None:
    from erqishi_logs.record import record_id

    print_json({"id": record_id(inference.record), **inference_data(inference)})


def _print_hand(inference: Inference) -> None:
    from erqishi_logs.record import record_id

    record = inference.record
    print_line(say("infer.title", id=record_id(record), players=" ".join(record.players)))
    for line in inference_lines(inference):
        print_line(line)
