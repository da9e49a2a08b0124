"""`erqishi replay`: steps through a hand in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from erqishi_logs.cli.command import SourcePath, json_option, option, rules_option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.drawing import draw_frame
from erqishi_logs.cli.hand import find_hand, rules_for
from erqishi_logs.cli.language import say
from erqishi_logs.cli.output import print_json, print_line
from erqishi_logs.replay import frames

if TYPE_CHECKING:
    from erqishi_logs.record import Record

Frames = list[dict[str, Any]]
_FORWARD = ("n", " ", "\r", "\n", "\x1b[C", "\x1bOC")
_BACK = ("p", "\x1b[D", "\x1bOD")
_FIRST, _LAST = ("\x1b[H", "\x1bOH"), ("\x1b[F", "\x1bOF")
_QUIT = ("q", "\x1b", "\x04")


@verb
@click.argument("path", metavar="PATH", type=SourcePath())
@option("--id", "hand_id", metavar="ID", words="id")
@option("--step", metavar="N", type=click.IntRange(0), words="step")
@option("--seat", metavar="S", type=click.IntRange(0), words="seat")
@rules_option
@json_option
def replay(
    *, path: str, hand_id: str | None, step: int | None, seat: int | None, rules: str | None, as_json: bool
) -> int:
    """重演: one step, or all of them one after the other; with keys on a terminal."""
    record = find_hand(path, hand_id, rules)
    if seat is not None and seat >= record.n_players:
        raise UsageProblemError(say("error.no_seat", seat=seat, seats=record.n_players))
    shown = frames(record, rules_for(record, rules), seat)
    if step is not None:
        if step >= len(shown):
            raise UsageProblemError(say("error.no_step", step=step, steps=len(shown) - 1))
        shown = [shown[step]]
    if as_json:
        for frame in shown:
            print_json(frame)
    elif step is None and sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(shown, record)
    else:
        _print_frames(shown, record)
    return 0


def _print_frames(shown: Frames, record: Record) -> None:
    """Each frame, an empty line between two."""
    for place, frame in enumerate(shown):
        if place:
            print_line()
        for line in draw_frame(frame, record):
            print_line(line)


def moved(step: int, key: str, last: int) -> int:
    """步: where a key leads, from 0 to `last`.

    >>> moved(0, "n", 3), moved(0, "p", 3), moved(1, "x", 3)
    (1, 0, 1)
    """
    if key in _FORWARD:
        return min(step + 1, last)
    if key in _BACK:
        return max(step - 1, 0)
    return 0 if key in _FIRST else last if key in _LAST else step


def _step_through(shown: Frames, record: Record) -> None:
    step = 0
    while True:
        click.clear()
        _print_frames([shown[step]], record)
        print_line()
        print_line(say("replay.keys"))
        key = click.getchar()
        if key in _QUIT:
            return
        step = moved(step, key, len(shown) - 1)
