"""來源: which files there are and in which form they are written."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping  # noqa: TC003 - read at run time by NamedTuple
from dataclasses import dataclass, field
from io import BufferedReader, FileIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from erqishi_logs.errors import RecordError
from erqishi_logs.importers import IMPORTERS, find_importer
from erqishi_logs.pipeline.lines import Again
from erqishi_logs.pipeline.remote import Remote, as_path
from erqishi_logs.record.encoding import detect_encoding
from erqishi_logs.record.files import iter_records, unreadable_file
from erqishi_logs.record.pu import is_pu
from erqishi_logs.texts.phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from erqishi_logs.importers import Item
    from erqishi_logs.rules import RuleSet

#: Forms of the project's own: record lines and 譜; which of them a file is, its reader sees.
OWN_FORMS = ("jsonl", "pu")
FORMS = (*OWN_FORMS, *IMPORTERS)
_ENDINGS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".pu": "pu"}
_PACKED = (".gz", ".zst")
_HEAD = 64 * 1024
STDIN = "-"


class Log(NamedTuple):
    """來源: the files that are read in one go, all of one form.

    `opened` has those that give their bytes once: pipes, open since their beginning was looked at.
    """

    form: str
    paths: tuple[Path, ...]
    opened: Mapping[Path, BinaryIO] = MappingProxyType({})

    def hands(self, known: Mapping[str, RuleSet] | None = None) -> Iterator[tuple[str, Item]]:
        """The form and the hand, or what cannot be read, in order. Raises RecordError for a lost file.

        `known` has rule sets beside the presets, by which a 譜 may be read.
        """
        if self.form in IMPORTERS:
            yield from ((self.form, item) for item in IMPORTERS[self.form].load(self.paths))
            return
        for path in self.paths:
            given = path.open("rb") if isinstance(path, Remote) else self.stream_of(path) or path
            lines = iter_records(given, str(path), known)
            yield from ((line.form, line) for line in lines)
            if path in self.opened and str(path) != STDIN:
                self.opened[path].close()

    def stream_of(self, path: Path) -> BinaryIO | None:
        """What gives the bytes of a path once; None for a file, which is opened when it is read."""
        return self.opened.get(path) or (sys.stdin.buffer if str(path) == STDIN else None)

    def peek(self, path: Path, size: int) -> int:
        """How many of so many bytes there are at least in what gives its bytes once; it gives them again."""
        stream = self.stream_of(path)
        if stream is None:
            return 0
        first = stream.read(size)
        cast("dict[Path, BinaryIO]", self.opened)[path] = cast("BinaryIO", Again(first, stream))
        return len(first)


@dataclass
class Sources:
    """What was found: logs to read, what was named and is none, and what folders hold beside logs.

    `unknown` are named paths of no known form or that cannot be read, `unread` files and folders inside
    a folder that cannot be read; `passed_over` counts files inside a folder of no known form. `opened` has
    what gives its bytes once (see `Log`).
    """

    logs: list[Log] = field(default_factory=list)
    unknown: list[RecordError] = field(default_factory=list)
    unread: list[RecordError] = field(default_factory=list)
    passed_over: int = 0
    opened: dict[Path, BinaryIO] = field(default_factory=dict, repr=False)

    @property
    def n_files(self) -> int:
        """Files that are read."""
        return sum(len(log.paths) for log in self.logs)

    @property
    def errors(self) -> list[RecordError]:
        """All that cannot be read: `unknown`, then `unread`."""
        return [*self.unknown, *self.unread]


def find_sources(paths: Iterable[str | Path], form: str | None = None) -> Sources:
    """來源: every file of `paths`, folders gone through, by form; `form` overrides what its beginning says.

    The parts of a foreign log that lie in one folder are read in one go, for a hand may begin in one
    and end in the next. In a folder files of no known form are passed over and counted; one that was
    named is listed in `unknown`, as is a path that is not there.
    """
    found = Sources()
    parts: dict[tuple[str, Path], list[Path]] = {}
    for path, named in _files(paths, found):
        kind = _form_of(path, form, found, named=named)
        if kind is not None:
            parts.setdefault((kind, path.parent), []).append(path)
    for (kind, _), files in parts.items():
        together = [tuple(files)] if kind in IMPORTERS else [(path,) for path in files]
        found.logs += [Log(kind, group, found.opened) for group in together]
    return found


def form_named(name: str) -> str | None:
    """The form of this name, or whose name begins with it; None where it is no form but a source.

    >>> form_named("guilin"), form_named("pu"), form_named("茶樓") is None
    ('guilin-server-log', 'pu', True)
    """
    return next((form for form in FORMS if form == name or form.startswith(f"{name}-")), None)


def _files(paths: Iterable[str | Path], found: Sources) -> Iterator[tuple[Path, bool]]:
    """Each file once, and whether it was named itself."""
    seen: set[str] = set()
    for given in map(as_path, paths):
        # os.path, for it gives no error where the system does not tell.
        in_folder = given.is_dir() if isinstance(given, Remote) else os.path.isdir(given)  # noqa: PTH112
        for path in _inside(given, found) if in_folder else [given]:
            real = str(path) if "\0" in str(path) else os.path.realpath(path)
            if real not in seen:
                seen.add(real)
                yield path, not in_folder


def _inside(folder: Path, found: Sources) -> Sequence[Path]:
    """Every file in a folder and those below it, sorted; links to nowhere among them."""
    if isinstance(folder, Remote):
        return list(folder.walk_files())

    def complain(error: OSError) -> None:
        found.unread.append(_complaint(Path(error.filename or folder), unreadable_file(error)))

    walk = os.walk(folder, onerror=complain)
    paths = (Path(home, name) for home, _, names in walk for name in names)
    return sorted(path for path in paths if not _is_device(path))


def _is_device(path: Path) -> bool:
    """Whether reading it might never end: a pipe, a socket, a device."""
    return os.path.exists(path) and not os.path.isfile(path)  # noqa: PTH110, PTH113 - as in `_files`


def _form_of(path: Path, form: str | None, found: Sources, *, named: bool) -> str | None:
    if form and named:
        return form
    kind = None
    errors = found.unknown if named else found.unread
    try:
        kind = _sniffed(path, found)
    except (FileNotFoundError, ValueError):  # ValueError: a null, which no path has
        errors.append(_complaint(path, Phrase("file.missing")))
    except OSError as error:
        errors.append(_complaint(path, unreadable_file(error)))
    else:
        kind = form or kind
        if kind is None and named:
            errors.append(_complaint(path, Phrase("file.no_form")))
        found.passed_over += kind is None and not named
    return kind


def _complaint(path: Path, found: str) -> RecordError:
    return RecordError(str(path), 0, None, found, Phrase("file.known_forms"))


def _sniffed(path: Path, found: Sources) -> str | None:
    if str(path) == STDIN:
        return "jsonl"
    head = _head(path, found)
    importer = find_importer(head, path.name)
    if importer is not None:
        # Its parts are opened by the importer, which for a pipe would be too late.
        if path in found.opened:
            return None
        return importer.SOURCE
    return _ENDINGS.get(_ending(path)) or _by_content(head)


def _head(path: Path, found: Sources) -> bytes:
    """The first bytes; what gives them once, as a pipe does, stays open and gives them again."""
    if isinstance(path, Remote) or os.path.isfile(path):  # noqa: PTH113 - as in `_files`
        with path.open("rb") as file:
            return file.read(_HEAD)
    stream = BufferedReader(FileIO(path), _HEAD)
    found.opened[path] = stream
    return stream.peek(_HEAD)


def _ending(path: Path) -> str:
    ending = path.suffix.lower()
    return Path(path.stem).suffix.lower() if ending in _PACKED else ending


def _by_content(head: bytes) -> str | None:
    text = head.decode(detect_encoding(head).codec, "replace").removeprefix("\ufeff").lstrip()
    if text.startswith('{"'):
        return "jsonl"
    return "pu" if is_pu(text) else None
