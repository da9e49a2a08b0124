"""審: findings of a record, its verdict, and the sentences that say them."""

from erqishi_logs.audit.audit import audit_record, judge_replay
from erqishi_logs.audit.finding import Finding
from erqishi_logs.audit.messages import message, name
from erqishi_logs.audit.verdict import Verdict

__all__ = ["Finding", "Verdict", "audit_record", "judge_replay", "message", "name"]
