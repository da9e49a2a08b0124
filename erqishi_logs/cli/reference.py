"""命令手冊: docs/cli.md, made of the commands by `python -m erqishi_logs.cli.reference > docs/cli.md`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from erqishi_logs.cli.command import VERBS, Option
from erqishi_logs.cli.language import choose_lang, say
from erqishi_logs.cli.program import erqishi

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEAD = """# The command line

Made of the commands themselves by `python -m erqishi_logs.cli.reference > docs/cli.md`; a test holds it.
The same text in Chinese: `erqishi VERB --help --lang zh-Hant` (or `zh-Hans`).

Exit code 0: done; 1: done, and something was found or refused, as each verb says; 2: usage or unreadable
input, one line on standard error. A closed pipe ends with 141, Ctrl-C with 130. `--json` writes machine
output on standard output and nothing else there; progress bars show on a terminal only, on standard error.
`--rules` takes a preset's id, the id of a rules file in the archive, or the path of a rules file."""


def reference() -> str:
    """命令手冊: every verb with its usage, what it does and its options, in English Markdown."""
    choose_lang(["--lang", "en"], {})
    return "\n".join([_HEAD, *(line for verb in VERBS for line in _verb(verb))]) + "\n"


def _verb(name: str) -> Iterator[str]:
    top = click.Context(erqishi, info_name="erqishi")
    command = erqishi.get_command(top, name)
    if command is None:
        return
    ctx = click.Context(command, info_name=name, parent=top)
    yield f"\n## {name}\n\n```\n{' '.join([ctx.command_path, *command.collect_usage_pieces(ctx)])}\n```\n"
    yield f"{say(f'verb.{name}')}\n\n| option | |\n|---|---|"
    for param in command.get_params(ctx):
        if isinstance(param, Option):
            written, words = param.words()
            yield f"| `{written.replace('|', ' · ')}` | {words} |"


if __name__ == "__main__":
    sys.stdout.write(reference())
