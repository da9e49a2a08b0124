"""A person taken out leaves no trace: the bytes of the name are looked for in every file of the archive."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from erqishi_logs.archive import Archive, changes as changes_room, compact, locked
from erqishi_logs.archive.publish import drop_orphans
from erqishi_logs.errors import ArchiveError
from erqishi_logs.people.renaming import CODECS
from erqishi_logs.pipeline import ingest, reaudit
from erqishi_logs.record import loads, record_id
from erqishi_logs.upkeep import forget as room
from erqishi_logs.upkeep.backup import back_up
from erqishi_logs.upkeep.forget import forget
from erqishi_logs.upkeep.history import history
from erqishi_logs.upkeep.restore import restore

ROOT = Path(__file__).resolve().parents[2]
KILLS = 3 * int(os.environ.get("ERQISHI_SOAK", "1"))
NAME = "王小五"
PU = f"""譜 1
# {NAME} 記
規則 樂山市中區
場 {NAME}家 2024-02-10  局 NUMBER
家 {NAME} 乙 丙
莊 乙
叨 乙 肆
發 乙 一一六八八九九十壹壹壹貳叄肆伍陸陸柒玖玖拾
發 丙 二二三五五七八九九十壹貳叄叄伍陸捌捌捌玖
發 {NAME} ?
打 乙 八
吃 丙 七九 擺 八九十
註 {NAME}想了很久
"""


def write_all(folder: Path, make) -> list[Path]:
    """Hands of a person in every form and encoding, some that cannot be read, and one without the person."""
    folder.mkdir()
    about = {
        "players": [NAME, "乙", "丙"],
        "recorder": NAME,
        "venue": f"{NAME}家",
        "tags": [f"{NAME}贏"],
        "session": "場",
    }
    first = make.line(**about)
    note = [{"type": "note", "text": f"{NAME}：好"}]
    texts = {
        "canonical.jsonl": f"{first}\n{make.line(f'{NAME}-1', **about)}\n{make.line('other', hand=9)}\n",
        "spaced.jsonl": json.dumps(json.loads(make.line("spaced", **about)), ensure_ascii=False) + "\n",
        "escaped.jsonl": json.dumps(json.loads(make.line("escaped", **about, _of={NAME: [NAME]}))) + "\n",
        "noted.jsonl": make.line("noted", events=json.loads(make.line())["events"] + note) + "\n",
        "chain.jsonl": make.line(hand=1, replaces=record_id(loads(first))) + "\n",
        "bad.jsonl": f'{{"players":["{NAME}"\n{make.line("noted", recorder=NAME)}\n',
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    for number, codec in enumerate((*CODECS, "utf-16"), 1):
        (folder / f"{codec}.pu").write_bytes(PU.replace("NUMBER", str(number)).replace("叄", "參").encode(codec))
        (folder / f"bad-{codec}.pu").write_bytes(
            (PU.replace("NUMBER", str(number)).replace("叄", "參") + "打 乙 龍").encode(codec)
        )
    (folder / NAME).mkdir()
    (folder / NAME / f"{NAME}.jsonl").write_text(make.line("placed") + "\n", encoding="utf-8")
    return [folder]


def traces(name: str) -> list[bytes]:
    """Every way in which a name may stand in bytes."""
    spelt = [name, json.dumps(name)[1:-1], json.dumps(name)[1:-1].upper().replace("\\U", "\\u")]
    return [text.encode(codec) for text in spelt for codec in CODECS]


def found_in(root: Path, name: str) -> list[str]:
    """The files in which a name stands, in their bytes or, of Parquet, in any page or statistics."""
    wanted = traces(name)
    return [
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if any(trace in text for text in texts_of(path) for trace in wanted)
        or any(trace in path.name.encode() for trace in wanted)
    ]


def texts_of(path: Path):
    if not path.is_file():
        return
    yield path.read_bytes()
    if path.suffix == ".parquet":
        with pq.ParquetFile(path) as file:
            yield repr(file.metadata.metadata).encode() + b"".join((file.metadata.metadata or {}).values())
            for group in range(file.num_row_groups):
                for column in file.metadata.row_group(group).to_dict()["columns"]:
                    yield str(column["statistics"]).encode()
            table = file.read()
        yield from (cell for column in table.columns for cell in cells(column.to_pylist()))


def cells(values):
    for value in values:
        if isinstance(value, list):
            yield from cells(value)
        elif isinstance(value, (str, bytes)):
            yield value.encode() if isinstance(value, str) else value


@pytest.fixture
def full(archive, make, tmp_path):
    """All forms ingested one by one, half compacted, the rest judged again; what died left parts and tmp."""
    folder = tmp_path / "in"
    write_all(folder, make)
    rules = tmp_path / "ours.toml"
    rules.write_text(f'# {NAME} 定\nid = "ours"\nname = "{NAME}會"\nbase = "leshan"', encoding="utf-8")
    archive.add_rules(rules)
    paths = sorted(folder.rglob("*.*"))
    ingest(paths[::2], archive, f"{NAME}寄來", batch_hands=3)
    compact(archive.layout, {})
    ingest([*paths[1::2], folder], archive, batch_hands=5)
    archive.engine = "old"
    reaudit(archive)
    for left in (archive.layout.tmp / "x", archive.layout.root / "parts" / "1-x" / "facts"):
        left.parent.mkdir(parents=True, exist_ok=True)
        left.write_text(NAME)
    (archive.layout.root / "parts" / "1-x" / "owner").touch()
    return Archive.open(archive.layout.root)


def counts(archive):
    wanted = ("hands", "events", "findings", "seats", "records", "quarantine")
    return {view: archive.select(f"SELECT count(*) n FROM {view}").to_pylist()[0]["n"] for view in wanted}  # noqa: S608


def test_issue_4_no_byte_of_the_name_is_left_in_any_file(full, make, tmp_path):
    root = full.layout.root
    assert {Path(path).parts[0] for path in found_in(root, NAME)} == {"facts", "verdicts", "rules", "tmp", "parts"}
    sat = "SELECT id, seat FROM seats WHERE player = ? ORDER BY ALL"
    before, ids, n_sat = counts(full), set(full.ids()), full.select(sat, [NAME]).num_rows
    report = forget(full, NAME)
    assert found_in(root, NAME) == []
    assert counts(full) == before
    assert (report.names, report.kept_names, report.kept_rules) == ((NAME,), (), ())
    assert full.club_rules()["ours"].name == f"{report.pseudonym}會"
    assert full.select(sat, [report.pseudonym]).num_rows == n_sat > 5
    gone = ids - set(full.ids())
    assert all(id_.startswith("h-") or NAME in id_ for id_ in gone)
    assert not any(
        trace in path.read_bytes() for path in root.rglob("*") if path.is_file() for trace in map(str.encode, gone)
    )
    back_up(full.layout, tmp_path / "x.backup")
    restore(tmp_path / "x.backup", tmp_path / "又")
    assert found_in(tmp_path / "又", NAME) == []
    assert [path.name for path in root.iterdir() if path.name in ("change.json", "parts")] == ["parts"]


def test_what_is_left_is_as_good_as_ingested_anew(full):
    """Every hand is what its canonical line says, under its own id and verdict; its raw is that hand."""
    forget(full, NAME)
    rows = full.select("SELECT id, record, raw, form, file FROM records").to_pylist()
    for row in rows:
        record = loads(row["record"])
        assert record_id(record) == row["id"]
        if row["form"] == "jsonl":
            assert loads(row["raw"]) == record
    forms = {Path(row["file"]).name: row["form"] for row in rows}
    assert {name for name, form in forms.items() if form == "pu"} >= {"utf-8.pu", "gb18030.pu", "utf-16.pu"}
    before = full.select("SELECT * EXCLUDE (engine, stale) FROM hands ORDER BY id").to_pylist()
    findings = full.select("SELECT * FROM findings ORDER BY id, seq").to_pylist()
    report = reaudit(full)
    assert (report.changes, report.failed) == ([], [])
    assert full.select("SELECT * EXCLUDE (engine, stale) FROM hands ORDER BY id").to_pylist() == before
    assert full.select("SELECT * FROM findings ORDER BY id, seq").to_pylist() == findings


def test_hands_still_refer_to_each_other(full):
    is_there = "EXISTS (FROM records r WHERE r.id = replaces) AS is_there"
    sql = f"SELECT replaces, {is_there} FROM hands WHERE replaces IS NOT NULL"  # noqa: S608
    (before,) = full.select(sql).to_pylist()
    forget(full, NAME)
    (after,) = full.select(sql).to_pylist()
    assert (before["is_there"], after["is_there"]) == (True, True)
    assert before["replaces"] != after["replaces"]


def test_the_hands_of_others_and_their_bytes_stay(full):
    sql = "SELECT id, record, raw, file, line, ingested_at, form FROM records WHERE id = 'other'"
    before = full.select(sql).to_pylist()
    forget(full, NAME)
    assert full.select(sql).to_pylist() == before


def test_ingests_stay_what_they_were(full):
    before = [(entry.ingest.id, entry.hands, entry.quarantined) for entry in history(full)]
    forget(full, NAME)
    assert [(entry.ingest.id, entry.hands, entry.quarantined) for entry in history(full)] == before
    assert NAME not in repr(history(full))


def test_the_person_goes_under_all_united_names_and_longer_names_of_others_stay(archive, make, tmp_path):
    path = tmp_path / "x.jsonl"
    players = [["甲", "乙", "丙"], ["乙", "老甲", "丙"], ["小甲", "乙", "丙"]]
    path.write_text(
        "".join(make.line(f"h{n}", players=names, venue="甲家、小甲家") + "\n" for n, names in enumerate(players))
    )
    ingest([path], archive)
    archive.layout.people.write_text('{"format": "erqishi-people/1", "people": [["老甲", "甲"], ["乙", "阿乙"]]}')
    report = forget(archive, "甲")
    assert (report.names, report.kept_names) == (("老甲", "甲"), ("小甲",))
    rows = archive.select("SELECT players, venue FROM hands ORDER BY id").to_pylist()
    new = report.pseudonym
    assert [row["players"] for row in rows] == [[new, "乙", "丙"], ["乙", new, "丙"], ["小甲", "乙", "丙"]]
    assert {row["venue"] for row in rows} == {f"{new}家、小甲家"}
    assert json.loads(archive.layout.people.read_text())["people"] == [["乙", "阿乙"]]


@pytest.mark.parametrize("name", ["五", "seat", "1", "An"])
def test_a_name_that_may_be_a_card_or_a_word_of_the_format_takes_no_card_away(archive, make, tmp_path, name):
    path, pu = tmp_path / "x.jsonl", tmp_path / "x.pu"
    spaced = json.dumps(json.loads(make.line("b", players=[name, "乙", "丙"])), ensure_ascii=False)
    path.write_text(
        make.line("a", players=[name, "乙", "丙"], venue=f"{name}, Anna") + f"\n{spaced}\n{make.line('c')}\n"
    )
    pu.write_text(PU.replace(NAME, name).replace("NUMBER", "1"))
    ingest([path, pu], archive)
    cards = "SELECT seq, type, seat, card, cards FROM events ORDER BY ALL"
    before = archive.select(cards).to_pylist()
    kept = archive.select("SELECT raw FROM records WHERE id = 'c'").to_pylist()
    forget(archive, name)
    assert archive.select(cards).to_pylist() == before
    assert archive.select("SELECT raw FROM records WHERE id = 'c'").to_pylist() == kept
    assert archive.select("SELECT count(*) n FROM seats WHERE player = ?", [name]).to_pylist() == [{"n": 0}]
    assert all(name not in json.loads(row["record"])["players"] for row in archive.select("FROM records").to_pylist())


def test_a_hand_that_cannot_be_judged_any_more_keeps_its_verdict(archive, make, tmp_path):
    rules = tmp_path / "ours.toml"
    rules.write_text('id = "ours"\nbase = "leshan"')
    archive.add_rules(rules)
    (tmp_path / "x.jsonl").write_text(
        make.line("a", players=[NAME, "乙", "丙"], rules="ours") + "\n" + make.line("b") + "\n"
    )
    ingest([tmp_path / "x.jsonl"], archive)
    (archive.layout.rules / "ours.toml").unlink()
    report = forget(archive, NAME)
    assert found_in(archive.layout.root, NAME) == []
    sql = "SELECT id, players, stale FROM hands ORDER BY id"
    assert archive.select(sql).to_pylist()[0] == {"id": "a", "players": [report.pseudonym, "乙", "丙"], "stale": True}


class Killed(BaseException):
    pass


STEPS = [(changes_room, step) for step in ("sync_folder", "put_file", "drop_facts", "finish_change")]


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize(("home", "step"), [*STEPS, (room, "write_stored"), (room, "put_file")], ids=str)
def test_ended_at_any_moment_the_next_call_ends_it(home, step, times, archive, make, tmp_path, monkeypatch):
    for n in range(3):
        ingest([make.write_lines(tmp_path / f"{n}.jsonl", range(n, n + 1), players=[NAME, "乙", "丙"])], archive)
    archive.layout.people.write_text(f'{{"format": "erqishi-people/1", "people": [["王", "{NAME}"]]}}')
    before = make.all_of(archive)
    calls, real = [], getattr(home, step)

    def dies(*args, **kwargs):
        calls.append(step)
        if len(calls) > times:
            raise Killed
        return real(*args, **kwargs)

    monkeypatch.setattr(home, step, dies)
    try:
        forget(archive, NAME)
    except Killed:
        seen = make.all_of(archive)
        players = {tuple(row["players"]) for row in seen["hands"]}
        assert seen == before or len(players) == 1
        assert len(seen["hands"]) == 3
    monkeypatch.undo()
    with locked(archive.layout):
        drop_orphans(archive.layout)
    if found_in(archive.layout.root, NAME):
        forget(archive, NAME)
    assert found_in(archive.layout.root, NAME) == []
    assert len(make.all_of(archive)["hands"]) == 3


_CHILD = """
import sys
from erqishi_logs.archive import Archive
from erqishi_logs.upkeep.forget import forget
archive = Archive.open(sys.argv[1])
print("begin", flush=True)
forget(archive, sys.argv[2])
print("done", flush=True)
"""


def test_killed_at_any_moment_nothing_is_lost_and_nothing_half_visible(archive, make, tmp_path):
    chance = random.Random(4)
    for n in range(4):
        path = make.write_lines(tmp_path / f"{n}.jsonl", range(20 * n, 20 * n + 20), players=[NAME, "乙", "丙"])
        ingest([path], archive)
    for kill in range(KILLS):
        copy = tmp_path / f"copy{kill}"
        shutil.copytree(archive.layout.root, copy)
        command = [sys.executable, "-c", _CHILD, str(copy), NAME]
        child = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE)
        child.stdout.readline()
        time.sleep(chance.random() * 0.6)
        child.send_signal(signal.SIGKILL)
        was_done = b"done" in child.communicate()[0]
        opened = Archive.open(copy)
        players = opened.select("SELECT DISTINCT players FROM hands").to_pylist()
        assert opened.select("SELECT count(*) n FROM hands").to_pylist() == [{"n": 80}]
        assert len(players) == 1
        assert not was_done or players[0]["players"][0] != NAME
        if players[0]["players"][0] == NAME:
            forget(opened, NAME)
        with locked(opened.layout):
            drop_orphans(opened.layout)
        assert found_in(copy, NAME) == []
        assert opened.select("SELECT count(*) n FROM hands").to_pylist() == [{"n": 80}]


def test_a_name_that_is_not_there_is_told_with_the_nearest(full):
    with pytest.raises(ArchiveError, match=f"did you mean '{NAME}'"):
        forget(full, NAME[:2])


def test_a_reader_that_opened_before_is_answered_anew_or_told_in_one_line(full):
    names = "SELECT DISTINCT player FROM seats"
    assert {"player": NAME} in full.select(names).to_pylist()
    forget(Archive.open(full.layout.root), NAME)
    assert {"player": NAME} not in full.select(names).to_pylist()


def test_the_scan_of_this_test_finds_what_is_there(tmp_path):
    for n, trace in enumerate(traces(NAME)):
        pq.write_table(pa.table({"x": [b"_" + trace]}), tmp_path / f"{n}.parquet", compression="zstd")
        assert found_in(tmp_path, NAME) == [f"{n}.parquet"]
        (tmp_path / f"{n}.parquet").unlink()
