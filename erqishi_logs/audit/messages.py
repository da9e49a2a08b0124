"""話: the sentence of a finding, such as a player says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from erqishi_logs.texts import code_name, name_of, text

if TYPE_CHECKING:
    from erqishi_logs.audit.finding import Finding
    from erqishi_logs.record.types import Record
    from erqishi_logs.texts import Lang

#: Codes whose note means that the seat can no longer win (RULEBOOK §7, judged at the win).
BARS_WIN = ("youkai_bukai", "youbai_bubai", "chai_kan")
#: Codes whose sentence names the evidence; where it differs from world to world it cannot.
_EVIDENT = ("chi_guozhang", "hou_dui", "hou_dui_hu", "hu_guozhang")
_TITLES = ("titles", "declared_titles")


class _Facts(dict[str, str]):
    """A fact that is not known leaves its place empty."""

    def __missing__(self, key: str) -> str:
        return "–"


def message(finding: Finding, record: Record, lang: Lang = "zh-Hant", *, faulty: bool = False) -> str:
    """話: what was done, when, with which cards, in one sentence.

    Steps count from 1, as the replay shows them (event index + 1). `faulty`: the record has
    faults, so what is found holds if the record is right (DESIGN, principle 4).

    >>> from erqishi_logs.audit.finding import Finding
    >>> from erqishi_logs.record.types import Record
    >>> hand = Record(format="erqishi-log/1", rules="leshan", players=("甲", "乙", "丙"), dealer=0, events=[])
    >>> found = Finding("violation", "chi_guozhang", 0, 30, (11,), facts=(("card", "五"), ("hand", "四六")))
    >>> message(found, hand)
    '第12手現五，甲手上四六可吃而未吃；第31手又吃五。'
    """
    sentence = text(f"findings.sentence.{_form(finding)}", lang).format_map(_facts(finding, record, lang))
    if finding.severity == "note" and finding.code in BARS_WIN:
        frame = "note_youbai_bubai" if finding.code == "youbai_bubai" else "note"
        facts = _facts(finding, record, lang)
        facts["sentence"] = sentence
        sentence = text(f"findings.frame.{frame}", lang).format_map(facts)
    if finding.verdict == "cannot_tell":
        return text("findings.frame.cannot_tell", lang, sentence=sentence, depends=" ".join(finding.depends))
    if faulty and finding.severity == "violation":
        sentence = text("findings.frame.if_right", lang, sentence=sentence)
    return sentence


def name(finding: Finding, lang: Lang = "zh-Hant") -> str:
    """名: what the field calls the code.

    >>> from erqishi_logs.audit.finding import Finding
    >>> name(Finding("violation", "hou_dui", 0, 3))
    '後對牌'
    """
    return code_name(finding.code, lang)


def _form(finding: Finding) -> str:
    facts = dict(finding.facts)
    if "why" in facts:
        return f"{finding.code}_{facts['why']}" if facts["why"] not in ("", "not_his_turn") else finding.code
    if finding.code in _EVIDENT and not finding.evidence:
        return f"{finding.code}_some"
    if finding.code == "chi_guozhang" and "hand" not in facts:
        return "chi_guozhang_bare"
    if finding.code == "cuo_bakuai" and facts.get("owed", "0") != "0":
        return "cuo_bakuai_owed"
    if finding.code == "chai_kan":
        return "chai_kan_win" if finding.evidence else "chai_kan_card" if "card" in facts else "chai_kan"
    return finding.code


def _facts(finding: Finding, record: Record, lang: Lang) -> _Facts:
    facts = _Facts({key: value for key, value in finding.facts if value or key in _TITLES})
    for key in _TITLES:
        if facts.get(key):
            names = [name_of("title", title, lang) for title in facts[key].split()]
            facts[key] = ", ".join(names) + ", " if lang == "en" else "".join(names)
    if finding.seat is not None and finding.seat < len(record.players):
        facts["player"] = record.players[finding.seat]
    if finding.event is not None:
        facts["step"] = str(finding.event + 1)
    steps = [str(event + 1) for event in finding.evidence]
    if steps:
        facts["first"] = steps[0]
        facts["steps"] = ("、" if lang != "en" else ", ").join(steps)
    elif finding.event is not None:
        facts["first"] = facts["steps"] = facts["step"]
    return facts
