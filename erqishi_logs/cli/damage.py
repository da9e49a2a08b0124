"""損壞: the files of an archive that cannot be read, a line each on standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.cli.language import current_lang
from erqishi_logs.cli.output import print_error

if TYPE_CHECKING:
    from collections.abc import Iterable

    from erqishi_logs.archive import Archive, Damage


def tell_damage(archive: Archive, found: Iterable[Damage]) -> bool:
    """損壞: a line for each file; whether there was any."""
    lines = [damage.message(archive.layout).told(current_lang()) for damage in found]
    for line in lines:
        print_error(line)
    return bool(lines)
