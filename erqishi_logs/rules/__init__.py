"""規則: frozen rule sets with the clause behind each option (RULEBOOK §8)."""

from erqishi_logs.rules.difference import diff_rules, format_option
from erqishi_logs.rules.load import (
    load_preset,
    load_rules,
    load_rules_file,
    parse_rules,
    preset_ids,
)
from erqishi_logs.rules.pack import PackedRules, pack_rules, unpack_rules
from erqishi_logs.rules.ruleset import RuleSet

__all__ = [
    "PackedRules",
    "RuleSet",
    "diff_rules",
    "format_option",
    "load_preset",
    "load_rules",
    "load_rules_file",
    "pack_rules",
    "parse_rules",
    "preset_ids",
    "unpack_rules",
]
