"""`erqishi`: runs a verb; whatever goes wrong is one line and an exit code (CLI.md).

0: done; 1: done, and something was found; 2: usage, unreadable input or a fault of the program.
A closed pipe ends with 141, Ctrl-C with 130, as with any other command.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import click

from erqishi_logs import __version__
from erqishi_logs.cli.command import Verbs, lang_option, option
from erqishi_logs.cli.complaint import complain
from erqishi_logs.cli.ending import ends_tidily
from erqishi_logs.cli.language import choose_lang, current_lang, say
from erqishi_logs.cli.output import print_error
from erqishi_logs.errors import ErqishiError, system_reason
from erqishi_logs.texts.phrase import told

if TYPE_CHECKING:
    from collections.abc import Sequence

DONE, FOUND, UNUSABLE = 0, 1, 2
INTERRUPTED, PIPE_CLOSED = 130, 141


def _show_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        click.echo(f"erqishi {__version__}")
        ctx.exit()


@click.group(cls=Verbs, name="erqishi", no_args_is_help=False, invoke_without_command=True)
@option("--version", words="version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version)
@lang_option
@click.pass_context
def erqishi(ctx: click.Context) -> int:
    """Shows the help when no verb is named."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
    return DONE


def main(args: Sequence[str] | None = None) -> int:
    """The exit code of a command line; `args` are the words after `erqishi`, else those of the process."""
    _open_missing()
    _use_utf8()
    words = list(sys.argv[1:] if args is None else args)
    choose_lang(words, os.environ)
    code = DONE
    try:
        with ends_tidily():
            code = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except OSError as error:  # the last lines could not be written
        _drop_output()
        return code if code == UNUSABLE else _fail(told(system_reason(error), current_lang()))
    return code


def _run(words: list[str]) -> int:
    try:
        with erqishi.make_context("erqishi", words) as ctx:
            code = erqishi.invoke(ctx)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        return _fail(complain(error))
    except ErqishiError as error:
        return _fail(error.text(current_lang()))
    except (BrokenPipeError, click.Abort):
        raise
    except OSError as error:
        reason = told(system_reason(error), current_lang())
        return _fail(f"{error.filename}: {reason}" if error.filename else reason)
    except Exception as error:  # noqa: BLE001 - no traceback ever reaches a user
        return _fail(say("error.internal", error=_where(error)))
    return code if isinstance(code, int) else DONE


def _fail(sentence: str) -> int:
    print_error(sentence)
    return UNUSABLE


def _where(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"


def _use_utf8() -> None:
    """Chinese goes out under any locale, LANG=C too; a name that is no text is shown, not raised."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding="utf-8", errors="surrogateescape" if stream is sys.stdin else "backslashreplace"
            )


def _open_missing() -> None:
    """A standard stream that was closed: nothing to read there, and what is written to it fails as on a full disk."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - stays open
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - stays open


def _drop_output() -> None:
    """What is still to be flushed at exit goes nowhere: the reader has gone."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
