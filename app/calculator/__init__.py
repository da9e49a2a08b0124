"""算和: the tray of cards and the counts beside it, a component; its cards are drawn by the table's own script."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent
_TABLE = _HERE.parent / "table"


@cache
def calculator_html() -> str:
    """The markup of the empty calculator.

    >>> 'class="tray"' in calculator_html()
    True
    """
    return _read(_HERE / "calculator.html")


@cache
def calculator_css() -> str:
    """The style sheet: the table's, then what is the calculator's own.

    >>> ".card" in calculator_css(), ".key" in calculator_css()
    (True, True)
    """
    return _joined(_TABLE / "css", ("table", "cards", "bar"), "css") + _joined(_HERE / "css", ("calculator",), "css")


@cache
def calculator_js() -> str:
    """The script as one module whose default export mounts it.

    >>> "export default function" in calculator_js(), "function cardNode" in calculator_js()
    (True, True)
    """
    own = _joined(_HERE / "js", ("tray", "form", "answer", "main"), "js")
    return _joined(_TABLE / "js", ("cards", "receipt", "page"), "js") + own


def _joined(folder: Path, names: tuple[str, ...], kind: str) -> str:
    return "\n".join(_read(folder / f"{name}.{kind}") for name in names)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
