"""Records to 譜."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from erqishi_logs.errors import RuleError
from erqishi_logs.record.pu import words
from erqishi_logs.record.pu.course import due_cards
from erqishi_logs.record.pu.events import next_live
from erqishi_logs.record.pu.header import dated_word
from erqishi_logs.record.pu.seats import name_word, seat_word
from erqishi_logs.record.pu.tokens import key_or_quoted, line_or_quoted, quote, word_or_quoted
from erqishi_logs.record.types import DEFAULT_GAME
from erqishi_logs.rules import load_known_rules, plain_name, preset_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from erqishi_logs.record.types import Event, Record


def dumps_pu(record: Record) -> str:
    r"""譜: one hand as a person writes it, each line with its line end; `loads_pu` gives it back.

    >>> from erqishi_logs.record.types import Event, Record
    >>> events = [Event("flip", 1, "七")]
    >>> hand = Record(format="erqishi-log/1", rules="duikou", players=("甲", "乙"), dealer=0, events=events)
    >>> dumps_pu(hand).split("\n")
    ['譜 1', '規則 對摳', '家 甲 乙', '莊 甲', '翻 乙 七', '']
    """
    writer = _Writer(record)
    lines = [*writer.header(), *writer.events(), *writer.footer()]
    return "\n".join(lines) + "\n"


class _Writer:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.live: str | None = None
        self.dealt: set[int] = set()

    def seat(self, seat: int | None) -> str:
        return "" if seat is None else seat_word(seat, self.record.players)

    def header(self) -> Iterator[str]:
        record = self.record
        yield "譜 1"
        yield from _line("編號", record.id, line_or_quoted)
        if record.game != DEFAULT_GAME or record.writes_game:
            yield f"遊戲 {words.GAME_WORDS[record.game][0]}"
        yield f"規則 {_rules(record.rules)}"
        yield from _line("同規", record.house, lambda house: " ".join(map(_option, house)))
        yield from _sitting(record)
        yield from _line("地", record.venue, line_or_quoted)
        yield from _line("來源", record.source, line_or_quoted)
        yield from _line("記錄", record.recorder, line_or_quoted)
        yield "家 " + " ".join(map(name_word, record.players))
        yield "莊 " + self.seat(record.dealer)
        yield from _line("圈", record.quan, str)
        yield from _line("底", record.stake, _number)
        yield from _line("見", record.view, self.seat)
        yield from _line("牌墩", record.wall, str)

    def footer(self) -> Iterator[str]:
        record = self.record
        yield from _line("付", record.pay, self._pay)
        yield from _line("替", record.replaces, line_or_quoted)
        yield from _line("合", record.merged_from, _words)
        yield from _line("標", record.tags, _words)
        for key, value in (record.extra or {}).items():
            yield _extra(key, value)

    def events(self) -> Iterator[str]:
        for event in self.record.events:
            write = _EVENT_WRITERS.get(event.type, _Writer.with_card)
            parts = ["搶"] if event.overruled else []
            parts.append(words.BLOCK_WORDS[event.blocks] if event.blocks else words.EVENT_WORDS[event.type][0])
            parts += write(self, event)
            parts += _tail(event)
            yield " ".join(part for part in parts if part)
            self.live = next_live(event, self.live)

    def with_card(self, event: Event) -> list[str]:
        return [self.seat(event.seat), event.card or ""]

    def with_seat(self, event: Event) -> list[str]:
        return [self.seat(event.seat)]

    def deal(self, event: Event) -> list[str]:
        cards, seat = event.cards or "", event.seat or 0
        if cards == "?" * len(cards):
            whole = len(cards) == self.due(seat) and seat not in self.dealt
            cards = "?" if whole else f"?{len(cards)}"
        self.dealt.add(seat)
        return [self.seat(seat), cards]

    def due(self, seat: int) -> int | None:
        """How many cards a reader without a club's rules takes `?` for."""
        record = self.record
        try:
            rules = load_known_rules(record.rules, record.house or ())
        except RuleError:
            return None
        return due_cards(rules, record.n_players, record.dealer, seat)

    def claim(self, event: Event) -> list[str]:
        return [self.seat(event.seat), "" if event.card == self.live else event.card or ""]

    def chi(self, event: Event) -> list[str]:
        return [*self.claim(event), event.cards or "", *(["擺", *event.bai] if event.bai else [])]

    def hu(self, event: Event) -> list[str]:
        melds = event.melds or ()
        single = bool(melds) and len(melds[0]) == 1
        parts = [self.seat(event.seat) + ":"]
        if event.card is None:
            parts += ["無牌"] if self.live is not None or single else []
        elif event.card != self.live or single:
            parts.append(event.card)
        parts += melds
        if event.titles is not None:
            parts += [words.TITLE_WORDS[title][0] for title in event.titles] or ["無番"]
        if event.hushu is not None:
            parts.append(f"{event.hushu}和")
        if event.total is not None:
            parts.append(f"= {_number(event.total)}")
        return parts

    def baopai(self, event: Event) -> list[str]:
        return [self.seat(event.seat), words.CODE_WORDS[event.code or ""][0], _number(event.amount or 0)]

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


def _sitting(record: Record) -> Iterator[str]:
    """場, with the day where it ends in it, and 局; 時 where the day is not said so."""
    session, played_at = record.session, record.played_at
    said = False
    if session:
        tail = f" 局 {record.hand}" if record.hand is not None else ""
        dated = dated_word(session)
        said = dated is not None and dated == played_at
        plain = "局" not in session and (dated is None or said)
        yield f"場 {line_or_quoted(session) if plain else quote(session)}{tail}"
        said = said and plain and line_or_quoted(session) == session
    elif record.hand is not None:
        yield f"局 {record.hand}"
    if played_at and not said:
        yield f"時 {line_or_quoted(played_at)}"


def _rules(rules: str) -> str:
    named = {preset: name for name, preset in preset_names().items()}
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


def _tail(event: Event) -> list[str]:
    parts = ["暗"] if event.hidden else []
    if event.ms is not None:
        parts.append(f"毫秒 {event.ms}")
    parts += [_extra(key, value) for key, value in (event.extra or {}).items()]
    if event.text and event.type != "note":
        parts.append(f"註 {line_or_quoted(event.text)}")
    return parts
