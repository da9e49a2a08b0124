"""怨: complaints about usage, one line in the run's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from erqishi_logs.cli.language import say
from erqishi_logs.errors import ErqishiError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable


class UsageProblemError(ErqishiError):
    """A command line that click takes and the verb does not; its text is in the run's language."""


def complain(error: click.ClickException) -> str:
    """One line: what was wrong, what would have been right, where the help is."""
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    return _sentence(error, ctx) + say("error.see_help", path=ctx.command_path if ctx else "erqishi")


def unknown_verb(word: str, verbs: Iterable[str]) -> str:
    """There is no such verb; the nearest that is."""
    return say("error.no_verb", verb=word) + _did_you_mean(word, verbs)


def _sentence(error: click.ClickException, ctx: click.Context | None) -> str:
    if isinstance(error, click.NoSuchOption):
        return say("error.no_option", option=error.option_name) + _did_you_mean(error.option_name, _options(ctx))
    if isinstance(error, click.MissingParameter):
        return say("error.missing", name=_name(error.param))
    if isinstance(error, click.BadOptionUsage):
        return say("error.option_usage", option=error.option_name)
    if isinstance(error, click.BadParameter):
        return say("error.bad_value", name=_name(error.param), expected=_expected(error))
    return error.format_message().rstrip(".")


def _expected(error: click.BadParameter) -> str:
    kind = error.param.type if error.param else None
    if isinstance(kind, click.Choice):
        return say("error.one_of", choices=" ".join(map(str, kind.choices)))
    if isinstance(kind, click.types.IntParamType):
        least = getattr(kind, "min", None)
        return say("error.number_from", least=least) if least is not None else say("error.number")
    return error.message


def _did_you_mean(word: str, known: Iterable[str]) -> str:
    found = nearest(word, known)
    return say("error.did_you_mean", word=found) if found else ""


def _options(ctx: click.Context | None) -> list[str]:
    return (
        [name for param in ctx.command.get_params(ctx) for name in param.opts if name.startswith("--")] if ctx else []
    )


def _name(param: click.Parameter | None) -> str:
    if param is None:
        return "?"
    return param.opts[0] if isinstance(param, click.Option) else (param.human_readable_name)
