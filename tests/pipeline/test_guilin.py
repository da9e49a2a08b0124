"""The logged games of 桂林字牌 through the pipeline: rotated parts in one go, in either order (PLATFORMS, C)."""

from __future__ import annotations

import pytest

from erqishi_logs.archive import Archive
from erqishi_logs.pipeline import ingest

PARTS = ["fight-server.log", "fight-server.log.1"]


@pytest.mark.shared
@pytest.mark.parametrize("order", [PARTS, PARTS[::-1], ["."]], ids=["newer first", "older first", "folder"])
def test_platforms_c_every_deal_is_stored_whatever_the_order_of_the_parts(order, shared, tmp_path):
    archive = Archive.open(tmp_path / "庫", create=True)
    report = ingest([shared / "data" / "guilin" / part for part in order], archive)
    assert (report.files, report.quarantined, report.duplicate) == (2, 0, 0)
    outcomes = "SELECT outcome, count(*) AS n FROM hands WHERE outcome <> 'unfinished' GROUP BY ALL ORDER BY ALL"
    assert archive.select(outcomes).to_pylist() == [{"outcome": "hu", "n": 56}, {"outcome": "huang", "n": 2}]
    assert archive.select("SELECT DISTINCT game, form FROM hands JOIN records USING (id)").to_pylist() == [
        {"game": "guilin", "form": "guilin-server-log"}
    ]
    again = ingest([shared / "data" / "guilin" / part for part in PARTS], archive)
    assert (again.stored, again.duplicate) == (0, report.read)
