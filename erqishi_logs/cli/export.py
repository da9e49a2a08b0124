"""`erqishi export`: one hand as one page that needs nothing else."""

from __future__ import annotations

import html
import json
import sys
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

import click

from erqishi_logs.cli.command import archive_option, option, verb
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_line
from erqishi_logs.pipeline.judge import as_judged
from erqishi_logs.places import folder
from erqishi_logs.record.files import whole_file


@verb
@archive_option
@option("--id", "hand_id", metavar="ID", words="id_needed", required=True)
@option("--html", "target", metavar="FILE", words="html", required=True, type=click.Path(dir_okay=False))
def export(*, archive: str, hand_id: str, target: str) -> int:
    """出頁: the dashboard's card table with one hand in it; it steps, shows the findings, and asks no server."""
    from erqishi_logs.archive import Archive

    lang = current_lang()
    hand = _dashboard("source").judge(*as_judged(Archive.open(archive), hand_id))
    page = compose_page(_dashboard("payload").payload(hand, lang) | {"deep_link": False}, lang)
    with whole_file(target) as file:
        file.write(page.encode("utf-8", "backslashreplace"))
    print_line(say("export.written", path=target))
    return 0


def compose_page(data: dict[str, Any], lang: str) -> str:
    """頁: the page of a hand's payload; names and notes are strangers' text and stay text."""
    parts = _dashboard("table")
    # `<` would end the script element early; JSON reads the escape as the same character.
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    title = html.escape(f"{data['title']} {' '.join(data['players'])}")
    pieces = {"css": parts.table_css(), "markup": parts.table_html(), "script": parts.table_js()}
    frame = (files("erqishi_logs.cli") / "page.html").read_text(encoding="utf-8")
    return Template(frame).substitute(lang=lang, title=title, data=text, **pieces)


def _dashboard(module: str) -> Any:
    """A module of the dashboard, found by its place, as `erqishi app` finds it: the package never imports it."""
    home = str(Path(folder("app")).parent)
    if home not in sys.path:
        sys.path.insert(0, home)
    return import_module(f"app.{module}")
