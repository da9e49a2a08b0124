"""The dashboard as it is served: choose a hand, step it, follow a link, come back."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
import urllib.request
from typing import TYPE_CHECKING

import pytest

from erqishi_logs.places import app_command
from erqishi_logs.scoring import score_question

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
AFTER_DEAL, CHI = 3, 12


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def wait_until_up(url: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        if server.poll() is not None:
            pytest.fail(f"the dashboard ended with exit {server.returncode}")
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=1).close()  # noqa: S310
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the dashboard did not answer within 30 seconds")


@pytest.fixture(scope="module")
def served(archive_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The dashboard on an archive of the two hands, started as `erqishi app` starts it."""
    port = free_port()
    away = tmp_path_factory.mktemp("elsewhere")
    # A language that another test chose for its server is none of this one's.
    env = {key: value for key, value in os.environ.items() if key != "ERQISHI_LANG"}
    server = subprocess.Popen(app_command(archive_path, port), cwd=away, env=env, stdout=subprocess.DEVNULL)
    wait_until_up(f"http://127.0.0.1:{port}", server)
    yield f"http://127.0.0.1:{port}"
    server.terminate()
    server.wait(timeout=20)


def visit(page: Page, url: str) -> Page:
    page.goto(url)
    page.wait_for_selector(".er .seat")
    return page


def expect_step(page: Page, step: int) -> None:
    page.wait_for_selector(f".er[data-step='{step}']")


def expect_hand(page: Page, hand: str) -> None:
    page.wait_for_selector(f".er[data-hand='{hand}']")


def test_arrow_keys_step_and_the_address_follows(page: Page, served: str) -> None:
    visit(page, served)
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    expect_step(page, AFTER_DEAL + 20)
    page.wait_for_url(re.compile(rf"hand=guozhang.*step={AFTER_DEAL + 20}"))


def test_a_link_opens_hand_step_seat_and_language(page: Page, served: str) -> None:
    visit(page, f"{served}/?hand=guozhang&step={CHI}&seat=2&lang=en")
    expect_step(page, CHI)
    assert page.locator(".seat[data-place=bottom]").get_attribute("data-seat") == "2"
    assert "takes B7 with s7 s7" in page.locator(".caption").inner_text()


def test_reloading_comes_back_to_the_same_step(page: Page, served: str) -> None:
    visit(page, served)
    page.keyboard.press(".")
    page.wait_for_url(re.compile(rf"step={CHI}"))
    page.reload()
    expect_step(page, CHI)


def test_another_hand_is_a_key_away_and_the_shorter_one_steps(page: Page, served: str) -> None:
    visit(page, f"{served}/?hand=guozhang&step=25")
    expect_step(page, 25)
    page.keyboard.press("]")
    expect_hand(page, "tianhu")
    expect_step(page, 3)
    page.keyboard.press("ArrowRight")
    expect_step(page, 4)
    assert page.locator("img[src='x']").count() == 0
    page.keyboard.press("[")
    expect_hand(page, "guozhang")
    page.wait_for_url(re.compile(r"hand=guozhang&step=3"))


def test_a_click_in_the_list_opens_the_hand_and_the_keys_step_it(page: Page, served: str) -> None:
    visit(page, served)
    grid = page.locator("[data-testid=stDataFrame] canvas").first
    grid.wait_for()
    corner = grid.bounding_box()
    page.mouse.click(corner["x"] + 90, corner["y"] + 35 + 35 + 17)  # a row is 35 pixels high, the head too
    expect_hand(page, "tianhu")
    page.keyboard.press("ArrowLeft")
    expect_step(page, 2)


def test_the_language_changes_in_place(page: Page, served: str) -> None:
    visit(page, served)
    page.keyboard.press("ArrowRight")
    page.get_by_role("radio", name="English").click()
    page.wait_for_selector(".er[lang=en]")
    expect_step(page, AFTER_DEAL + 1)


def test_on_a_phone_the_list_closes_when_a_hand_is_chosen(page: Page, served: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, f"{served}/?hand=guozhang")
    page.locator("[data-testid=stExpandSidebarButton]").click()
    grid = page.locator("[data-testid=stDataFrame] canvas").first
    page.wait_for_timeout(600)  # the list slides in
    corner = grid.bounding_box()
    page.mouse.click(corner["x"] + 90, corner["y"] + 35 + 35 + 17)
    expect_hand(page, "tianhu")
    page.wait_for_selector("[data-testid=stSidebar][data-collapsed=true]", state="attached")


def test_beside_the_open_list_the_findings_are_in_sight(page: Page, served: str) -> None:
    visit(page, served)
    page.locator("[data-testid=stSidebar][data-collapsed=false]").wait_for()
    page.locator(".finding").first.click()
    expect_step(page, CHI)
    for part in (".findings", ".felt"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 800


def test_day_and_night_are_chosen_and_stay(page: Page, served: str) -> None:
    visit(page, served)
    for look, dark in (("夜", 1), ("日", 0)):
        page.keyboard.press("d")
        page.wait_for_selector(f".look[title*='{look}']")
        assert page.locator(".er.dark").count() == dark
        page.locator("[data-testid=stSidebar][data-collapsed=false]").wait_for()
        page.goto(served)
        page.wait_for_selector(f".look[title*='{look}']")


def test_what_cannot_be_told_is_listed_on_request(page: Page, served: str) -> None:
    visit(page, f"{served}/?hand=guozhang&step={CHI}")
    page.locator(".unsure input").check()
    page.locator(".unsure input:checked").wait_for()
    expect_step(page, CHI)


def test_the_frame_says_nothing_in_english(page: Page, served: str) -> None:
    visit(page, served)
    said = page.evaluate("document.body.innerText")
    for word in ("Stop", "Skip to", "Deploy", "Running", "Press Enter", "Settings", "Print"):
        assert word not in said
    assert page.locator("[data-testid=stMainMenu]").count() == 0


def test_the_list_narrows_to_what_is_looked_for(page: Page, served: str) -> None:
    visit(page, served)
    page.get_by_placeholder(re.compile("玩家")).fill("丁")
    page.keyboard.press("Enter")
    shown = page.get_by_text("1 / 2 局")
    shown.wait_for()
    assert shown.is_visible()


def test_only_this_machine_can_reach_it(served: str) -> None:
    port = int(served.rsplit(":", 1)[1])
    with socket.socket() as other:
        other.settimeout(1)
        with pytest.raises(OSError, match=r"refused|timed out|unreachable|assign"):
            other.connect(("127.0.0.2", port))


def test_a_hand_is_tapped_in_the_calculator_and_counted_by_the_server(page: Page, served: str) -> None:
    question = {"cards": "一一一 二二二 三三三 四四四 (玖玖玖) (壹壹壹) (伍伍伍)", "win": "四", "rules": "leshan"}
    counted = score_question(question)
    visit(page, served)
    page.get_by_role("link", name="算和").click()
    page.locator(".calc .tray").wait_for()
    for mode, cards in (("hand", "一一一二二二三三三四四"), ("meld", "玖玖玖壹壹壹伍伍伍"), ("win", "四")):
        page.locator(f".mode[data-mode={mode}]").click()
        for card in cards:
            page.locator(f".key[data-card='{card}']").click()
    page.locator(".verdict .say", has_text=f"{counted['hushu']}和，每家付 {counted['total']}").wait_for()
    page.wait_for_url(re.compile(r"/calculator\?cards=.*win=%E5%9B%9B&rules=leshan"))
    page.get_by_role("radio", name="English").click()
    page.locator(".calc[lang=en]").wait_for()
    page.locator(".verdict .say", has_text=f"each pays {counted['total']}").wait_for()
    assert page.locator(".win-zone .card").count() == 1
