"""譜: a hand as a person writes it down (FORMAT, 譜; grammar: docs/format.md)."""

from erqishi_logs.record.pu.hands import is_pu
from erqishi_logs.record.pu.read import loads_pu, read_hand
from erqishi_logs.record.pu.wording import PLAIN, Wording, parse_wording, wording_names
from erqishi_logs.record.pu.write import dumps_pu

__all__ = ["PLAIN", "Wording", "dumps_pu", "is_pu", "loads_pu", "parse_wording", "read_hand", "wording_names"]
