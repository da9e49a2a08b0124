"""`erqishi history`: the ingests of an archive."""

from __future__ import annotations

from erqishi_logs.cli.command import archive_option, json_option, verb
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import print_json, print_rows


@verb
@archive_option
@json_option
def history(*, archive: str, as_json: bool) -> int:
    """歷: a line for each ingest, the latest last."""
    from erqishi_logs.archive import Archive
    from erqishi_logs.upkeep.history import history as run

    entries = run(Archive.open(archive))
    if as_json:
        for entry in entries:
            counts = {"hands": entry.hands, "quarantined": entry.quarantined}
            print_json({**entry.ingest._asdict(), **counts})
        return 0
    head = [say(f"history.head_{name}") for name in ("id", "at", "hands", "quarantined", "paths")]
    rows = [
        (entry.ingest.id, entry.ingest.at[:19], entry.hands, entry.quarantined, " ".join(entry.ingest.paths))
        for entry in entries
    ]
    print_rows([head, *rows])
    return 0
