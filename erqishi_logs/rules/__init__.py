"""規則: frozen rule sets with the clause behind each option (RULEBOOK §8)."""

from erqishi_logs.rules.difference import diff_rules, format_option
from erqishi_logs.rules.load import (
    load_known_rules,
    load_preset,
    load_rules,
    load_rules_file,
    nearest_rules,
    parse_rules,
    preset_ids,
    preset_names,
    with_house,
)
from erqishi_logs.rules.names import fold, plain_name, simplify
from erqishi_logs.rules.pack import PackedRules, pack_rules, unpack_rules
from erqishi_logs.rules.ruleset import RuleSet

__all__ = [
    "PackedRules",
    "RuleSet",
    "diff_rules",
    "fold",
    "format_option",
    "load_known_rules",
    "load_preset",
    "load_rules",
    "load_rules_file",
    "nearest_rules",
    "pack_rules",
    "parse_rules",
    "plain_name",
    "preset_ids",
    "preset_names",
    "simplify",
    "unpack_rules",
    "with_house",
]
