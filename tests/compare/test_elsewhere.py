"""Stories judged elsewhere: who would have won what in 打圈, in 沐川, in 犍為, and by which clause."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.compare import FindingKey, View, as_elsewhere, compare_record, compare_score, fitting_rules, outline
from erqishi_logs.record import Record, loads_pu
from erqishi_logs.rules import load_known_rules, load_rules

DATA = Path(__file__).resolve().parents[2] / "data"
STORIES = sorted(DATA.glob("*.pu"))


def story(name: str) -> Record:
    (path,) = DATA.glob(f"??-{name}.pu")
    (record,) = loads_pu(path.read_text(encoding="utf-8"))
    assert isinstance(record, Record)
    return record


def elsewhere(name: str, rules: str) -> View:
    record = story(name)
    (view,) = compare_record(record, load_known_rules(record.rules, record.house or ()), [load_rules(rules)]).others
    return view


@pytest.mark.parametrize(
    ("name", "rules", "total", "pay", "causes"),
    [
        ("ba-kuai", "quan", 50, (-50, -50, 100), {("rounding",)}),  # S0-072, S2-077
        ("ba-kuai", "muchuan", 6, (-6, -6, 12), {("scheme", "tiers")}),  # S1-150, S1-151
        ("qing-bai", "wutongqiao", 40, (-40, 80, -40), set()),  # S0-088
        ("chi-guozhang", "wutongqiao", 20, (0, 60, -60), {("tiers",)}),  # S0-087
        ("tai-pao", "muchuan", 12, (24, -24, 0), None),  # S1-158
        ("xiao-jia", "quan", 20, (60, -60, 0, 0), None),  # S2-103, S2-107
    ],
)
def test_what_would_have_been_paid(
    name: str, rules: str, total: int, pay: tuple[int, ...], causes: set[tuple[str, ...]] | None
) -> None:
    view = elsewhere(name, rules)
    assert (view.verdict.total, view.verdict.pay, view.verdict.win_valid) == (total, pay, True)
    if causes is not None:
        assert {cause.options for cause in view.causes if "total" in cause.changes} == causes


def test_s2_120_too_few_hushu_ends_the_hand_in_quan() -> None:
    (cause,) = elsewhere("bao-hou-ji-xu", "quan").causes
    assert cause.options == ("hushu_bugou_is_zha_hu",)
    assert cause.changes["winner"] == (2, 1)


def test_s1_043_a_bai_not_laid_is_a_violation_at_the_act() -> None:
    causes = {cause.options: cause.changes for cause in elsewhere("you-bai-bu-bai", "quan-raw").causes}
    changes = causes["judged_youbai_bubai",]
    assert changes[FindingKey("violation", "youbai_bubai", 2, 5, "violated")] == (None, True)
    assert changes[FindingKey("violation", "youbai_bubai", 2, 17, "violated")] == (True, None)


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_nobody_is_accused_elsewhere_of_declaring_by_the_rules_of_home(path: Path) -> None:
    record = story(path.stem[3:])
    own = load_known_rules(record.rules, record.house or ())
    at_home = {finding.code for finding in audit_record(record, own).findings}
    found = compare_record(record, own, [*fitting_rules(record, own), load_rules("guilin")])
    assert [rules.id for rules, _ in found.unfit] == ["guilin"]
    for view in found.others:
        codes = {finding.code for finding in view.verdict.findings}
        assert not codes & ({"xiao_bao_da", "shao_bao", "pay_differs"} - at_home), view.rules.id
        before, after = (
            outline(verdict) for verdict in (audit_record(as_elsewhere(record, found.own.verdict), own), view.verdict)
        )
        told = {name: change for cause in view.causes for name, change in cause.changes.items()}
        assert told == {
            name: (before.get(name), after.get(name))
            for name in {**before, **after}
            if before.get(name) != after.get(name)
        }


def test_a_title_that_is_wrong_at_home_is_wrong_elsewhere() -> None:
    record = story("piao-zhi-zheng")
    assert "chai_longdeng_piao" in {finding.code for finding in audit_record(record, load_rules("leshan")).findings}
    assert "chai_longdeng_piao" in {finding.code for finding in elsewhere("piao-zhi-zheng", "quan").verdict.findings}


def test_s0_110_only_rules_that_deal_so_many_cards_to_so_many_players_fit() -> None:
    record = story("qing-bai")
    fitting = {rules.id for rules in fitting_rules(record, load_rules("leshan"))}
    assert {"quan", "muchuan", "wutongqiao", "meishan", "app-leshan"} <= fitting
    assert not fitting & {"leshan", "leshan-4", "duikou", "many", "muchuan-8", "muchuan-14", "app-14", "guilin"}
    four = msgspec.structs.replace(story("xiao-jia"))
    assert {rules.id for rules in fitting_rules(four, load_rules("leshan-4"))} >= {"quan", "muchuan", "meishan"}


EXAMPLE = {"melds": "壹壹壹壹 貳柒拾 二七十 貳叄肆 捌玖拾 五五五 八八", "quan": 1}


@pytest.mark.parametrize(
    ("rules", "total"),
    [("leshan", 80), ("quan", 100), ("quan-raw", 96), ("muchuan", 12), ("leshan-kezi", 8)],
)
def test_rulebook_6_worked_example_under_each(rules: str, total: int) -> None:
    views = compare_score({**EXAMPLE, "win": "捌"}, load_rules("leshan"), [load_rules("quan"), load_rules(rules)])
    assert views[-1].answer is not None
    assert views[-1].answer["total"] == total


def test_a_hand_that_is_no_win_elsewhere_says_why_and_by_which_option() -> None:
    question = {"melds": "陸陸陸 一一壹 七柒柒 八九十 (伍五五) (叄叄叄) (二七十)", "win": "七"}
    views = compare_score(
        question, load_rules("leshan"), [load_rules("muchuan-8"), load_rules("quan", ["min_hushu=15"])]
    )
    assert [view.answer and view.answer.get("reason") for view in views] == [None, "zha_hu", "hushu_bugou"]
    assert [[(cause.options, cause.changes) for cause in view.causes] for view in views[1:]] == [
        [(("hand_size",), {"reason": (None, "zha_hu")})],
        [(("min_hushu",), {"reason": (None, "hushu_bugou")})],
    ]


def test_each_view_has_the_verdict_of_its_own_rules() -> None:
    record, own = story("ba-kuai"), load_rules("leshan")
    bare = as_elsewhere(record, audit_record(record, own))
    others = (load_rules("quan", [f"cap={cap}"]) for cap in range(20, 60, 5))  # each lives but a moment
    for view in compare_record(record, own, others).others:
        assert view.verdict == audit_record(bare, view.rules)
        assert view.verdict.total == min(50, view.rules.cap)


def test_a_table_that_the_rules_do_not_have_is_said() -> None:
    question = {**EXAMPLE, "win": "捌", "players": 3}
    _, view = compare_score(question, load_rules("leshan"), [load_rules("duikou")])
    assert view.answer is None
    assert "players" in str(view.error)
