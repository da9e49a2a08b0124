"""框: what every page shares: browser title, language, the archive in use."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import streamlit as st

from app.strings import LANGUAGE_NAMES, choose_lang, say

if TYPE_CHECKING:
    from erqishi_logs.texts import Lang

LIST_WIDTH_PX = 250

# The table wants the room that Streamlit leaves above a page: its bar floats over the title line. What Streamlit
# says in English alone is not shown.
_STYLE = """<style>
[data-testid="stHeader"] { background: transparent; pointer-events: none; height: 3rem; min-height: 3rem; }
[data-testid="stHeader"] :is(button, a, [role="button"]) { pointer-events: auto; }
[data-testid="stMainBlockContainer"] { padding: .55rem .9rem 0; max-width: 1680px; }
[data-testid="stSidebarHeader"] { position: absolute; right: 0; z-index: 2; height: auto; padding: 1rem .5rem; }
[data-testid="stSidebarHeader"] { pointer-events: none; }
[data-testid="stSidebarHeader"] button { pointer-events: auto; }
[data-testid="stSidebar"] [data-testid="stButtonGroup"] button { padding: .25rem .55rem; }
[data-testid="stSidebarUserContent"] { padding: 1.1rem 0; margin: 0 -.9rem; }
[data-testid="stMainBlockContainer"] > div { gap: 0; }
[data-testid="stSkipToContent"], [data-testid="stStatusWidget"] { display: none; }
[data-testid="stElementToolbar"], [data-testid="InputInstructions"] { display: none; }
.stApp:has([data-testid="stExpandSidebarButton"]) { --er-left: 2.6rem; }
@media (max-width: 640px) { [data-testid="stMainBlockContainer"] { padding: .55rem .6rem 0; } }
</style>"""


def begin() -> Lang:
    """框: sets up the page and returns the visitor's language.

    A link to a hand opens on the table alone, everything else with the list of hands beside it, as narrow as it
    can be read: the findings want to stand beside the table.
    """
    query = st.query_params
    alone = "hand" in query and "list" not in query
    start = st.session_state.setdefault("sidebar", "collapsed" if alone else LIST_WIDTH_PX)
    first = choose_lang(query.get("lang"), os.environ.get("ERQISHI_LANG"), st.context.locale)
    lang: Lang = st.session_state.setdefault("lang", first)
    st.set_page_config(page_title=say("page.title", lang), page_icon="🀄", layout="wide", initial_sidebar_state=start)
    st.html(_STYLE)
    return lang


def choose_language() -> None:
    """語言: the switch between the three languages."""
    lang: Lang = st.session_state["lang"]
    st.segmented_control(
        say("page.language", lang),
        list(LANGUAGE_NAMES),
        default=lang,
        format_func=lambda tag: LANGUAGE_NAMES[tag],
        key="lang_choice",
        label_visibility="collapsed",
        on_change=_take_language,
    )


def _take_language() -> None:
    st.session_state["lang"] = st.session_state["lang_choice"] or st.session_state["lang"]


def page_title(name: str, lang: Lang) -> str:
    """The name of a page in the menu."""
    return say(f"page.{name}", lang)
