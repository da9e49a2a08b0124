"""算和: the calculator: cards laid by hand, counted in every way, under several rule sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import streamlit as st

from app import frame
from app.calculator.asked import read_asked
from app.calculator.mount import draw_calculator
from app.calculator.payload import payload

if TYPE_CHECKING:
    from app.calculator.asked import Asked
    from erqishi_logs.texts import Lang


def show() -> None:
    """算和: the page; the question that stands in the address at the first visit, later the visitor's own."""
    lang: Lang = st.session_state["lang"]
    with st.sidebar:
        frame.choose_language()
    if "asked" not in st.session_state:
        st.session_state["asked"] = read_asked(st.query_params.to_dict())
    asked: Asked = st.session_state["asked"]
    draw_calculator(payload(asked, lang, st.session_state.get("asked_number", 0)), on_ask=_ask)


def _ask() -> None:
    """What the component asks; it numbers its questions, so that a late answer is known as one."""
    said = st.session_state["calculator"]["ask"]
    if isinstance(said, Mapping):
        st.session_state["asked"] = read_asked(said)
        number = said.get("number")
        st.session_state["asked_number"] = number if isinstance(number, int) else 0
