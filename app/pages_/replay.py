"""復盤: the replay page: the list of hands beside, one hand on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from app import frame, picker, source
from app.payload import payload
from app.strings import plain, say
from app.table.mount import draw_table
from erqishi_logs.errors import ArchiveError, ErqishiError

if TYPE_CHECKING:
    from erqishi_logs.archive import Archive
    from erqishi_logs.texts import Lang


def show() -> None:
    """復盤: the page, or what to do where there is no hand to show."""
    lang: Lang = st.session_state["lang"]
    with st.sidebar:
        frame.choose_language()
    archive = _archive(lang)
    if archive is None:
        return
    with st.sidebar:
        hand_id = picker.choose(archive, lang)
    if hand_id is not None:
        _show_hand(archive, hand_id, lang)


def _archive(lang: Lang) -> Archive | None:
    path = source.archive_path()
    if path is None:
        _explain("no_archive", lang)
        return None
    try:
        archive = source.open_archive(path)
        for damage in archive.damaged():
            st.warning(plain(damage.message(archive.layout).told(lang)))
        if source.count_hands(archive):
            return archive
        _explain("empty_archive", lang, path=path)
    except ErqishiError as error:
        st.error(say("page.bad_archive", lang, path=plain(path)))
        st.caption(plain(error.text(lang)))
        _explain("no_archive", lang)
    return None


def _explain(what: str, lang: Lang, **facts: str) -> None:
    st.header(say(f"page.{what}", lang))
    st.markdown(say(f"page.{what}_how", lang, **facts))


def _show_hand(archive: Archive, hand_id: str, lang: Lang) -> None:
    try:
        hand = source.load_hand(archive, hand_id, cannot_tell=st.session_state.setdefault("unsure", False))
    except ArchiveError:
        st.warning(say("page.no_hand", lang, id=plain(hand_id)))
        return
    except ErqishiError as error:
        st.warning(say("page.broken_hand", lang, reason=plain(error.text(lang))))
        return
    first = _is_first(hand_id)
    step, seat = (_number("step"), _number("seat")) if first else (None, None)
    wishes = {"unsure": st.session_state["unsure"], "chosen": st.session_state.get("chosen", 0)}
    draw_table(payload(hand, lang, step=step, seat=seat) | wishes, on_hand=_other_hand, on_unsure=_tell_unsure)


def _is_first(hand_id: str) -> bool:
    """Whether this hand is the one in the address with which the visitor came."""
    return bool(st.session_state.setdefault("came_for", st.query_params.get("hand")) == hand_id)


def _number(key: str) -> int | None:
    """A whole number of the address as it stood at the first visit; the component moves it on by itself."""
    text = st.session_state.setdefault(f"came_{key}", st.query_params.get(key, ""))
    return int(text) if text.isascii() and text.isdigit() else None


def _tell_unsure() -> None:
    st.session_state["unsure"] = bool(st.session_state["table"]["unsure"])


def _other_hand() -> None:
    step = st.session_state["table"]["hand"]
    if step in (1, -1):
        picker.move(step)
