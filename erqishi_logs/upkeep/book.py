"""合名: which names of an archive are one person, kept beside its facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.archive.layout import put_file
from erqishi_logs.archive.lock import locked
from erqishi_logs.errors import ArchiveError, nearest
from erqishi_logs.people.book import Book, load_book
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from erqishi_logs.archive import Archive


def unite(archive: Archive, names: Sequence[str]) -> Book:
    """合: names of an archive as one person, called by the first. Raises ArchiveError for a name that nobody bears."""
    check_names(archive, names)
    return _kept(archive, lambda book: book.united(names))


def split(archive: Archive, name: str) -> Book:
    """分: a name as a person by itself again. Raises ErqishiError where it is not united with another."""
    return _kept(archive, lambda book: book.split(name))


def _kept(archive: Archive, change: Callable[[Book], Book]) -> Book:
    layout = archive.layout
    with locked(layout):
        book = change(load_book(layout.people))
        put_file(layout.tmp / "people", layout.people, book.dumps().encode())
    return book


def check_names(archive: Archive, names: Iterable[str]) -> None:
    """查: raises ArchiveError for a name that nobody in the archive bears, with the nearest that somebody does."""
    known = player_names(archive)
    for name in names:
        if name not in known:
            raise unknown_name(name, known)


def player_names(archive: Archive) -> list[str]:
    """名: every name that plays in the archive or is united with one, sorted.

    >>> import tempfile
    >>> from erqishi_logs.archive import Archive
    >>> player_names(Archive.open(tempfile.mkdtemp(), create=True))
    []
    """
    names: list[str] = archive.select("SELECT name FROM people ORDER BY name")["name"].to_pylist()
    return names


def unknown_name(name: str, known: Sequence[str]) -> ArchiveError:
    """怨: that nobody is called so, with the nearest name.

    >>> str(unknown_name("王五五", ["王五"]))
    "no player of the archive is called '王五五'; did you mean '王五'?"
    """
    near = nearest(name, known)
    hint = {"hint": Phrase("remedy.did_you_mean", word=near)} if near else {}
    return ArchiveError(Phrase("people.no_name_near" if near else "people.no_name", name=name, **hint))
