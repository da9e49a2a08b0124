"""`erqishi undo`: what one ingest stored, taken out again."""

from __future__ import annotations

from erqishi_logs.cli.command import archive_option, json_option, option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import print_json, print_line


@verb
@archive_option
@option("--batch", metavar="ID", words="undo_batch")
@option("--last", words="undo_last", is_flag=True)
@json_option
def undo(*, archive: str, batch: str | None, last: bool, as_json: bool) -> int:
    """撤: takes out the hands of an ingest and says how many."""
    from erqishi_logs.archive import Archive
    from erqishi_logs.upkeep.undo import undo as run

    if last == bool(batch):
        raise UsageProblemError(say("error.batch_or_last"))
    report = run(Archive.open(archive), batch)
    counts = {"hands": report.hands, "quarantined": report.quarantined}
    if as_json:
        print_json({"id": report.ingest.id, **counts, "seconds": report.seconds})
    else:
        print_line(say("undo.summary", id=report.ingest.id, **counts))
    return 0
