"""Records made wrong on purpose, by seed: small edits anywhere, and hands played on wildly from some event.

Every function takes the JSON object of a record and a random generator, and edits the object in place.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from erqishi_logs.rules import load_rules
from tests.twin import naive_hands as hands, wild_play

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

Record = dict[str, Any]

#: Rule sets by how many players they are for.
RULES = {
    2: ("duikou", "quan-raw", "jiu", "app-leshan"),
    3: ("leshan", "quan", "quan-raw", "online", "old", "muchuan", "leshan-kezi", "wutongqiao", "folk", "app-meishan"),
    4: ("leshan-4", "quan", "quan-raw", "muchuan", "meishan", "quan-leshan"),
}

#: Options that decide something in an audit (RULEBOOK §4 to §8).
HOUSE = (
    "guozhang_scope=kind",
    "guozhang_clears=on_jinzhang",
    "own_discard_dead=yes",
    "bai_impossible=allow",
    "dui_own_flip=no",
    "chi_from=own_flip",
    "flip_counts_as=discard",
    "hu_guozhang=any",
    "hu_guozhang=kind",
    "hu_guozhang=none",
    "hou_dui_hu=any",
    "hou_dui_hu=as_dui",
    "hou_dui_hu=none",
    "hou_dui_hu_clears=on_jinzhang",
    "judged_youkai_bukai=act",
    "judged_youkai_bukai=win",
    "judged_youbai_bubai=act",
    "judged_youbai_bubai=win",
    "judged_chai_kan=act",
    "judged_chai_kan=win",
    "bakuai_false=dealer",
    "bakuai_false=none",
    "hushu_bugou_is_zha_hu=yes",
    "hushu_bugou_is_zha_hu=no",
    "baohou_jixu=no",
    "min_hushu=1",
    "quan_pays_alone=yes",
    "quan_quad_fan=2",
    "zhuangzi_breaks_kun=no",
    "xiaojia_own_draw=2",
    "cut=back",
    "cut=out",
)


def _place(record: Record, rng: Random) -> int:
    """An event after the deal, most of the time."""
    events = record["events"]
    first = next((i for i, e in enumerate(events) if e["type"] not in ("cut", "deal")), 0)
    if rng.random() < 0.1:
        first = 0
    return rng.randrange(first, len(events)) if first < len(events) else 0


def _seat(record: Record, rng: Random) -> int:
    return rng.randrange(len(record["players"]))


def _card(rng: Random) -> str:
    return rng.choice(hands.GLYPHS)


def drop(record: Record, rng: Random) -> None:
    del record["events"][_place(record, rng)]


def double(record: Record, rng: Random) -> None:
    place = _place(record, rng)
    record["events"].insert(place, copy.deepcopy(record["events"][place]))


def swap(record: Record, rng: Random) -> None:
    events, place = record["events"], _place(record, rng)
    if place:
        events[place - 1], events[place] = events[place], events[place - 1]


def move_seat(record: Record, rng: Random) -> None:
    event = record["events"][_place(record, rng)]
    if event.get("seat") is not None:
        event["seat"] = _seat(record, rng)


def other_card(record: Record, rng: Random) -> None:
    event = record["events"][_place(record, rng)]
    if "card" in event:
        event["card"] = _card(rng)


def other_dealt(record: Record, rng: Random) -> None:
    """Two dealt cards change hands, one is lost, or one comes twice."""
    deals = [e for e in record["events"] if e["type"] == "deal"]
    one, other = rng.choice(deals), rng.choice(deals)
    if not one["cards"] or not other["cards"]:
        return
    a, b = rng.choice(one["cards"]), rng.choice(other["cards"])
    if rng.random() < 0.7:
        one["cards"] = one["cards"].replace(a, b, 1)
        other["cards"] = other["cards"].replace(b, a, 1)
    elif len(one["cards"]) > 1:
        one["cards"] = one["cards"].replace(a, "", 1) if rng.random() < 0.5 else one["cards"] + b


def other_chi(record: Record, rng: Random) -> None:
    chis = [e for e in record["events"] if e["type"] == "chi"]
    if chis:
        event = rng.choice(chis)
        event["cards"] = _card(rng) + rng.choice(event["cards"])


def less_bai(record: Record, rng: Random) -> None:
    laid = [e for e in record["events"] if e.get("bai")]
    if laid:
        event = rng.choice(laid)
        event["bai"].pop()
        if not event["bai"]:
            del event["bai"]


def more_bai(record: Record, rng: Random) -> None:
    chis = [e for e in record["events"] if e["type"] == "chi"]
    if chis:
        event = rng.choice(chis)
        event.setdefault("bai", []).append(rng.choice([m for m in hands.CHI_MELDS if event["card"] in m]))


def insert(record: Record, rng: Random) -> None:
    """Any event at any place, with the card that was turned up last, or any."""
    events, place = record["events"], _place(record, rng)
    shown = [e["card"] for e in events[:place] if e["type"] in ("discard", "flip")]
    card = shown[-1] if shown and rng.random() < 0.8 else _card(rng)
    seat = _seat(record, rng)
    kind = rng.choice(
        ("chi", "dui", "kai", "discard", "flip", "draw", "bakuai", "pass", "hu", "baopai", "huang", "cut")
    )
    event: dict[str, Any] = {"type": kind, "seat": seat, "card": card}
    if kind == "chi":
        event["cards"] = rng.choice(hands.CHI_MELDS)[:2]
    elif kind == "bakuai":
        event = {"type": kind, "seat": seat, "blocks": rng.choice((8, 8, 12))}
    elif kind == "huang":
        event = {"type": kind}
    elif kind == "baopai":
        event = {"type": kind, "seat": seat, "code": rng.choice(("zha_hu", "chi_guozhang")), "amount": 20}
    elif kind == "hu" and rng.random() < 0.2:
        del event["card"]
    if kind in ("chi", "dui", "kai", "hu") and rng.random() < 0.2:
        event["overruled"] = True
    events.insert(place, event)


def punish_win(record: Record, rng: Random) -> None:
    """包後繼續: the winner pays a penalty, and the hand may go on."""
    for place, event in enumerate(record["events"]):
        if event["type"] == "hu":
            code = rng.choice(("zha_hu", "hu_guozhang", "youkai_bukai"))
            penalty = {"type": "baopai", "seat": event["seat"], "code": code, "amount": 20}
            record["events"].insert(place + 1, penalty)
            return


def other_declared(record: Record, rng: Random) -> None:
    wins = [e for e in record["events"] if e["type"] == "hu"]
    if not wins:
        return
    event = rng.choice(wins)
    key = rng.choice(("hushu", "titles", "total", "melds", "melds", "card"))
    if rng.random() < 0.3:
        event.pop(key, None)
    elif key == "titles":
        event["titles"] = sorted(set(rng.choices(("tianhu", "dihu", "kun", "piao", "quan", "shuangquan"), k=2)))
    elif key == "hushu":
        event["hushu"] = rng.randrange(8, 30)
    elif key == "total":
        event["total"] = rng.choice((1, 2, 4, 10, 20, 40, 80))
    elif key == "melds" and event.get("melds"):
        _other_melds(event["melds"], rng)


def _other_melds(melds: list[str], rng: Random) -> None:
    """Two cards of the declared groups change places, or a group is lost."""
    one, other = rng.randrange(len(melds)), rng.randrange(len(melds))
    if rng.random() < 0.2:
        del melds[one]
        return
    a, b = rng.choice(melds[one]), rng.choice(melds[other])
    melds[one], melds[other] = melds[one].replace(a, b, 1), melds[other].replace(b, a, 1)


def other_pay(record: Record, rng: Random) -> None:
    if record.get("pay"):
        one, other = _seat(record, rng), _seat(record, rng)
        record["pay"][one] += 10
        record["pay"][other] -= rng.choice((10, 10, 10, 0))


def lose_wall(record: Record, rng: Random) -> None:
    record.pop("wall", None)


def lose_pay(record: Record, rng: Random) -> None:
    record.pop("pay", None)


def take_by_take(record: Record, rng: Random) -> None:
    """The deal as takes of two, the last of one; now and then of another number."""
    dealt = [e for e in record["events"] if e["type"] == "deal"]
    if len(dealt) > len(record["players"]):
        return
    rest = [e for e in record["events"] if e["type"] != "deal"]
    left = [[e["seat"], e["cards"]] for e in dealt]
    takes = []
    while any(cards for _, cards in left):
        for pair in left:
            n = 2 if rng.random() < 0.97 else rng.choice((1, 3))
            if pair[1]:
                takes.append({"type": "deal", "seat": pair[0], "cards": pair[1][:n]})
                pair[1] = pair[1][n:]
    cuts = [e for e in rest if e["type"] == "cut"]
    record["events"] = cuts + takes + [e for e in rest if e["type"] != "cut"]


def other_rules(record: Record, rng: Random) -> None:
    record["rules"] = rng.choice(RULES[len(record["players"])])
    record.pop("house", None)


def other_house(record: Record, rng: Random) -> None:
    """Some options that differ; a contradiction among them is left out."""
    chosen = {option.split("=")[0]: option for option in rng.sample(HOUSE, rng.randrange(1, 5))}
    if "chi_from" in chosen or record["rules"] == "duikou":
        # 對摳 and 打八張 give the chi of a flip to different seats; no source has both.
        chosen.pop("flip_counts_as", None)
    record["house"] = sorted(chosen.values())
    load_rules(record["rules"], record["house"])


def played_on(record: Record, rng: Random) -> None:
    wild_play.play_on(record, rng)


EDITS: tuple[Callable[[Record, Random], None], ...] = (
    drop,
    double,
    swap,
    move_seat,
    other_card,
    other_dealt,
    other_chi,
    less_bai,
    more_bai,
    insert,
    insert,
    punish_win,
    other_declared,
    other_declared,
    other_pay,
    take_by_take,
)


def mutate(record: Record, rng: Random) -> Record:
    """A copy of the record, made wrong in one to three places, often under other rules, often played on wildly."""
    made = copy.deepcopy(record)
    made.pop("id", None)
    for edit, chance in ((lose_wall, 0.6), (lose_pay, 0.3), (other_rules, 0.4), (other_house, 0.6), (played_on, 0.5)):
        if rng.random() < chance:
            edit(made, rng)
    for _ in range(rng.randrange(4)):
        rng.choice(EDITS)(made, rng)
    return made
