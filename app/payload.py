"""盤: one hand as the data that the table component draws and steps by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.captions import event_rows, player, when
from app.receipt import amount, receipt
from app.source import sentence
from app.strings import rules_name, say, table
from erqishi_logs.texts import code_name

if TYPE_CHECKING:
    from app.source import Hand
    from erqishi_logs.audit.finding import Finding
    from erqishi_logs.texts import Lang


def payload(hand: Hand, lang: Lang, *, step: int | None = None, seat: int | None = None) -> dict[str, Any]:
    """盤: everything the component needs of a hand, all of it plain text and numbers.

    `step` and `seat` are where it opens (None: after the deal, from the recorder's seat).
    """
    record = hand.record
    return {
        "hand": record.id,
        "title": rules_name(hand.rules.id, hand.rules.name, lang),
        "facts": facts(hand, lang),
        "players": list(record.players),
        "dealer": record.dealer,
        "xiaojia": xiaojia(hand),
        "frames": hand.frames,
        "seen": hand.seen,
        "events": event_rows(record, lang),
        "findings": [_finding(finding, hand, lang) for finding in hand.verdict.findings],
        "receipt": receipt(hand, lang),
        "start": {"step": step, "seat": _view(hand, seat)},
        "deep_link": True,
        "texts": component_texts(lang),
    }


def component_texts(lang: Lang) -> dict[str, Any]:
    """文字: the strings of the component; `keys_help` is a list of [keys, what they do].

    >>> component_texts("zh-Hant")["keys_help"][0]
    ['← →', '上一手、下一手']
    """
    keys = [[keys, does] for keys, does in table("keys", lang).items()]
    return {**table("table", lang), "lang": lang, "keys_help": keys}


def xiaojia(hand: Hand) -> int | None:
    """小家: the dealer's 上家 at a table that has one, else None (S0-092)."""
    n = hand.record.n_players
    return (hand.record.dealer - 1) % n if hand.rules.has_xiaojia(n) else None


def _view(hand: Hand, seat: int | None) -> int:
    """The seat asked for, the recorder's, or the first that has a whole hand to show."""
    n = hand.record.n_players
    if seat is not None and 0 <= seat < n:
        return seat
    if hand.record.view is not None:
        return hand.record.view
    return 1 % n if xiaojia(hand) == 0 else 0


def _finding(finding: Finding, hand: Hand, lang: Lang) -> dict[str, Any]:
    return {
        "mark": "cannot_tell" if finding.verdict == "cannot_tell" else finding.severity,
        "name": code_name(finding.code, lang),
        "seat": finding.seat,
        "event": finding.event,
        "evidence": list(finding.evidence),
        "message": sentence(finding, hand, lang),
        "where": _where(finding, hand, lang),
    }


def _where(finding: Finding, hand: Hand, lang: Lang) -> str:
    """Whose and when; steps count as the table counts them, event index + 1."""
    name = player(hand.record, finding.seat)
    return name if finding.event is None else say("head.at", lang, name=name, n=finding.event + 1).strip()


def facts(hand: Hand, lang: Lang) -> list[dict[str, str]]:
    """頭: what stands above the table: date, sitting, 圈, result, how many findings."""
    record, verdict = hand.record, hand.verdict
    session = record.session or ""
    once = [text for text in (when(record.played_at), record.venue) if text and text not in session]
    rows = [{"text": text} for text in (*once, _sitting(hand, lang), _quan(hand, lang)) if text]
    rows.append({"text": result(hand, lang), "kind": "result"})
    if verdict.n_violations:
        rows.append({"text": say("head.n_violations", lang, n=verdict.n_violations), "kind": "violation"})
    if verdict.n_faults:
        rows.append({"text": say("head.n_faults", lang, n=verdict.n_faults), "kind": "fault"})
    return rows


def _sitting(hand: Hand, lang: Lang) -> str:
    record = hand.record
    if record.hand is None:
        return record.session or ""
    key = "head.session" if record.session else "head.hand"
    return say(key, lang, session=record.session, hand=record.hand)


def _quan(hand: Hand, lang: Lang) -> str:
    return say("head.quan", lang, n=hand.record.quan) if hand.record.quan else ""


def result(hand: Hand, lang: Lang) -> str:
    """結果: who won with what, or that nobody did."""
    verdict = hand.verdict
    if verdict.outcome != "hu":
        return say(f"head.{verdict.outcome}", lang)
    name = player(hand.record, verdict.winner)
    key = "won_plain" if verdict.hushu is None else "won" if verdict.total is None else "won_total"
    text = say(f"head.{key}", lang, name=name, hushu=verdict.hushu, total=amount(verdict.total or 0))
    if verdict.taipao:
        text += " · " + say("head.taipao", lang, name=player(hand.record, verdict.from_seat))
    return text
