"""`erqishi convert` tells each bad line as it comes and keeps none (CLI.md)."""

from __future__ import annotations

import tracemalloc

from erqishi_logs.cli import main

LINE = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":0,"events":[]}\n'


def test_each_bad_line_is_told_and_the_hands_are_written(tmp_path, capsys):
    (tmp_path / "x.jsonl").write_text("{\n" + LINE + "[\n" + LINE, encoding="utf-8")
    assert main(["convert", str(tmp_path / "x.jsonl"), str(tmp_path / "y.pu"), "--lang", "en"]) == 1
    told = capsys.readouterr()
    assert [line.split(" found")[0] for line in told.err.splitlines()] == [
        f"erqishi: {tmp_path / 'x.jsonl'}:{line}:" for line in ("1:2", "3:2")
    ]
    assert (tmp_path / "y.pu").read_text(encoding="utf-8").count("譜") == 2


def test_one_bad_line_alone_is_the_reason_of_the_end(tmp_path, capsys):
    (tmp_path / "x.jsonl").write_text("{\n", encoding="utf-8")
    assert main(["convert", str(tmp_path / "x.jsonl"), str(tmp_path / "y.pu"), "--lang", "en"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "y.pu").exists()


def test_memory_does_not_grow_with_the_bad_lines(tmp_path, capfd):
    (tmp_path / "x.jsonl").write_text("{\n" * 20_000, encoding="utf-8")
    main(["rules", "leshan"])
    tracemalloc.start()
    try:
        assert main(["convert", str(tmp_path / "x.jsonl"), str(tmp_path / "y.pu"), "--lang", "en"]) == 2
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 * 2**20
    assert capfd.readouterr().err.count("\n") == 20_001
