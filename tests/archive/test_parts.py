"""The folders of runs: one that lives is never cleared, one that is dead always."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from erqishi_logs.archive.lock import locked
from erqishi_logs.archive.parts import refuse_live, run_folder
from erqishi_logs.errors import ArchiveError


@pytest.fixture
def layout(store):
    return store.archive.layout


@pytest.fixture
def home(layout):
    home = layout.root / "parts"
    home.mkdir()
    return home


def test_what_a_worker_wrote_after_its_run_was_cleared_stands_in_nobodys_way(layout, home):
    (home / "12-ab" / "0" / "verdicts").mkdir(parents=True)
    (home / "12-ab" / "0" / "facts.parquet").write_bytes(b"?")
    with locked(layout):
        refuse_live(layout)
    assert list(home.iterdir()) == []


def test_what_others_put_there_is_no_run(layout, home):
    (home / ".DS_Store").write_bytes(b"?")
    with locked(layout):
        refuse_live(layout)
    with run_folder(layout) as folder:
        assert folder.is_dir()
    assert [path.name for path in home.iterdir()] == [".DS_Store"]


def test_a_run_that_lives_is_left_alone_and_told(layout):
    with run_folder(layout) as one, run_folder(layout) as other:
        assert one.is_dir()
        assert other.is_dir()
        with locked(layout), pytest.raises(ArchiveError):
            refuse_live(layout)


def test_a_folder_is_made_and_locked_while_nobody_clears(layout, home):
    seen = Event()

    def run():
        with run_folder(layout):
            seen.wait(60)

    thread = Thread(target=run)
    with locked(layout):
        thread.start()
        thread.join(0.5)
        made = list(home.iterdir())
    seen.set()
    thread.join()
    assert made == []
