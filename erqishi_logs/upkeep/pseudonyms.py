"""化名: records of an archive under other names, which only who has the key can turn back."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, NamedTuple

from erqishi_logs.errors import ArchiveError
from erqishi_logs.people.book import load_book
from erqishi_logs.people.records import new_pseudonym, rename_record
from erqishi_logs.people.renaming import Renaming
from erqishi_logs.record import loads, record_id
from erqishi_logs.record.files import iter_records, whole_file, write_file
from erqishi_logs.texts.phrase import Phrase
from erqishi_logs.upkeep.book import player_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from erqishi_logs.archive import Archive
    from erqishi_logs.record import Record

KEY_FORMAT = "erqishi-key/1"
_BATCH = 5_000


class ExportReport(NamedTuple):
    """化名報告: the records written, the persons who bear other names in them."""

    records: int
    people: int


def export_renamed(archive: Archive, out: Path, key_file: Path) -> ExportReport:
    """化名: writes every record of an archive (record lines, or 譜, as `out` ends), each person under one pseudonym.

    The pseudonyms are those of the key file where there is one, else new ones; it is written anew, for its owner alone.
    Raises ErqishiError for a key file or an ending that is none.
    """
    book = load_book(archive.layout.people)
    names = player_names(archive)
    key = load_key(key_file)
    for person in sorted({book.person_of(name) for name in names} - key.keys()):
        key[person] = new_pseudonym()
    renaming = Renaming({name: key[book.person_of(name)] for name in names})
    ids = _ids(archive, renaming)
    # The key is there before anything is: without it the export could never be turned back.
    write_key(key_file, key)
    written = write_file(out, _renamed(archive, renaming, ids))
    return ExportReport(written, len({*renaming.names.values()}))


def _ids(archive: Archive, renaming: Renaming) -> dict[str, str]:
    """The new ids of all hands that others refer to, a chain of them link by link."""
    sql = "SELECT unnest(list_append(merged_from, replaces)) AS id FROM hands"
    wanted = sorted({id_ for id_ in archive.select(sql)["id"].to_pylist() if id_})
    rows = archive.select("SELECT record FROM records WHERE id IN (SELECT unnest(?))", [wanted])
    return _settled([loads(text) for text in rows["record"].to_pylist()], renaming)


def _settled(records: list[Record], renaming: Renaming) -> dict[str, str]:
    ids: dict[str, str] = {}
    while (found := {record_id(one): _new_id(one, renaming, ids) for one in records}) != ids:
        ids = found
    return ids


def _new_id(record: Record, renaming: Renaming, ids: Mapping[str, str]) -> str:
    return record_id(rename_record(record, renaming, lambda id_: ids.get(id_, id_)))


def _renamed(archive: Archive, renaming: Renaming, ids: Mapping[str, str]) -> Iterator[Record]:
    hands: list[str] = archive.select("SELECT id FROM records ORDER BY id")["id"].to_pylist()
    for at in range(0, len(hands), _BATCH):
        some = hands[at : at + _BATCH]
        rows = archive.select("SELECT record FROM records WHERE id IN (SELECT unnest(?)) ORDER BY id", [some])
        for text in rows["record"].to_pylist():
            yield rename_record(loads(text), renaming, lambda id_: ids.get(id_, id_))


def reveal(source: Path, out: Path, key_file: Path) -> int:
    """還名: writes the records of an export under the names of the key file again; how many. Raises ErqishiError.

    A person with several names comes back under the one he is called by.
    """
    key = load_key(key_file, must_be=True)
    renaming = Renaming({pseudonym: person for person, pseudonym in key.items()})
    return write_file(out, _revealed(source, renaming))


def _revealed(source: Path, renaming: Renaming) -> Iterator[Record]:
    wanted = {id_ for record in _read(source) for id_ in (record.replaces, *(record.merged_from or ()))}
    ids = _settled([record for record in _read(source) if record_id(record) in wanted], renaming)
    for record in _read(source):
        yield rename_record(record, renaming, lambda id_: ids.get(id_, id_))


def _read(source: Path) -> Iterator[Record]:
    for item in iter_records(source):
        if item.error is not None:
            raise item.error
        if item.record is not None:
            yield item.record


def load_key(path: Path, *, must_be: bool = False) -> dict[str, str]:
    """鑰匙: pseudonyms by person; none where there is no file, unless it `must_be`. Raises ErqishiError.

    >>> from pathlib import Path
    >>> load_key(Path("nowhere"))
    {}
    """
    if not path.exists() and not must_be:
        return {}
    try:
        found = json.loads(path.read_bytes())
        key = {str(person): str(pseudonym) for person, pseudonym in found["people"].items()}
        is_ours = found["format"] == KEY_FORMAT and len({*key.values()}) == len(key)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ArchiveError(Phrase("people.no_key", file=path)) from error
    if not is_ours:
        raise ArchiveError(Phrase("people.no_key", file=path))
    return key


def write_key(path: Path, key: Mapping[str, str]) -> None:
    """鑰匙: writes the key file, which nobody but its owner can read."""
    text = json.dumps({"format": KEY_FORMAT, "people": dict(key)}, ensure_ascii=False, indent=1) + "\n"
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    with whole_file(path) as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(text.encode())
