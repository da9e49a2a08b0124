"""Which tests cite a clause: in their name, text or comments, or in a table of rows that they run."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

TESTS = Path(__file__).resolve().parents[1]
#: What tells of clauses and tests none.
_OWN = ("citations.py", "page.py", "test_coverage.py")
_CITED = re.compile(r"(?<![A-Za-z0-9])[sS]([0-3])[_-](\d{3})(?!\d)|(?<=_)s([0-3])_(\d{3})(?!\d)")

#: A top-level name of a module: its path from tests/ and the name.
Symbol = tuple[str, str]


class Part(NamedTuple):
    """One top-level statement: what it names and uses, what it is run over, its last line, from 1."""

    names: tuple[str, ...]
    uses: frozenset[Symbol]
    rows: frozenset[Symbol]
    last: int
    is_table: bool


@cache
def citing_tests() -> dict[str, tuple[str, ...]]:
    """Clause to the tests that cite it, as `clauses/test_s0.py::test_played`."""
    modules = {path.relative_to(TESTS).as_posix(): path for path in sorted(TESTS.rglob("*.py"))}
    parts = {module: list(_parts(module, path, modules)) for module, path in modules.items()}
    users, runners = _users(parts, "uses"), _users(parts, "rows")
    found: dict[str, set[str]] = {}
    for module, path in modules.items():
        if path.name in _OWN:
            continue
        for clause, part in _citations(path.read_text(encoding="utf-8"), parts[module]):
            for name in part.names:
                symbol = (module, name)
                running = _running(symbol, users, part)
                found.setdefault(clause, set()).update(_running(symbol, runners, part) & running or running)
    return {clause: tuple(sorted(tests)) for clause, tests in found.items() if tests}


def _running(symbol: Symbol, users: dict[Symbol, set[Symbol]], part: Part) -> set[str]:
    """The tests that a citation in a part belongs to: itself, or those that use the table, over other tables."""
    if _is_test(symbol):
        return {"::".join(symbol)}
    if not part.is_table:
        return set()
    seen, waiting = {symbol}, [symbol]
    while waiting:
        for user in users.get(waiting.pop(), set()) - seen:
            seen.add(user)
            if not _is_test(user):
                waiting.append(user)
    return {"::".join(user) for user in seen if _is_test(user)}


def _is_test(symbol: Symbol) -> bool:
    return symbol[1].startswith("test_") and symbol[0].rpartition("/")[2].startswith("test_")


def _users(parts: dict[str, list[Part]], how: Literal["uses", "rows"]) -> dict[Symbol, set[Symbol]]:
    """Symbol to the top-level symbols whose statements use it, or are run over its rows."""
    users: dict[Symbol, set[Symbol]] = {}
    for module, of_module in parts.items():
        for part in of_module:
            for used in getattr(part, how):
                users.setdefault(used, set()).update((module, name) for name in part.names)
    return users


def _citations(text: str, parts: list[Part]) -> Iterator[tuple[str, Part]]:
    """Each clause cited and the statement it stands in, or before which its comment stands."""
    for match in _CITED.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        part = next((part for part in parts if part.last >= line), None)
        if part is not None:
            source, number = [group for group in match.groups() if group]
            yield f"S{source}-{number}", part


def _parts(module: str, path: Path, modules: dict[str, Path]) -> Iterator[Part]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {name: (module, name) for node in tree.body for name in _names(node)}
    names |= {name: symbol for node in ast.walk(tree) for name, symbol in _imported(node, modules)}
    for node in tree.body:
        own = {(module, name) for name in _names(node)}
        uses = frozenset(names[name] for name in _used(node) & names.keys()) - own
        is_table = isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign)
        over = [node] if is_table else getattr(node, "decorator_list", [])
        rows = frozenset(names[name] for part in over for name in _used(part) & names.keys()) - own
        yield Part(tuple(_names(node)), uses, rows, node.end_lineno or node.lineno, is_table)


def _used(node: ast.AST) -> set[str]:
    return {sub.id for sub in ast.walk(node) if isinstance(sub, ast.Name)}


def _names(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [sub.id for target in targets if target for sub in ast.walk(target) if isinstance(sub, ast.Name)]


def _imported(node: ast.AST, modules: dict[str, Path]) -> Iterator[tuple[str, Symbol]]:
    """Names that another module of the tests gives."""
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests."):
        module = (node.module or "").removeprefix("tests.").replace(".", "/") + ".py"
        if module in modules:
            yield from ((alias.asname or alias.name, (module, alias.name)) for alias in node.names)
