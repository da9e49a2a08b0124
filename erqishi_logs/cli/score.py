"""`erqishi score`: counts an arrangement, or finds the best one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from erqishi_logs.cli.answer import receipt_lines, why_no_win
from erqishi_logs.cli.batch import Question, iter_questions
from erqishi_logs.cli.command import json_option, option, rules_option, verb
from erqishi_logs.cli.complaint import UsageProblemError
from erqishi_logs.cli.language import current_lang, say
from erqishi_logs.cli.output import print_json, print_line
from erqishi_logs.errors import ErqishiError
from erqishi_logs.scoring import judge_question, score_question, taipao_payment


@verb
@click.argument("melds", metavar="[MELDS]", required=False)
@option("--cards", metavar="CARDS", words="cards")
@option("--batch", metavar="FILE", words="batch")
@rules_option
@option("--win", metavar="CARD", words="win")
@option("--dealt", metavar="CARDS", words="dealt")
@option("--quan", metavar="N", type=click.IntRange(1, 10), words="quan")
@option("--title", "titles", multiple=True, type=click.Choice(["tianhu", "dihu"]), words="title")
@option("--players", metavar="N", type=click.IntRange(2), words="players")
@option("--taipao", is_flag=True, words="taipao")
@option("--xiaojia", is_flag=True, words="xiaojia")
@option("--own-draw", is_flag=True, words="own_draw")
@option("--house", metavar="K=V", multiple=True, words="house")
@option("--all-rules", is_flag=True, words="all_rules")
@json_option
def score(
    *, melds: str | None, cards: str | None, batch: str | None, all_rules: bool, as_json: bool, **given: Any
) -> int:
    """算和: one question and its answer, or a file of them."""
    if [melds, cards, batch].count(None) != 2:
        raise UsageProblemError(say("error.one_of_three"))
    if batch is not None and all_rules:
        raise UsageProblemError(say("error.batch_one_rules"))
    if batch is not None:
        return _answer_batch(Path(batch))
    if not given["rules"] and not all_rules:
        raise UsageProblemError(say("error.needs_rules"))
    asked = {"melds": melds, "cards": cards, **given}
    question = {key: list(value) if isinstance(value, tuple) else value for key, value in asked.items() if value}
    if all_rules:
        from erqishi_logs.cli.score_table import score_everywhere

        return score_everywhere(question, as_json=as_json)
    if not as_json:
        return _print_count(question)
    answer = score_question(question)
    print_json(answer)
    return int(not answer["valid"])


def _answer_batch(path: Path) -> int:
    """One answer a line, in the order of the questions, each as soon as it is known; a bad line says why."""
    read, every_win, reason = False, True, say("error.no_records")
    for question in iter_questions(path):
        answer = _answer(question)
        print_json(answer)
        every_win &= answer["valid"]
        read |= "error" not in answer
        reason = answer.get("error", reason)
    if not read:
        raise UsageProblemError(say("error.nothing_read", reason=reason))
    return int(not every_win)


def _answer(question: Question | None) -> dict[str, Any]:
    if question is None:
        return {"id": None, "valid": False, "reason": "unreadable", "error": say("error.not_json")}
    try:
        return score_question(question)
    except ErqishiError as error:
        name = question.get("id")
        id_ = name if isinstance(name, str | int) else None
        return {"id": id_, "valid": False, "reason": "unreadable", "error": error.text(current_lang())}


def _print_count(question: Question) -> int:
    """The receipt, line by line, and who pays what."""
    ctx, verdict = judge_question(question)
    if verdict.reason or verdict.count is None:
        for sentence in why_no_win(verdict, question, ctx):
            print_line(sentence)
        return 1
    for sentence in receipt_lines(verdict.count.lines, question, ctx):
        print_line(sentence)
    if ctx.taipao:
        print_line(say("score.pays_discarder", amount=taipao_payment(verdict.count.total, ctx.rules, ctx.n_players)))
    else:
        print_line(say("score.pays_others", count=ctx.n_players - 1, amount=verdict.count.total))
    return 0
