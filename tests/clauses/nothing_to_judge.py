"""Clauses of S0 to S3 that no test cites: those that state nothing to judge, and those of later work.

Each row: the clauses, and why. A range `a..b` takes in both ends.
"""

from __future__ import annotations

#: History, manners, other games, names: no hand could keep or break them.
NOTHING: dict[str, str] = {
    "S0-001 S0-004 S0-005": "the historic deck and Hunan's game, told as history",
    "S0-006": "says which place's rules the source describes",
    "S0-050 S0-052": "announcing and agreeing at the table; a count that was not recorded is not judged",
    "S0-057 S0-058": "what 下叫 is; no event records it",
    "S0-109 S0-112": "from which part one takes, the tap that ends the deal: manners",
    "S0-125": "when he may mix the drawn card; what follows from mixing is S0-126",
    "S0-137": "a heading: what follows is a violation",
    "S0-161": "why play goes on after a 包牌: history",
    "S1-002 S1-003": "other games with the same cards",
    "S1-012": "from which part one takes: manners",
    "S1-019": "the dealer takes first; the record has the hands, not the order of taking",
    "S1-031": "where a discard lies: manners",
    "S1-064": "that 打圈 is new: history",
    "S1-120": "another name of a tier (硬坤大); a tier's name decides nothing",
    "S1-141": "the same play, other counts: a heading",
    "S2-022": "when a sitting is broken off",
    "S2-027 S2-028": "how one shuffles and lays the pack down: manners",
    "S2-060 S2-061": "that the others agree, and no cards are mixed before: manners",
    "S3-020": "places differ: an introduction",
}

#: Clauses whose topic is not built yet.
LATER: dict[str, str] = {
    "S0-094..S0-103": "sitting: seats, shuffler, cut",
    "S0-108": "sitting: the order of taking",
    "S0-163..S0-167": "sitting: who deals, which 圈",
    "S1-006..S1-008 S1-010 S1-011 S1-017": "sitting: shuffler, cutter, dealer by the cut",
    "S1-065..S1-067 S1-069..S1-071 S1-173 S1-174": "sitting: who deals, which 圈",
    "S2-005..S2-018": "sitting: seats, shuffler, cut, who deals, which 圈",
    "S2-024 S2-026 S2-029": "sitting: who shuffles, cuts and takes first",
    "S3-004 S3-005": "sitting: who shuffles",
}


def expand(rows: dict[str, str]) -> set[str]:
    """The single clauses of rows."""
    return {clause for text in rows for part in text.split() for clause in _range(part)}


def _range(part: str) -> list[str]:
    first, _, last = part.partition("..")
    source, begin = first.split("-")
    end = last.split("-")[1] if last else begin
    return [f"{source}-{number:03}" for number in range(int(begin), int(end) + 1)]
