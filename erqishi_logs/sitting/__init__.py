"""場: the hands of one sitting together: whose deal it is, the account and its settlement, what does not fit."""

from erqishi_logs.sitting.account import BASES, Basis, Entry, account, running
from erqishi_logs.sitting.chain import Link, iter_links
from erqishi_logs.sitting.check import check_sitting
from erqishi_logs.sitting.course import Doubt
from erqishi_logs.sitting.due import Due, Turn, first_due, next_due
from erqishi_logs.sitting.money import points
from erqishi_logs.sitting.note import CODES, Note, doubt_text, note_name, note_text
from erqishi_logs.sitting.played import Cut, Penalty, Played, Result, played
from erqishi_logs.sitting.seating import call_seats, dealer_named
from erqishi_logs.sitting.sheet import Balance, Dispute, Fine, Sheet, settle_sitting
from erqishi_logs.sitting.sitting import Sitting, Slot, iter_sittings, resting_circles, sitting_of
from erqishi_logs.sitting.transfers import Transfer, fewest_transfers

__all__ = [
    "BASES",
    "CODES",
    "Balance",
    "Basis",
    "Cut",
    "Dispute",
    "Doubt",
    "Due",
    "Entry",
    "Fine",
    "Link",
    "Note",
    "Penalty",
    "Played",
    "Result",
    "Sheet",
    "Sitting",
    "Slot",
    "Transfer",
    "Turn",
    "account",
    "call_seats",
    "check_sitting",
    "dealer_named",
    "doubt_text",
    "fewest_transfers",
    "first_due",
    "iter_links",
    "iter_sittings",
    "next_due",
    "note_name",
    "note_text",
    "played",
    "points",
    "resting_circles",
    "running",
    "settle_sitting",
    "sitting_of",
]
