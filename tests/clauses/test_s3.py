"""S3, clause by clause: what no other test cites (RULEBOOK §1 to §6)."""

from __future__ import annotations

from typing import Any

import pytest

from erqishi_logs.cards import ERQISHI_DECK
from erqishi_logs.rules import load_preset
from erqishi_logs.scoring import score_question
from tests.clauses.played import LOOSE, Played, three

REST = "貳柒拾 六七八 壹壹壹 玖玖玖 伍伍五"
MELDS = [
    ("s3_007 s3_006 small dui", "(四四四)", 1),
    ("s3_007 big dui", "(肆肆肆)", 3),
    ("s3_008 small kai", "(四四四四)", 6),
    ("s3_008 big kai", "(肆肆肆肆)", 9),
    ("s3_008 small gun", "四四四四", 9),
    ("s3_008 big gun", "肆肆肆肆", 12),
    ("s3_009 small kan", "四四四", 3),
    ("s3_009 big kan", "肆肆肆", 6),
    ("s3_009 s3_022 small longdeng", "二七十", 3),
    ("s3_009 s3_022 big longdeng", "貳柒拾", 6),
]


def answer(melds: str, **more: Any) -> dict[str, Any]:
    return score_question({"melds": melds, "rules": "folk", **more})


@pytest.mark.parametrize(("meld", "hushu"), [row[1:] for row in MELDS], ids=[row[0] for row in MELDS])
def test_s3_melds(meld: str, hushu: int) -> None:
    cards = meld.strip("()")
    got = answer(f"{REST} 九九 {meld}" if len(cards) == 4 else f"{REST} 一一一 {meld}", win="玖")
    assert hushu in [found["hushu"] for found in got["melds"] if found["cards"] == cards]


def test_s3_022_colours_do_not_mix() -> None:
    assert answer(f"{REST} 一一一 二柒十", win="玖")["reason"] == "zha_hu"


PIAO = [
    ("s3_013 s3_016 nothing that counts was dealt", "二七伍陸", ("piao",), 20),
    ("s3_016 a kan was", "三三三二", (), 10),
]


@pytest.mark.parametrize(("dealt", "titles", "total"), [row[1:] for row in PIAO], ids=[row[0] for row in PIAO])
def test_s3_piao(dealt: str, titles: tuple[str, ...], total: int) -> None:
    got = answer("(貳柒拾) (二七十) (三三三) 伍陸柒 六七八 九九玖 四四肆", win="陸", dealt=dealt)
    assert (got["hushu"], tuple(got["titles"]), got["total"]) == (10, titles, total)


def test_s3_001_one_to_ten_in_red_and_black() -> None:
    assert sorted(set(ERQISHI_DECK.numbers)) == list(range(1, 11))
    assert len(set(ERQISHI_DECK.colours)) == 2


@pytest.mark.parametrize(
    ("hand", "expected"),
    [(LOOSE, []), (LOOSE[:19], ["fault short_deal 乙 0"])],
    ids=["s3_002 twenty", "s3_002 nineteen"],
)
def test_s3_cards_in_hand(hand: str, expected: list[str]) -> None:
    assert Played("", "folk", three(乙=hand), "打 甲 三", []).got == expected


def test_s3_003_three_play() -> None:
    assert load_preset("folk").players == (3,)
