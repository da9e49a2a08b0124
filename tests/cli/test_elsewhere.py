"""`erqishi compare`, `score --all-rules`, `reaudit --rules`: what changes elsewhere, in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from erqishi_logs.cli import main
from erqishi_logs.rules import load_preset, preset_ids

DATA = Path(__file__).resolve().parents[2] / "data"
BAKUAI = str(DATA / "13-ba-kuai.pu")
ROUNDING = "樂山市中區：先四捨五入再翻（S0-072）；打圈：先翻再四捨五入（S2-077）"

Captured = pytest.CaptureFixture[str]


def test_compare_sets_rules_side_by_side_and_names_the_clause(capsys: Captured) -> None:
    assert main(["compare", BAKUAI, "--rules", "quan,muchuan-8", "--lang", "zh-Hant"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[2] == ["樂山市中區", "丙", "和", "23", "大和", "–", "40", "-40", "-40", "+80", "–"]
    assert lines[3] == ["打圈", "丙", "和", "23", "大和", "–", "50", "-50", "-50", "+100", "–"]
    assert ["因", ROUNDING] in lines
    assert ["輸贏：-40、-40、+80", "→", "-50、-50、+100"] in lines
    assert lines[-1][0].startswith("沐川打八張：這一局合不上：3")


def test_compare_as_json_has_every_preset_that_fits(capsys: Captured) -> None:
    assert main(["compare", BAKUAI, "--json", "--lang", "zh-Hant"]) == 0
    told = json.loads(capsys.readouterr().out)
    views = {view["rules"]: view for view in told["views"]}
    assert next(iter(views)) == "leshan"
    assert {"quan", "muchuan", "wutongqiao"} <= set(views)
    assert "muchuan-8" not in views
    assert views["quan"]["causes"] == [
        {
            "options": ["rounding"],
            "sentences": [ROUNDING],
            "fields": {
                "total": {"before": 40, "after": 50},
                "pay": {"before": [-40, -40, 80], "after": [-50, -50, 100]},
            },
            "added": [],
            "removed": [],
        }
    ]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["compare", BAKUAI, "--rules", "qan"], 2, "did you mean 'quan'?"),
        (["compare", BAKUAI, "--id", "nobody"], 2, "nobody"),
        (["compare", str(DATA / "none.pu")], 2, "none.pu"),
        (["score", "--batch", BAKUAI, "--all-rules"], 2, "leave --all-rules out"),
        (["score", "壹壹壹", "--all-rules", "--players", "5"], 2, "players"),
    ],
)
def test_what_cannot_be_compared_is_one_line(words: list[str], code: int, said: str, capsys: Captured) -> None:
    assert main([*words, "--lang", "en"]) == code
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_compare_goes_on_past_a_hand_that_cannot_be_judged(tmp_path: Path, capsys: Captured) -> None:
    line = '{"format":"erqishi-log/1","rules":"leshn","players":["甲","乙","丙"],"dealer":0,"events":[]}'
    (tmp_path / "x.jsonl").write_text(line + "\n", encoding="utf-8")
    assert main(["compare", BAKUAI, str(tmp_path / "x.jsonl"), "--rules", "quan", "--json", "--lang", "en"]) == 1
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == 1
    assert "did you mean 'leshan'?" in told.err


MELDS = "陸陸陸 一一壹 七柒柒 八九十 (伍五五) (叄叄叄) (二七十)"


def test_score_under_all_rules_is_a_list_of_the_presets_of_the_game(capsys: Captured) -> None:
    assert main(["score", MELDS, "--rules", "quan", "--win", "七", "--all-rules", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told[0]["rules"] == "quan"
    assert {each["rules"] for each in told} == {p for p in preset_ids() if load_preset(p).game == "erqishi"}
    by_rules = {each["rules"]: each for each in told}
    assert by_rules["wutongqiao"]["total"] == 20
    assert (by_rules["muchuan-8"]["valid"], by_rules["muchuan-8"]["reason"]) == (False, "zha_hu")
    assert by_rules["muchuan-8"]["causes"][0]["options"] == ["hand_size"]


def test_score_under_all_rules_as_a_table(capsys: Captured) -> None:
    assert main(["score", MELDS, "--win", "七", "--all-rules", "--players", "3", "--lang", "zh-Hans"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[1] == ["乐山市中区", "12", "小和", "–", "10", "2", "家各", "10"]
    assert ["沐川", "12", "吃票", "–", "3", "2", "家各", "3"] in lines
    assert any(line[:1] == ["对抠"] and "合不上：" in line[5] for line in lines)
    assert any("为何不能和：无 → 诈和" in " ".join(line) for line in lines)


def test_score_under_all_rules_ends_with_1_where_the_first_is_no_win(capsys: Captured) -> None:
    assert main(["score", "壹壹壹 一二三", "--all-rules", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["reason"] == "zha_hu"


def test_reaudit_names_the_option_and_leaves_it_out_when_told(tmp_path: Path, capsys: Captured) -> None:
    archive = str(tmp_path / "A")
    assert main(["ingest", BAKUAI, "--archive", archive]) == 0
    capsys.readouterr()
    reaudit = ["reaudit", "--archive", archive, "--rules", "quan"]
    assert main([*reaudit, "--lang", "zh-Hant"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert f"  因　{ROUNDING}" in told
    assert "    合計：40 → 50" in told
    assert main([*reaudit, "--json"]) == 0
    (change,) = json.loads(capsys.readouterr().out)["changes"]
    assert [cause["options"] for cause in change["causes"]] == [["rounding"]]
    assert change["causes"][0]["fields"]["total"] == {"before": 40, "after": 50}
    assert main([*reaudit, "--json", "--no-why"]) == 0
    (change,) = json.loads(capsys.readouterr().out)["changes"]
    assert "causes" not in change


def test_reaudit_compares_with_the_rules_named_at_the_ingest(tmp_path: Path, capsys: Captured) -> None:
    archive = str(tmp_path / "A")
    assert main(["ingest", BAKUAI, "--archive", archive, "--rules", "quan"]) == 0
    capsys.readouterr()
    assert main(["reaudit", "--archive", archive, "--rules", "leshan", "--json", "--lang", "zh-Hant"]) == 0
    (change,) = json.loads(capsys.readouterr().out)["changes"]
    assert change["causes"][0]["sentences"] == ["打圈：先翻再四捨五入（S2-077）；樂山市中區：先四捨五入再翻（S0-072）"]
