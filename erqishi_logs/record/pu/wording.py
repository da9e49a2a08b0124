"""用詞: which of the words that 譜 reads a reader wants to see written."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.errors import ErqishiError, nearest, system_reason
from erqishi_logs.record.pu import words
from erqishi_logs.rules import fold, simplify
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

#: The set that is no table of words: simplified characters for every word and card.
SIMPLIFIED = "simplified"
#: Written only where they are chosen: cards by colour, 貳柒拾 and 小家 by name, what a total counts.
_OPTIONAL: dict[str, tuple[str, ...]] = {
    "red": words.RED_WORDS,
    "black": words.BLACK_WORDS,
    "longdeng": (words.LONGDENG,),
    "xiaojia": words.XIAOJIA_WORDS,
    "total": words.TOTAL_WORDS,
}
#: What may be chosen: key, then the words of it; 圈 of the header has no other word, so `quan` is the title.
CHOICES: dict[str, tuple[str, ...]] = {
    **{key: said for key, said in words.HEADER_WORDS.items() if key != "quan"},
    **words.EVENT_WORDS,
    "bai": words.BAI_WORDS,
    "bakuai": ("八塊", "八個"),
    "hushu": words.HUSHU_WORDS,
    **words.TITLE_WORDS,
    **words.CODE_WORDS,
    **_OPTIONAL,
}
_SPOKEN = {*words.TITLE_WORDS, *words.CODE_WORDS}


class Wording(NamedTuple):
    """用詞: the words chosen, by key; `simplified`: every word and card in simplified characters."""

    chosen: Mapping[str, str] = {}
    simplified: bool = False

    def word(self, key: str) -> str:
        """The word to write for a key of `CHOICES`; empty for one that is written only where it is chosen.

        >>> Wording({"kai": "招"}).word("kai"), Wording(simplified=True).word("kai"), Wording().word("red")
        ('招', '开', '')
        """
        default = "" if key in _OPTIONAL else CHOICES[key][0]
        return self.said(self.chosen.get(key, default))

    def said(self, word: str) -> str:
        """A word in the script that is wanted."""
        return simplify(word) if self.simplified else word

    def glyphs(self, cards: str) -> str:
        """Cards in the script that is wanted; the deck reads both (RULEBOOK §1).

        >>> Wording(simplified=True).glyphs("貳叄陸十")
        '贰叁陆十'
        """
        return simplify(cards) if self.simplified else cards


PLAIN = Wording()


def parse_wording(text: str) -> Wording:
    """用詞: names of sets and KEY=WORD, commas between, or the path of a file `.toml` that holds the same.

    A set's word gives way to a later set's and to KEY=WORD. Raises ErqishiError, one line, for a word that
    譜 would not read for its key (`dui=開`), and for two words for one key.

    >>> parse_wording("muchuan,kai=招").word("dui"), parse_wording("muchuan,kai=招").word("kai")
    ('碰', '招')
    >>> parse_wording("dui=開")
    Traceback (most recent call last):
    ...
    erqishi_logs.errors.ErqishiError: '開' is a word of kai; dui may be 對 碰 偶 對碰 對牌 碰牌
    """
    names, pairs = _from_file(Path(text)) if text.endswith(".toml") else _from_line(text)
    chosen: dict[str, str] = {}
    for name in names:
        chosen.update(wording_words(name))
    own: dict[str, str] = {}
    for key, word in pairs:
        _check(key, word)
        if own.setdefault(key, word) != word:
            raise ErqishiError(Phrase("wording.twice", key=key, first=own[key], second=word))
    return Wording({**chosen, **own}, SIMPLIFIED in names)


def wording_names() -> tuple[str, ...]:
    """用詞之名: the sets, by name.

    >>> "muchuan" in wording_names(), "simplified" in wording_names()
    (True, True)
    """
    return (*_sets(), SIMPLIFIED)


def wording_words(name: str) -> dict[str, str]:
    """用詞: the words of a set, by key. Raises ErqishiError with the nearest set.

    >>> wording_words("colours")
    {'red': '紅', 'black': '黑'}
    """
    if name == SIMPLIFIED:
        return {}
    if name not in _sets():
        near = nearest(name, wording_names())
        known = " ".join(wording_names())
        key = "wording.no_set_near" if near else "wording.no_set"
        raise ErqishiError(Phrase(key, name=name, sets=known, near=near))
    return {key: row["is"] for key, row in _sets()[name].items() if isinstance(row, dict)}


@cache
def _sets() -> dict[str, dict[str, dict[str, str] | list[str]]]:
    text = (files("erqishi_logs.record.pu") / "wordings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _from_line(text: str) -> tuple[list[str], list[tuple[str, str]]]:
    parts = [part.strip() for part in text.replace("，", ",").replace("＝", "=").split(",") if part.strip()]
    pairs = [part.partition("=") for part in parts if "=" in part]
    return [part for part in parts if "=" not in part], [(key.strip(), word.strip()) for key, _, word in pairs]


def _from_file(path: Path) -> tuple[list[str], list[tuple[str, str]]]:
    """`sets = ["muchuan"]` and KEY = "WORD"."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ErqishiError(Phrase("wording.unreadable", path=path, reason=system_reason(error))) from None
    except ValueError as error:
        raise ErqishiError(Phrase("wording.unreadable", path=path, reason=error)) from None
    names = table.pop("sets", [])
    if not isinstance(names, list) or not all(isinstance(word, str) for word in (*names, *table.values())):
        raise ErqishiError(Phrase("wording.form", path=path))
    return names, list(table.items())


def _check(key: str, word: str) -> None:
    if key not in CHOICES:
        near = nearest(key, CHOICES)
        raise ErqishiError(Phrase("wording.no_key_near" if near else "wording.no_key", key=key, near=near))
    if _reads(key, word):
        return
    others = [other for other in CHOICES if _reads(other, word)]
    known = " ".join(CHOICES[key])
    if others:
        raise ErqishiError(Phrase("wording.other", word=word, other=others[0], key=key, words=known))
    raise ErqishiError(Phrase("wording.no_word", word=word, key=key, words=known))


def _reads(key: str, word: str) -> bool:
    plain = word_of(key)
    return plain(word) in map(plain, CHOICES[key])


def word_of(key: str) -> Callable[[str], str]:
    """How words of a key are compared: as they are said for titles and violations, else as they are written.

    >>> word_of("piao")("飘"), word_of("kai")("开水")
    ('瞟', '開水')
    """
    return words.spoken if key in _SPOKEN else fold


def wording_sources() -> Iterator[tuple[str, str, str, str]]:
    """用詞之源: set, key, word and the clause that uses it.

    >>> next(wording_sources())
    ('leshan', 'dui', '對', 'S0-026')
    """
    for name, rows in _sets().items():
        for key, row in rows.items():
            if isinstance(row, dict):
                yield name, key, row["is"], row["source"]
