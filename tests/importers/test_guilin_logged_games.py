"""Logged games of a public server: every hand stored, deals that close, its counts and offers ours (RULEBOOK §9)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from erqishi_logs.audit import audit_record
from erqishi_logs.games import GUILIN
from erqishi_logs.importers.guilin import load, messages as say
from erqishi_logs.legal import iter_chi
from erqishi_logs.melds import QUADS, MeldKind
from erqishi_logs.replay import replay_record
from erqishi_logs.rules import load_preset
from erqishi_logs.scoring import Group

pytestmark = pytest.mark.shared
DECK = GUILIN.deck
RULES = load_preset("guilin")


@pytest.fixture(scope="module")
def parts(shared):
    folder = shared / "data" / "guilin"
    if not folder.is_dir():
        pytest.skip(f"no logged games at {folder}")
    return [folder / "fight-server.log.1", folder / "fight-server.log"]


@pytest.fixture(scope="module")
def items(parts):
    return list(load(parts))


@pytest.fixture(scope="module")
def watched(parts, watch):
    return watch(parts)


def test_s9_every_deal_that_begins_is_stored(items, parts):
    begun = sum(path.read_bytes().count(b'"reConnect":0') for path in parts)
    ends = Counter(item.record.events[-1].type for item in items)
    assert not [item.error for item in items if item.error]
    assert len(items) == begun == 100
    assert (ends["hu"], ends["huang"], len(items) - ends["hu"] - ends["huang"]) == (56, 2, 42)


def test_the_parts_may_be_given_in_either_order(items, parts):
    assert [(i.file, i.line, i.raw, i.record) for i in load(parts[::-1])] == [
        (i.file, i.line, i.raw, i.record) for i in items
    ]


def test_every_line_that_moves_a_card_is_in_exactly_one_hand(items, parts):
    routes = tuple(b"route: " + route.encode() for route in say.ROUTES)
    logged = Counter(line for path in parts for line in path.open("rb") if any(route in line for route in routes))
    kept = Counter(line for item in items for line in item.raw.splitlines(keepends=True))
    assert not logged - kept


def test_every_won_deal_closes_to_80_cards(watched):
    assert len(watched) == 56
    for log, record, _ in watched:
        result = result_of(log)
        deals = [event.cards for event in record.events[:3]]
        seen = Counter("".join(deals)) + Counter(event.card for event in record.events if event.type == "flip")
        seen += Counter(DECK.format_card(card - 1) for card in result.remain_card)
        assert sorted(map(len, deals)) == [20, 20, 21]
        assert len(deals[0]) == 21, "the dealer comes first"
        assert len(seen) == 20
        assert set(seen.values()) == {4}


def result_of(log):
    return next(message.body for message in log.messages if isinstance(message.body, say.Result))


def test_s9_the_server_offers_exactly_the_chi_of_the_engine(watched):
    offers = [chance for _, _, chances in watched for chance in chances if chance.offered is not None]
    assert len(offers) == 423
    assert [c.line[:2] for c in offers if c.offered != c.could] == []
    assert [c.line[:2] for c in offers if c.offered != engine_options(c)] == []
    assert [c.line[:2] for c in offers if c.why_not] == []


def test_s9_where_no_chi_is_offered_guozhang_or_an_earlier_claim_explains_it(watched):
    missing = [chance for _, _, chances in watched for chance in chances if chance.offered is None]
    assert [c.line[:2] for c in missing if not c.why_not] == []
    assert [c.line[:2] for c in missing if c.could != engine_options(c)] == []
    reasons = Counter(chance.why_not for chance in missing)
    assert reasons == {"auto": 39, "hidden": 27, "hu": 32, "passed": 35, "own discard": 27}


def engine_options(chance):
    found = {}
    for option in iter_chi(GUILIN.melds, RULES, chance.held, chance.dealt, chance.kind):
        laid = tuple(sorted(tuple(sorted((chance.kind, *pair))) for pair in option.bai))
        found.setdefault(option.cards, set()).add(laid)
    return found


def test_the_replay_finds_no_impossible_event(items):
    for item in items:
        replay = replay_record(item.record, RULES)
        assert replay.stopped_making_sense is None, (item.file, item.line)


def test_s9_every_claim_owes_a_discard_or_a_call_as_the_server_asked(items):
    for item in items:
        events = item.record.events
        for event, after in pairwise(events):
            if event.type in ("chi", "dui", "kai", "sao", "saochuan"):
                assert (after.type, after.seat) in (("discard", event.seat), ("bakuai", event.seat)), item.line


def test_s9_the_audit_of_real_games_finds_nothing_and_counts_as_the_server(items):
    verdicts = [(item.record, audit_record(item.record, RULES)) for item in items]
    found = [(r.session, r.hand, f.code) for r, v in verdicts for f in v.findings if f.code != "unfinished"]
    assert found == []
    won = [(record.events[-1].hushu, verdict.hushu) for record, verdict in verdicts if verdict.outcome == "hu"]
    assert len(won) == 56
    assert all(server == ours for server, ours in won)


KINDS = {"dui": MeldKind.DUI, "sao": MeldKind.KAN, "kai": MeldKind.KAI, "saochuan": MeldKind.GUN}


def test_s9_the_counts_of_all_groups_are_the_servers(watched):
    for log, record, _ in watched:
        result = result_of(log)
        groups = groups_of(record)
        mine = Counter((group.kinds, GUILIN.melds.hushu(group.meld, group.kinds)) for group in groups)
        servers = Counter(
            (tuple(sorted(c - 1 for c in cards)), points)
            for cards, points in zip(result.card_arr, result.each_hu, strict=True)
        )
        assert mine == servers, (record.session, record.hand)
        assert sum(points for (_, points), n in mine.items() for _ in range(n)) == record.events[-1].hushu
        quads = sum(group.meld in QUADS for group in groups)
        assert sum(len(g.kinds) for g in groups) == 20 + quads + (quads == 0), "RULEBOOK §2: 3m, or 3m − 1 + r"


def groups_of(record):
    """The winner's groups by the table of docs/guilin.md, from the record alone."""
    hu = record.events[-1]
    mine = [event for event in record.events[:-1] if event.seat == hu.seat]
    card = DECK.parse_card(hu.card)
    own_flip = record.events[-2].type == "flip" and record.events[-2].seat == hu.seat
    declared = [tuple(sorted(DECK.parse_cards(meld))) for meld in hu.melds]
    on_table = [group for event in mine for group in table_groups(event)]
    groups = grown(on_table)
    dealt = DECK.count_kinds(DECK.parse_cards(next(event.cards for event in mine if event.type == "deal")))
    shown = [
        k for k in range(20) if dealt[k] == 4 and (k,) * 4 not in declared and any(g.meld in QUADS for g in groups)
    ]
    groups += [Group(MeldKind.GUN, (k,) * 4) for k in shown if not any(k in g.kinds for g in groups)]
    if len(groups) + len(declared) == 7 and not joins_table(groups, declared, card):
        return groups + [concealed(kinds, card, own_flip=own_flip) for kinds in declared]
    joined = [g._replace(meld=MeldKind.KAI, kinds=(card,) * 4) if set(g.kinds) == {card} else g for g in groups]
    return joined + [concealed(kinds, None, own_flip=own_flip) for kinds in declared]


def joins_table(groups, declared, card):
    return any(g.kinds == (card,) * 3 for g in groups) and not any(card in kinds for kinds in declared)


def table_groups(event):
    if event.type == "chi":
        melds = [event.card + event.cards, *(event.bai or ())]
        return [chi_group(tuple(sorted(DECK.parse_cards(meld)))) for meld in melds]
    if event.type in KINDS:
        kind = DECK.parse_card(event.card)
        return [Group(KINDS[event.type], (kind,) * (3 if event.type in ("dui", "sao") else 4))]
    return []


def grown(groups):
    """A quad takes the place of the three of its kind that lay there."""
    quads = {g.kinds[0] for g in groups if g.meld in QUADS}
    return [g for g in groups if not (g.meld in (MeldKind.DUI, MeldKind.KAN) and g.kinds[0] in quads)]


def chi_group(kinds):
    return Group(GUILIN.melds.chi_kind(kinds), kinds)


def concealed(kinds, card, *, own_flip):
    if len(set(kinds)) > 1:
        return chi_group(kinds)
    if len(kinds) == 2:
        return Group(MeldKind.ZHUANGZI, kinds)
    by_card = kinds[0] == card
    if len(kinds) == 3:
        return Group(MeldKind.DUI if by_card and not own_flip else MeldKind.KAN, kinds)
    return Group(MeldKind.KAI if by_card and not own_flip else MeldKind.GUN, kinds)
