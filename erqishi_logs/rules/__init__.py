"""規則: frozen rule sets with the clause behind each option (RULEBOOK §8)."""

from erqishi_logs.rules.clash import check_club, iter_clashes
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
from erqishi_logs.rules.wording import Difference, explain_difference, explain_rules, explain_value, rules_title

__all__ = [
    "Difference",
    "PackedRules",
    "RuleSet",
    "check_club",
    "diff_rules",
    "explain_difference",
    "explain_rules",
    "explain_value",
    "fold",
    "format_option",
    "iter_clashes",
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
    "rules_title",
    "simplify",
    "unpack_rules",
    "with_house",
]
