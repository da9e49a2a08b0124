"""No command line makes a traceback: any words end in 0, 1 or 2, a 2 with exactly one line."""

from __future__ import annotations

import contextlib
import io
import os
import tempfile

from hypothesis import given, settings, strategies as st

from erqishi_logs.cli import main

OPTIONS = (
    "--json",
    "--lang",
    "--rules",
    "--win",
    "--dealt",
    "--quan",
    "--title",
    "--house",
    "--cards",
    "--batch",
    "--step",
)
VERBS = ("audit", "score", "rules", "replay", "convert", "query", "reaudit", "no-such-verb")
CARDS = st.text("一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾贰?聽() ", max_size=30)
# A null cannot stand in an argument; a path out of the empty folder would lead the run through the whole disk.
ANY_SIGN = st.characters(exclude_characters="\0/.\\")
WORD = st.one_of(
    st.sampled_from(OPTIONS),
    st.sampled_from(("leshan", "quan", "x.pu", "3", "cap=200")),
    CARDS,
    st.text(ANY_SIGN, max_size=6),
)
N_LINES = int(os.environ.get("ERQISHI_FUZZ", "5000")) // 25


@settings(max_examples=N_LINES, deadline=None)
@given(st.sampled_from(VERBS), st.lists(WORD, max_size=6))
def test_any_words_end_in_a_code_of_cli_md(verb: str, words: list[str]) -> None:
    out, err = io.StringIO(), io.StringIO()
    empty = tempfile.TemporaryDirectory()
    with empty as folder, contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([verb, *words])
    assert code in (0, 1, 2)
    assert (code == 2) == (err.getvalue().count("\n") == 1 and err.getvalue().startswith("erqishi: "))
    assert "internal error" not in err.getvalue()
    assert "內部錯誤" not in err.getvalue()
