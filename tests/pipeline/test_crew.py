"""The crew of worker processes: what it tells, and when."""

from __future__ import annotations

import importlib
import time

import pytest

from erqishi_logs.pipeline.crew import Crew
from erqishi_logs.pipeline.pace import NotWorthItError

SECONDS = 60
COLD = f"""
import time
class Cold:
    def is_warm(self):
        return False
    def prepare(self):
        time.sleep({SECONDS})
        return len
"""


def test_that_the_compiler_must_run_is_told_before_it_does_however_large_the_jobs(tmp_path, monkeypatch):
    (tmp_path / "cold_begin.py").write_text(COLD, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    begin = importlib.import_module("cold_begin").Cold()

    def refuse() -> None:
        raise NotWorthItError

    started = time.monotonic()
    with Crew(2, begin, refuse) as crew, pytest.raises(NotWorthItError):
        list(crew.results(iter([bytes(4 * 2**20)] * 3)))
    assert time.monotonic() - started < SECONDS
