"""合譜: one hand of several recorders found, laid side by side and united."""

from erqishi_logs.merge.conflict import Conflict, Reading
from erqishi_logs.merge.course import turned
from erqishi_logs.merge.infer import Contradiction, Inference, Inferred, infer_cards
from erqishi_logs.merge.merging import Merged, MergeError, merge_records
from erqishi_logs.merge.recognise import course_keys, group_records
from erqishi_logs.merge.same import Same, same_hand
from erqishi_logs.merge.undo import without_inferred

__all__ = [
    "Conflict",
    "Contradiction",
    "Inference",
    "Inferred",
    "MergeError",
    "Merged",
    "Reading",
    "Same",
    "course_keys",
    "group_records",
    "infer_cards",
    "merge_records",
    "same_hand",
    "turned",
    "without_inferred",
]
