"""牌桌: the card table, a component that steps one hand inside the browser.

Its HTML, CSS and JavaScript are plain files, joined here: no build, nothing to install. Data
goes in once a hand; a step never asks the server.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent
_SCRIPTS = ("cards", "seats", "timeline", "receipt", "keys", "page", "main")
_STYLES = ("table", "cards", "bar")


@cache
def table_html() -> str:
    """The markup of the empty table.

    >>> 'class="felt"' in table_html()
    True
    """
    return (_HERE / "table.html").read_text(encoding="utf-8")


@cache
def table_css() -> str:
    """The style sheet of the table, its files joined.

    >>> ".card" in table_css()
    True
    """
    return _joined("css", _STYLES)


@cache
def table_js() -> str:
    """The script of the table as one module whose default export mounts it.

    >>> "export default function" in table_js()
    True
    """
    return _joined("js", _SCRIPTS)


def _joined(kind: str, names: tuple[str, ...]) -> str:
    return "\n".join((_HERE / kind / f"{name}.{kind}").read_text(encoding="utf-8") for name in names)
