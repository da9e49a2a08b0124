"""Records to 譜."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from erqishi_logs.errors import RuleError
from erqishi_logs.record.pu import words
from erqishi_logs.record.pu.colours import LONGDENGS, say_cards
from erqishi_logs.record.pu.course import due_cards
from erqishi_logs.record.pu.events import next_live
from erqishi_logs.record.pu.header import dated_word
from erqishi_logs.record.pu.seats import name_word, seat_word
from erqishi_logs.record.pu.tokens import key_or_quoted, line_or_quoted, quote, word_or_quoted
from erqishi_logs.record.pu.wording import PLAIN, Wording
from erqishi_logs.record.types import DEFAULT_GAME
from erqishi_logs.rules import fold, load_known_rules, plain_name, preset_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from erqishi_logs.record.types import Event, Record
    from erqishi_logs.rules import RuleSet


def dumps_pu(record: Record, wording: Wording = PLAIN) -> str:
    r"""譜: one hand as a person writes it, each line with its line end; `loads_pu` gives it back.

    It does so whatever words `wording` prefers; a word that the rules of the hand would read as something
    else (坤 where it names a tier) is not written there.

    >>> from erqishi_logs.record.types import Event, Record
    >>> events = [Event("flip", 1, "七")]
    >>> hand = Record(format="erqishi-log/1", rules="duikou", players=("甲", "乙"), dealer=0, events=events)
    >>> dumps_pu(hand).split("\n")
    ['譜 1', '規則 對摳', '家 甲 乙', '莊 甲', '翻 乙 七', '']
    """
    writer = _Writer(record, wording)
    lines = [*writer.header(), *writer.events(), *writer.footer()]
    return "\n".join(lines) + "\n"


class _Writer:
    def __init__(self, record: Record, wording: Wording) -> None:
        self.record = record
        self.wording = wording
        self.live: str | None = None
        self.dealt: set[int] = set()

    @cached_property
    def rules(self) -> RuleSet | None:
        """The rules by which a reader without a club's rules reads the hand."""
        try:
            return load_known_rules(self.record.rules, self.record.house or ())
        except RuleError:
            return None

    @cached_property
    def xiaojia(self) -> int | None:
        """小家's seat, where he is to be called so and nobody is named so."""
        record = self.record
        name = fold(self.wording.word("xiaojia"))
        if not name or self.rules is None or not self.rules.has_xiaojia(record.n_players):
            return None
        is_name = any(fold(player) == name for player in record.players)
        return None if is_name else (record.dealer - 1) % record.n_players

    def seat(self, seat: int | None) -> str:
        return "" if seat is None else seat_word(seat, self.record.players)

    def actor(self, seat: int | None) -> str:
        """As `seat`; 小家 by that name where it is wanted."""
        return self.wording.word("xiaojia") if seat is not None and seat == self.xiaojia else self.seat(seat)

    def cards(self, cards: str) -> str:
        """Cards as they are called."""
        word = self.wording.word
        red, black = word("red") or None, word("black") or None
        if word("longdeng") and cards in LONGDENGS:
            colour = (black, red)[LONGDENGS.index(cards)] or ("黑", "紅")[LONGDENGS.index(cards)]
            return self.wording.said(colour) + word("longdeng")
        return self.wording.glyphs(say_cards(cards, red, black) if red or black else cards)

    def header(self) -> Iterator[str]:
        record, word = self.record, self.wording.word
        yield f"{word('format')} 1"
        yield from _line(word("id"), record.id, line_or_quoted)
        if record.game != DEFAULT_GAME or record.writes_game:
            yield f"{word('game')} {self.wording.said(words.GAME_WORDS[record.game][0])}"
        yield f"{word('rules')} {_rules(record.rules, self.wording)}"
        yield from _line(word("house"), record.house, lambda house: " ".join(map(_option, house)))
        yield from _sitting(record, self.wording)
        for key in ("venue", "source", "recorder"):
            yield from _line(word(key), getattr(record, key), line_or_quoted)
        yield f"{word('players')} " + " ".join(map(name_word, record.players))
        yield f"{word('dealer')} " + self.seat(record.dealer)
        yield from _line("圈", record.quan, str)
        yield from _line(word("stake"), record.stake, _number)
        yield from _line(word("view"), record.view, self.seat)
        yield from _line(word("wall"), record.wall, self.wording.glyphs)

    def footer(self) -> Iterator[str]:
        record, word = self.record, self.wording.word
        yield from _line(word("pay"), record.pay, self._pay)
        yield from _line(word("replaces"), record.replaces, line_or_quoted)
        yield from _line(word("merged_from"), record.merged_from, _words)
        yield from _line(word("tags"), record.tags, _words)
        for key, value in (record.extra or {}).items():
            yield _extra(key, value)

    def events(self) -> Iterator[str]:
        for event in self.record.events:
            write = _EVENT_WRITERS.get(event.type, _Writer.with_card)
            parts = [self.wording.said("搶")] if event.overruled else []
            parts.append(self.block(event.blocks) if event.blocks else self.wording.word(event.type))
            parts += write(self, event)
            parts += _tail(event, self.wording)
            yield " ".join(part for part in parts if part)
            self.live = next_live(event, self.live)

    def block(self, blocks: int) -> str:
        return self.wording.said(words.BLOCK_WORDS[blocks][:-1]) + self.wording.word("bakuai")[-1]

    def with_card(self, event: Event) -> list[str]:
        return [self.actor(event.seat), self.cards(event.card or "")]

    def with_seat(self, event: Event) -> list[str]:
        return [self.actor(event.seat)]

    def deal(self, event: Event) -> list[str]:
        cards, seat = event.cards or "", event.seat or 0
        if cards == "?" * len(cards):
            whole = len(cards) == self.due(seat) and seat not in self.dealt
            written = "?" if whole else f"?{len(cards)}"
        else:
            written = self.wording.glyphs(cards)
        self.dealt.add(seat)
        return [self.actor(seat), written]

    def due(self, seat: int) -> int | None:
        """How many cards a reader without a club's rules takes `?` for."""
        record = self.record
        return due_cards(self.rules, record.n_players, record.dealer, seat) if self.rules else None

    def claim(self, event: Event) -> list[str]:
        return [self.actor(event.seat), "" if event.card == self.live else self.cards(event.card or "")]

    def chi(self, event: Event) -> list[str]:
        laid = map(self.cards, event.bai or ())
        bai = [self.wording.word("bai"), *laid] if event.bai else []
        return [*self.claim(event), self.pair(event.card or "", event.cards or ""), *bai]

    def pair(self, card: str, cards: str) -> str:
        """The two cards of a chi; 龍燈 where they make one in its order and it is to be called so."""
        longdeng = self.wording.word("longdeng")
        made = [meld for meld in LONGDENGS if card in meld and meld.replace(card, "", 1) == cards]
        return longdeng if longdeng and made else self.cards(cards)

    def hu(self, event: Event) -> list[str]:
        melds = event.melds or ()
        single = bool(melds) and len(melds[0]) == 1
        parts = [self.actor(event.seat) + ":"]
        if event.card is None:
            parts += [self.wording.said("無牌")] if self.live is not None or single else []
        elif event.card != self.live or single:
            parts.append(self.cards(event.card))
        parts += map(self.cards, melds)
        if event.titles is not None:
            parts += map(self.title, event.titles) if event.titles else [self.wording.said("無番")]
        if event.hushu is not None:
            parts.append(f"{event.hushu}{self.wording.word('hushu')}")
        if event.total is not None:
            parts.append(f"= {_number(event.total)}{self.wording.word('total')}")
        return parts

    def title(self, title: str) -> str:
        """The word of a title, another where the chosen one may name a tier under the rules of the hand."""
        word = self.wording.word(title)
        is_tier = self.rules is None or self.rules.kun_word_is_tier
        if is_tier and words.spoken(word) in words.KUN_WORDS:
            return self.wording.said(words.TITLE_WORDS[title][0])
        return word

    def baopai(self, event: Event) -> list[str]:
        return [self.actor(event.seat), self.wording.word(event.code or ""), _number(event.amount or 0)]

    def note(self, event: Event) -> list[str]:
        text = event.text or ""
        alone = event.ms is None and not event.extra
        seat = self.seat(event.seat) + "：" if event.seat is not None else ""
        return [seat + (line_or_quoted(text) if alone else quote(text))]

    def nothing(self, _event: Event) -> list[str]:
        return []

    def _pay(self, pay: tuple[int | float, ...]) -> str:
        return " ".join(f"{self.seat(seat)} {'+' if paid > 0 else ''}{_number(paid)}" for seat, paid in enumerate(pay))


_EVENT_WRITERS: dict[str, Callable[[_Writer, Event], list[str]]] = {
    "deal": _Writer.deal,
    "chi": _Writer.chi,
    "dui": _Writer.claim,
    "kai": _Writer.claim,
    "pass": _Writer.claim,
    "sao": _Writer.claim,
    "saochuan": _Writer.claim,
    "bakuai": _Writer.with_seat,
    "hu": _Writer.hu,
    "huang": _Writer.nothing,
    "baopai": _Writer.baopai,
    "note": _Writer.note,
}


def _line(word: str, value: Any, write: Callable[[Any], str]) -> list[str]:
    return [] if value is None or value in ("", (), []) else [f"{word} {write(value)}"]


def _sitting(record: Record, wording: Wording) -> Iterator[str]:
    """場, with the day where it ends in it, and 局; 時 where the day is not said so."""
    session, played_at = record.session, record.played_at
    said = False
    if session:
        tail = f" {wording.word('hand')} {record.hand}" if record.hand is not None else ""
        dated = dated_word(session)
        said = dated is not None and dated == played_at
        plain = "局" not in session and (dated is None or said)
        yield f"{wording.word('session')} {line_or_quoted(session) if plain else quote(session)}{tail}"
        said = said and plain and line_or_quoted(session) == session
    elif record.hand is not None:
        yield f"{wording.word('hand')} {record.hand}"
    if played_at and not said:
        yield f"{wording.word('played_at')} {line_or_quoted(played_at)}"


def _rules(rules: str, wording: Wording) -> str:
    named = {preset: wording.said(name) for name, preset in preset_names().items()}
    if rules in named and preset_names().get(plain_name(named[rules])) == rules:
        return named[rules]
    known = preset_names().get(plain_name(rules))
    return line_or_quoted(rules) if known is None else quote(rules)


def _option(option: str) -> str:
    plain = word_or_quoted(option)
    return quote(option) if option.endswith("=") or plain != option or not option.isascii() else option


def _words(values: tuple[str, ...]) -> str:
    return " ".join(map(word_or_quoted, values))


def _number(value: float) -> str:
    return msgspec.json.encode(value).decode()


def _extra(key: str, value: Any) -> str:
    return f"附 {key_or_quoted(key)} {quote(msgspec.json.encode(value).decode())}"


def _tail(event: Event, wording: Wording) -> list[str]:
    parts = [words.HIDDEN] if event.hidden else []
    if event.ms is not None:
        parts.append(f"毫秒 {event.ms}")
    parts += [_extra(key, value) for key, value in (event.extra or {}).items()]
    if event.text and event.type != "note":
        parts.append(f"{wording.word('note')} {line_or_quoted(event.text)}")
    return parts
