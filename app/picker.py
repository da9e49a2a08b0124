"""選局: the list of hands beside the table, narrowed by filters; a click opens a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from app import source
from app.listing import MARKS, listing
from app.strings import say, table
from erqishi_logs.texts import code_name, name_of

if TYPE_CHECKING:
    import pandas as pd

    from erqishi_logs.archive import Archive
    from erqishi_logs.texts import Lang


def choose(archive: Archive, lang: Lang) -> str | None:
    """選局: draws the list and returns the id of the hand to show; None where no hand passes."""
    filters = _ask_filters(archive, lang)
    rows = source.list_hands(archive, filters)
    ids = [str(hand_id) for hand_id in rows["id"]]
    current = _current(ids)
    st.caption(say("page.shown", lang, n=len(ids), of=source.count_hands(archive)))
    if not ids:
        st.info(say("page.none_match", lang))
        return current
    _draw_list(listing(rows, current, lang), ids, lang)
    return current


def move(step: int) -> None:
    """鄰局: opens the next (+1) or previous (−1) hand of the list."""
    ids: list[str] = st.session_state.get("listed", [])
    current = st.session_state.get("hand")
    if not ids:
        return
    place = ids.index(current) + step if current in ids else 0
    if 0 <= place < len(ids):
        _open(ids[place])


def _open(hand_id: str) -> None:
    """A list keeps the row that was clicked; a new key lets it go."""
    st.session_state["hand"] = hand_id
    st.session_state["list_no"] = st.session_state.get("list_no", 0) + 1


def _current(ids: list[str]) -> str | None:
    st.session_state["listed"] = ids
    if "hand" not in st.session_state:
        st.session_state["hand"] = st.query_params.get("hand")
    if st.session_state["hand"] is None and ids:
        st.session_state["hand"] = ids[0]
    current: str | None = st.session_state["hand"]
    return current


def _ask_filters(archive: Archive, lang: Lang) -> source.Filters:
    choices = source.list_choices(archive)
    hint = say("page.find", lang)
    words = st.text_input(hint, key="find", placeholder=hint, label_visibility="collapsed")
    names = {
        "rules": {rules: name_of("rules", rules, lang) for rules in choices["rules"]},
        "status": {s: f"{MARKS.get(s, '')} {name_of('status', s, lang)}" for s in choices["status"]},
        "codes": {code: code_name(code, lang) for code in choices["codes"]},
    }
    with st.expander(say("page.filters", lang)):
        picked = {key: _multiselect(key, choices[key], names[key], lang) for key in choices}
    return source.Filters(words or "", *(tuple(picked[key]) for key in ("rules", "status", "codes")))


def _multiselect(key: str, options: list[str], names: dict[str, str], lang: Lang) -> list[str]:
    label = say(f"page.filter_{'code' if key == 'codes' else key}", lang)
    return list(
        st.multiselect(
            label,
            options,
            key=f"filter_{key}",
            format_func=lambda value: names.get(value, value),
            placeholder=label,
            label_visibility="collapsed",
        )
    )


def _draw_list(rows: pd.DataFrame, ids: list[str], lang: Lang) -> None:
    key = f"hands-{st.session_state.get('list_no', 0)}-{hash(tuple(ids))}"

    def take() -> None:
        cells = st.session_state[key]["selection"]["cells"]
        if cells:
            st.session_state["hand"] = ids[cells[0][0]]
            st.session_state["chosen"] = st.session_state.get("chosen", 0) + 1

    st.dataframe(
        rows,
        key=key,
        hide_index=True,
        on_select=take,
        selection_mode="single-cell",
        height=min(620, 38 + 35 * len(ids)),
        column_config=_columns(lang),
    )


def _columns(lang: Lang) -> dict[str, Any]:
    words = table("column", lang)
    narrow = {"mark": 96, "hand": 44, "hushu": 56, "total": 56, "n_findings": 56}
    return {name: st.column_config.Column(word, width=narrow.get(name, "small")) for name, word in words.items()}
