"""What every room's tests share: the shared folder, the command, a loud word about what was not tested."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("ERQISHI_SHARED") or ROOT.parent / "shared")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared folder: rules, checks, logged games. Skips loudly where it is missing."""
    if not SHARED.is_dir():
        pytest.skip(f"no shared folder at {SHARED} (set ERQISHI_SHARED)")
    return SHARED


@pytest.fixture(scope="session")
def erqishi(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command `erqishi` of this checkout, as a file that can be run."""
    installed = Path(sys.executable).parent / "erqishi"
    if installed.exists():
        return str(installed)
    wrapper = tmp_path_factory.mktemp("bin") / "erqishi"
    wrapper.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m erqishi_logs "$@"\n')
    wrapper.chmod(0o755)
    return str(wrapper)


def _skip_reasons(skipped: list[pytest.TestReport]) -> Iterator[str]:
    for report in skipped:
        where = report.longrepr
        yield (where[2] if isinstance(where, tuple) else str(where)).removeprefix("Skipped: ")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says in red which tests did not run for want of the shared folder, a browser or anything else."""
    reasons = list(_skip_reasons(terminalreporter.stats.get("skipped", [])))
    if not reasons:
        return
    terminalreporter.section("NOT TESTED", sep="!", red=True, bold=True)
    for reason in sorted(set(reasons)):
        terminalreporter.line(f"{reasons.count(reason):5} skipped: {reason}", red=True)
