"""版本: which version of the program gives a verdict."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

#: The rooms that decide what a verdict says.
_DECIDING = (
    *("audit", "cards.py", "engine", "games", "legal", "melds.py", "record", "replay", "rules", "scoring", "texts"),
)
_PACKAGE = Path(__file__).resolve().parents[1]


@cache
def engine_version() -> str:
    """版本: the package's version and 8 hex digits of the source that decides, as `0.1.0+1f2e3d4c`.

    >>> engine_version() == engine_version()
    True
    """
    digest = hashlib.sha256()
    for path in sorted(_sources()):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{_release()}+{digest.hexdigest()[:8]}"


def _release() -> str:
    try:
        return version("erqishi-logs")
    except PackageNotFoundError:
        return "0"


def _sources() -> list[Path]:
    roots = [_PACKAGE / name for name in _DECIDING]
    files = [path for root in roots for path in ([root] if root.is_file() else root.rglob("*"))]
    return [path for path in files if path.suffix in (".py", ".toml")]
