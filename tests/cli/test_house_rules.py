"""`erqishi rules new` and `rules diff`: a club's own rules asked for, copied, refused, told apart."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest

from erqishi_logs.archive import Archive
from erqishi_logs.cli import main
from erqishi_logs.rules import diff_rules, load_rules
from erqishi_logs.rules.asked import ASKED

if TYPE_CHECKING:
    from pathlib import Path

Captured = pytest.CaptureFixture[str]


class Terminal(io.StringIO):
    """What a person types."""

    def isatty(self) -> bool:
        return True


def _type(answers: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("".join(f"{answer}\n" for answer in answers)))


def test_new_copies_a_preset_with_what_differs(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "teahouse.toml"
    new = ["rules", "new", "--base", "quan", "--set", "cap=200", "--set", "judged.youbai_bubai=act", "--out", str(out)]
    assert main([*new, "--lang", "zh-Hans"]) == 0
    assert "以 quan 为本" in capsys.readouterr().out
    ours = load_rules(str(out))
    assert (ours.id, ours.name, ours.base, ours.sources["cap"]) == ("teahouse", "本会", "quan", "本会")
    assert diff_rules(load_rules("quan"), ours) == {"judged_youbai_bubai": ("win", "act"), "cap": (100, 200)}
    assert "# 打圈：每家最多付 100（S2-095）；本会：每家最多付 200（本会）" in out.read_text(encoding="utf-8")
    assert main(new) == 2, "no file is replaced"


def test_new_writes_to_standard_output_or_as_json(capsys: Captured) -> None:
    assert main(["rules", "new", "--base", "打圈", "--set", "cap=200", "--lang", "en"]) == 0
    assert 'cap = { is = 200, source = "our club" }' in capsys.readouterr().out
    assert main(["rules", "new", "--base", "quan", "--set", "cap=200", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["base"], told["options"]["cap"]["is"], told["file"]) == ("quan", 200, None)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["new"], "name the rules to begin with by --base"),
        (["new", "--base", "qan"], "did you mean 'quan'?"),
        (["new", "--base", "quan", "--set", "capp=1"], "did you mean 'cap'?"),
        (["new", "--base", "quan", "--set", "cap=5"], "expected 10 or more, or 0"),
        (["new", "--base", "quan", "--set", "rounding=non"], "did you mean 'none'?"),
        (["new", "quan"], "'quan' is one word too many"),
        (["diff", "quan"], "diff needs two rule sets"),
        (["diff", "quan", "leshan", "old"], "'old' is one word too many"),
        (["diff", "quan", "leshn"], "did you mean 'leshan'?"),
        (["quan", "leshan"], "'leshan' is one word too many"),
        (["quan", "--set", "cap=1"], "go with rules new only"),
    ],
)
def test_what_cannot_be_done_is_one_line(words: list[str], said: str, capsys: Captured) -> None:
    assert main(["rules", *words, "--lang", "en"]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_new_asks_on_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    out = tmp_path / "ours.toml"
    answers = dict.fromkeys(ASKED, "")
    answers |= {"cap": "=5", "rounding": "2", "taipao": "2.5"}
    typed = ["打圈", "橋頭茶樓"]
    for option, answer in answers.items():
        typed.append(answer)
        typed += {"cap": ["=200"], "taipao": ["=2"]}.get(option, [])
    _type(typed, monkeypatch)
    assert main(["rules", "new", "--out", str(out), "--lang", "zh-Hant"]) == 0
    told = capsys.readouterr().err
    assert "哪一套最像你們的" in told
    assert "先翻再四捨五入" in told
    assert "cap 5 比最小的和還少（10）；應不小於 10，或為 0" in told
    assert "選項 taipao：讀到 2.5" in told
    ours = load_rules(str(out))
    assert ours.name == "橋頭茶樓"
    assert diff_rules(load_rules("quan"), ours) == {
        "rounding": ("double_then_round", "none"),
        "cap": (100, 200),
        "taipao": (3, 2),
    }


def test_enter_all_the_way_is_the_preset_itself(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    _type([""] * 40, monkeypatch)
    assert main(["rules", "new", "--lang", "en"]) == 0
    assert capsys.readouterr().out == 'id = "our-club"\nname = "our club"\nbase = "leshan"\n\n[options]\n'


def test_an_input_that_ends_ends_the_questions(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    _type(["quan"], monkeypatch)
    assert main(["rules", "new", "--lang", "en"]) == 130
    assert capsys.readouterr().out == ""


def test_diff_tells_ids_archive_ids_and_paths_apart(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "ours.toml"
    assert main(["rules", "new", "--base", "quan", "--set", "cap=200", "--out", str(out)]) == 0
    Archive.open(tmp_path / "A", create=True).add_rules(out)
    capsys.readouterr()
    assert main(["rules", "diff", "ours", "quan", "--archive", str(tmp_path / "A"), "--lang", "en"]) == 0
    assert "our club: one payer pays at most 200 (our club); in rounds" in capsys.readouterr().out
    assert main(["rules", "diff", "quan", str(out), "--lang", "en"]) == 0
    by_path = capsys.readouterr().out
    assert "1 options differ" in by_path
    assert "one payer pays at most 100 (S2-095); our club: one payer pays at most 200 (our club)" in by_path
    assert main(["rules", "diff", str(out), str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"one": "ours", "other": "ours", "differences": []}


def test_diff_as_json_has_values_sources_and_the_sentence(capsys: Captured) -> None:
    assert main(["rules", "diff", "leshan", "quan", "--json", "--lang", "zh-Hant"]) == 0
    rows = {row["option"]: row for row in json.loads(capsys.readouterr().out)["differences"]}
    assert rows["rounding"] == {
        "option": "rounding",
        "one": {"is": "round_then_double", "source": "S0-072"},
        "other": {"is": "double_then_round", "source": "S2-077"},
        "meaning": "四捨五入：先捨入再番、先番再捨入，或不捨入",
        "sentence": "樂山市中區：先四捨五入再翻（S0-072）；打圈：先翻再四捨五入（S2-077）",
    }


def test_rules_of_one_name_are_told_apart_by_what_they_were_called(tmp_path: Path, capsys: Captured) -> None:
    for name, cap in (("a", 200), ("b", 300)):
        (tmp_path / f"{name}.toml").write_text(f'id = "ours"\nname = "甲"\nbase = "quan"\n[options]\ncap = {cap}\n')
    one, other = str(tmp_path / "a.toml"), str(tmp_path / "b.toml")
    assert main(["rules", "diff", one, other, "--lang", "en"]) == 0
    assert f"{one}: one payer pays at most 200" in capsys.readouterr().out
