"""The frame of the command line: exit codes, one-line complaints, languages, no traceback ever."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from erqishi_logs import __version__
from erqishi_logs.cli import main
from erqishi_logs.cli.command import VERBS
from erqishi_logs.cli.width import pad, width, wrap_words
from erqishi_logs.texts import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]


def run(*words: str, text_in: bytes = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "erqishi_logs", *words]
    kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    return subprocess.run(
        command, input=text_in, capture_output=True, env={**kept, "PYTHONPATH": str(ROOT), **environ}, check=False
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("verb", ["", *VERBS])
def test_help_speaks_every_language(verb: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*filter(None, [verb]), "--help", "--lang", lang]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith({"en": "Usage: erqishi", "zh-Hans": "用法：", "zh-Hant": "用法："}[lang])
    assert {"en": "Options", "zh-Hans": "选项", "zh-Hant": "選項"}[lang] in shown
    assert all(width(line) <= 100 for line in shown.splitlines()[1:])


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"erqishi {__version__}\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["audti"], "there is no verb 'audti'; did you mean audit? (see erqishi --help)"),
        (["--vrsion"], "there is no option --vrsion; did you mean --version? (see erqishi --help)"),
        (["rules", "--jsno"], "there is no option --jsno; did you mean --json? (see erqishi rules --help)"),
        (["rules", "a", "b"], "'b' is one word too many (see erqishi rules --help)"),
        (["rules", "--lang"], "--lang needs a value (see erqishi rules --help)"),
        (["rules", "leshann"], "unknown rule set 'leshann'; did you mean 'leshan'?"),
        (["audit"], "PATH… is missing (see erqishi audit --help)"),
        (["query", "select 1"], "--archive is missing (see erqishi query --help)"),
        (["app", "--archive", "x", "--port", "0"], "wrong value for --port: expected a whole number of 1 or more"),
        (["score", "--title", "kun"], "wrong value for --title: expected one of tianhu dihu"),
        (["score"], "give an arrangement, --cards or --batch, one of the three"),
        (["score", "一二三"], "--rules is missing"),
        (["score", "一二三", "--rules", "no-such.toml"], "rules file no-such.toml: cannot be read"),
        (["score", "一二X", "--rules", "leshan"], "'X' is no card; the cards are"),
        (["score", "--batch", "no-such-file"], "no-such-file: No such file or directory"),
        (["query", "select 1", "--archive", "no-such-folder"], "archive no-such-folder: there is none here"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(
    words: list[str],
    complaint: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith(f"erqishi: {complaint}")


def test_a_fault_of_the_program_is_one_line_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        msg = "two\nlines"
        raise ValueError(msg)

    monkeypatch.setattr("erqishi_logs.cli.rules.find_rules", broken)
    assert main(["rules", "leshan", "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("erqishi: internal error, please report it: ValueError: two lines (test_program.py:")


@pytest.mark.parametrize(
    ("locale", "first"),
    [
        ({"LANG": "zh_TW.UTF-8"}, "用法：".encode()),
        ({"LC_ALL": "C"}, b"Usage:"),
        ({"LANG": "zh_CN.GB18030"}, "用法：".encode()),
    ],
)
def test_output_is_utf8_in_the_language_of_the_locale(locale: dict[str, str], first: bytes) -> None:
    done = run("--help", **locale)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(first)
    done.stdout.decode("utf-8")


def test_chinese_is_written_under_the_c_locale() -> None:
    done = run("rules", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert "打圈" in done.stdout.decode("utf-8")


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m erqishi_logs rules leshan --json | head -c 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, cwd=ROOT, check=False)
    assert done.stderr == b""
    assert done.returncode in (0, 141)


def test_importing_the_verbs_that_judge_loads_nothing_heavy() -> None:
    code = (
        "import sys\nimport erqishi_logs.cli.audit, erqishi_logs.cli.replay, erqishi_logs.cli.score\n"
        "print(*[n for n in ('pandas', 'pyarrow', 'duckdb', 'streamlit', 'plotly', 'numpy') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_columns_count_chinese_characters_as_two() -> None:
    assert (width("打 a"), pad("打", 4), wrap_words("翻出五，打七", 6)) == (4, "打  ", ["翻出", "五，打", "七"])
