"""`score --batch` as a function: the shared cases, what is refused, what is said in three languages (CLI.md)."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, strategies as st

from erqishi_logs.cards import ERQISHI_DECK
from erqishi_logs.errors import ErqishiError
from erqishi_logs.rules import load_preset, pack_rules, parse_rules, preset_ids, unpack_rules
from erqishi_logs.scoring import Line, line_text, score_question
from erqishi_logs.scoring.lines import PARAMS, XIAOJIA_MELDS
from erqishi_logs.scoring.question import KEYS
from erqishi_logs.texts import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

HAND = "四四四 (玖玖玖) (壹壹壹) (伍伍伍) (一二三) (六六陸) (八九十)"
GOOD: dict[str, Any] = {"melds": HAND, "rules": "leshan", "win": "四"}


@pytest.mark.shared
@pytest.mark.parametrize("name", ["counts", "best"])
def test_shared_cases(shared: Path, name: str) -> None:
    lines = (shared / "checks" / "cases" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    differing = []
    for line in lines:
        question = json.loads(line)
        expected = question.pop("expect")
        answer = score_question(question)
        got = {key: answer.get(key) for key in expected}
        for side in (got, expected):
            side["titles"] = sorted(side.get("titles") or [])
        if got != expected or answer["id"] != question["id"]:
            differing.append((question["id"], expected, got))
    assert not differing


def test_cli_the_whole_answer() -> None:
    assert score_question({**GOOD, "id": "x"}) == {
        "id": "x",
        "valid": True,
        "hushu": 10,
        "tier": "小和",
        "titles": [],
        "total": 10,
        "melds": [
            {"cards": "玖玖玖", "kind": "dui", "hushu": 3},
            {"cards": "壹壹壹", "kind": "dui", "hushu": 3},
            {"cards": "伍伍伍", "kind": "dui", "hushu": 3},
            {"cards": "一二三", "kind": "lianzi", "hushu": 0},
            {"cards": "六六陸", "kind": "banbianzi", "hushu": 0},
            {"cards": "八九十", "kind": "lianzi", "hushu": 0},
            {"cards": "四四四", "kind": "dui", "hushu": 1},
        ],
        "payers": [{"payer": "others", "count": 2, "amount": 10}],
        "piao_unknown": True,
    }


def test_cli_no_win_says_why() -> None:
    assert score_question({**GOOD, "melds": HAND.replace("(玖玖玖)", "(二三四)"), "id": "y"}) == {
        "id": "y",
        "valid": False,
        "reason": "hushu_bugou",
    }


def test_full_width_brackets_and_variant_glyphs_are_read() -> None:
    question = {**GOOD, "melds": HAND.replace("(", "（").replace(")", "）").replace("陸", "陆")}
    assert score_question(question) == score_question(GOOD)


def test_a_club_file_is_known_by_its_id() -> None:
    ours = parse_rules('id = "ours"\nbase = "leshan"\n[options]\nmin_hushu = 11', "ours.toml")
    assert score_question({**GOOD, "rules": "ours"}, {"ours": ours})["reason"] == "hushu_bugou"


REFUSED = [
    ({"melts": HAND}, "unknown key 'melts'; did you mean 'melds'?"),
    ({"cards": "四"}, "expected either 'melds' or 'cards'"),
    ({"melds": 4}, "melds: found 4; expected text"),
    ({"quan": True}, "quan: found True; expected a whole number"),
    ({"quan": 11}, "quan: found 11; expected 1 to 10"),
    ({"taipao": 1}, "taipao: found 1; expected true or false"),
    ({"titles": "dihu"}, "titles: found 'dihu'; expected a list of words"),
    ({"titles": [1]}, "titles: expected a list of words"),
    ({"titles": ["kun"]}, "titles: found 'kun'; expected tianhu or dihu, the others follow from the cards"),
    ({"players": 4}, "players: found 4; expected 3"),
    ({"rules": "leshann"}, "unknown rule set 'leshann'; did you mean 'leshan'?"),
    ({"win": "五"}, "win: 五 is not among the cards outside brackets"),
    ({"win": "?"}, "win: found ?; expected a card"),
    ({"win": "X"}, "'X' is no card"),
    ({"win": "四四"}, "'四四' is no card"),
    ({"melds": HAND + ")"}, "expected groups of cards, those on the table in brackets"),
    ({"melds": HAND + "()"}, "found '()'; expected known cards"),
    ({"melds": HAND.replace("三", "?")}, "expected known cards"),
    ({"melds": HAND.replace("六六陸", "四四肆")}, "四 is there 5 times; the deck has 4"),
    ({"house": ["cap"]}, "house rule 'cap': expected option=value"),
    ({"house": ["capp=3"]}, "unknown option 'capp'; did you mean 'cap'?"),
    ({"dealt": "Q"}, "'Q' is no card"),
]


@pytest.mark.parametrize(("change", "says"), REFUSED)
def test_bad_input_is_one_clear_line(change: dict[str, Any], says: str) -> None:
    with pytest.raises(ErqishiError) as refused:
        score_question({**GOOD, **change})
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_rules_are_needed_and_a_xiaojia_only_where_there_is_one() -> None:
    with pytest.raises(ErqishiError, match="found no 'rules'"):
        score_question({"melds": HAND})
    known = {"none": parse_rules('id = "none"\nbase = "leshan"\n[options]\nxiaojia_at = []', "none.toml")}
    with pytest.raises(ErqishiError, match="rule set none has none"):
        score_question({"melds": "八八八", "win": "八", "rules": "none", "xiaojia": True}, known)


_WORDS = st.text(alphabet="一二七十貳柒拾五()（） ?x", max_size=30)
_VALUES = st.one_of(st.none(), st.booleans(), st.integers(-5, 20), _WORDS, st.lists(_WORDS, max_size=2))


@given(st.dictionaries(st.sampled_from([*KEYS, "other"]), _VALUES, max_size=5), st.sampled_from(preset_ids()))
def test_whatever_is_asked_gets_an_answer_or_an_error_of_ours(question: dict[str, Any], preset: str) -> None:
    with suppress(ErqishiError):
        answer = score_question({"rules": preset, **question})
        assert answer["valid"] or answer["reason"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", sorted(PARAMS))
def test_each_line_of_a_receipt_reads_in_each_language(code: str, lang: Any) -> None:
    examples: dict[str, tuple[int | str, ...]] = {
        "meld": ("longdeng", 1, 6, 9),
        "title": ("kun", 1),
        "title_step": ("quan", 1),
        "floor": ("quanhei",),
        "named_step": ("kun", "quan"),
        "xiaojia": (XIAOJIA_MELDS[0],),
    }
    params = examples.get(code, tuple(range(1, len(PARAMS[code]) + 1)))
    said = line_text(Line(code, params, 77), ERQISHI_DECK, lang)
    assert said
    assert "{" not in said
    assert code in ("piao_unknown", "tier") or "77" in said


@pytest.mark.parametrize("preset", preset_ids())
def test_every_preset_packs_and_unpacks(preset: str) -> None:
    rules = load_preset(preset)
    assert unpack_rules(pack_rules(rules), like=rules) == rules


DECK = "一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾"
ABSURD = {
    "the_whole_deck": "".join(card * 4 for card in DECK),
    "half_of_it": "".join(card * 4 for card in DECK[:10]),
    "threes_of_all": "".join(card * 3 for card in DECK),
    "fours_on_the_table": " ".join(f"({card * 4})" for card in DECK),
}


@pytest.mark.parametrize("cards", ABSURD.values(), ids=ABSURD)
def test_absurd_cards_are_answered_at_once(cards: str) -> None:
    started = time.perf_counter()
    assert score_question({"cards": cards, "rules": "leshan"}) == {"valid": False, "reason": "zha_hu"}
    assert time.perf_counter() - started < 1.0


@pytest.mark.parametrize(("cards", "found"), [("一" * 40, "40 times"), ("一二三四五" * 100, "100 times")])
def test_more_of_a_kind_than_the_deck_has_is_one_line(cards: str, found: str) -> None:
    with pytest.raises(ErqishiError, match=found):
        score_question({"cards": cards, "rules": "leshan"})
