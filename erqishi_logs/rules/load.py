"""Rule sets from TOML: presets, a club's own file, a record's `house` differences."""

from __future__ import annotations

import os
import stat
import tomllib
from dataclasses import fields, replace
from enum import IntEnum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

from erqishi_logs.errors import RuleError, nearest, system_reason
from erqishi_logs.games import GAMES
from erqishi_logs.rules import options as opt
from erqishi_logs.rules.bounds import MAX_HOUSE, MAX_TEXT, check_bounds, shorten
from erqishi_logs.rules.check import check_rules
from erqishi_logs.rules.clash import check_club
from erqishi_logs.rules.names import fold, plain_name
from erqishi_logs.rules.ruleset import NOT_OPTIONS, RuleSet
from erqishi_logs.texts.phrase import Phrase, either

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_RULESETS = files("erqishi_logs.rules") / "rulesets"
_KEYS = ("id", "name", "base", "game", "options")
_MAX_FILE = 2**20
#: What the shape of a value may make a reader raise.
_BAD_SHAPE = (ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError)


@cache
def preset_ids() -> tuple[str, ...]:
    """The ids of every preset that this version has, sorted.

    >>> "leshan" in preset_ids()
    True
    """
    return tuple(
        sorted(entry.name.removesuffix(".toml") for entry in _RULESETS.iterdir() if entry.name.endswith(".toml"))
    )


@cache
def load_preset(preset_id: str) -> RuleSet:
    """規則: the preset of this id (RULEBOOK §8). Raises RuleError with the nearest known id.

    >>> load_preset("duikou").chi_from.name
    'OWN_FLIP'
    """
    if preset_id not in preset_ids():
        raise RuleError(_unknown("set", preset_id, preset_ids()))
    text = (_RULESETS / f"{preset_id}.toml").read_text(encoding="utf-8")
    return parse_rules(text, preset_id)


@cache
def preset_names() -> dict[str, str]:
    """規則: the ids of the presets by their Chinese names, as `plain_name` has them.

    >>> preset_names()["樂山市中區"]
    'leshan'
    """
    return {plain_name(load_preset(preset).name): preset for preset in preset_ids()}


def load_rules(name_or_path: str, house: Iterable[str] = (), known: Mapping[str, RuleSet] | None = None) -> RuleSet:
    """規則: a preset's id or Chinese name, one in `known`, or the path of a rules file; with `house` applied.

    Raises RuleError with the nearest that there is; a file whose options contradict each other is refused.

    >>> load_rules("quan", house=["cap=200"]).cap
    200
    >>> load_rules("乐山市中区").id
    'leshan'
    """
    is_path = name_or_path.endswith(".toml") and name_or_path not in (known or ())
    rules = load_rules_file(Path(name_or_path)) if is_path else _find(name_or_path, known or {})
    if is_path:
        check_club(rules)
    return with_house(rules, house)


def load_known_rules(rules_id: str, house: Iterable[str] = (), known: Mapping[str, RuleSet] | None = None) -> RuleSet:
    """規則: as `load_rules`, by id alone (FORMAT, `rules`): a record is a stranger's and must not have files read.

    >>> load_known_rules("樂山市中區")
    Traceback (most recent call last):
    erqishi_logs.errors.RuleError: unknown rule set '樂山市中區'; did you mean 'leshan'?
    """
    if rules_id not in (known or ()) and rules_id not in preset_ids():
        raise RuleError(_unknown("set", rules_id, preset_ids(), hint=nearest_rules(rules_id, known)))
    return with_house(_find(rules_id, known or {}), house)


def nearest_rules(name: str, known: Mapping[str, RuleSet] | None = None) -> str | None:
    """規則: the id of the rule set whose id or name is most like `name`, or None.

    >>> nearest_rules("leshann"), nearest_rules("樂山市中")
    ('leshan', 'leshan')
    """
    words = _words(known or {})
    word = _nearest_word(name, words)
    return words[word] if word else None


def _words(known: Mapping[str, RuleSet]) -> dict[str, str]:
    """Every id and name by which there is a rule set, with its id."""
    rules = [*map(load_preset, preset_ids()), *known.values()]
    return {each.name: each.id for each in rules} | {each.id: each.id for each in rules} | {id_: id_ for id_ in known}


def _nearest_word(name: str, words: Iterable[str]) -> str | None:
    return nearest(name, words) or nearest(fold(name), words)


def _find(name: str, known: Mapping[str, RuleSet]) -> RuleSet:
    if name in known:
        return known[name]
    if name in preset_ids():
        return load_preset(name)
    plain = plain_name(name)
    own = next((rules for rules in known.values() if plain and plain_name(rules.name) == plain), None)
    if own is not None:
        return own
    if plain in preset_names():
        return load_preset(preset_names()[plain])
    raise RuleError(_unknown("set", name, [*preset_ids(), *known], hint=_nearest_word(name, _words(known))))


def load_rules_file(path: Path) -> RuleSet:
    """規則: a club's own file, a preset's name plus what differs. Raises RuleError."""
    try:
        text = _text_of(path)
    except (OSError, ValueError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else error
        msg = _in_file(path, Phrase("rules.not_readable", error=reason))
        raise RuleError(msg) from error
    return parse_rules(text, str(path))


def _text_of(path: Path) -> str:
    """The text of a plain file of a size that rules have; a device or a pipe may never end."""
    # Without waiting, for a pipe that nobody writes to cannot be opened otherwise.
    with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:  # noqa: PTH123 - a descriptor
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise RuleError(_in_file(path, Phrase("rules.no_plain_file")))
        raw = file.read(_MAX_FILE + 1)
    if len(raw) > _MAX_FILE:
        raise RuleError(_in_file(path, Phrase("rules.large_file", limit=_MAX_FILE)))
    return raw.decode("utf-8-sig")


def parse_rules(text: str, where: str) -> RuleSet:
    r"""A rule set from the text of a TOML file; `where` names it in errors.

    >>> parse_rules('id = "ours"\nbase = "quan"\n[options]\ncap = 200', "ours.toml").cap
    200
    """
    data = _table_of(text, where)
    values, sources = _options(data.get("options", {}), where)
    given: dict[str, Any] = {k: data[k] for k in ("name", "game") if k in data}
    if data.get("base"):
        base = load_preset(data["base"])
        rules = replace(base, id=data["id"], base=base.id, **given, **values, sources={**base.sources, **sources})
    else:
        rules = _root(data, given, values, sources, where)
    check_rules(rules)
    return rules


def _table_of(text: str, where: str) -> dict[str, Any]:
    """The table of a rules file: known keys alone, each of the right kind."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        msg = _in_file(where, Phrase("rules.not_toml", error=error))
        raise RuleError(msg) from error
    for key, value in data.items():
        if key not in _KEYS:
            raise RuleError(_in_file(where, _unknown("key", key, _KEYS)))
        if not isinstance(value, dict if key == "options" else str) or len(value) > MAX_TEXT:
            expected = Phrase("rules.table" if key == "options" else "rules.str")
            raise RuleError(_in_file(where, Phrase("rules.bad_key", name=key, raw=shorten(value), expected=expected)))
    if not data.get("id"):
        msg = _in_file(where, Phrase("rules.no_id"))
        raise RuleError(msg)
    if data.get("game", next(iter(GAMES))) not in GAMES:
        raise RuleError(_in_file(where, _unknown("game", data["game"], GAMES)))
    return data


def _root(
    data: dict[str, Any], given: dict[str, Any], values: dict[str, Any], sources: dict[str, str], where: str
) -> RuleSet:
    needed = [f.name for f in fields(RuleSet) if f.name not in NOT_OPTIONS and f.name != "game"]
    missing = [name for name in needed if name not in values]
    if missing or "game" not in given:
        msg = _in_file(where, Phrase("rules.no_base", missing=", ".join(missing or ["game"])))
        raise RuleError(msg)
    return RuleSet(id=data["id"], base="", name=given.pop("name", data["id"]), **given, **values, sources=sources)


def _options(table: Mapping[str, Any], where: str) -> tuple[dict[str, Any], dict[str, str]]:
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for key, entry in table.items():
        if isinstance(entry, dict) and "is" not in entry:  # judged.youkai_bukai = … reads as a table
            entries = {f"{key}_{k}": inner for k, inner in entry.items()}
        else:
            entries = {key: entry}
        for name, inner in entries.items():
            raw, source = (inner["is"], inner.get("source", where)) if _is_cited(inner) else (inner, where)
            values[name] = parse_option(name, raw)
            sources[name] = _source(name, source)
    return values, sources


def _is_cited(entry: Any) -> bool:
    return isinstance(entry, dict) and "is" in entry


def _source(name: str, source: Any) -> str:
    if isinstance(source, str):
        return source
    raise RuleError(Phrase("rules.bad_option", name=name, raw=shorten(source), expected=Phrase("rules.str")))


def with_house(rules: RuleSet, house: Iterable[str]) -> RuleSet:
    """同規: the rule set with differences, each `option=value`. Raises RuleError.

    >>> with_house(load_preset("quan"), ["cap=200"]).cap
    200
    """
    house = tuple(house)
    if not house:
        return rules
    if len(house) > MAX_HOUSE:
        raise RuleError(Phrase("rules.too_large", name="house", found=len(house), limit=MAX_HOUSE))
    values: dict[str, Any] = {}
    for item in house:
        check_bounds("house", item)
        key, found, text = item.partition("=") if isinstance(item, str) else ("", "", "")
        if not found:
            msg = Phrase("rules.house_form", item=item)
            raise RuleError(msg)
        name = key.strip().replace(".", "_").replace("-", "_")
        values[name] = parse_option(name, _plain(text.strip()))
    sources = {**rules.sources, **dict.fromkeys(values, "house")}
    changed = replace(rules, **values, house=(*rules.house, *house), sources=sources)
    check_rules(changed)
    return changed


def _plain(text: str) -> Any:
    """A house value as TOML reads it: number, yes/no, list, or a bare word."""
    if text in ("yes", "no"):
        return text == "yes"
    try:
        return tomllib.loads(f"v = {text}")["v"]
    except (ValueError, RecursionError):
        return text


def parse_option(name: str, raw: Any) -> Any:
    """The value of one option from its written form. Raises RuleError.

    >>> parse_option("cut", "out").name
    'OUT'
    """
    reader = _READERS.get(name)
    if reader is None:
        raise RuleError(_unknown("option", name, _READERS))
    try:
        value = reader(raw)
    except _BAD_SHAPE as error:
        msg = Phrase("rules.bad_option", name=name, raw=shorten(raw), expected=_expected(name, raw))
        raise RuleError(msg) from error
    check_bounds(name, value)
    return value


def _expected(name: str, raw: Any) -> str:
    hint = _HINTS[name]
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        words = [member.name.lower() for member in hint]
        near = nearest(raw, words) if isinstance(raw, str) else None
        return Phrase("part.nearest", words=either(words), word=near) if near else either(words)
    if name == "taipao":
        return Phrase("rules.taipao")
    if hint is bool:
        return either(["yes", "no"])
    return Phrase(f"rules.{hint.__name__}") if hint in (int, str) else Phrase("rules.list")


def _unknown(what: str, name: str, known: Iterable[str], hint: str | None = None) -> Phrase:
    near = hint or nearest(name, known)
    words = ", ".join(sorted(known))
    remedy = Phrase("remedy.did_you_mean", word=near) if near else Phrase("part.known", words=words)
    return Phrase("rules.unknown", what=Phrase(f"rules.{what}"), name=shorten(name), hint=remedy)


def _in_file(where: object, reason: Phrase) -> Phrase:
    return Phrase("rules.in_file", where=where, reason=reason)


def _read_bool(raw: Any) -> bool:
    if isinstance(raw, str) and raw in ("yes", "no"):
        return raw == "yes"
    if not isinstance(raw, bool):
        raise TypeError
    return raw


def _read_int(raw: Any) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int) or raw < 0:
        raise TypeError
    return raw


def _read_str(raw: Any) -> str:
    if not isinstance(raw, str):
        raise TypeError
    return raw


def _read_ints(raw: Any) -> tuple[int, ...]:
    return tuple(map(_read_int, raw))


def _read_pairs(raw: Any) -> tuple[tuple[int, int], ...]:
    return tuple((_read_int(a), _read_int(b)) for a, b in raw)


def _read_tiers(raw: Any) -> tuple[opt.Tier, ...]:
    return tuple(opt.Tier(_read_int(row[0]), _read_str(row[1]), *map(_read_int, row[2:])) for row in raw)


def _read_named_steps(raw: Any) -> tuple[opt.NamedStep, ...]:
    """Rows of [from, value, title, …]."""
    return tuple(opt.NamedStep(_read_int(row[0]), _read_titles(row[2:]), _read_int(row[1])) for row in raw)


def _read_titles(raw: Any) -> int:
    return sum(1 << opt.TITLES.index(_read_str(title)) for title in set(raw))


def _read_words(raw: Any) -> tuple[str, ...]:
    return tuple(map(_read_str, raw))


def _read_taipao(raw: Any) -> int:
    if isinstance(raw, str):
        return opt.TAIPAO_WORDS[raw]
    if _read_int(raw) < 1:
        raise ValueError
    return int(raw)


def _read_enum(kind: type[IntEnum]) -> Callable[[Any], IntEnum]:
    def read(raw: Any) -> IntEnum:
        return kind[_read_str(raw).upper()]

    return read


_HINTS = get_type_hints(RuleSet)
_SPECIAL: dict[str, Callable[[Any], Any]] = {
    "players": _read_ints,
    "xiaojia_at": _read_ints,
    "xiaojia_values": _read_ints,
    "hand_sizes": _read_pairs,
    "kun_table": _read_pairs,
    "tiers": _read_tiers,
    "ladder_literal": _read_named_steps,
    "xiaojia_names": _read_words,
    "taipao": _read_taipao,
}


def _reader(name: str) -> Callable[[Any], Any]:
    hint = _HINTS[name]
    if name in _SPECIAL:
        return _SPECIAL[name]
    if hint is bool:
        return _read_bool
    if hint is int:
        return _read_int
    return _read_str if hint is str else _read_enum(hint)


_READERS: dict[str, Callable[[Any], Any]] = {
    f.name: _reader(f.name) for f in fields(RuleSet) if f.name not in (*NOT_OPTIONS, "game")
}
