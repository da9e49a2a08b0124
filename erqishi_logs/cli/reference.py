"""命令手冊: docs/cli.md, made of the commands and options by `python -m erqishi_logs.cli.reference > docs/cli.md`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from erqishi_logs.cli.command import VERBS, Option
from erqishi_logs.cli.language import choose_lang, say
from erqishi_logs.cli.program import erqishi
from erqishi_logs.rules import load_preset
from erqishi_logs.texts import text

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEAD = """# The command line

Made of the commands themselves by `python -m erqishi_logs.cli.reference > docs/cli.md`; a test holds it.
The same text in Chinese: `erqishi VERB --help --lang zh-Hant` (or `zh-Hans`).

Exit code 0: done; 1: done, and something was found or refused, as each verb says; 2: usage or unreadable
input, one line on standard error. A closed pipe ends with 141, Ctrl-C with 130. `--json` writes machine
output on standard output and nothing else there; progress bars show on a terminal only, on standard error.
`--rules` takes a preset's id, the id of a rules file in the archive, or the path of a rules file
([how to write one](#a-rules-file))."""

_RULES_FILE = """
## A rules file

A club's own rules: a preset, and what differs. `erqishi rules new` asks for them and writes the file,
`erqishi rules diff` tells two rule sets apart ([house-rules.md](house-rules.md)). `teahouse.toml`:

```toml
id = "teahouse"           # letters, digits, - and _; not a preset's id
name = "橋頭茶樓"
base = "quan"             # the preset that holds where nothing is said

[options]
cap = 200
taipao = "players-1"
players = [3, 4]
judged_youbai_bubai = "act"
quan_pays_alone = "yes"
tiers = [[10, "小和"], [15, "中和"], [21, "大和", 0, 1]]
```

Names and values of options are those that `erqishi rules ID` shows: words in quotes, `"yes"` and `"no"` (or
true and false), numbers, lists. An unknown name or value, or options that contradict each other, are one line that says
what would be right.

- With a path: `erqishi audit hands.pu --rules teahouse.toml`; likewise `ingest`, `score`, `replay`,
  `simulate`, `reaudit`, `rules`.
- In an archive: put the file into its folder `rules`, named by its id: `cp teahouse.toml A/rules/teahouse.toml`
  (from Python `archive.add_rules("teahouse.toml")`, which checks it). Records ingested there may then say
  `"rules":"teahouse"`, in 譜 `規則 teahouse`; `erqishi rules teahouse --archive A` shows it,
  `erqishi audit hands.pu --archive A` knows it, `erqishi reaudit --archive A --rules teahouse` judges by it.
  After the file is changed `erqishi reaudit --archive A` judges again the hands that were played by it.
- For one hand: its `house` list, in 譜 `同規 cap=200`, changes single options and needs no file."""

_OPTIONS = """
## Options of a rule set

What `erqishi rules ID` says of each; with `--json` it stands under `meaning`. Chapters 3 to 7 of
[rulebook.md](rulebook.md) say what follows from them.

| option | |
|---|---|"""


def reference() -> str:
    """命令手冊: every verb with its usage, what it does and its options, in English Markdown."""
    choose_lang(["--lang", "en"], {})
    verbs = (line for verb in VERBS for line in _verb(verb))
    return "\n".join([_HEAD, *verbs, _RULES_FILE, _OPTIONS, *_options()]) + "\n"


def _options() -> Iterator[str]:
    for name in load_preset("leshan").options():
        if name != "game":
            yield f"| `{name}` | {text(f'options.option.{name}', 'en')} |"


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
