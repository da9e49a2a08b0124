"""The notebooks run from top to bottom, are kept without outputs, and define nothing of their own."""

from __future__ import annotations

import ast
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
import pytest
from nbclient import NotebookClient

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
#: Seconds that a notebook may take, its kernel's start included.
MAX_SECONDS = 60

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)


def _read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def _code(notebook: Any) -> Iterator[Any]:
    return (cell for cell in notebook.cells if cell.cell_type == "code")


@pytest.fixture
def kernel_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for the kernel, which finds this checkout's package."""
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@every_notebook
def test_a_notebook_runs_from_top_to_bottom(path: Path, kernel_home: Path) -> None:
    notebook = _read(path)
    begin = time.perf_counter()
    NotebookClient(notebook, timeout=MAX_SECONDS, resources={"metadata": {"path": str(kernel_home)}}).execute()
    assert time.perf_counter() - begin < MAX_SECONDS
    outputs = [output for cell in _code(notebook) for output in cell.outputs]
    assert [output for output in outputs if output.output_type == "error" or output.get("name") == "stderr"] == []
    assert any("application/vnd.plotly.v1+json" in output.get("data", {}) for output in outputs)


@every_notebook
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    for cell in _code(_read(path)):
        assert (cell.outputs, cell.execution_count, cell.metadata) == ([], None, {}), cell.source


@every_notebook
def test_a_notebook_says_in_english_what_it_does(path: Path) -> None:
    first = _read(path).cells[0]
    assert first.cell_type == "markdown"
    assert "*In English: " in first.source


@every_notebook
def test_a_notebook_defines_nothing_of_its_own(path: Path) -> None:
    source = "\n".join(cell.source for cell in _code(_read(path)))
    defined = [node for node in ast.walk(ast.parse(source)) if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    assert not defined, "what a notebook needs belongs into the package"


@every_notebook
def test_the_links_of_a_notebook_lead_somewhere(path: Path) -> None:
    text = "\n".join(cell.source for cell in _read(path).cells if cell.cell_type == "markdown")
    links = [part.split(")")[0] for part in text.split("](")[1:]]
    assert [link for link in links if not (path.parent / link).exists()] == []
