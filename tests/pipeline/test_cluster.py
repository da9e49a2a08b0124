"""Beyond one machine: a Dask cluster and an S3 store give what this machine and its disk give, one worker killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from urllib.parse import quote

import pytest

from erqishi_logs.archive import Archive
from erqishi_logs.cli import main
from erqishi_logs.errors import ErqishiError
from erqishi_logs.pipeline import ingest, iter_audit, reaudit
from erqishi_logs.pipeline.cluster import ClusterCrew
from erqishi_logs.pipeline.pace import Pace
from erqishi_logs.pipeline.remote import Remote
from tests.pipeline.corpus import write_corpus
from tests.pipeline.test_bulk import BLOCK, PLAIN, counts, differences, told

N_WORKERS = 3
SOAK = int(os.environ.get("ERQISHI_SOAK", "1"))
#: Of each kind of hand in the corpus; the soak's has 100,000 hands in all.
HANDS = 24 if SOAK == 1 else 1_700 * SOAK


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """An S3 server on this machine; skips loudly where `moto` is missing."""
    pytest.importorskip("moto", reason="no moto (pip install 'erqishi-logs[test]'): S3 not tested")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
        patch.setenv("AWS_ACCESS_KEY_ID", "甲".encode().hex())
        patch.setenv("AWS_SECRET_ACCESS_KEY", "乙".encode().hex())
        patch.setenv("AWS_REGION", "us-east-1")
        patch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
            wait_for(lambda: put("hands"))
            yield "s3://hands"
            server.kill()


def wait_for(ask, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            return ask()
        except urllib.error.URLError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def put(name: str, content: bytes = b"") -> None:
    """A bucket, or an object of one."""
    url = f"{os.environ['AWS_ENDPOINT_URL']}/{quote(name)}"
    headers = {"Content-Type": "application/octet-stream"}
    with urllib.request.urlopen(urllib.request.Request(url, content, headers, method="PUT")) as answer:  # noqa: S310
        answer.read()


@pytest.fixture(scope="module")
def cluster(store):
    """A cluster of three workers that know the store; skips loudly where Dask is missing."""
    distributed = pytest.importorskip("distributed", reason="no dask (pip install 'erqishi-logs[cluster]')")
    settings = {"n_workers": N_WORKERS, "threads_per_worker": 1, "dashboard_address": ":0"}
    with distributed.LocalCluster(**settings, memory_limit=0, silence_logs=50) as started:
        yield started


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return write_corpus(tmp_path_factory.mktemp("cluster") / "corpus", HANDS)


@pytest.fixture(scope="module")
def plain(corpus, tmp_path_factory):
    """The archive of the corpus by this process alone, and its report."""
    archive = Archive.open(tmp_path_factory.mktemp("plain") / "A", create=True)
    return archive, ingest([corpus], archive, batch_hands=sys.maxsize, pace=PLAIN)


def pace_of(cluster, block_bytes: int = BLOCK // 4) -> Pace:
    """The soak's blocks are those of every day: so many small ones would be a test of Dask's patience."""
    return Pace(block_bytes=block_bytes if SOAK == 1 else Pace().block_bytes, cluster=cluster.scheduler_address)


def test_workers_of_this_machine_store_the_same_rows(corpus, plain, archive):
    report = ingest([corpus], archive, pace=Pace(least_bytes=0, least_bytes_cold=0))
    assert differences(archive, plain[0]) == []
    assert counts(report) == counts(plain[1])


def kill_one(cluster) -> int:
    """Kills a worker's process as the system would; its number."""
    with cluster.get_client() as client:
        number = next(iter(client.run(os.getpid).values()))
    os.kill(number, signal.SIGKILL)
    return number


@pytest.mark.parametrize("block_bytes", [BLOCK // 10, BLOCK])
def test_a_cluster_stores_the_same_rows_with_a_worker_killed_in_the_middle(
    block_bytes, cluster, corpus, plain, archive
):
    """With small blocks the larger files are cut here; with larger ones the workers read them all."""
    killed = []

    def kill(done) -> None:
        if not killed and done.report.stored:
            killed.append(kill_one(cluster))

    report = ingest([corpus], archive, progress=kill, pace=pace_of(cluster, block_bytes))
    assert killed
    assert differences(archive, plain[0]) == []
    assert counts(report) == counts(plain[1])
    names = archive.layout.fact_names()
    again = ingest([corpus], archive, pace=pace_of(cluster, block_bytes))
    assert counts(again) == counts(report) | {"stored": 0, "quarantined": 0, "findings": 0, "duplicate": report.read}
    assert archive.layout.fact_names() == names
    assert list((archive.layout.root / "parts").iterdir()) == []


def test_a_cluster_audits_the_same_in_the_same_order(cluster, corpus):
    pairs = zip(iter_audit([corpus], pace=pace_of(cluster)), iter_audit([corpus], pace=PLAIN), strict=True)
    for number, (one, other) in enumerate(pairs):
        assert told(one) == told(other), number


@pytest.mark.parametrize("rules", [None, "quan"])
def test_a_cluster_judges_again_as_this_process_does(rules, cluster, plain):
    one, other = reaudit(plain[0], rules, cluster=cluster.scheduler_address), reaudit(plain[0], rules)
    assert (one.hands, one.new, one.renewed, one.failed) == (other.hands, other.new, other.renewed, other.failed)
    assert one.changes == other.changes
    assert bool(one.changes) == bool(rules)


def test_files_of_a_store_are_read_as_those_of_a_disk(cluster, store, corpus, plain, archive, tmp_path):
    """The same rows but for the file's name; a second time nothing is read again."""
    for path in sorted(corpus.iterdir()):
        put(f"hands/各 處/{path.name}", path.read_bytes())
    address = f"{store}/各 處"
    report = ingest([address], archive, pace=pace_of(cluster))
    assert counts(report) == counts(plain[1])
    view = "SELECT replace(file, '{}', '') file, line, raw FROM {} ORDER BY ALL"
    for name in ("records", "quarantine"):
        one = archive.select(view.format(address, name)).to_pylist()
        assert one == plain[0].select(view.format(corpus, name)).to_pylist()
    again = ingest([address], archive, pace=pace_of(cluster))
    assert (again.stored, again.duplicate) == (0, report.read)
    here = Archive.open(tmp_path / "here", create=True)
    assert counts(ingest([address], here)) == counts(plain[1])


def test_a_file_of_a_store_that_is_not_there_is_one_line(store, capsys, tmp_path):
    assert main(["ingest", f"{store}/none.jsonl", "--archive", str(tmp_path / "A")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not Remote(f"{store}/none.jsonl").is_file()
    with pytest.raises(FileNotFoundError):
        Remote(f"{store}/none.jsonl").open()


ASKED = [["ingest", "x.jsonl", "--archive", "A"], ["audit", "x.jsonl"], ["reaudit", "--archive", "A"]]


@pytest.mark.parametrize("words", ASKED, ids=[words[0] for words in ASKED])
def test_the_commands_take_a_cluster(words, cluster, make, tmp_path, monkeypatch, capsys):
    """Paths are those of the folder where the command was given."""
    monkeypatch.chdir(tmp_path)
    make.write_lines(tmp_path / "x.jsonl", 20)
    if words[0] == "reaudit":
        ingest([tmp_path / "x.jsonl"], Archive.open(tmp_path / "A", create=True))
    here = main([*words, "--lang", "en"]), said(capsys)
    if words[0] == "ingest":
        words = [*words[:-1], "B"]
    there = main([*words, "--lang", "en", "--cluster", cluster.scheduler_address]), said(capsys)
    assert there == here


def said(capsys) -> list[str]:
    """The lines printed, without the seconds at their end."""
    return [line.partition("; ")[0] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere", "x://y", ""])
def test_a_wrong_address_is_one_line(address, cluster, make, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("erqishi_logs.pipeline.cluster._SECONDS_TO_CONNECT", 1.0)
    source = make.write_lines(tmp_path / "x.jsonl", 2)
    assert main(["audit", str(source), "--lang", "en", "--cluster", address]) == 2
    assert capsys.readouterr().err == (
        f"erqishi: {address}: no Dask scheduler answers there; expected host:port, as tcp://10.0.0.1:8786\n"
    )


@pytest.mark.parametrize("address", ["nowhere", "x://y"])
def test_a_wrong_address_is_one_line_to_the_end_of_the_process(address, make, tmp_path):
    pytest.importorskip("distributed")
    source = make.write_lines(tmp_path / "x.jsonl", 2)
    command = [sys.executable, "-m", "erqishi_logs", "audit", str(source), "--lang", "en", "--cluster", address]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"erqishi: {address}: no Dask scheduler answers")
    assert ended.stderr.count("\n") == 1


def test_a_server_that_is_no_scheduler_is_no_endless_wait(cluster, monkeypatch):
    monkeypatch.setattr("erqishi_logs.pipeline.cluster._SECONDS_TO_CONNECT", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as mute, pytest.raises(ErqishiError, match="no Dask scheduler"):
        ClusterCrew(f"127.0.0.1:{mute.getsockname()[1]}", None)


def test_without_dask_one_line_says_what_to_install(make, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("erqishi_logs.pipeline.cluster.find_spec", lambda name: None)
    source = make.write_lines(tmp_path / "x.jsonl", 2)
    assert main(["audit", str(source), "--lang", "en", "--cluster", "127.0.0.1:1"]) == 2
    assert "pip install 'erqishi-logs[cluster]'" in capsys.readouterr().err


def test_what_a_cluster_cannot_do_is_said(make, tmp_path, capsys):
    source = make.write_lines(tmp_path / "x.jsonl", 2)
    assert main(["audit", str(source), "--all", "--cluster", "127.0.0.1:1"]) == 2
    assert "--all" in capsys.readouterr().err


def test_a_worker_of_another_version_does_nothing(cluster, make, tmp_path, monkeypatch):
    monkeypatch.setattr("erqishi_logs.pipeline.cluster.engine_version", lambda: "0.0.1")
    source = make.write_lines(tmp_path / "x.jsonl", 2)
    with pytest.raises(ErqishiError, match=r"have erqishi-logs .*, here it is 0\.0\.1"):
        list(iter_audit([source], pace=pace_of(cluster)))
