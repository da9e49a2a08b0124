"""名冊: which names are one person, as a small file beside the facts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from erqishi_logs.errors import ErqishiError
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

BOOK_FORMAT = "erqishi-people/1"


@dataclass(frozen=True)
class Book:
    """名冊: persons with more than one name, each a tuple of names, the one the person is called by first.

    A name belongs to one person at most; one that is not here is a person by itself.

    >>> book = Book().united(["甲", "老甲"]).united(["老甲", "甲哥"])
    >>> book.persons, book.person_of("甲哥"), book.person_of("乙")
    ((('老甲', '甲哥', '甲'),), '老甲', '乙')
    """

    persons: tuple[tuple[str, ...], ...] = ()

    def names_of(self, name: str) -> tuple[str, ...]:
        """名: all names of the person who bears this one."""
        return next((names for names in self.persons if name in names), (name,))

    def person_of(self, name: str) -> str:
        """人: what the person who bears this name is called by."""
        return self.names_of(name)[0]

    def united(self, names: Iterable[str]) -> Book:
        """合: the names, and all others of those who bear them, as one person, called by the first."""
        named = list(names)
        others = [other for name in named for other in self.names_of(name)]
        return self._with(tuple(dict.fromkeys([*named, *others])))

    def split(self, name: str) -> Book:
        """分: the name as a person by itself. Raises ErqishiError where it is one already.

        >>> Book((("甲", "老甲", "甲哥"),)).split("甲").persons
        (('老甲', '甲哥'),)
        """
        names = self.names_of(name)
        if len(names) < 2:
            raise ErqishiError(Phrase("people.not_united", name=name))
        return self._with(tuple(other for other in names if other != name))

    def without(self, names: Iterable[str]) -> Book:
        """去: the book without these names."""
        gone = set(names)
        left = (tuple(name for name in person if name not in gone) for person in self.persons)
        return Book(tuple(person for person in left if len(person) > 1))

    def _with(self, person: tuple[str, ...]) -> Book:
        others = (names for names in self.persons if not {*names} & {*person})
        return Book(tuple(sorted([*others, *([person] if len(person) > 1 else [])])))

    def dumps(self) -> str:
        r"""書: the text of the file.

        >>> Book().dumps()
        '{"format": "erqishi-people/1", "people": []}\n'
        """
        return json.dumps({"format": BOOK_FORMAT, "people": self.persons}, ensure_ascii=False) + "\n"


def load_book(path: Path) -> Book:
    """讀: the book of a file, an empty one where there is no file. Raises ErqishiError for what is none.

    >>> from pathlib import Path
    >>> load_book(Path("nowhere")).persons
    ()
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Book()
    except ValueError as error:
        raise ErqishiError(Phrase("people.no_book", file=path)) from error
    persons = found.get("people") if isinstance(found, dict) and found.get("format") == BOOK_FORMAT else None
    if not isinstance(persons, list) or not all(map(_is_person, persons)):
        raise ErqishiError(Phrase("people.no_book", file=path))
    names = [name for person in persons for name in person]
    if len({*names}) != len(names):
        raise ErqishiError(Phrase("people.no_book", file=path))
    return Book(tuple(map(tuple, persons)))


def _is_person(names: object) -> bool:
    return isinstance(names, list) and len(names) > 1 and all(isinstance(name, str) and name for name in names)
