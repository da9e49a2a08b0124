"""`erqishi infer`: cards that must be where nobody looked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from erqishi_logs.cli.command import SourcePath, json_option, option, rules_option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.disputes import inference_data, inference_lines
from erqishi_logs.cli.hand import rules_for
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import print_json, print_line
from erqishi_logs.cli.witnesses import check_target, read_witnesses

if TYPE_CHECKING:
    from erqishi_logs.merge import Inference


@verb
@click.argument("paths", metavar="PATH…", nargs=-1, required=True, type=SourcePath())
@rules_option
@option("--out", metavar="FILE", words="infer_out", type=click.Path(dir_okay=False))
@option("--fill", is_flag=True, words="fill")
@json_option
def infer(*, paths: tuple[str, ...], rules: str | None, out: str | None, fill: bool, as_json: bool) -> int:
    """推牌: what every deal that fits a record has; 1 where none fits or a line cannot be read."""
    from erqishi_logs.merge import infer_cards
    from erqishi_logs.record import write_file

    if fill and out is None:
        raise UsageProblemError(say("error.fill_needs_out"))
    check_target(out, paths)
    noted, failed = read_witnesses(paths)
    found = [infer_cards(each.record, rules_for(each.record, rules)) for each in noted]
    for inference in found:
        (_print_json if as_json else _print_hand)(inference)
    if out is not None:
        write_file(out, [each.filled() if fill else each.noted() for each in found])
    return int(failed > 0 or any(each.fits == "none" for each in found))


def _print_json(inference: Inference) -> None:
    from erqishi_logs.record import record_id

    print_json({"id": record_id(inference.record), **inference_data(inference)})


def _print_hand(inference: Inference) -> None:
    from erqishi_logs.record import record_id

    record = inference.record
    print_line(say("infer.title", id=record_id(record), players=" ".join(record.players)))
    for line in inference_lines(inference):
        print_line(line)
