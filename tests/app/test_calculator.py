"""The calculator: what it answers, what a hostile link does, and its main job in a real browser."""

from __future__ import annotations

import json
import sys
import tomllib
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, quote

import pytest
from hypothesis import given, settings, strategies as st
from streamlit.testing.v1 import AppTest

from app.calculator import calculator_css, calculator_html, calculator_js
from app.calculator.asked import Asked, address, as_question, read_asked, write_asked
from app.calculator.payload import payload
from app.strings import LANGUAGE_NAMES
from erqishi_logs.places import folder
from erqishi_logs.rules import preset_ids
from erqishi_logs.scoring import all_answers, score_question
from tests.app.conftest import BARE, HOSTILE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

LANGS = list(LANGUAGE_NAMES)
# RULEBOOK §6, the worked example of S2, here with the claimed 五五五 and won on 八.
WON = Asked(cards="壹壹壹壹 貳柒拾 二七十 貳叄肆 捌玖拾 (五五五) 八八", win="八", rules="quan", quan=3)
MANY = Asked(cards="一一一 二二二 三三三 四四四 (玖玖玖) (壹壹壹) (伍伍伍)", win="四")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("asked", [Asked(), WON, MANY, Asked(cards="一二"), Asked(cards="x"), Asked(rules="guilin")])
def test_what_the_component_gets_is_plain_json(asked: Asked, lang: Any) -> None:
    data = payload(asked, lang)
    assert json.loads(json.dumps(data)) == data
    assert len(data["kinds"]) == 20


def test_the_best_arrangement_is_what_the_command_counts() -> None:
    best = payload(WON, "zh-Hant")["answer"]["arrangements"][0]["receipt"]
    counted = score_question({**as_question(WON), "rules": "quan"})
    assert {row["cards"]: row["value"] for row in best["melds"]} == {
        meld["cards"]: str(meld["hushu"]) for meld in counted["melds"]
    }
    assert [row["value"] for row in best["lines"] if row["kind"] == "sum"] == [
        str(counted["hushu"]),
        str(counted["total"]),
    ]


def test_every_arrangement_is_listed_best_first() -> None:
    asked = Asked(cards="二二貳三三叄四四肆 (玖玖玖) (壹壹壹) (伍伍伍) (柒柒柒)", win="貳")
    found = payload(asked, "zh-Hant")["answer"]
    answers = all_answers({**as_question(asked), "rules": "leshan"})
    assert len(answers) == 2
    assert found["many"] == "擺法 2 種，最好的在前，列出 2"
    assert [[meld["cards"] for meld in way["receipt"]["melds"]] for way in found["arrangements"]] == [
        [meld["cards"] for meld in answer["melds"]] for answer in answers
    ]


@pytest.mark.parametrize(
    ("asked", "code", "told"),
    [
        (Asked(cards="一二"), "zha_hu", "有 2 張"),
        (Asked(cards="捌玖拾", win="捌", rules="quan", xiaojia=True), "hushu_bugou", "只有0和，至少要1和"),
        (Asked(cards="三四五四四肆 (玖玖玖) (壹壹壹) (伍伍伍) (一二三) (柒捌玖)", win="三"), "chai_kan", "要拆開坎子"),
    ],
)
def test_no_win_says_its_code_and_what_is_missing(asked: Asked, code: str, told: str) -> None:
    found = payload(asked, "zh-Hant")["answer"]
    assert found["kind"] == "no_win"
    assert code in found["head"]
    assert told in " ".join(found["sentences"])


def test_other_rules_stand_beside_with_the_option_in_words() -> None:
    asked = Asked(cards="玖玖玖", win="玖", rules="leshan-4", players=4, xiaojia=True, others=("app-14", "quan"))
    rows = payload(asked, "zh-Hant")["elsewhere"]["rows"]
    assert [(row["name"], row["cells"] and row["cells"][-1]) for row in rows] == [
        ("樂山市中區，四人帶小家", "40"),
        ("打圈", "20"),
        ("線上十四張", None),
    ]
    assert any("小家" in sentence for sentence in rows[1]["causes"]["sentences"])
    assert "付 40 → 20" in rows[1]["causes"]["changes"]


def test_the_discarder_pays_with_taipao() -> None:
    asked = WON._replace(taipao=True)
    due = score_question({**as_question(asked), "rules": "quan"})["total"]
    assert payload(asked, "en")["answer"]["head"].endswith(f"the discarder pays {due}")


texts = st.text(max_size=12) | st.sampled_from(
    ["一", "五五五 (柒柒柒)", HOSTILE, "leshan", "all", "quan,old", "1", "tianhu"]
)
keys = st.sampled_from(["cards", "win", "rules", "with", "dealt", "quan", "title", "players", "taipao", "xiaojia", "x"])


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(keys, texts | st.integers() | st.none() | st.lists(texts, max_size=2)))
def test_no_link_breaks_the_page_and_every_question_survives_its_own(said: dict[str, Any]) -> None:
    asked = read_asked(said)
    assert asked.rules in preset_ids()
    assert read_asked(write_asked(asked)) == asked
    opened = {key: values[0] for key, values in parse_qs(address(asked, "en")[1:], keep_blank_values=True).items()}
    assert read_asked(opened) == asked
    assert payload(asked._replace(others=()), "zh-Hant")["answer"]["head"]


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The page alone, as a visitor gets it."""
    monkeypatch.setattr(sys, "argv", ["main.py"])

    def script() -> None:
        from app import frame  # noqa: PLC0415 - AppTest runs this text by itself
        from app.pages_ import calculator  # noqa: PLC0415

        frame.begin()
        calculator.show()

    return AppTest.from_function(script, default_timeout=30)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("cards", ["", WON.cards, HOSTILE, "一" * 9999, "()", "((", "\x00", "听听"])
def test_a_link_opens_the_page(visit: AppTest, cards: str, lang: str) -> None:
    visit.query_params.update(
        {"cards": cards, "lang": lang, "rules": "../../etc/passwd", "quan": "-1", "with": HOSTILE}
    )
    visit.run()
    assert not visit.exception
    asked = visit.session_state["asked"]
    assert (asked.rules, asked.quan, asked.others) == ("leshan", None, ())


def test_the_question_stays_when_the_language_changes(visit: AppTest) -> None:
    visit.query_params.update(write_asked(WON))
    visit.run()
    visit.session_state["lang"] = "en"
    visit.run()
    assert not visit.exception
    assert visit.session_state["asked"] == WON


def test_no_string_of_the_calculator_is_idle() -> None:
    files = [path for kind in ("*.py", "*.js") for path in (folder("app") / "calculator").rglob(kind)]
    written = "".join(path.read_text(encoding="utf-8") for path in files)
    keys = tomllib.loads((folder("app") / "texts.toml").read_text(encoding="utf-8"))["calculator"]
    built = ("ask_", "head_", "mode_", "pays_", "change_")
    assert [key for key in keys if not key.startswith(built) and key not in written] == []


def test_the_script_of_the_calculator_never_writes_markup() -> None:
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert word not in calculator_js()


@pytest.fixture
def calculator_page(page: Page, tmp_path: Path) -> Callable[[Asked], Page]:
    """The component in a browser; what it asks is answered by the page's own functions."""

    def reply(said: dict[str, Any]) -> dict[str, Any]:
        return payload(read_asked(said), "zh-Hant", said["number"])

    def show(asked: Asked) -> Page:
        words = {"css": json.dumps(calculator_css()), "html": json.dumps(calculator_html())}
        bare = BARE.format(js=calculator_js().replace("export default function calculator", "function table"), **words)
        (tmp_path / "calculator.html").write_text(bare, encoding="utf-8")
        page.expose_function("reply", reply)
        page.goto((tmp_path / "calculator.html").as_uri())
        page.wait_for_function("window.ready")
        page.evaluate("""() => { window.sent.push = async (said) => window.show(await window.reply(said[1])); }""")
        page.evaluate("data => { window.show(data); }", payload(asked, "zh-Hant"))
        return page

    return show


def tap(page: Page, cards: str) -> None:
    for card in cards:
        page.locator(f".key[data-card='{card}']").click()


def expect_head(page: Page, head: str) -> None:
    page.wait_for_function(
        "head => document.querySelector('#host').shadowRoot.querySelector('.say').textContent === head", arg=head
    )


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_a_hand_is_tapped_and_counted_as_by_the_command(calculator_page: Callable[[Asked], Page], width: int) -> None:
    page = calculator_page(Asked(others=("quan",)))
    page.set_viewport_size({"width": width, "height": 844})
    tap(page, "壹壹壹壹貳柒拾二七十貳叄肆捌玖拾八")
    page.locator(".mode[data-mode=meld]").click()
    tap(page, "五五五")
    page.locator(".mode[data-mode=win]").click()
    tap(page, "八")
    counted = score_question({"cards": WON.cards, "win": "八", "rules": "leshan"})
    expect_head(page, f"{counted['hushu']}和，每家付 {counted['total']}")
    assert page.locator(".typed input").input_value() == "二七八八十壹壹壹壹貳貳叄肆柒捌玖拾拾 (五五五)"
    assert page.locator(".place").count() == 2
    assert f"win={quote('八')}" in page.url
    page.locator(".win-zone .laid-cards").click()
    page.wait_for_function("() => document.querySelector('#host').shadowRoot.querySelector('.verdict.no_win')")


@pytest.mark.browser
def test_typed_cards_are_laid_also_simplified_ones(calculator_page: Callable[[Asked], Page]) -> None:
    page = calculator_page(Asked(others=()))
    page.locator(".typed input").fill("五五五 二七十 贰柒拾 (陆陆陆)")
    page.locator(".hand-zone .laid-cards[data-cards='貳']").wait_for()
    assert page.locator(".meld-zone .laid-cards").get_attribute("data-cards") == "陸陸陸"
    assert page.locator(".key[data-card='五'] .left-over").inner_text() == "×1"
    page.locator(".typed input").fill(HOSTILE)
    expect_head(page, "這樣算不了")


@pytest.mark.browser
def test_on_a_phone_every_card_can_be_hit_and_nothing_is_wider_than_it(
    calculator_page: Callable[[Asked], Page],
) -> None:
    page = calculator_page(WON)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for one in page.locator(".key, .mode, .clear, .laid-cards, .ask select, .typed input").all():
        box = one.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40


@pytest.mark.browser
def test_four_copies_and_no_fifth(calculator_page: Callable[[Asked], Page]) -> None:
    page = calculator_page(Asked(others=()))
    tap(page, "五五五五")
    assert page.locator(".key[data-card='五']").is_disabled()
    page.locator(".hand-zone .laid-cards").first.click()
    assert page.locator(".hand-zone .laid-cards .card").count() == 3
