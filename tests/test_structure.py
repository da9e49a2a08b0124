"""What holds for every file: sizes, names, documented public names, one source of truth."""

from __future__ import annotations

import ast
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE = sorted(path for room in ("erqishi_logs", "app", "benchmarks", ".ci") for path in (ROOT / room).rglob("*.py"))
ALL = CODE + sorted((ROOT / "tests").rglob("*.py"))
MAX_FILE_LINES, MAX_FUNCTION_LINES, MAX_MEDIAN_BODY = 400, 60, 6
VAGUE = {"utils", "util", "core", "helpers", "helper", "manager", "common", "misc"}


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions(path: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def length(node: ast.AST) -> int:
    return node.end_lineno - node.lineno + 1  # type: ignore[attr-defined]


def body_length(node: ast.FunctionDef) -> int:
    body = node.body[1:] if ast.get_docstring(node) else node.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


@pytest.mark.parametrize("path", ALL, ids=relative)
def test_a_file_is_short_and_so_are_its_functions(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_FILE_LINES, "make it a folder of the same name"
    long = [f"{node.name} ({length(node)})" for node in functions(path) if length(node) > MAX_FUNCTION_LINES]
    assert not long, f"split {', '.join(long)}"


def test_half_of_all_function_bodies_have_at_most_six_lines() -> None:
    assert statistics.median(body_length(node) for path in CODE for node in functions(path)) <= MAX_MEDIAN_BODY


@pytest.mark.parametrize("path", ALL, ids=relative)
def test_a_file_is_named_for_what_it_holds(path: Path) -> None:
    assert path.stem not in VAGUE, "name the noun that the file holds (STYLE: no utils, core, helpers, manager)"


@pytest.mark.parametrize("path", [path for path in CODE if "erqishi_logs" in path.parts], ids=relative)
def test_what_is_public_is_documented(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bare = [node.name for node in tree.body if is_public(node) and not ast.get_docstring(node)]  # type: ignore[attr-defined,arg-type]
    assert not bare, f"no docstring: {', '.join(bare)}"
    assert ast.get_docstring(tree), "the file says in its first line what it holds"


def is_public(node: ast.stmt) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")


def test_the_command_of_the_readme_is_what_ci_runs() -> None:
    command = "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/python .ci/check.py"
    for name in ("README.md", "README.zh.md", ".ci/run"):
        assert command in (ROOT / name).read_text(encoding="utf-8"), name


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = ("pandas", "pyarrow", "duckdb", "streamlit", "plotly", "click", "msgspec")
    code = f"import sys, erqishi_logs; print(*[name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_every_room_stands_in_the_architecture() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = [
        path.stem
        for path in (ROOT / "erqishi_logs").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    ]
    missing = [room for room in rooms if not room.startswith("_") and f"{room}" not in page]
    assert not missing
