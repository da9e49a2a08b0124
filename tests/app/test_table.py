"""The card table in a real browser, without a server: keys, marks, layout, hostile text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.payload import payload
from app.source import judge
from erqishi_logs.places import folder
from erqishi_logs.record import Record, loads_pu
from erqishi_logs.rules import load_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from app.source import Hand

pytestmark = pytest.mark.browser
AFTER_DEAL, CHI, END = 3, 12, 25


@pytest.fixture(scope="module")
def xiaojia_hand() -> Hand:
    """The sample hand of four players: 小家 wins with 二七十."""
    (record,) = loads_pu((folder("data") / "12-xiao-jia.pu").read_text(encoding="utf-8"))
    assert isinstance(record, Record)
    return judge(record, load_rules(record.rules))


def step(page: Page) -> int:
    return int(page.locator(".er").get_attribute("data-step") or "-1")


def press(page: Page, *keys: str) -> int:
    for key in keys:
        page.keyboard.press(key)
    return step(page)


def test_a_hand_opens_after_the_deal(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    assert step(page) == AFTER_DEAL
    assert page.locator(".seat").count() == 3
    assert page.locator(".seat[data-place=bottom] .hand .card").count() == 21
    assert "丙" in page.locator(".caption").inner_text()


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        (["ArrowRight"], AFTER_DEAL + 1),
        (["ArrowRight", "ArrowLeft"], AFTER_DEAL),
        (["End"], END),
        (["End", "ArrowRight"], END),
        (["Home"], 0),
        (["Home", "ArrowLeft"], 0),
        (["."], CHI),
        (["End", ","], CHI),
        ([".", ".", ","], CHI),
    ],
)
def test_keys_step(table_page: Callable[..., Page], guozhang: Hand, keys: list[str], at: int) -> None:
    assert press(table_page(guozhang), *keys) == at


def test_twenty_fast_presses_are_twenty_steps(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    before = press(page, "Home")
    assert press(page, *["ArrowRight"] * 20) == before + 20


STEP_THERE_AND_BACK = """() => {
  const root = document.getElementById("host").shadowRoot.querySelector(".er");
  for (const key of [...Array(24).fill("ArrowRight"), ...Array(24).fill("ArrowLeft")]) {
    window.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    root.getBoundingClientRect().height;
  }
}"""


def test_a_step_takes_at_most_eight_milliseconds(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    press(page, "Home")
    tools = page.context.new_cdp_session(page)
    # The processor time of the page's own thread: a busy machine must not fail the test.
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        metrics = {row["name"]: row["value"] for row in tools.send("Performance.getMetrics")["metrics"]}
        return sum(metrics[f"{name}Duration"] for name in ("Script", "Layout", "RecalcStyle"))

    before = busy()
    page.evaluate(STEP_THERE_AND_BACK)
    assert (busy() - before) * 1000 / 48 <= 8


def test_a_mark_of_a_finding_jumps_to_its_event(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    page.locator(".mark.violation").click()
    assert step(page) == CHI
    assert page.locator(".finding.here").count() == 1
    assert "柒" in page.locator(".caption").inner_text()
    page.locator(".proof").click()
    assert step(page) == 4, "the ring leads back to the evidence, event 3"


def test_a_finding_of_the_list_jumps_to_its_event(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    page.locator("li.violation .finding").click()
    assert step(page) == CHI
    assert press(page, "Space") == CHI, "a clicked button gives the keyboard back"
    assert page.locator(".control.play").get_attribute("aria-pressed") == "true"


def test_space_plays_and_stops_at_the_end(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang, step=END - 2)
    press(page, *"++++", "Space")
    page.wait_for_function(
        "n => +document.getElementById('host').shadowRoot.querySelector('.er').dataset.step === n", arg=END
    )
    assert page.locator(".control.play").get_attribute("aria-pressed") == "false"


def test_v_turns_the_table_and_h_hides_the_others(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    press(page, "v")
    assert page.locator(".seat[data-place=bottom]").get_attribute("data-seat") == "1"
    assert page.locator(".seat[data-place=right]").get_attribute("data-seat") == "2", "下家 sits on the right"
    press(page, "h")
    assert page.locator(".seat[data-seat='1'] .hand .back").count() == 0
    assert page.locator(".seat[data-seat='0'] .hand .back").count() == 21
    press(page, "h")
    assert page.locator(".hand .back").count() == 0


def test_the_help_opens_and_takes_the_keys(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    press(page, "?")
    assert page.locator("dialog[open] dt").count() >= 9
    assert press(page, "ArrowRight") == AFTER_DEAL
    press(page, "Escape")
    assert press(page, "ArrowRight") == AFTER_DEAL + 1


def test_brackets_ask_for_another_hand(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    press(page, "]", "[")
    assert page.evaluate("window.sent") == [["hand", 1], ["hand", -1]]


def test_switching_to_a_shorter_hand_starts_it(table_page: Callable[..., Page], guozhang: Hand, tianhu: Hand) -> None:
    page = table_page(guozhang)
    press(page, "End")
    table_page(tianhu)
    assert step(page) == 3
    assert press(page, "ArrowRight") == 4
    assert page.locator(".receipt .row.meld").count() == 7


def test_a_win_stays_laid_out_under_the_comments_that_follow(table_page: Callable[..., Page], tianhu: Hand) -> None:
    page = table_page(tianhu)
    press(page, "End")
    assert page.locator(".seat.won .hand .col").count() == 7


def test_another_language_keeps_the_step(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    press(page, *["ArrowRight"] * 5)
    table_page(guozhang, "en")
    assert step(page) == AFTER_DEAL + 5
    assert page.locator(".count").inner_text() == f"Step {AFTER_DEAL + 5} of {END}"


def test_keys_typed_into_a_field_of_the_page_are_left_alone(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    page.evaluate("document.body.prepend(Object.assign(document.createElement('input'), { id: 'field' }))")
    page.focus("#field")
    assert press(page, "ArrowRight", "v", "Space") == AFTER_DEAL
    assert page.input_value("#field") == "v "


def test_after_leaving_the_page_no_key_is_heard(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    page.evaluate("window.unmount()")
    assert press(page, "ArrowRight") == AFTER_DEAL


def test_a_swipe_steps(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    page.evaluate(
        """() => {
          const felt = document.getElementById("host").shadowRoot.querySelector(".felt");
          const touch = (clientX) => new Touch({ identifier: 1, target: felt, clientX, clientY: 200 });
          const send = (type, x, key) => felt.dispatchEvent(new TouchEvent(type, { [key]: [touch(x)], bubbles: true }));
          send("touchstart", 300, "touches");
          send("touchend", 180, "changedTouches");
        }"""
    )
    assert step(page) == AFTER_DEAL + 1


def test_a_hostile_name_is_text(table_page: Callable[..., Page], tianhu: Hand) -> None:
    page = table_page(tianhu)
    assert page.locator(".name", has_text="<img src=x").count() == 1
    assert page.locator("img").count() == 0


def test_cards_have_names_for_a_screen_reader(table_page: Callable[..., Page], guozhang: Hand, tianhu: Hand) -> None:
    page = table_page(guozhang)
    assert page.get_by_role("img", name="大柒", exact=True).count() >= 3
    assert page.get_by_role("img", name="小七", exact=True).count() == 3
    table_page(tianhu)
    assert page.get_by_role("img", name="未見的牌").count() == 40


def test_the_claimed_card_lies_in_front(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang, step=CHI)
    melds = page.locator(".seat[data-seat='1'] .meld")
    assert [melds.nth(i).locator(".card").last.get_attribute("data-c") for i in range(3)] == ["九", "柒", "拾"]
    assert [melds.nth(i).locator(".claimed").count() for i in range(3)] == [1, 1, 0], (
        "what was laid besides was in hand"
    )


@pytest.mark.parametrize("width", [1280, 912, 390])
def test_nothing_is_wider_than_the_page(table_page: Callable[..., Page], guozhang: Hand, width: int) -> None:
    page = table_page(guozhang)
    page.set_viewport_size({"width": width, "height": 844})
    for at in ("Home", "End"):
        press(page, at)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_layout_does_not_jump(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    press(page, "Home")
    heights = set()
    for _ in range(END):
        press(page, "ArrowRight")
        heights.add(round(page.locator(".felt").bounding_box()["height"]))
    assert len(heights) == 1


SLICED = """() => {
  const root = document.getElementById("host").shadowRoot;
  const wrong = [];
  for (const zone of root.querySelectorAll(".cards, .discards")) {
    if (getComputedStyle(zone).overflow !== "visible") wrong.push(zone.className);
    const seat = zone.closest(".seat").getBoundingClientRect();
    const last = (card) => !card.nextElementSibling || zone.matches(".discards");
    for (const card of zone.querySelectorAll(".card:not(.ghost)")) {
      const box = card.getBoundingClientRect();
      const shown = last(card) ? box.height : card.nextElementSibling.getBoundingClientRect().top - box.top;
      if (shown < box.width || box.bottom > seat.bottom || box.right > seat.right) wrong.push(card.dataset.c);
    }
  }
  return wrong;
}"""


@pytest.mark.parametrize("lang", ["zh-Hant", "en"])
@pytest.mark.parametrize("width", [1280, 390, 320])
def test_no_card_is_cut_through_its_character(
    table_page: Callable[..., Page], guozhang: Hand, tianhu: Hand, width: int, lang: str
) -> None:
    for hand in (guozhang, tianhu):
        page = table_page(hand, lang)
        page.set_viewport_size({"width": width, "height": 844})
        for at in (12, END):
            press(page, "Home", *["ArrowRight"] * at)
            assert page.evaluate(SLICED) == []


def test_on_a_phone_three_hands_stand_above_the_buttons(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    page.set_viewport_size({"width": 390, "height": 844})
    press(page, "End")
    hands = page.locator(".seat .cards")
    lowest = max(hands.nth(i).bounding_box()["y"] + hands.nth(i).bounding_box()["height"] for i in range(3))
    assert lowest <= page.locator(".bar").bounding_box()["y"]


LOWEST = """() => {
  const root = document.getElementById("host").shadowRoot;
  const shown = [...root.querySelectorAll(".seat :is(.card:not(.ghost), .chip)")];
  const seats = new Set(shown.map((node) => node.closest(".seat").dataset.seat));
  return [seats.size, Math.max(...shown.map((node) => node.getBoundingClientRect().bottom))];
}"""


@pytest.mark.parametrize("view", [0, 1, 2, 3])
def test_on_a_phone_four_hands_stand_above_the_buttons_at_every_step(
    table_page: Callable[..., Page], xiaojia_hand: Hand, view: int
) -> None:
    page = table_page(xiaojia_hand)
    page.set_viewport_size({"width": 390, "height": 844})
    after_deal = press(page, *["v"] * view)
    tall = set()
    for at in range(after_deal + 1, len(xiaojia_hand.record.events) + 1):
        assert press(page, "ArrowRight") == at
        seats, lowest = page.evaluate(LOWEST)
        assert seats == 4
        assert lowest < page.locator(".bar").bounding_box()["y"]
        tall.add(round(page.locator(".felt").bounding_box()["height"]))
    assert max(tall) - min(tall) <= 1, "no step moves the hands"


def test_on_a_phone_xiaojia_sits_beside_the_card_turned_up(table_page: Callable[..., Page], xiaojia_hand: Hand) -> None:
    page = table_page(xiaojia_hand)
    page.set_viewport_size({"width": 390, "height": 844})
    press(page, "End")
    small, centre = page.locator(".seat.xiaojia").bounding_box(), page.locator(".centre").bounding_box()
    assert small["x"] >= centre["x"] + centre["width"]
    assert small["y"] == pytest.approx(centre["y"], abs=1)
    for card in page.locator(".seat.xiaojia .hand .card").all():
        assert card.bounding_box()["width"] >= 18, "as large as the others' cards"


@pytest.mark.parametrize("width", [1010, 1280])
def test_findings_stand_beside_the_table(table_page: Callable[..., Page], guozhang: Hand, width: int) -> None:
    page = table_page(guozhang)
    page.set_viewport_size({"width": width, "height": 800})
    felt, findings = page.locator(".felt").bounding_box(), page.locator(".findings").bounding_box()
    assert findings["x"] >= felt["x"] + felt["width"]
    assert findings["y"] < 200


def test_a_click_on_a_finding_brings_the_table_back(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    page.set_viewport_size({"width": 390, "height": 600})
    page.locator(".finding").first.scroll_into_view_if_needed()
    page.locator(".finding").first.click()
    assert step(page) == CHI
    assert 0 <= page.locator(".felt").bounding_box()["y"] < 300


def test_hidden_hands_show_what_the_seat_could_know(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang, step=CHI)
    assert page.locator(".seat[data-seat='2'] .chip").count() > 0
    press(page, "h")
    assert page.locator(".seat[data-seat='2'] .chip").count() == 0
    columns = page.locator(".seat[data-seat='2'] .hand .col")
    assert [columns.nth(i).locator(".card").count() for i in range(columns.count())][:-1] == [4] * (columns.count() - 1)
    assert page.locator(".seat[data-seat='0'] .hand .card.back").count() == 0
    press(page, "v")
    assert page.locator(".seat[data-seat='0'] .hand .card:not(.back)").count() == 0


def test_day_and_night_on_a_page_of_its_own(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    page.evaluate("data => window.show(data)", payload(guozhang, "zh-Hant") | {"deep_link": False})
    assert page.locator(".unsure").is_hidden()
    seen = []
    for _ in range(3):
        press(page, "d")
        seen.append((page.locator(".er.dark").count(), page.locator(".look .word").inner_text()))
    assert seen == [(1, "夜"), (0, "日"), (0, "隨系統")]


def test_what_cannot_be_told_is_a_wish_to_the_server(table_page: Callable[..., Page], guozhang: Hand) -> None:
    page = table_page(guozhang)
    page.locator(".unsure input").check()
    assert page.evaluate("window.sent") == [["unsure", True]]


@pytest.mark.parametrize("n", [2, 4, 8])
def test_any_number_of_seats_finds_a_place(table_page: Callable[..., Page], guozhang: Hand, n: int) -> None:
    page = table_page(guozhang)
    page.evaluate("data => window.show(data)", widened(payload(guozhang, "zh-Hant"), n))
    assert page.locator(".seat:visible").count() == n
    before = step(page)
    assert press(page, "v", "ArrowRight") == before + 1


def widened(data: dict[str, Any], n: int) -> dict[str, Any]:
    """The same hand with seats added that hold nothing, or without those that act."""
    data = {**data, "hand": f"seats-{n}", "players": [f"家{i}" for i in range(n)], "findings": []}
    data["events"] = [e if (e["seat"] or 0) < n else {**e, "type": "note"} for e in data["events"]]
    rows = (("hands", ""), ("table", []), ("discards", ""))
    data["frames"] = [{**f, **{key: ([*f[key], *[none] * n])[:n] for key, none in rows}} for f in data["frames"]]
    return data
