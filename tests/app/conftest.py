"""What the dashboard's tests share: two hands written by hand, a browser, the table on a bare page."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from app.payload import payload
from app.source import Hand, judge
from app.table import table_css, table_html, table_js
from erqishi_logs.archive import Archive
from erqishi_logs.pipeline import ingest
from erqishi_logs.record import loads
from erqishi_logs.rules import load_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

HOSTILE = "<img src=x onerror=alert(1)>"
BROWSERS = ("chromium", "google-chrome", "chromium-browser", "google-chrome-stable")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def event(kind: str, seat: int | None = None, card: str | None = None, **more: Any) -> dict[str, Any]:
    given = {"type": kind, "seat": seat, "card": card, **more}
    return {key: value for key, value in given.items() if value is not None}


# 乙 lets 柒 pass at event 3 and eats 柒 at event 10: 吃過張 (RULEBOOK §5, §7).
GUOZHANG = {
    "format": "erqishi-log/1",
    "id": "guozhang",
    "rules": "leshan",
    "session": "茶樓",
    "hand": 7,
    "played_at": "2024-02-10",
    "players": ["甲", "乙", "丙"],
    "dealer": 0,
    "events": [
        event("deal", 0, cards="一二三四四六六八十壹壹叄肆伍陸陸柒捌玖玖拾"),
        event("deal", 1, cards="二三五五七七九九十十貳貳叄伍伍柒捌捌拾拾"),
        event("deal", 2, cards="一一二四五六七八八九十壹貳叄肆肆陸柒玖拾"),
        event("discard", 0, "柒"),
        event("flip", 1, "三"),
        event("chi", 2, "三", cards="二四"),
        event("discard", 2, "九"),
        event("dui", 1, "九"),
        event("discard", 1, "十"),
        event("flip", 2, "一"),
        event("flip", 0, "柒"),
        event("chi", 1, "柒", cards="七七", bai=["柒貳拾"]),
        event("discard", 1, "三"),
        event("flip", 2, "四"),
        event("flip", 0, "五"),
        event("flip", 1, "六"),
        event("flip", 2, "八"),
        event("flip", 0, "伍"),
        event("flip", 1, "肆"),
        event("flip", 2, "壹"),
        event("flip", 0, "玖"),
        event("flip", 1, "貳"),
        event("flip", 2, "二"),
        event("flip", 0, "叄"),
        event("note", 2, text=HOSTILE),
    ],
}

# The dealer wins at once: the worked example of RULEBOOK §6, S2, as 天和. The others' cards are not known.
TIANHU = {
    "format": "erqishi-log/1",
    "id": "tianhu",
    "rules": "quan",
    "session": "茶樓",
    "played_at": "2024-02-10",
    "players": ["甲", HOSTILE, "丁"],
    "dealer": 0,
    "quan": 3,
    "events": [
        event("deal", 0, cards="二五五五七八八十壹壹壹壹貳貳叄肆柒捌玖拾拾"),
        event("deal", 1, cards="?" * 20),
        event("deal", 2, cards="?" * 20),
        event("hu", 0, melds=["壹壹壹壹", "貳柒拾", "二七十", "貳叄肆", "捌玖拾", "五五五", "八八"], hushu=24),
        event("note", 2, text="好牌"),
    ],
}


def make_hand(record: dict[str, Any]) -> Hand:
    parsed = loads(json.dumps(record, ensure_ascii=False))
    return judge(parsed, load_rules(parsed.rules))


@pytest.fixture(scope="session")
def guozhang() -> Hand:
    return make_hand(GUOZHANG)


@pytest.fixture(scope="session")
def tianhu() -> Hand:
    return make_hand(TIANHU)


@pytest.fixture(scope="session")
def archive_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive that holds the two hands."""
    folder = tmp_path_factory.mktemp("dashboard")
    lines = "".join(json.dumps(hand, ensure_ascii=False) + "\n" for hand in (GUOZHANG, TIANHU))
    (folder / "hands.jsonl").write_text(lines, encoding="utf-8")
    assert ingest([folder / "hands.jsonl"], Archive.open(folder / "archive", create=True)).stored == 2
    return folder / "archive"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium of this machine. Skips loudly where there is none."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install -e '.[test]'")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("no Chromium on the PATH: the dashboard was not tried in a browser")
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(autouse=True)
def no_language_of_another_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """`erqishi app` hands its language to the server by the environment; a test of it must not reach others."""
    monkeypatch.delenv("ERQISHI_LANG", raising=False)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that fails its test where anything was said on the console as a warning or an error."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=True, locale="zh-TW")
    context.set_default_timeout(90_000)  # a busy machine is slow, not wrong
    opened = context.new_page()
    said: list[str] = []
    opened.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("dialog", lambda dialog: (said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    yield opened
    context.close()
    assert said == []


BARE = """<!doctype html><meta charset="utf-8"><body><div id="host"></div><script type="module">
{js}
const shadow = document.getElementById("host").attachShadow({{ mode: "open" }});
const style = document.createElement("style");
style.textContent = {css};
const holder = document.createElement("div");
holder.innerHTML = {html};
shadow.append(style, holder);
window.sent = [];
window.show = (data) => table({{ data, parentElement: shadow, setTriggerValue: (...said) => window.sent.push(said) }});
window.ready = true;
</script></body>"""


@pytest.fixture
def table_page(page: Page, tmp_path: Path) -> Callable[..., Page]:
    """Shows a hand on the table component, on a page without Streamlit; again for a further hand."""

    def show(hand: Hand, lang: str = "zh-Hant", **opening: Any) -> Page:
        if page.url == "about:blank":
            words = {"css": json.dumps(table_css()), "html": json.dumps(table_html())}
            bare = BARE.format(js=table_js().replace("export default function", "function"), **words)
            (tmp_path / "table.html").write_text(bare, encoding="utf-8")
            page.goto((tmp_path / "table.html").as_uri())
            page.wait_for_function("window.ready")
        page.evaluate("data => { window.unmount = window.show(data); }", payload(hand, lang, **opening))
        return page

    return show
