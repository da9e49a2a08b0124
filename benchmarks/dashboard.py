"""The dashboard in a browser: the wait for its first page, the work of a step of the replay."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from rows import Figure

from erqishi_logs.places import app_command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

BROWSERS = ("chromium", "google-chrome", "chromium-browser", "google-chrome-stable")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
MOST_SECONDS, MOST_MS = 2, 8
#: Seconds until the server is given up, steps there and back, visits of a server of their own.
PATIENCE, STEPS, VISITS = 60, 20, 3

_STEP = """steps => {
  const root = document.querySelector(".er") ??
    [...document.querySelectorAll("*")].map(one => one.shadowRoot?.querySelector(".er")).find(Boolean);
  for (const key of [...Array(steps).fill("ArrowRight"), ...Array(steps).fill("ArrowLeft")]) {
    window.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    root.getBoundingClientRect().height;
  }
}"""


class Visit(NamedTuple):
    """A first visit of a server that was just started: seconds to the hand on the table, ms of a step."""

    seconds: float
    step_ms: float


def visit(archive: Path) -> Visit | None:
    """The best of some visits, each of a server of its own; None, told on the terminal, without a browser."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - an extra
    except ImportError:
        return _left_out("no playwright: pip install -e '.[bench]'")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        return _left_out("no Chromium on the PATH")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        visits = [_visit(browser, archive) for _ in range(VISITS)]
        browser.close()
    return Visit(*map(min, zip(*visits, strict=True)))


def figures(archive: Path, hands: int) -> Iterator[Figure]:
    """Both waits as rows; none without a browser."""
    done = visit(archive)
    if done is not None:
        name = f"first page of the dashboard after its server is up, {hands:,} hands"
        yield Figure(name, done.seconds, "s", MOST_SECONDS)
        yield Figure("a step of the replay, handler and layout (CPU of the page)", done.step_ms, "ms", MOST_MS)


def _left_out(why: str) -> None:
    print(f"the dashboard is left out: {why}")


def _visit(browser: Browser, archive: Path) -> Visit:
    with _served(archive) as url:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        begin = time.perf_counter()
        page.goto(url)
        page.wait_for_selector(".er .seat")
        seconds = time.perf_counter() - begin
        page.keyboard.press("Home")
        step_ms = _step_ms(page)
        context.close()
    return Visit(seconds, step_ms)


def _step_ms(page: Page) -> float:
    """The processor time of the page's own thread a step, scripts, style and layout."""
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        metrics = {row["name"]: row["value"] for row in tools.send("Performance.getMetrics")["metrics"]}
        return float(sum(metrics[f"{name}Duration"] for name in ("Script", "Layout", "RecalcStyle")))

    before = busy()
    page.evaluate(_STEP, STEPS)
    return 1000 * (busy() - before) / (2 * STEPS)


@contextmanager
def _served(archive: Path) -> Iterator[str]:
    """The dashboard of an archive, as `erqishi app` starts it. Raises TimeoutError where it does not come up."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    url = f"http://127.0.0.1:{port}"
    env = {key: value for key, value in os.environ.items() if key != "ERQISHI_LANG"}
    with subprocess.Popen(app_command(archive, port), env=env, stdout=subprocess.DEVNULL) as server:
        try:
            _wait_until_up(url)
            yield url
        finally:
            server.terminate()


def _wait_until_up(url: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=1).close()  # noqa: S310 - our own
        except OSError:
            time.sleep(0.05)
        else:
            return
    msg = f"the dashboard did not answer within {PATIENCE} seconds"
    raise TimeoutError(msg)
