"""Each fault of a JSON line, with file, line, column, what was found, expected, and the remedy."""

# ruff: noqa: E501 - a row of a table is one line

from __future__ import annotations

import pytest

from erqishi_logs.errors import RecordError
from erqishi_logs.record import MAX_LINE_BYTES, dumps, loads

HEAD = '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙","丙"],"dealer":1,'


def whole(events: str = "", more: str = "") -> str:
    """A record with these events and further members."""
    return HEAD + '"events":[' + events + "]" + more + "}"


def error_of(line: str | bytes) -> str:
    with pytest.raises(RecordError) as caught:
        loads(line, file="x.jsonl", line_number=3)
    assert str(caught.value).startswith("x.jsonl:3:")
    return str(caught.value).removeprefix("x.jsonl:3:").strip()


#: The caret stands where the column points to; it is no part of the line.
FAULTS = {
    'more events than a hand has': (whole().replace('[]', '^[' + '{"type":"huang"},' * 2000 + '{"type":"huang"}]'), 'found 2,001 events; expected at most 2,000'),
    'an empty line': ('^', 'found the end of the line; expected a value; the line was cut off'),
    'no object': ('^[1]', 'found a list; expected one object {…}, a record'),
    'cut off': ('{"format":^"erq', 'found a string without an end; expected a closing \'"\'; the line was cut off'),
    'two records on a line': (whole() + "^" + whole(), "found '{' after the end of the record; expected one record on a line"),
    'single quotes': ("{^'format'", 'found "\'"; expected a key in "double quotes"'),
    'a wrong escape': ('{"format":"^\\x"}', 'found a wrong escape \'\\\\x"}\'; expected \\n, \\", \\\\ or \\u and 4 digits'),
    'a raw control character': ('{"format":"a^\tb"}', 'found the raw character U+0009 in a string; expected an escape'),
    'format unknown': ('{"format":^"erqishi-log/2","rules":"x","players":["a","b"],"dealer":0,"events":[]}', 'found "erqishi-log/2" for \'format\'; expected "erqishi-log/1", the only format this version reads'),
    'game unknown': (whole(more=',"game":^"erqishy"'), 'found "erqishy" for \'game\'; expected one of erqishi, guilin; did you mean \'erqishi\'?'),
    'key unknown': (whole(more=',^"stakes":1'), "found key 'stakes'; expected a key of records; did you mean 'stake'?"),
    'key twice': (whole(more=',^"dealer":1'), "found key 'dealer' a second time; expected each key once; keep one of the two"),
    'key twice in a kept object': (whole(more=',"_x":{"a":1,^"a":2}'), "found key 'a' a second time; expected each key once; keep one of the two"),
    'required key missing': ('^{"format":"erqishi-log/1"}', "found a record without 'rules'; expected the keys format, rules, players, dealer, events in a record"),
    'required key null': (HEAD + '"events":^null}', "found null for 'events'; expected the keys format, rules, players, dealer, events in a record"),
    'wrong type': (whole(more=',"hand":^"7"'), 'found "7" for \'hand\'; expected a whole number from 1; take the quotes off'),
    'a float for a whole number': (whole(more=',"hand":^1.0'), "found 1.0 for 'hand'; expected a whole number from 1"),
    'true for a number': (whole(more=',"quan":^true'), "found true for 'quan'; expected a whole number, 1 to 10"),
    'dealer out of range': (whole().replace('"dealer":1', '"dealer":^3'), "found seat 3 for 'dealer'; expected a seat from 0 to 2 (3 players)"),
    'dealer negative': (whole().replace('"dealer":1', '"dealer":^-1'), "found seat -1 for 'dealer'; expected a seat from 0 to 2 (3 players)"),
    'view out of range': (whole(more=',"view":^3'), "found seat 3 for 'view'; expected a seat from 0 to 2 (3 players)"),
    'quan 0': (whole(more=',"quan":^0'), "found 0 for 'quan'; expected 1 to 10"),
    'quan 11': (whole(more=',"quan":^11'), "found 11 for 'quan'; expected 1 to 10"),
    'hand 0': (whole(more=',"hand":^0'), "found 0 for 'hand'; expected 1 or more, below 2^53"),
    'one player': (whole().replace('["甲","乙","丙"]', '^["甲"]'), "found 1 players for 'players'; expected 2 to 8 names"),
    'a player no string': (whole().replace('"乙"', "^2"), "found 2 for 'players'; expected a string in the list"),
    'pay too short': (whole(more=',"pay":^[1,2]'), "found 2 numbers for 'pay'; expected 3, one for each player"),
    'pay no number': (whole(more=',"pay":[1,2,^"3"]'), 'found "3" for \'pay\'; expected a number in the list; take the quotes off'),
    'no option': (whole(more=',"house":[^"cap"]'), 'found "cap" for \'house\'; expected a difference as "option=value"'),
    'no such day': (whole(more=',"played_at":^"2024-02-30"'), 'found "2024-02-30" for \'played_at\'; expected a date or time by ISO 8601, as 2024-02-10 or 2024-02-10T20:15:00+08:00'),
    'a card that is none': (whole(more=',"wall":"一二^X"'), 'found "X" for \'wall\'; expected a card: 一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾 or ?'),
    'a card behind escapes': (whole(more=',"wall":"\\u4e00^X"'), 'found "X" for \'wall\'; expected a card: 一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾 or ?'),
    'NaN': (whole(more=',"stake":^NaN'), "found 'NaN'; expected a value"),
    'infinite': (whole(more=',"stake":^1e999'), 'found the number 1e999; expected a finite number'),
    'huge': (whole(more=',"stake":^1' + "0" * 400), 'found a number of 401 digits; expected at most 19 digits'),
    'beyond 2^53': (whole(more=',"stake":^9007199254740992'), "found 9007199254740992 for 'stake'; expected 0 or more, below 2^53"),
    'negative stake': (whole(more=',"stake":^-1'), "found -1 for 'stake'; expected 0 or more, below 2^53"),
    'deep': (whole(more=',"_x":' + "[" * 32 + "^" + "[" * 5000), 'found brackets 33 deep; expected at most 32'),
    'half a surrogate pair': (whole(more=',"venue":^"\\ud800"'), 'found half of a surrogate pair in a string; expected whole characters'),
    'NUL': (whole(more=',"venue":^"\\u0000"'), 'found a NUL character in a string; expected text; take the \\u0000 out'),
    'an inner name': (whole(more=',^"\uffffextra":{}'), "found key '\\\\uffffextra'; expected a key of records: "),
    'an inner name, escaped': (whole(more=',^"\\uFFffextra":{}'), "found key '\\\\uffffextra'; expected a key of records: "),
    'extra is no key': (whole(more=',^"extra":{}'), "found key 'extra'; expected a key of records: "),
}  # fmt: skip

EVENT_FAULTS = {
    'no object': ('^1', "found 1 for 'events'; expected an event {…} in the list"),
    'no type': ('^{}', "found an event without 'type'; expected one of cut, deal, discard, flip, draw, chi, dui, kai, bakuai, pass, hu, huang, baopai, note"),
    'type unknown': ('{"type":^"disard"}', 'found event type "disard"; expected one of cut, deal, discard, flip, draw, chi, dui, kai, bakuai, pass, hu, huang, baopai, note; did you mean \'discard\'?'),
    'type of another game': ('{"type":^"sao","seat":0,"card":"一"}', 'found event type "sao"; expected one of cut, deal, discard, flip, draw, chi, dui, kai, bakuai, pass, hu, huang, baopai, note'),
    'key unknown': ('{"type":"flip","seat":0,^"card_":"一"}', "found key 'card_'; expected a key of flip events; did you mean 'card'?"),
    'key of another type': ('{"type":"flip","seat":0,"card":"一",^"blocks":8}', "found key 'blocks'; expected a key of flip events: type, seat, card, hidden, ms, text; take it out"),
    'key twice': ('{"type":"flip","seat":0,^"seat":1,"card":"一"}', "found key 'seat' a second time; expected each key once; keep one of the two"),
    'card missing': ('^{"type":"flip","seat":0}', "found a flip event without 'card'; expected the keys seat, card in a flip event"),
    'seat missing': ('^{"type":"hu"}', "found a hu event without 'seat'; expected the keys seat in a hu event"),
    'empty text of a note': ('{"type":"note","text":^""}', "found nothing for 'text'; expected the keys text in a note event"),
    'seat out of range': ('{"type":"flip","seat":^3,"card":"一"}', "found seat 3 for 'seat'; expected a seat from 0 to 2 (3 players)"),
    'no card': ('{"type":"flip","seat":0,"card":"^龍"}', 'found "龍" for \'card\'; expected a card: 一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾 or ?'),
    'two cards': ('{"type":"flip","seat":0,"card":^"一一"}', 'found "一一" for \'card\'; expected exactly one card'),
    'three cards of a chi': ('{"type":"chi","seat":0,"card":"一","cards":^"二三四"}', "found 3 cards for 'cards'; expected the two cards from the hand"),
    'an empty group': ('{"type":"hu","seat":0,"melds":["一一一",^""]}', 'found no card in the group "" for \'melds\'; expected one card or more'),
    'a group with a stranger': ('{"type":"hu","seat":0,"melds":[^"一一Q"]}', 'found "Q" in the group "一一Q" for \'melds\'; expected a card: 一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾 or ?'),
    'no title': ('{"type":"hu","seat":0,"titles":[^"piau"]}', 'found "piau" for \'titles\'; expected one of tianhu, dihu, kun, piao, quan, shuangquan, quanhong, quanhei; did you mean \'piao\'?'),
    'blocks': ('{"type":"bakuai","seat":0,"blocks":^9}', "found 9 for 'blocks'; expected 8, 12, 16, 20 or 24"),
    'negative hushu': ('{"type":"hu","seat":0,"hushu":^-1}', "found -1 for 'hushu'; expected 0 or more, below 2^53"),
    'hidden no boolean': ('{"type":"flip","seat":0,"card":"一","hidden":^1}', "found 1 for 'hidden'; expected true or false"),
}  # fmt: skip


def is_told(marked: str, expected: str) -> bool:
    line = marked.replace("^", "", 1)
    error = error_of(line)
    place = f"{marked.index('^') + 1}: "
    # A message that lists all keys is cut behind its colon.
    return error.startswith(place + expected) if expected.endswith(": ") else error == place + expected


@pytest.mark.parametrize("name", FAULTS)
def test_format_record_a_fault_is_named_to_the_column(name: str) -> None:
    assert is_told(*FAULTS[name]), error_of(FAULTS[name][0].replace("^", "", 1))


@pytest.mark.parametrize("name", EVENT_FAULTS)
def test_format_events_a_fault_is_named_to_the_column(name: str) -> None:
    marked, expected = EVENT_FAULTS[name]
    assert is_told(whole(marked), expected), error_of(whole(marked).replace("^", "", 1))


def test_rulebook_7_an_unknown_code_names_the_nearest() -> None:
    event = '{"type":"baopai","seat":0,"code":"chi_guozang","amount":20}'
    assert error_of(whole(event)).endswith("luan_da, shao_bao; did you mean 'chi_guozhang'?")


def test_bytes_that_are_no_utf8() -> None:
    good = whole(more=',"venue":"').removesuffix("}")
    error = error_of(good.encode() + b'\xff"}')
    assert error == f"{len(good) + 1}: found the byte 0xFF, which is no utf-8; expected text in one encoding"


def test_a_string_with_half_a_surrogate_pair() -> None:
    assert "half of a surrogate pair" in error_of(whole(more=',"venue":"\ud800"'))


@pytest.mark.parametrize("line", ["[" * (MAX_LINE_BYTES + 1), b"[" * (MAX_LINE_BYTES + 1)])
def test_a_line_too_long_to_be_a_hand(line: str | bytes) -> None:
    assert error_of(line).startswith("found a line of 8,388,609 ")


READ_BUT_WRITTEN_OTHERWISE = {
    "FORMAT, Canonical form: absent rather than null": (',"venue":null,"quan":null', ""),
    "absent rather than empty": (',"venue":"","tags":[],"pay":[],"house":[]', ""),
    "keys in order": (',"pay":[1,2,3],"quan":3', None),
    "whole numbers stay whole": (',"pay":[1,2.0,-3.5]', ',"pay":[1,2.0,-3.5]'),
    "_ keys last and sorted": (',"_b":1,"tags":["x"],"_a":{"d":[],"c":null}', ',"tags":["x"],"_a":{"d":[],"c":null},"_b":1'),
    "no spaces": (' , "tags" : [ "x" ]', ',"tags":["x"]'),
    "escapes as characters": (',"tags":["\\u7532\\/"]', ',"tags":["甲/"]'),
}  # fmt: skip


@pytest.mark.parametrize("name", READ_BUT_WRITTEN_OTHERWISE)
def test_format_canonical_form_of_a_record(name: str) -> None:
    more, written = READ_BUT_WRITTEN_OTHERWISE[name]
    line = whole(more=more)
    expected = whole(more=written) if written is not None else None
    expected = expected or HEAD + '"quan":3,"events":[],"pay":[1,2,3]}'
    assert dumps(loads(line)) == expected
    assert dumps(loads(expected)) == expected


EVENTS_WRITTEN = {
    "RULEBOOK §1 variant glyphs": ('{"type":"deal","seat":0,"cards":"贰弍叁參参弎陆"}', '{"type":"deal","seat":0,"cards":"貳貳叄叄叄叄陸"}'),
    "Unicode compatibility forms": ('{"type":"flip","seat":0,"card":"\u2f00"}', '{"type":"flip","seat":0,"card":"一"}'),
    "a full-width question mark": ('{"type":"flip","seat":0,"card":"？"}', '{"type":"flip","seat":0,"card":"?"}'),
    "titles: [] declares none": ('{"type":"hu","seat":0,"melds":[],"titles":[]}', '{"type":"hu","seat":0,"titles":[]}'),
    "variants in melds": ('{"type":"hu","seat":0,"melds":["贰柒拾"]}', '{"type":"hu","seat":0,"melds":["貳柒拾"]}'),
    "false is absent": ('{"type":"flip","seat":0,"card":"一","hidden":false}', '{"type":"flip","seat":0,"card":"一"}'),
    "null is absent": ('{"type":"flip","seat":0,"card":"一","hidden":null,"ms":null}', '{"type":"flip","seat":0,"card":"一"}'),
    "keys in order": ('{"text":"a","ms":0,"seat":0,"_k":1,"type":"huang"}', None),
    "_ keys of an event": ('{"type":"huang","_k":{"b":1},"_a":2,"ms":5}', '{"type":"huang","ms":5,"_a":2,"_k":{"b":1}}'),
}  # fmt: skip


@pytest.mark.parametrize("name", EVENTS_WRITTEN)
def test_format_canonical_form_of_an_event(name: str) -> None:
    event, written = EVENTS_WRITTEN[name]
    if written is None:
        assert error_of(whole(event)).endswith(
            ": found key 'seat'; expected a key of huang events: type, ms, text; take it out"
        )
        return
    assert dumps(loads(whole(event))) == whole(written)
    assert dumps(loads(whole(written))) == whole(written)


def test_the_default_game_is_written_back_where_it_was_written() -> None:
    line = whole().replace('"rules"', '"game":"erqishi","rules"')
    assert dumps(loads(line)) == line
    assert loads(line).game == loads(whole()).game == "erqishi"
