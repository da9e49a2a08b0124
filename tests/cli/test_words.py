"""What the verbs say to people: names, order, reasons, in each language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from erqishi_logs.cli import main
from erqishi_logs.rules import preset_ids

DATA = Path(__file__).resolve().parents[2] / "data"

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.mark.parametrize(
    ("lang", "listed", "meant"),
    [
        ("zh-Hant", "leshan-kezi 樂山市區顆子", "dealer_extra 1 S0-111 莊家多拿幾張（當底）"),
        ("zh-Hans", "leshan-kezi 乐山市区颗子", "dealer_extra 1 S0-111 庄家多拿几张（当底）"),
        ("en", "leshan-kezi Leshan, counted in kezi (顆子)", "dui_own_flip yes S0-026 the flipper may dui (對)"),
        ("en", "duikou duikou, two players", "xiaojia_values [20, 40, 40, 80] S0-128"),
    ],
)
def test_rules_speaks_the_language(lang: str, listed: str, meant: str, capsys: Captured) -> None:
    assert main(["rules", "--lang", lang]) == 0
    assert listed in " ".join(capsys.readouterr().out.split())
    assert main(["rules", "leshan", "--lang", lang]) == 0
    assert meant in " ".join(capsys.readouterr().out.split())


def test_rules_of_a_club_keep_their_name(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('id = "leshan"\nname = "橋頭茶樓"\nbase = "leshan"\n', encoding="utf-8")
    assert main(["rules", str(path), "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("leshan　橋頭茶樓\n")


def test_audit_tells_a_hand_once_that_two_files_hold(capsys: Captured) -> None:
    assert main(["audit", str(DATA), "--lang", "en"]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert shown[-2] == f"also in {DATA / 'stories.jsonl'}: 20 of the hands above, told once"
    assert shown[-1] == "hands 20: violations 14, faults 1, unreadable 0"
    assert main(["audit", str(DATA), "--json"]) == 1
    told = [
        (found["id"], found["code"], found["event"], found["severity"])
        for found in map(json.loads, capsys.readouterr().out.splitlines())
    ]
    assert len(told) == len(set(told)) == 16


def test_audit_tells_what_came_first_first(capsys: Captured) -> None:
    assert main(["audit", "--all", str(DATA / "15-yi-jia-suo-ji.pu"), "--lang", "zh-Hant"]) == 1
    names = [line.split("　")[1] for line in capsys.readouterr().out.splitlines()[1:-1]]
    assert names == ["後對牌", "有開不開", "拆坎子"]


SEVEN = "壹貳叄 肆伍陸 柒捌玖 一二三 四五六 七八九 貳叄肆"


@pytest.mark.parametrize(
    ("melds", "last"),
    [
        ("壹壹壹 一二三", ["no win: false win", "6 cards, which make no complete hand."]),
        (SEVEN, ["0 hushu in all", "no win: win with too few hushu", "0 hushu; a win needs 10."]),
        (
            "壹貳叄 貳叄肆 貳柒拾 四五六 七八九 (伍伍伍) (捌捌捌)",
            ["no win: kan or gun split", "Complete only by splitting a kan or gun, which is no win."],
        ),
        (
            "一二四 三五六 七八九 (五五五) (伍伍伍) (柒柒柒) (貳貳貳)",
            [
                "no win: win laid out wrongly",
                "Not as laid out; the same cards do win in another arrangement (10 hushu): give them to --cards.",
            ],
        ),
    ],
)
def test_score_says_why_it_is_no_win(melds: str, last: list[str], capsys: Captured) -> None:
    assert main(["score", melds, "--rules", "leshan"]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert [line for line in shown if line in last] == last


def test_score_lists_the_melds_as_they_were_given(capsys: Captured) -> None:
    hand = "壹壹壹壹 貳柒拾 二七十 貳叄肆 捌玖拾 五五五 八八"
    assert main(["score", hand, "--rules", "leshan"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[1].rstrip(":") for line in shown[:7]] == hand.split()
    assert shown[8:] == [
        "big (大和), from 21 hushu",
        "rounded to tens: 24 makes 20",
        "big (大和), doubled once: 40",
        "2 others pay 40 each",
    ]


def test_query_cuts_a_wide_cell_in_the_table_alone(
    archive: str, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    sql = "select record from records where id = 'chi-guozhang'"
    assert main(["query", sql, "--archive", archive]) == 0
    cell = capfdbinary.readouterr().out.decode().splitlines()[2]
    assert cell.endswith("…")
    assert len(cell) <= 120
    out = tmp_path / "x.txt"
    assert main(["query", sql, "--archive", archive, "--out", str(out)]) == 0
    assert "…" not in out.read_text(encoding="utf-8")


def test_reaudit_tells_changes_in_words(archive: str, capsys: Captured) -> None:
    assert main(["reaudit", "--archive", archive, "--rules", "quan", "--lang", "zh-Hant"]) == 0
    shown = capsys.readouterr().out
    block = shown[shown.index("bao-hou-ji-xu") :].splitlines()[:10]
    assert block == [
        "bao-hou-ji-xu",
        "  多了　記錄有誤 局已終（第 22、23、24 手）×3",
        "  多了　記錄有誤 賬不符",
        "  和家：丙 → 乙",
        "  和得成立：是 → 否",
        "  和數：15 → 7",
        "  檔：中和 → 無",
        "  合計：20 → 10",
        "  輸贏：-40、-40、+80 → +20、-40、+20",
        "  狀態：有違規 → 記錄有誤",
    ]
    assert not any(word in shown for word in ("True", "False", "None", "win_valid"))


@pytest.mark.parametrize("preset", preset_ids())
def test_what_rules_shows_a_rules_file_takes(preset: str, capsys: Captured, tmp_path: Path) -> None:
    assert main(["rules", preset, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    options = [f"{name} = {json.dumps(option['is'])}" for name, option in shown["options"].items()]
    path = tmp_path / "ours.toml"
    path.write_text(f'id = "ours"\nname = "x"\nbase = "{preset}"\n[options]\n' + "\n".join(options), encoding="utf-8")
    assert main(["rules", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hash"] == shown["hash"]
