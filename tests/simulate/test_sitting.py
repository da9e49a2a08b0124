"""Sittings: seeds, dealer, 圈, cut, who may sit; hands that people could have played."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from erqishi_logs.engine.play import course_of
from erqishi_logs.errors import ErqishiError, RuleError
from erqishi_logs.record import Record, dumps, loads
from erqishi_logs.rules import load_preset, load_rules
from erqishi_logs.rules.options import DealerBy, DealerKeeps
from erqishi_logs.simulate import SITTING, as_seen_by, iter_hands, simulate_hand
from tests.simulate.clean import PRESETS


def winner(record: Record) -> int | None:
    last = record.events[-1]
    return last.seat if last.type == "hu" else None


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_seed_gives_the_same_hands_as_ordinary_records(preset: str) -> None:
    rules = load_preset(preset)
    lines = [dumps(record) for record in iter_hands(rules, 6, seed=4)]
    assert lines == [dumps(record) for record in iter_hands(rules, 6, seed=4)]
    assert lines != [dumps(record) for record in iter_hands(rules, 6, seed=5)]
    assert [dumps(loads(line)) for line in lines] == lines


@pytest.mark.parametrize("preset", PRESETS)
def test_any_hand_can_be_played_again_alone(preset: str) -> None:
    rules = load_preset(preset)
    for record in iter_hands(rules, 10, seed=6, bots=("random", "greedy")):
        seed = record.extra["_seed"]
        bots = ("random", "greedy")
        again = simulate_hand(rules, seed, record.n_players, record.dealer, record.quan, bots)
        assert (again.events, again.wall, again.pay) == (record.events, record.wall, record.pay)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_number_of_players_sits_down(preset: str) -> None:
    rules = load_preset(preset)
    hands = SITTING * len(rules.players)
    assert {record.n_players for record in iter_hands(rules, hands, seed=1)} == set(rules.players)


def test_s1_068_a_dealer_who_won_deals_again_else_the_next_and_the_quan_goes_round() -> None:
    rules = load_preset("quan-raw")
    assert rules.dealer_keeps == DealerKeeps.ALWAYS
    records = list(iter_hands(rules, SITTING, seed=2, n_players=3))
    first = records[0].dealer
    assert [record.hand for record in records] == list(range(1, SITTING + 1))
    for before, after in pairwise(records):
        kept = winner(before) == before.dealer
        assert after.dealer == (before.dealer if kept else (before.dealer + 1) % 3)
        assert after.quan == before.quan + (not kept and after.dealer == first)


def test_s0_101_s0_106_the_cut_names_the_dealer_and_the_winner_shuffles() -> None:
    rules = load_preset("leshan")
    assert rules.dealer_by == DealerBy.CUT_CARD
    shuffler = None
    for record in iter_hands(rules, SITTING, seed=3):
        cut = record.events[0]
        number = ("一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾".index(cut.card) % 10) + 1
        assert record.dealer == (cut.seat + number - 1) % 3
        assert record.quan is None
        if shuffler is not None:
            assert cut.seat == (shuffler - 1) % 3
        shuffler = shuffler if winner(record) is None else winner(record)


def test_a_reasonable_share_is_won_in_every_way() -> None:
    ways: Counter[str] = Counter()
    for preset in ("leshan", "leshan-4"):
        for record in iter_hands(load_preset(preset), 300, seed=8):
            ways[record.events[-1].type + preset] += 1
            ways.update({event.type for event in record.events})
            ways["overruled"] += any(event.overruled for event in record.events)
            ways["takes"] += sum(event.type == "deal" for event in record.events) > 4
    assert 0.4 <= ways["huleshan"] / 300 <= 0.8
    for way in ("chi", "dui", "kai", "bakuai", "draw", "huang", "overruled", "takes"):
        assert ways[way], way


def test_house_rules_are_written_down() -> None:
    record = next(iter_hands(load_rules("quan", house=["cap=200"]), 1, seed=1))
    assert (record.rules, record.house) == ("quan", ("cap=200",))


@pytest.mark.parametrize(
    ("preset", "players", "bots", "words"),
    [
        ("leshan", 5, (), "are for 3 players, not 5"),
        ("guilin", None, (), "cannot be simulated"),
        ("leshan", None, ("gredy",), "did you mean 'greedy'"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(preset, players, bots, words) -> None:
    with pytest.raises(ErqishiError, match=words) as error:
        list(iter_hands(load_preset(preset), 1, 1, n_players=players, bots=bots))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("house", ["players=[5]", "hand_size=40"])
def test_s1_001_more_than_the_deck_is_never_dealt(house: str) -> None:
    rules = load_rules("leshan", [house])
    for play in (lambda: list(iter_hands(rules, 1, 1)), lambda: course_of(rules)):
        with pytest.raises(RuleError, match="expected at most 80"):
            play()


def test_a_view_hides_what_the_seat_did_not_see() -> None:
    rules = load_preset("leshan-4")
    for record in iter_hands(rules, 40, seed=9):
        xiaojia = (record.dealer - 1) % 4
        view = as_seen_by(record, record.dealer)
        assert (view.view, view.wall, view.id) == (record.dealer, None, None)
        for shown, event in zip(view.events, record.events, strict=True):
            hidden = event.seat != record.dealer and event.type in ("deal", "draw")
            if hidden:
                assert set(shown.cards or shown.card) == {"?"}
                assert len(shown.cards or "") == len(event.cards or "")
            elif not event.overruled:
                assert shown == event
        own = as_seen_by(record, xiaojia)
        assert [e.card for e in own.events if e.type == "draw"] == [e.card for e in record.events if e.type == "draw"]
    with pytest.raises(ValueError, match="no seat 4"):
        as_seen_by(record, 4)
