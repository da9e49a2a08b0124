"""檔案庫: the archive that people and pages use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import duckdb

from erqishi_logs.archive import club
from erqishi_logs.archive.damage import find_damage, is_whole, look_closer, whole_facts, whole_folders
from erqishi_logs.archive.engine import engine_version
from erqishi_logs.archive.kept import KeptConnection
from erqishi_logs.archive.layout import Layout, open_layout
from erqishi_logs.archive.publish import current_folders, engine_tag
from erqishi_logs.archive.query import ScanError, select
from erqishi_logs.archive.render import render
from erqishi_logs.archive.search import find_moments
from erqishi_logs.archive.views import connect
from erqishi_logs.errors import ArchiveError
from erqishi_logs.record import loads, with_id
from erqishi_logs.rules import RuleSet, load_rules
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import pandas as pd

    from erqishi_logs.archive.damage import Damage
    from erqishi_logs.archive.search import Moment, Pattern
    from erqishi_logs.record.types import Record

Answer = TypeVar("Answer")


class Archive:
    """檔案庫: a directory of hands, facts immutable, verdicts derived (DESIGN, The archive).

    A reader is never blocked and sees whole batches; every connection shows the archive as it is
    when it is made, and every question is asked of the archive as it is then. Safe among threads.
    Columns: `erqishi_logs.archive.schema`, docs/archive.md.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.engine = engine_version()
        self._kept = KeptConnection(layout, self.connect)

    @classmethod
    def open(cls, path: str | Path, *, create: bool = False) -> Archive:
        """開庫: the archive in a directory, made if `create`. Raises ArchiveError.

        >>> import tempfile
        >>> Archive.open(tempfile.mkdtemp(), create=True).ids()
        []
        """
        return cls(open_layout(Path(path), create=create))

    def connect(self) -> duckdb.DuckDBPyConnection:
        """視: a DuckDB connection with the views, which reads the archive's files and no other.

        For code of one's own; what a stranger typed goes through `select` or `query`.
        """
        hashes = {name: rules.hash for name, rules in self.club_rules().items()}
        try:
            return connect(self.layout, self.engine, hashes)
        except duckdb.Error:
            if not look_closer(self.layout):
                raise
        return connect(self.layout, self.engine, hashes)

    def ask(self, work: Callable[[duckdb.DuckDBPyConnection], Answer]) -> Answer:
        """問: what `work` makes of a connection; once more without the files that turn out to be damaged.

        `work` raises what `select` and `stream` raise.
        """
        try:
            with self._kept.cursor() as con:
                return work(con)
        except ScanError as error:
            found, changed = look_closer(self.layout), self._kept.forget()
            if error.begun or not (found or changed):
                raise
        with self._kept.cursor() as con:
            return work(con)

    def damaged(self) -> list[Damage]:
        """損壞: the files that cannot be read. Nothing deletes them; the views show all that the others hold.

        >>> import tempfile
        >>> Archive.open(tempfile.mkdtemp(), create=True).damaged()
        []
        """
        return find_damage(self.layout)

    def select(self, sql: str, parameters: Sequence[object] = ()) -> Any:
        """問: the Arrow table of one SELECT. Raises ArchiveError, in one line, for anything else."""
        return self.ask(lambda con: select(con, sql, parameters))

    def query(self, sql: str, fmt: str = "table") -> bytes:
        r"""問: the rows of one SELECT as `table`, `csv`, `json` or `parquet`, text in UTF-8. Raises ArchiveError.

        >>> import tempfile
        >>> Archive.open(tempfile.mkdtemp(), create=True).query("select count(*) as n from hands", "json")
        b'[{"n":0}]\n'
        """
        return render(self.select(sql), fmt)

    def record(self, hand_id: str) -> Record:
        """局: the record of a hand, its id filled in. Raises ArchiveError where there is none."""
        found = self.select("SELECT record FROM records WHERE id = ?", [hand_id]).to_pylist()
        if not found:
            msg = Phrase("archive.in_archive", root=self.layout.root, reason=Phrase("archive.no_hand", id=hand_id))
            raise ArchiveError(msg)
        return with_id(loads(found[0]["record"]))

    def moments(self, pattern: Pattern, progress: Callable[[int, int], None] | None = None) -> Iterator[Moment]:
        """尋: the moments of hands that fit a pattern, as they are found (`erqishi_logs.archive.search`).

        >>> import tempfile
        >>> from erqishi_logs.archive import Pattern
        >>> list(Archive.open(tempfile.mkdtemp(), create=True).moments(Pattern("二七拾", wall_below=10, dui=2)))
        []
        """
        return find_moments(self.layout, pattern, progress)

    def ids(self) -> list[str]:
        """The ids of all hands, as they came in."""
        rows = self.select("SELECT id FROM records ORDER BY ingested_at, file, line, id")
        ids: list[str] = rows["id"].to_pylist()
        return ids

    def hands_frame(self) -> pd.DataFrame:
        """The view `hands` as a pandas frame; whole numbers and yes/no are nullable types."""
        return self.frame("SELECT * FROM hands ORDER BY id")

    def events_frame(self) -> pd.DataFrame:
        """The view `events` as a pandas frame."""
        return self.frame("SELECT * FROM events ORDER BY id, seq")

    def findings_frame(self) -> pd.DataFrame:
        """The view `findings` as a pandas frame."""
        return self.frame("SELECT * FROM findings ORDER BY id, seq")

    def frame(self, sql: str, parameters: Sequence[object] = ()) -> pd.DataFrame:
        """The rows of one SELECT as a pandas frame. Raises ArchiveError.

        >>> import tempfile
        >>> Archive.open(tempfile.mkdtemp(), create=True).frame("select id from hands").shape
        (0, 1)
        """
        frame: pd.DataFrame = self.select(sql, parameters).to_pandas(types_mapper=_nullable)
        return frame

    def club_rules(self) -> dict[str, RuleSet]:
        """本會規則: the archive's own rule sets by id."""
        return club.club_rules(self.layout)

    def add_rules(self, path: str | Path, *, replace: bool = False) -> RuleSet:
        """Keeps a club's rules file; its hands are stale until a reaudit if it replaces one that differs.

        Raises RuleError where it is no rules file, ArchiveError where its id is taken.
        """
        return club.add_rules(self.layout, Path(path), replace=replace)

    def rules(self, name_or_path: str) -> RuleSet:
        """規則: a preset, one of the archive's, or a file, which is then kept. Raises RuleError, ArchiveError.

        >>> import tempfile
        >>> Archive.open(tempfile.mkdtemp(), create=True).rules("quan").id
        'quan'
        """
        if name_or_path.endswith(".toml"):
            return self.add_rules(name_or_path)
        return load_rules(name_or_path, known=self.club_rules())

    def unjudged(self) -> list[str]:
        """The fact files that can be read without verdicts, of any version, that can be.

        >>> import tempfile
        >>> Archive.open(tempfile.mkdtemp(), create=True).unjudged()
        []
        """
        folders = whole_folders(self.layout)
        return [name for name in whole_facts(self.layout) if name not in folders]

    def is_current(self, fact_file: str) -> bool:
        """Whether the verdicts of a fact file are of this version of the program."""
        folder = current_folders(self.layout).get(fact_file)
        return (
            folder is not None
            and is_whole(self.layout, folder)
            and folder.has_all_columns
            and folder.engine_tag == engine_tag(self.engine)
        )


def _nullable(kind: Any) -> Any:
    import pandas as pd  # noqa: PLC0415 - half a second, and only frames need it

    names = {"int16": pd.Int16Dtype, "int32": pd.Int32Dtype, "int64": pd.Int64Dtype, "bool": pd.BooleanDtype}
    found = names.get(str(kind))
    return found and found()
