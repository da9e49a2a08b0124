"""`erqishi score`: one question as an object, its answer as one (CLI.md)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from erqishi_logs.cards import UNSEEN
from erqishi_logs.errors import ErqishiError, nearest
from erqishi_logs.games import game_of
from erqishi_logs.melds import MeldKind
from erqishi_logs.rules import load_rules
from erqishi_logs.scoring.context import WinContext
from erqishi_logs.scoring.count import all_counts
from erqishi_logs.scoring.group import Group
from erqishi_logs.scoring.judge import is_enough, judge_win, win_arrangements
from erqishi_logs.scoring.settle import taipao_payment
from erqishi_logs.texts.phrase import Phrase, either

if TYPE_CHECKING:
    from collections.abc import Mapping

    from erqishi_logs.cards import Deck
    from erqishi_logs.games import Game
    from erqishi_logs.rules import RuleSet
    from erqishi_logs.scoring.count import Count
    from erqishi_logs.scoring.judge import WinVerdict

#: The keys of a question and the type of each.
KEYS: dict[str, type] = {
    "id": str,
    "melds": str,
    "cards": str,
    "rules": str,
    "house": list,
    "win": str,
    "dealt": str,
    "quan": int,
    "titles": list,
    "players": int,
    "taipao": bool,
    "xiaojia": bool,
    "own_draw": bool,
}
#: Titles that only the course of the hand shows; the others are found from the cards.
GIVEN_TITLES = ("tianhu", "dihu")
_BRACKETS = str.maketrans("（）", "()")
_PART = re.compile(r"\(([^()]*)\)|([^()\s]+)")


class QuestionError(ErqishiError):
    """A question that cannot be answered: which key, what was found, what was expected."""


def score_question(question: Mapping[str, Any], known: Mapping[str, RuleSet] | None = None) -> dict[str, Any]:
    """算和: the answer to one question of `erqishi score`, both as CLI.md gives them.

    `total` is what each payer pays at stake 1, with `taipao` the discarder, its cap included.
    `payers`: [{"payer": "discarder" or "others", "count": how many, "amount": each}]. `piao_unknown`
    is there, and true, where 瞟 was not given only because `dealt` is absent. `known` are rule sets
    beside the presets, by id. Raises ErqishiError with one line.

    >>> answer = score_question({"melds": "玖玖玖", "win": "玖", "rules": "leshan-4", "players": 4, "xiaojia": True})
    >>> answer["hushu"], answer["total"], answer["payers"]
    (3, 40, [{'payer': 'others', 'count': 3, 'amount': 40}])
    """
    ctx, verdict = judge_question(question, known)
    answer: dict[str, Any] = {"id": question["id"]} if "id" in question else {}
    if verdict.reason or verdict.count is None:
        return answer | {"valid": False, "reason": verdict.reason}
    return answer | _counted(verdict.count, ctx)


def judge_question(
    question: Mapping[str, Any], known: Mapping[str, RuleSet] | None = None
) -> tuple[WinContext, WinVerdict]:
    """判: the same question as the counter sees it and its verdict, the receipt in `verdict.count.lines`.

    Raises ErqishiError with one line.

    >>> ctx, verdict = judge_question({"melds": "柒捌玖", "win": "捌", "rules": "quan", "xiaojia": True})
    >>> verdict.reason, ctx.n_players
    ('hushu_bugou', 4)
    """
    asked = _asked(question, known)
    return asked.ctx, judge_win(asked.declared, asked.concealed, asked.ctx.win, asked.exposed, asked.ctx)


def all_answers(question: Mapping[str, Any], known: Mapping[str, RuleSet] | None = None) -> list[dict[str, Any]]:
    """全部: an answer as of `score_question` for every arrangement of the cards, best first, none where there is none.

    Arrangements too small to win are among them, `valid` false, with their count. Raises ErqishiError with one line.

    >>> question = {"cards": "捌玖拾", "win": "捌", "rules": "quan", "xiaojia": True}
    >>> [(answer["hushu"], answer["valid"]) for answer in all_answers(question)]
    [(0, False)]
    """
    ctx, counts = count_question(question, known)
    return [_counted(count, ctx) | {"valid": is_enough(count, ctx)} for count in counts]


def count_question(
    question: Mapping[str, Any], known: Mapping[str, RuleSet] | None = None
) -> tuple[WinContext, list[Count]]:
    """全部: the question as the counter sees it, every arrangement of its cards counted, best first.

    Arrangements too small to win are among them. Raises ErqishiError with one line.

    >>> ctx, counts = count_question({"cards": "捌玖拾", "win": "捌", "rules": "quan", "xiaojia": True})
    >>> ctx.n_players, [count.hushu for count in counts]
    (4, [0])
    """
    ctx, _, concealed, exposed = _asked(question, known)
    return ctx, all_counts(win_arrangements(concealed, ctx.win, exposed, ctx), ctx)


class _Asked(NamedTuple):
    """A question read: `declared` groups or None, `concealed` counts without the winning card, `exposed` groups."""

    ctx: WinContext
    declared: list[list[int]] | None
    concealed: list[int]
    exposed: list[Group]


def _asked(question: Mapping[str, Any], known: Mapping[str, RuleSet] | None) -> _Asked:
    _check_keys(question)
    ctx = _context(question, _rules(question, known))
    plain, exposed = split_parts(question.get("melds", question.get("cards", "")), ctx.game)
    concealed = ctx.game.deck.count_kinds(kind for part in plain for kind in part)
    _check_copies(ctx.game.deck, concealed, exposed)
    if ctx.win is not None:
        if not concealed[ctx.win]:
            msg = Phrase("score.not_among", card=ctx.game.deck.format_card(ctx.win))
            raise QuestionError(msg)
        concealed[ctx.win] -= 1
    return _Asked(ctx, plain if "melds" in question else None, concealed, exposed)


def _counted(count: Count, ctx: WinContext) -> dict[str, Any]:
    deck = ctx.game.deck
    total = taipao_payment(count.total, ctx.rules, ctx.n_players) if ctx.taipao else count.total
    payer, n_payers = ("discarder", 1) if ctx.taipao else ("others", ctx.n_players - 1)
    answer: dict[str, Any] = {
        "valid": True,
        "hushu": count.hushu,
        "tier": count.tier,
        "titles": list(count.titles),
        "total": total,
        "melds": [
            {"cards": deck.format_cards(group.kinds), "kind": group.meld.name.lower(), "hushu": hushu}
            for group, hushu in zip(count.groups, count.meld_hushu, strict=True)
            if group.meld is not None
        ],
        "payers": [{"payer": payer, "count": n_payers, "amount": total}],
    }
    return answer | ({"piao_unknown": True} if count.piao_unknown else {})


def _check_keys(question: Mapping[str, Any]) -> None:
    for key, value in question.items():
        expected = KEYS.get(key)
        if expected is None:
            near = nearest(key, KEYS)
            known = Phrase("part.known", words=", ".join(KEYS))
            msg = Phrase("score.unknown_key", key=key, hint=Phrase("remedy.did_you_mean", word=near) if near else known)
            raise QuestionError(msg)
        if type(value) is not expected:
            msg = Phrase("score.wrong_type", key=key, value=value, expected=Phrase(_TYPE_WORDS[expected]))
            raise QuestionError(msg)
    if ("melds" in question) == ("cards" in question):
        msg = Phrase("score.either")
        raise QuestionError(msg)
    for key in ("titles", "house"):
        if not all(isinstance(word, str) for word in question.get(key, ())):
            msg = Phrase("score.words_for", key=key)
            raise QuestionError(msg)


_TYPE_WORDS = {str: "score.text", int: "score.whole_number", bool: "score.boolean", list: "score.words"}


def _rules(question: Mapping[str, Any], known: Mapping[str, RuleSet] | None) -> RuleSet:
    if "rules" not in question:
        msg = Phrase("score.no_rules")
        raise QuestionError(msg)
    house = tuple(question.get("house", ()))
    return load_rules(question["rules"], house, known) if known else _preset(question["rules"], house)


@lru_cache(maxsize=32)
def _preset(name: str, house: tuple[str, ...]) -> RuleSet:
    return load_rules(name, house)


def _context(question: Mapping[str, Any], rules: RuleSet) -> WinContext:
    game = game_of(rules.game, rules.wilds)
    xiaojia = question.get("xiaojia", False)
    titles = question.get("titles", ())
    for title in titles:
        if title not in GIVEN_TITLES:
            msg = Phrase("score.title", title=title, expected=either(GIVEN_TITLES))
            raise QuestionError(msg)
    return WinContext(
        rules,
        game,
        _players(question, rules, xiaojia=xiaojia),
        quan=_quan(question),
        dealt=_dealt(question, game.deck),
        win=_win(question, game.deck),
        tianhu="tianhu" in titles,
        dihu="dihu" in titles,
        taipao=question.get("taipao", False),
        xiaojia=xiaojia,
        own_draw=question.get("own_draw", False),
    )


def _players(question: Mapping[str, Any], rules: RuleSet, *, xiaojia: bool) -> int:
    """As given; else a table with a 小家 where there is one, else three where that may be."""
    allowed = [n for n in range(2, 9) if rules.has_xiaojia(n)] if xiaojia else list(rules.players)
    if xiaojia and not allowed:
        msg = Phrase("score.no_xiaojia", rules=rules.id)
        raise QuestionError(msg)
    players = int(question.get("players", 3 if 3 in allowed else allowed[0]))
    if players not in allowed:
        msg = Phrase("score.players", players=players, expected=either(allowed))
        raise QuestionError(msg)
    return players


def _quan(question: Mapping[str, Any]) -> int | None:
    quan = question.get("quan")
    if quan is not None and not 1 <= quan <= 10:
        msg = Phrase("score.quan", quan=quan)
        raise QuestionError(msg)
    return quan


def _dealt(question: Mapping[str, Any], deck: Deck) -> list[int] | None:
    if "dealt" not in question:
        return None
    kinds = deck.parse_cards("".join(question["dealt"].split()))
    return None if UNSEEN in kinds else deck.count_kinds(kinds)


def _win(question: Mapping[str, Any], deck: Deck) -> int | None:
    text = question.get("win")
    if text is None:
        return None
    kind = deck.parse_card(text.strip())
    if kind == UNSEEN:
        msg = Phrase("score.win")
        raise QuestionError(msg)
    return kind


def split_parts(text: str, game: Game) -> tuple[list[list[int]], list[Group]]:
    """牌: the plain groups of kinds, and those in brackets, which lay on the table. Raises ErqishiError with one line.

    >>> from erqishi_logs.games import ERQISHI
    >>> plain, exposed = split_parts("一一 二七十（柒柒柒）", ERQISHI)
    >>> plain, [group.meld.name for group in exposed]
    ([[0, 0], [1, 6, 9]], ['DUI'])
    """
    text = text.translate(_BRACKETS)
    if re.sub(_PART, "", text).strip():
        msg = Phrase("score.groups", text=text)
        raise QuestionError(msg)
    plain: list[list[int]] = []
    exposed: list[Group] = []
    for bracketed, loose in _PART.findall(text):
        kinds = game.deck.parse_cards("".join((bracketed or loose).split()))
        if UNSEEN in kinds or not kinds:
            msg = Phrase("score.known_cards", text=bracketed or loose or "()")
            raise QuestionError(msg)
        if bracketed:
            exposed.append(table_group(game, kinds))
        else:
            plain.append(kinds)
    return plain, exposed


def table_group(game: Game, kinds: list[int]) -> Group:
    """桌上一房: cards on the table as a group: claimed alike 對 or 開, else as a chi meld (CLI.md).

    Two alike and a 聽 are the 對, which counts more than the 半邊字 that they may be, too **(r)**.

    >>> from erqishi_logs.games import ERQISHI
    >>> table_group(ERQISHI, [9, 1, 6]).meld.name, table_group(ERQISHI, [1, 4, 8]).meld
    ('LONGDENG', None)
    """
    real = [kind for kind in kinds if kind != game.deck.wild]
    alike = len(set(real)) == 1 and (len(real) == len(kinds) or (len(real), len(kinds)) == (2, 3))
    if alike and len(kinds) in (3, 4):
        meld: MeldKind | None = MeldKind.DUI if len(kinds) == 3 else MeldKind.KAI
    else:
        meld = game.melds.chi_kind(kinds)
    return Group(meld, tuple(sorted(kinds)), exposed=True)


def _check_copies(deck: Deck, concealed: list[int], exposed: list[Group]) -> None:
    counts = list(concealed)
    for group in exposed:
        for kind in group.kinds:
            counts[kind] += 1
    for kind, (count, copies) in enumerate(zip(counts, deck.copies, strict=True)):
        if count > copies:
            msg = Phrase("score.copies", card=deck.format_card(kind), count=count, copies=copies)
            raise QuestionError(msg)
