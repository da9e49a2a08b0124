"""`erqishi reaudit`: hands that cannot be judged are named, never lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from erqishi_logs.cli import main

if TYPE_CHECKING:
    import pytest

DATA = Path(__file__).resolve().parents[2] / "data"


def test_reaudit_names_the_hands_that_cannot_be_judged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rules = tmp_path / "ours.toml"
    rules.write_text('id = "ours"\nbase = "leshan"\n', encoding="utf-8")
    archive = str(tmp_path / "A")
    assert main(["ingest", str(DATA), "--archive", archive, "--rules", str(rules)]) == 0
    capsys.readouterr()
    (tmp_path / "A" / "rules" / "ours.toml").unlink()
    assert main(["reaudit", "--archive", archive, "--json"]) == 0, "CLI.md: reaudit has no exit 1"
    report = json.loads(capsys.readouterr().out)
    assert report["failed"] == len(report["failures"]) > 0
    first = report["failures"][0]
    assert main(["reaudit", "--archive", archive, "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert f"{first['id']}  cannot be judged: " in out
    assert "ours" in first["reason"]
