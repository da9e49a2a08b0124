"""份: batches that several processes write beside the archive, and that one of them puts in.

A run has a folder of its own below `parts/`, locked as long as it lives; what a dead run left is cleared
by the next. A part is written and synced there by whoever made it; to put it in is to rename it.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from erqishi_logs.archive.facts import Fact, fact_table
from erqishi_logs.archive.ingests import INGESTS
from erqishi_logs.archive.keys import keys_of
from erqishi_logs.archive.layout import Layout, sync_folder
from erqishi_logs.archive.live import unpack_live
from erqishi_logs.archive.lock import locked
from erqishi_logs.archive.parquet import name_of_content, write_parquet
from erqishi_logs.archive.publish import drop_orphans, put_verdicts
from erqishi_logs.archive.schema import VERDICT_VIEWS
from erqishi_logs.archive.seats import write_verdicts
from erqishi_logs.archive.store import sift
from erqishi_logs.errors import ArchiveError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from erqishi_logs.archive.known import KnownIndex

Array = Any

_FACTS = "facts.parquet"
_VERDICTS = "verdicts"
_OWNER = "owner"


class Part(NamedTuple):
    """份: a batch that is written: its folder, the name of its fact file, the keys of its facts, its counts.

    `lost` names the facts (by row) that could not be judged, with their id and digest as hands.
    """

    folder: Path
    name: str
    keys: Array
    n_stored: int
    n_quarantined: int
    n_findings: int
    lost: tuple[tuple[int, str, bytes], ...] = ()
    n_duplicates: int = 0


@contextmanager
def run_folder(layout: Layout) -> Iterator[Path]:
    """份: a folder for the parts of one run, gone when it ends; those of dead runs are cleared."""
    home = layout.root / "parts"
    folder = home / f"{os.getpid()}-{secrets.token_hex(4)}"
    with ExitStack() as stack:
        # Under the lock, so that no other run takes it for a dead one's before it is locked itself.
        with locked(layout):
            _clear_dead(home)
            folder.mkdir(parents=True)
            owner = stack.enter_context((folder / _OWNER).open("wb"))
            fcntl.flock(owner, fcntl.LOCK_EX)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def refuse_live(layout: Layout) -> None:
    """候: clears what dead runs left. Raises ArchiveError where one lives: nobody knows what it has in hand.

    Needs the lock.
    """
    if _clear_dead(layout.root / "parts"):
        msg = Phrase("archive.in_archive", root=layout.root, reason=Phrase("archive.run_lives"))
        raise ArchiveError(msg)


def _clear_dead(home: Path) -> bool:
    """Clears the folders of dead runs; whether one lives. Needs the lock."""
    folders = [path for path in home.iterdir() if path.is_dir()] if home.is_dir() else []
    return sum(map(_is_alive, folders)) > 0  # each is looked at


def _is_alive(folder: Path) -> bool:
    """Whether the run of a folder lives; a dead one's is cleared."""
    try:
        with (folder / _OWNER).open("rb") as owner:
            fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
    except FileNotFoundError:
        # Its run is being cleared, or was; a worker that outlived it may have written there once more.
        shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        return True  # locked, or another user's
    return False


def write_part(
    folder: Path,
    facts: Any,
    verdicts: Mapping[str, Any],
    identities: Sequence[tuple[str | None, bytes]],
    lost: Sequence[tuple[int, str, bytes]] = (),
) -> Part:
    """份: writes a batch to a new folder and forces it to the disk; `identities`: id and digest of each fact."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / _VERDICTS).mkdir(parents=True)
    write_verdicts(folder / _VERDICTS, verdicts, _layout_of(folder))
    write_parquet(facts, folder / _FACTS, "facts")
    sync_folder(folder / _VERDICTS)
    n_quarantined = facts["id"].null_count
    return Part(
        folder=folder,
        name=name_of_content(folder / _FACTS),
        keys=keys_of(identities),
        n_stored=facts.num_rows - n_quarantined,
        n_quarantined=n_quarantined,
        n_findings=_n_certain(verdicts["findings"]),
        lost=tuple(lost),
    )


def _layout_of(folder: Path) -> Layout:
    """The archive of a part's folder, which lies in that of its run."""
    return Layout(folder.parents[2])


def _n_certain(findings: Any) -> int:
    return int(pc.sum(pc.equal(findings["verdict"], "violated")).as_py() or 0)


def put_in(layout: Layout, index: KnownIndex, part: Part, engine: str) -> Part:
    """入庫: makes a part visible, each hand once; returns what of it was new, when it is on the disk for good."""
    with locked(layout):
        index.refresh()
        if part.lost or index.has_any(part.keys):
            part = _sifted(index, part)
        if part.n_stored or part.n_quarantined:
            _put(layout, part, engine)
            index.add(part.name, part.keys)
    shutil.rmtree(part.folder, ignore_errors=True)
    return part


def _put(layout: Layout, part: Part, engine: str) -> None:
    put_verdicts(layout, part.name, part.folder / _VERDICTS, engine)
    (part.folder / _FACTS).replace(layout.fact_path(part.name))
    sync_folder(layout.facts)


def _sifted(index: KnownIndex, part: Part) -> Part:
    """The part without what the archive holds; what has a held hand's id and other content is quarantined."""
    table = pq.read_table(part.folder / _FACTS)
    facts = list(map(Fact._make, zip(*(table[name].to_pylist() for name in Fact._fields), strict=True)))
    written, unjudged = list(facts), {}
    for row, id_, digest in part.lost:
        # As a hand it may be held, judged while its rules were there.
        hand = facts[row]._replace(id=id_, digest=digest)
        unjudged[id_, digest] = facts[row]
        facts[row] = hand
    first = sift(facts, index)
    again = sift([unjudged.get((fact.id or "", fact.digest), fact) for fact in first.new], index)
    n_duplicates = first.n_duplicates + again.n_duplicates
    if not n_duplicates and again.new == written:
        return part
    now = table["ingested_at"][0].as_py()
    verdicts = {name: _read_view(part.folder, name) for name in VERDICT_VIEWS}
    ids = pa.array([fact.id for fact in again.new if fact.id is not None], pa.string())
    kept = {name: view.filter(pc.is_in(view["id"], ids)) for name, view in verdicts.items()}
    identities = [(fact.id, fact.digest) for fact in again.new]
    marks = {key: text for key, text in (table.schema.metadata or {}).items() if key == INGESTS}
    facts_left = fact_table(again.new, now).replace_schema_metadata(marks)
    left = write_part(part.folder, facts_left, kept, identities)
    return left._replace(n_duplicates=n_duplicates)


def _read_view(folder: Path, name: str) -> Any:
    return unpack_live(pq.read_table(folder / _VERDICTS / f"{name}.parquet"))


def begin_run(layout: Layout) -> None:
    """始: clears what writers that died left among the verdicts."""
    with locked(layout):
        drop_orphans(layout)
