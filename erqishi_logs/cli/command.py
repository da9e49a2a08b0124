"""動詞: click's command, options and help, speaking the run's language."""

from __future__ import annotations

import os
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from erqishi_logs.cli.complaint import unknown_verb
from erqishi_logs.cli.language import say
from erqishi_logs.cli.width import pad, wrap_words
from erqishi_logs.texts import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

VERBS = (
    "demo",
    "ingest",
    "audit",
    "replay",
    "score",
    "convert",
    "merge",
    "infer",
    "repair",
    "query",
    "simulate",
    "rules",
    "compare",
    "reaudit",
    "sitting",
    "compact",
    "people",
    "history",
    "undo",
    "backup",
    "restore",
    "export",
    "app",
)
HELP_WIDTH = 100


class Option(click.Option):
    """選項: its `help` is a name in the table `option` of `texts/cli.toml`."""

    def words(self) -> tuple[str, str]:
        """How it is written, and what it does in the run's language."""
        written, _ = cast("tuple[str, str]", super().get_help_record(click.Context(click.Command("erqishi"))))
        needed = say("word.required") if self.required else ""
        return written, say(f"option.{self.help}") + needed


class Verb(click.Command):
    """動詞: a command whose help is `verb.NAME` of `texts/cli.toml`."""

    @cached_property
    def help_switch(self) -> Option:
        """`--help`, an `Option` like all others; click compares it by identity."""
        return Option(["--help"], help="help", is_flag=True, is_eager=True, expose_value=False, callback=_show_help)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """`--help`, for click."""
        del ctx
        return self.help_switch

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click; a word too many is told in the run's language. Raises UsageError."""
        allowed, ctx.allow_extra_args = ctx.allow_extra_args, True
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
        if rest and not allowed and not ctx.resilient_parsing:
            raise click.UsageError(say("error.extra", word=rest[0]), ctx)
        return rest

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Usage, what it does, options: the columns count Chinese characters as two."""
        usage = [ctx.command_path, *self.collect_usage_pieces(ctx)]
        formatter.write(f"{say('word.usage')} {' '.join(usage)}\n\n")
        formatter.write("".join(f"{line}\n" for line in wrap_words(say(f"verb.{self.name}"), HELP_WIDTH)))
        formatter.write("".join(self.sections(ctx)))

    def sections(self, ctx: click.Context) -> Iterable[str]:
        """The parts of the help after its first paragraph."""
        options = [param.words() for param in self.get_params(ctx) if isinstance(param, Option)]
        yield _section(say("word.options"), options)


class Verbs(click.Group, Verb):
    """`erqishi` itself: imports a verb's module only when the verb is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs, in the order of CLI.md."""
        del ctx
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of a name, None where there is none."""
        del ctx
        if cmd_name not in VERBS:
            return None
        return cast("click.Command", getattr(import_module(f"erqishi_logs.cli.{cmd_name}"), cmd_name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb of the first word. Raises UsageError with the nearest verb."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise click.UsageError(unknown_verb(args[0], VERBS), ctx)
        return super().resolve_command(ctx, args)

    def sections(self, ctx: click.Context) -> Iterable[str]:
        """The verbs, then the options."""
        yield _section(say("word.verbs"), [(name, say(f"short.{name}")) for name in self.list_commands(ctx)])
        yield from super().sections(ctx)


class SourcePath(click.Path):
    """路徑: a file or folder to read, `-` for standard input; a file of that name is `./-`, in a folder too."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """As click; whole where a path of the folder one stands in would come to be a bare `-`."""
        path = os.fsdecode(super().convert(value, param, ctx))
        bare = path != "-" and str(Path(path)) in ("-", ".") and os.path.lexists("-")
        return os.path.abspath(path) if bare else path  # noqa: PTH100 - pathlib writes ./- as -


def option(*names: str, words: str, **settings: Any) -> Callable[..., Any]:
    """選項: as `click.option`; `words` names its sentence in `texts/cli.toml`."""
    return click.option(*names, cls=Option, help=words, **settings)


def verb(function: Callable[..., int]) -> Verb:
    """動詞: the command of a function that returns the exit code; its name is the function's module's."""
    return click.command(cls=Verb, name=function.__module__.rsplit(".", 1)[1])(lang_option(function))


def lang_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--lang`, which `language.choose_lang` has read already."""
    return cast(
        "Callable[..., Any]",
        option("--lang", words="lang", type=click.Choice(LANGUAGES), expose_value=False)(function),
    )


json_option = option("--json", "as_json", words="json", is_flag=True)
rules_option = option("--rules", metavar="ID", words="rules")
cluster_option = option("--cluster", metavar="ADDRESS", words="cluster")
archive_option = option("--archive", metavar="DIR", words="archive", required=True, type=click.Path())


def _show_help(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(ctx.get_help())
        ctx.exit()


def _section(heading: str, rows: list[tuple[str, str]]) -> str:
    left = max(len(name) for name, _ in rows) + 4
    lines = [f"\n{heading}"]
    for name, words in rows:
        first, *rest = wrap_words(words, HELP_WIDTH - left) or [""]
        lines.append(pad(f"  {name}", left) + first)
        lines += [" " * left + line for line in rest]
    return "\n".join(lines) + "\n"
