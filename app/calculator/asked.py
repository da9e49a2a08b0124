"""所問: one question of the calculator: from the address or the component, into the address, to the counter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from erqishi_logs.rules import preset_ids
from erqishi_logs.scoring.question import GIVEN_TITLES

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Against which the count is set where the link names none; and the word for all of them.
FIRST, ALL = "leshan", "all"
#: A whole hand in its longest spelling is far shorter; what a stranger's link holds beyond is not read.
MAX_TEXT = 240
MAX_QUAN, MAX_PLAYERS = 10, 8


class Asked(NamedTuple):
    """所問: the cards as written (`cards` holds the winning one), what is known beside, and the rules to ask.

    `others` are ids of presets, or ALL alone; None, an empty text and False are *not said*.
    """

    cards: str = ""
    win: str = ""
    rules: str = FIRST
    others: tuple[str, ...] = (ALL,)
    dealt: str = ""
    quan: int | None = None
    title: str = ""
    players: int | None = None
    taipao: bool = False
    xiaojia: bool = False
    own_draw: bool = False


def read_asked(given: Mapping[str, Any]) -> Asked:
    """所問: from the query of an address or from the component; what is no such value is as if it were not there.

    >>> read_asked({"cards": "五五五", "rules": "/etc/passwd", "quan": "99", "taipao": "1", "with": "quan,x"})
    Asked(cards='五五五', win='', rules='leshan', others=('quan',), dealt='', quan=None, title='', players=None, \
taipao=True, xiaojia=False, own_draw=False)
    """
    rules = _text(given, "rules")
    title = _text(given, "title")
    return Asked(
        _text(given, "cards"),
        _text(given, "win"),
        rules if rules in preset_ids() else FIRST,
        _others(_text(given, "with") if "with" in given else ALL),
        _text(given, "dealt"),
        _number(given, "quan", MAX_QUAN),
        title if title in GIVEN_TITLES else "",
        _number(given, "players", MAX_PLAYERS),
        *(_text(given, key) == "1" for key in ("taipao", "xiaojia", "own_draw")),
    )


def write_asked(asked: Asked) -> dict[str, str]:
    """所問: as the component holds it and as the address does, every value a text, what is not said left out.

    >>> write_asked(Asked(cards="捌玖拾", win="捌", rules="quan", xiaojia=True, others=()))
    {'cards': '捌玖拾', 'win': '捌', 'rules': 'quan', 'with': '', 'xiaojia': '1'}
    """
    values = asked._asdict()
    values["with"] = ",".join(values.pop("others"))
    texts = {key: "1" if value is True else str(value or "") for key, value in values.items()}
    order = [*Asked._fields[:3], "with", *Asked._fields[4:]]
    return {key: texts[key] for key in order if texts[key] or key == "with"}


def address(asked: Asked, lang: str) -> str:
    """網址: the query that opens the same question; an empty one is the page alone.

    >>> address(Asked(cards="一", rules="quan"), "en"), address(Asked(), "en")
    ('?cards=%E4%B8%80&rules=quan&with=all&lang=en', '?lang=en')
    """
    said = {} if asked == Asked() else write_asked(asked)
    return "?" + urlencode({**said, "lang": lang}, errors="replace")


def as_question(asked: Asked) -> dict[str, Any]:
    """所問: as `erqishi score` takes it (CLI.md), without the rules.

    >>> as_question(Asked(cards="捌玖拾", win="捌", xiaojia=True))
    {'cards': '捌玖拾', 'win': '捌', 'xiaojia': True}
    """
    values = {key: value for key, value in asked._asdict().items() if value and key not in ("rules", "others", "title")}
    return {"cards": asked.cards, **values, **({"titles": [asked.title]} if asked.title else {})}


def _text(given: Mapping[str, Any], key: str) -> str:
    value = given.get(key, "")
    return " ".join(value[:MAX_TEXT].split()) if isinstance(value, str) else ""


def _number(given: Mapping[str, Any], key: str, most: int) -> int | None:
    text = _text(given, key)
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0
    return value if 1 <= value <= most else None


def _others(text: str) -> tuple[str, ...]:
    named = text.split(",")
    return (ALL,) if ALL in named else tuple(name for name in preset_ids() if name in named)
