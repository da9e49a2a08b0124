"""重演: record → the table after each event, and where it stopped making sense."""

from erqishi_logs.replay.faults import Fault
from erqishi_logs.replay.replay import Replay, Step, live_kind, new_table, replay_record
from erqishi_logs.replay.table import NONE, Exposed, Live, Phase, Seat, Table

__all__ = [
    "NONE",
    "Exposed",
    "Fault",
    "Live",
    "Phase",
    "Replay",
    "Seat",
    "Step",
    "Table",
    "live_kind",
    "new_table",
    "replay_record",
]
