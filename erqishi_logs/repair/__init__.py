"""修譜: the smallest edits that make sense of a record, proposed and never done by themselves."""

from erqishi_logs.repair.edit import Edit, apply_edit
from erqishi_logs.repair.proposal import Proposal, is_whole, propose_repairs
from erqishi_logs.repair.words import diff_lines, why

__all__ = ["Edit", "Proposal", "apply_edit", "diff_lines", "is_whole", "propose_repairs", "why"]
