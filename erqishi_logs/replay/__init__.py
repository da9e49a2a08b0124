"""重演: record → the table after each event, what was passed up, and where it stopped making sense."""

from erqishi_logs.replay.faults import Fault
from erqishi_logs.replay.frames import frames
from erqishi_logs.replay.passed import Passed, iter_passed
from erqishi_logs.replay.replay import Replay, Step, new_table, replay_record
from erqishi_logs.replay.table import NONE, Exposed, Live, Phase, Seat, Table

__all__ = [
    "NONE",
    "Exposed",
    "Fault",
    "Live",
    "Passed",
    "Phase",
    "Replay",
    "Seat",
    "Step",
    "Table",
    "frames",
    "iter_passed",
    "new_table",
    "replay_record",
]
