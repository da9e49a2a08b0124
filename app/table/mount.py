"""牌桌: the card table on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from app.table import table_css, table_html, table_js

if TYPE_CHECKING:
    from collections.abc import Callable

_table = st.components.v2.component("erqishi_table", html=table_html(), css=table_css(), js=table_js())


def draw_table(data: dict[str, Any], on_hand: Callable[[], None], on_unsure: Callable[[], None]) -> None:
    """牌桌: draws a hand; `on_hand` runs when the player asks for the next or previous one.

    `data` is what `app.payload.payload` gives; the wish, +1 or −1, is `st.session_state["table"]["hand"]`.
    `on_unsure` runs when what cannot be told is asked for, or no longer: `st.session_state["table"]["unsure"]`.
    """
    _table(key="table", data=data, on_hand_change=on_hand, on_unsure_change=on_unsure)
