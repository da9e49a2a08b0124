"""Any record the format allows, sensible or not, for properties."""

from __future__ import annotations

from hypothesis import strategies as st

from erqishi_logs.record.types import BLOCKS, CODES, FORMAT, TITLES, Event, Record, event_keys

CARDS = "一二三四五六七八九十壹貳叄肆伍陸柒捌玖拾?"
# Names that a grammar could stumble over stand beside any text at all.
AWKWARD = (
    "甲",
    "乙",
    "1",
    "2",
    "@1",
    "對",
    "註",
    "王 五",
    "王　五",
    "「",
    "」",
    "#3",
    "a:b",
    "a：b",
    "\\",
    "局",
    "",
    "打，",
    "\n",
)
MARKED = st.sampled_from(
    [*AWKWARD, "2024-02-10", "茶樓 2024-02-10", "贰", '"', "“甲”", "?", "一", "=", "k=v", "_k", "null", ":[]"]
)
TEXT = st.one_of(MARKED, st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=12))
WORD = TEXT.filter(bool)
CARD = st.sampled_from(CARDS)
HANDFUL = st.text(CARD, min_size=1, max_size=21)
MELDS = st.lists(HANDFUL, min_size=1, max_size=3).map(tuple)
NUMBER = st.one_of(st.integers(0, 2**53 - 1), st.floats(0, 1e15, allow_nan=False))
PAID = st.one_of(st.integers(-500, 500), st.floats(-1e15, 1e15, allow_nan=False))
JSON = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-(2**63), 2**63), st.floats(allow_nan=False, allow_infinity=False), TEXT
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3)),
    max_leaves=6,
)
EXTRA = st.one_of(
    st.none(),
    st.none(),
    st.dictionaries(TEXT.map("_{}".format), JSON, min_size=1, max_size=3).map(lambda d: dict(sorted(d.items()))),
)

EVENT_VALUES = {
    "card": CARD,
    "cards": st.one_of(HANDFUL, st.integers(1, 21).map("?".__mul__)),
    "bai": MELDS,
    "melds": MELDS,
    "hushu": st.integers(0, 60),
    "titles": st.lists(st.sampled_from(TITLES), max_size=3).map(tuple),
    "total": NUMBER,
    "blocks": st.sampled_from(BLOCKS),
    "code": st.sampled_from(CODES),
    "amount": NUMBER,
    "hidden": st.booleans(),
    "overruled": st.booleans(),
    "ms": st.integers(0, 10**7),
    "text": WORD,
}
OPTIONS = st.one_of(st.just("cap=200"), st.tuples(WORD.filter(lambda w: "=" not in w), TEXT).map("=".join))
TIMES = st.one_of(
    st.dates().map(str), st.datetimes().map(lambda t: t.isoformat()), st.just("2024-02-10T20:15:00+08:00")
)


@st.composite
def events(draw: st.DrawFn, game: str, n_players: int) -> Event:
    kind = draw(st.sampled_from(sorted(event_keys(game))))
    must, may = event_keys(game)[kind]
    keys = [*must, *(key for key in (*may, "ms", "text") if key not in must and draw(st.integers(0, 2)) == 0)]
    values = {key: draw(st.integers(0, n_players - 1) if key == "seat" else EVENT_VALUES[key]) for key in keys}
    if kind == "chi":
        values["cards"] = draw(st.text(CARD, min_size=2, max_size=2))
    return Event(kind, **values, extra=draw(EXTRA))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Records as `loads` gives them: canonical cards, absent rather than empty."""
    n_players = draw(st.integers(2, 8))
    game = draw(st.sampled_from(["erqishi", "erqishi", "guilin"]))
    seats = st.integers(0, n_players - 1)
    optional = {
        "id": WORD,
        "house": st.lists(OPTIONS, min_size=1, max_size=3).map(tuple),
        "session": WORD,
        "hand": st.integers(1, 10**6),
        "played_at": TIMES,
        "venue": WORD,
        "source": WORD,
        "recorder": WORD,
        "quan": st.integers(1, 10),
        "stake": NUMBER,
        "view": seats,
        "wall": HANDFUL,
        "pay": st.lists(PAID, min_size=n_players, max_size=n_players).map(tuple),
        "replaces": WORD,
        "merged_from": st.lists(WORD, min_size=1, max_size=3).map(tuple),
        "tags": st.lists(WORD, min_size=1, max_size=3).map(tuple),
    }
    return Record(
        format=FORMAT,
        game=game,
        rules=draw(st.one_of(st.sampled_from(["leshan", "duikou", "leshan-4", "樂山市中區"]), WORD)),
        players=draw(st.lists(TEXT, min_size=n_players, max_size=n_players).map(tuple)),
        dealer=draw(seats),
        events=draw(st.lists(events(game, n_players), max_size=8)),
        extra=draw(EXTRA),
        writes_game=game == "erqishi" and draw(st.booleans()),
        **{key: draw(values) for key, values in optional.items() if draw(st.booleans())},
    )
