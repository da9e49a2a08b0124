"""算和: the calculator on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from app.calculator import calculator_css, calculator_html, calculator_js

if TYPE_CHECKING:
    from collections.abc import Callable

_calculator = st.components.v2.component(
    "erqishi_calculator", html=calculator_html(), css=calculator_css(), js=calculator_js()
)


def draw_calculator(data: dict[str, Any], on_ask: Callable[[], None]) -> None:
    """算和: draws the question and its answers; `on_ask` runs when the visitor asks another one.

    `data` is what `app.calculator.payload.payload` gives; what is asked is `st.session_state["calculator"]["ask"]`.
    """
    _calculator(key="calculator", data=data, on_ask_change=on_ask)
