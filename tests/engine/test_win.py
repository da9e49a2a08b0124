"""The counting kernels answer as the plain engine does, to the last field (RULEBOOK §2, §6, §7)."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from erqishi_logs.engine.arrays import NOT_GIVEN
from erqishi_logs.engine.compiled import kernel
from erqishi_logs.engine.cover import cover_arrays
from erqishi_logs.engine.declared import Fault, declared_faults, declared_total
from erqishi_logs.engine.group import Answer, Ask, win_room
from erqishi_logs.engine.tables import NO_MELD, RuleArrays, game_arrays, rule_arrays
from erqishi_logs.engine.total import paid_titles, tier_of, total_of, xiaojia_tier, xiaojia_total
from erqishi_logs.engine.win import EVERY_KIND, best_batch, best_total, is_complete, judge
from erqishi_logs.games import ERQISHI, GUILIN
from erqishi_logs.rules.options import TITLES
from erqishi_logs.scoring.scale import scale_of
from tests.engine.questions import RULES, Question, arrangements, plain_answer, plain_best_total, random_question

GAMES = {game.id: game_arrays(game) for game in (ERQISHI, GUILIN)}
COVERS = {game: cover_arrays(arrays) for game, arrays in GAMES.items()}
PACKED = rule_arrays(RULES)
ROOM = win_room()
DEEP = 400


def tier_names(row: int) -> list[str]:
    rules = RULES[row]
    return [*(tier.name for tier in rules.tiers), rules.tai_name, *rules.xiaojia_names]


def ask_of(asked: Question) -> np.ndarray:
    ctx = asked.ctx
    ask = np.zeros(len(Ask), np.int64)
    ask[Ask.WIN] = -1 if ctx.win is None else ctx.win
    ask[Ask.SPLIT] = sum(1 << kind for kind in ctx.kan_split)
    ask[Ask.N_PLAYERS], ask[Ask.QUAN] = ctx.n_players, ctx.quan or 0
    ask[Ask.XIAOJIA], ask[Ask.OWN_DRAW] = ctx.xiaojia, ctx.own_draw
    ask[Ask.TIANHU], ask[Ask.DIHU] = ctx.tianhu, ctx.dihu
    ask[Ask.N_TABLE] = len(asked.table)
    return ask


def hand_of(asked: Question) -> tuple[np.ndarray, ...]:
    melds = [NO_MELD if g.meld is None else int(g.meld) for g in asked.table]
    lowest = [g.kinds[0] for g in asked.table]
    return tuple(np.array(x, np.int8) for x in (asked.held, asked.ctx.dealt, melds, lowest))


def declared_of(asked: Question) -> tuple[np.ndarray, np.ndarray, int, int]:
    groups = asked.declared or []
    card_at = np.cumsum([0, *map(len, groups)]).astype(np.int64)
    cards = np.array([kind for kinds in groups for kind in kinds], np.int8)
    return card_at, cards, -1 if asked.declared is None else 0, len(groups)


def answer_of(asked: Question) -> dict[str, object]:
    """What the kernels answer, in the words of `plain_answer`."""
    answer = np.zeros(len(Answer), np.int64)
    ask, hand, game = ask_of(asked), hand_of(asked), asked.ctx.game.id
    rules = PACKED, asked.row, GAMES[game]
    judge(answer, ROOM, ask, *hand, *declared_of(asked), *rules, COVERS[game])
    found: dict[str, object] = {column.name.lower(): int(answer[column]) for column in Answer}
    if not answer[Answer.HAS_COUNT]:
        return {key: found[key] for key in ("reason", "as_declared", "has_count", "possible", "any_kai", "all_dui")}
    tier = int(answer[Answer.TIER])
    found["tier"] = tier_names(asked.row)[tier] if tier >= 0 else ""
    hushu = NOT_GIVEN if asked.hushu is None else asked.hushu
    titles = -1 if asked.titles is None else sum(1 << TITLES.index(title) for title in asked.titles)
    total = np.nan if asked.total is None else float(asked.total)
    faults = declared_faults(hushu, titles, total, answer, ask, hand[1], *rules)
    found["faults"] = {fault.name.lower() for fault in Fault if faults & fault}
    found["declared_total"] = declared_total(hushu, titles, total, answer, ask, *rules[:2])
    return found


def check(asked: Question) -> None:
    assert answer_of(asked) == plain_answer(asked), asked
    ask, hand, game = ask_of(asked), hand_of(asked), asked.ctx.game.id
    rules = PACKED, asked.row, GAMES[game], COVERS[game]
    assert best_total(ROOM, ask, *hand, *rules) == plain_best_total(asked), asked
    for every, split in ((False, int(ask[Ask.SPLIT])), (True, EVERY_KIND)):
        assert is_complete(ROOM, ask, *hand, *rules, split) == bool(arrangements(asked, every)), asked


@settings(max_examples=DEEP, deadline=None)
@given(st.integers(0, 2**63))
def test_a_declared_hu_is_judged_as_by_the_plain_engine(seed: int) -> None:
    check(random_question(Random(seed)))


def test_s7_every_verdict_and_fault_comes_up_and_agrees() -> None:
    seen: set[object] = set()
    for seed in range(3000):
        asked = random_question(Random(seed))
        check(asked)
        found = answer_of(asked)
        seen |= {("reason", found["reason"]), *found.get("faults", ())}  # type: ignore[misc]
        seen |= {key for key, value in found.items() if value is True or value == 1}
    assert {("reason", code) for code in (0, 10, 11, 12, 13)} <= seen
    assert {fault.name.lower() for fault in Fault} <= seen
    assert {"any_kai", "all_dui", "left_of_gun", "by_win", "red", "red_quad", "possible"} <= seen


@kernel
def fill(rules: RuleArrays, row: int, found: np.ndarray) -> None:
    for hushu in range(found.shape[0]):
        found[hushu, 0] = tier_of(rules, row, hushu)
        for titles in range(256):
            found[hushu, titles + 1] = total_of(rules, row, hushu, titles)


@pytest.mark.parametrize("row", range(len(RULES)), ids=[rules.id for rules in RULES])
def test_s6_totals_and_tiers_of_every_hushu_and_titles(row: int) -> None:
    scale = scale_of(RULES[row])
    names = tier_names(row)
    found = np.zeros((101, 257), np.int64)
    fill(PACKED, row, found)
    for hushu, (tier, *totals) in enumerate(found.tolist()):
        assert (names[tier] if tier >= 0 else "") == scale.tier(hushu).name
        assert totals == [scale.total(hushu, titles).total for titles in range(256)], hushu
    assert paid_titles(PACKED, row) == scale.paid(255)


@pytest.mark.parametrize("row", range(len(RULES)), ids=[rules.id for rules in RULES])
def test_s0_128_totals_and_names_of_xiaojia(row: int) -> None:
    scale = scale_of(RULES[row])
    for place in range(4):
        for titles in range(256):
            for own_draw in (0, 1):
                plain = scale.xiaojia(place, titles, own_draw=bool(own_draw))
                assert xiaojia_total(PACKED, row, place, titles, own_draw) == plain.total
                assert tier_names(row)[xiaojia_tier(PACKED, row, place, titles)] == plain.tier


def test_a_batch_counts_as_one_by_one() -> None:
    asked = [a for a in map(random_question, map(Random, range(1000))) if not a.table and not a.ctx.xiaojia]
    game = asked[0].ctx.game.id
    like = [a for a in asked if a.row == asked[0].row and a.ctx.n_players == asked[0].ctx.n_players]
    ask = np.zeros(len(Ask), np.int64)
    ask[Ask.N_PLAYERS] = like[0].ctx.n_players
    counts = np.zeros((len(like), 3), np.int64)
    wins = np.array([-1 if a.ctx.win is None else a.ctx.win for a in like], np.int8)
    hands = np.array([a.held for a in like], np.int8)
    best_batch(hands, wins, ask, PACKED, like[0].row, GAMES[game], COVERS[game], ROOM, counts)
    for a, counted in zip(like, counts.tolist(), strict=True):
        ctx = a.ctx._replace(dealt=a.held, quan=None, tianhu=False, dihu=False, kan_split=frozenset())
        plain = plain_answer(Question(a.row, ctx, a.held, []))
        assert counted == [plain.get(key, -1) for key in ("hushu", "titles", "total")]
