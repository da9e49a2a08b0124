"""`seats` is what `hands` and `findings` say, seat by seat; the files of `events` give the live card back."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, strategies as st

from erqishi_logs.archive import Archive
from erqishi_logs.archive.live import ELSE, pack_live, unpack_live
from erqishi_logs.archive.publish import current_folders
from erqishi_logs.archive.seats import seats_table
from erqishi_logs.archive.verdicts import verdict_tables
from erqishi_logs.pipeline import ingest, reaudit
from erqishi_logs.rules import load_rules

DATA = Path(__file__).resolve().parents[2] / "data"
OF_HAND = ("rules", "session", "hand", "played_at", "n_players", "outcome", "status")
OF_WINNER = ("win_valid", "hushu", "tier", "total")


@pytest.fixture(scope="module")
def stories(tmp_path_factory):
    """The sample hands: every kind of violation, a 小家, drawn hands, a fifth copy."""
    archive = Archive.open(tmp_path_factory.mktemp("seats") / "庫", create=True)
    ingest([DATA / "stories.jsonl"], archive)
    return archive


def seats_of(hand, findings):
    """The rows of `seats` of a row of `hands`, one by one."""
    rules = load_rules(hand["judged_rules"], hand["house"] or ())
    for seat, player in enumerate(hand["players"]):
        won = hand["winner"] == seat
        blamed = [f for f in findings if (f["id"], f["severity"], f["seat"]) == (hand["id"], "violation", seat)]
        yield {
            "id": hand["id"],
            "seat": seat,
            "player": player,
            **{name: hand[name] for name in OF_HAND},
            "is_dealer": hand["dealer"] == seat,
            "is_xiaojia": rules.has_xiaojia(hand["n_players"]) and (seat + 1) % hand["n_players"] == hand["dealer"],
            "won": won,
            **{name: hand[name] if won else None for name in OF_WINNER},
            "paid_taipao": hand["taipao"] and hand["from_seat"] == seat,
            "pay": hand["pay"] and hand["pay"][seat],
            "pay_recorded": hand["pay_recorded"] and hand["pay_recorded"][seat],
            "n_violations": len(blamed),
        }


def test_seats_are_those_of_hands_and_findings(stories):
    hands = stories.select("SELECT * FROM hands ORDER BY id").to_pylist()
    findings = stories.select("SELECT * FROM findings").to_pylist()
    seats = stories.select("SELECT * EXCLUDE (person) FROM seats ORDER BY id, seat").to_pylist()
    assert seats == [row for hand in hands for row in seats_of(hand, findings)]
    for column in ("is_xiaojia", "won", "paid_taipao", "n_violations", "is_dealer"):
        assert any(row[column] for row in seats), column


def test_seats_are_told_after_a_reaudit_of_verdicts_without_them(store, make):
    store.put(make.hand("a"))
    layout = store.archive.layout
    (folder,) = current_folders(layout).values()
    home = layout.verdicts / folder.name
    (home / "seats.parquet").unlink()
    home.rename(home.with_name(folder._replace(columns_tag="00000000").name))
    assert store.archive.select("SELECT * FROM seats").num_rows == 0
    assert store.archive.damaged() == []
    reaudit(store.archive)
    assert store.archive.select("SELECT count(*) n FROM seats").to_pylist() == [{"n": 3}]


def test_s0_092_whether_there_was_a_xiaojia_is_not_known_without_the_rules(store, make):
    record = make.hand("a")
    judged = make.judged_of(record)
    store.put(record)
    hands = store.archive.select("SELECT * FROM hands").drop_columns(["stale"])
    gone = hands.set_column(hands.column_names.index("judged_rules"), "judged_rules", pa.array(["gone"]))
    findings = verdict_tables([judged], "e")["findings"]
    behind = [False, False, False]
    behind[0] = None  # the seat before the dealer, who is seat 1
    assert seats_table(gone, findings, {})["is_xiaojia"].to_pylist() == behind


EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["deal", "discard", "flip", "chi", "note", "pass", "hu"]),
        st.sampled_from([None, "一", "?"]),
        st.sampled_from([None, "一", "二", "?"]),
    )
)


@given(rows=EVENTS)
def test_live_cards_come_back(rows):
    kinds, cards, live = zip(*rows, strict=True) if rows else ((), (), ())
    names, text = ("type", "card", "live_card"), pa.string()
    table = pa.table([pa.array(column, text) for column in (kinds, cards, live)], names=names)
    assert unpack_live(pack_live(table)) == table
    assert pack_live(pack_live(table)) == pack_live(table)


def test_a_live_card_is_nearly_never_written(stories):
    (folder,) = current_folders(stories.layout).values()
    stored = pq.read_table(stories.layout.verdicts / folder.name / "events.parquet")
    assert "live_card" not in stored.column_names
    assert stored[ELSE].null_count > 0.9 * len(stored)
    shown = stories.select("SELECT type, card, live_card FROM events WHERE live_card IS NOT NULL").to_pylist()
    assert {"discard", "flip"} <= {row["type"] for row in shown}
