"""換: several fact files that take the place of others all at once, and the others gone for good.

Only what the table asks for changes facts: a person taken out, an ingest undone. `change.json` names the new files
before they are put in, so that nobody looks at them; when it is written anew with `is_done`, the new ones count
and the old ones do not: that is the one moment. The next writer takes back what a kill leaves before it, and carries
to its end what a kill leaves behind it.
"""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.archive.layout import put_file, read_small, sync_folder

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from erqishi_logs.archive.layout import Layout


class Written(NamedTuple):
    """成: a fact file that is written in `tmp/`: its name to be, its path, its verdicts, their name to be.

    `verdicts` is None where there are none.
    """

    name: str
    facts: Path
    verdicts: Path | None
    folder: str


def put_change(layout: Layout, written: Sequence[Written], old: Collection[str]) -> None:
    """換: puts the written files in the place of the `old` ones, which are deleted at once. Needs the lock."""
    finish_change(layout)
    new = [one.name for one in written]
    _note(layout, new, sorted(set(old).difference(new)), is_done=False)
    for one in written:
        if one.verdicts is not None:
            sync_folder(one.verdicts)
            one.verdicts.rename(layout.verdicts / one.folder)
        one.facts.replace(layout.fact_path(one.name))
    sync_folder(layout.verdicts)
    sync_folder(layout.facts)
    _note(layout, new, sorted(set(old).difference(new)), is_done=True)
    finish_change(layout)


def _note(layout: Layout, new: Sequence[str], old: Sequence[str], *, is_done: bool) -> None:
    text = json.dumps({"is_done": is_done, "new": list(new), "old": list(old)})
    put_file(layout.tmp / "change", layout.change, text.encode())


def finish_change(layout: Layout) -> None:
    """了: takes back a change that was not done, carries to its end one that was. Needs the lock."""
    text = read_small(layout.change)
    if not text:
        return
    change = json.loads(text)
    drop_facts(layout, change["old" if change["is_done"] else "new"])
    layout.change.unlink()
    sync_folder(layout.root)


def drop_facts(layout: Layout, names: Collection[str]) -> None:
    """刪: deletes fact files with their verdicts, and the lists of what they took the place of. Needs the lock.

    And the key file: what stands there of their hands leads back to them.
    """
    layout.keys.unlink(missing_ok=True)
    for name in names:
        layout.fact_path(name).unlink(missing_ok=True)
    sync_folder(layout.facts)
    for path in list(layout.verdicts.iterdir()):
        if path.name.split(".")[0] in names and path.is_dir():
            shutil.rmtree(path)
    for name in names:
        (layout.compacted / f"{name}.txt").unlink(missing_ok=True)
