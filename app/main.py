"""入口: the dashboard's entry: sets the frame, then hands over to a page."""

from __future__ import annotations

import sys
from pathlib import Path

import streamlit as st

# Streamlit puts this file's own folder on the path; the pages are imported as `app.…`.
_HOME = str(Path(__file__).resolve().parent.parent)
if _HOME not in sys.path:
    sys.path.insert(0, _HOME)

from app import frame  # noqa: E402
from app.pages_ import calculator, replay  # noqa: E402


def main() -> None:
    """Runs once at each visit and each choice of the visitor."""
    lang = frame.begin()
    pages = [st.Page(replay.show, title=frame.page_title("replay", lang), url_path="replay", default=True)]
    pages.append(st.Page(calculator.show, title=frame.page_title("calculator", lang), url_path="calculator"))
    st.navigation(pages, position="hidden" if len(pages) == 1 else "sidebar").run()


main()
