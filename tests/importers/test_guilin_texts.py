"""What the importer says of a log it cannot read, in three languages (texts/errors.toml, guilin)."""

from __future__ import annotations

import re

import pytest

from erqishi_logs.errors import RecordError
from erqishi_logs.importers.guilin import load
from erqishi_logs.importers.guilin.complaints import message_fault
from erqishi_logs.importers.guilin.messages import parse_body
from erqishi_logs.texts import LANGUAGES
from erqishi_logs.texts.phrase import Phrase

FORM = "一行「[日期 時間] [DEBUG] … channelService sendMessageByGroup route: …, msg: {…}, groups: {…}, opts: …」"
STAMP = "[2020-02-06 20:00:0{}.000] [DEBUG] pomelo - channelService sendMessageByGroup route: "
TAIL = ', groups: {"c1":["甲","乙","丙"]}, opts: undefined'
DEAL = (
    STAMP.format(0) + 'onEnterFightRoom, msg: {"userList":{"甲":{"rightPlayer":"乙"},"乙":{"rightPlayer":"丙"},'
    '"丙":{"rightPlayer":"甲"}},"roomInfo":{"roomId":"9","circle":1,"lordPlayer":"甲","creatorUid":"甲"}}' + TAIL
)
FLIP = STAMP.format(1) + 'onCurrAutoCard, msg: {"uid":"乙","id":5}' + TAIL


def said(route, body):
    return STAMP.format(2) + f"{route}, msg: {body}{TAIL}"


CASES = [
    ([DEAL, "亂"], f"x.log:2: 讀到'亂'；應為{FORM}"),
    ([DEAL, FLIP[:120]], f"x.log:2: 讀到被截斷的廣播；應為{FORM}"),
    ([DEAL, FLIP.replace("02-06", "02-30")], "x.log:2: 讀到時間 2020-02-30 20:00:01.000，沒有這個時刻；應為日期和時間"),
    ([DEAL, said("onNoneAct", '{"id":')], "x.log:2: 讀到JSON 不完整或有錯的 onNoneAct；應為完整的 JSON"),
    ([DEAL, said("onPostCard", '{"id":5}')], "x.log:2: 讀到沒有 uid 的 onPostCard；應為onPostCard 應有的各項"),
    ([DEAL, said("onNoneAct", '{"id":21}')], "x.log:2: 讀到onNoneAct 的 $.id，不是牌；應為牌的編號，1 到 20"),
    ([DEAL, said("onNoneAct", '{"id":"五"}')], "x.log:2: 讀到onNoneAct 的 $.id 為字串；應為整數"),
    ([DEAL, said("onEachResult", '{"uid":[]}')], "x.log:2: 讀到onEachResult 的 $.uid 為一個列表；應為字串 或 null"),
    ([FLIP], "x.log:1: 讀到日誌裏沒有發牌的一局；應為連同旁邊較早的一份一起讀"),
    ([DEAL.replace('"lordPlayer":"甲"', '"lordPlayer":"丁"')], "x.log:1: 讀到莊家 丁；應為其中之一：甲, 乙, 丙"),
    (
        [DEAL.replace('"rightPlayer":"甲"', '"rightPlayer":"乙"')],
        "x.log:1: 讀到圍不成一桌的座位；應為各家的 rightPlayer 是他的下家，轉一圈回到頭一家",
    ),
    (
        [DEAL.replace('"circle":1', '"circle":0')],
        "x.log:1: 讀到不成記錄的一局：'hand' 的值為0；應為不小於 1，小於 2^53",
    ),
    (
        [DEAL, said("onPostCard", '{"uid":"丁","id":5}')],
        "x.log:2: 讀到不在桌上的玩家 丁；應為伺服器所記的打牌經過",
    ),
    (
        [DEAL, said("onCardPeng", '{"uid":"甲","cardArr":[5,5]}')],
        "x.log:2: 讀到沒有現張時的要牌；應為伺服器所記的打牌經過",
    ),
    (
        [DEAL, FLIP, said("onAutoAct", '{"uid":"乙","cardArr":[],"type":77}')],
        "x.log:3: 讀到77 類的 onAutoAct；應為伺服器所記的打牌經過",
    ),
]
#: What a log holds, which is the same in any language.
OWN = re.compile(
    r"on[A-Z]\w+|\$[\w.\[\]]*|rightPlayer|uid|'hand'|JSON|UTF-8|null|true|false"
    r"|DEBUG|channelService|sendMessageByGroup|route|msg|groups|opts"
)


@pytest.fixture
def complaint(tmp_path):
    """Lines → the one error in them, its file named x.log."""

    def read(lines):
        (tmp_path / "x.log").write_text("\n".join(lines), encoding="utf-8")
        (error,) = [item.error for item in load([tmp_path / "x.log"]) if item.error]
        return RecordError("x.log", error.line, error.column, error.found, error.expected)

    return read


@pytest.mark.parametrize(("lines", "chinese"), CASES)
def test_a_spoilt_log_is_told_in_chinese_and_english(complaint, lines, chinese):
    error = complaint(lines)
    assert error.text("zh-Hant") == chinese
    assert len({error.text(lang) for lang in LANGUAGES}) == 3
    assert not re.search("[A-Za-z]{2}", OWN.sub("", error.text("zh-Hans").removeprefix("x.log:")))
    assert not re.search("[讀應為這裏個沒]", error.text("zh-Hans"))
    assert not re.search("[\u4e00-\u9fff]{2}", error.text("en"))
    assert str(error) == error.text("en")


def test_a_copied_part_is_told_in_three_languages(fixtures, tmp_path):
    for name in ("a.log", "b.log"):
        (tmp_path / name).write_bytes((fixtures / "won.log").read_bytes())
    error = next(item.error for item in load([tmp_path / "a.log", tmp_path / "b.log"]) if item.error)
    assert [error.reason.told(lang) for lang in LANGUAGES] == [
        "讀到與 a.log 完全相同的一份；應為每份只給一次",
        "读到与 a.log 完全相同的一份；应为每份只给一次",
        "found a part that is the same as a.log; expected each part once",
    ]


@pytest.mark.parametrize(
    ("route", "body"),
    [
        ("onEnterFightRoom", b'{"userList":{"P1":{"rightPlayer":1}},"roomInfo":{}}'),
        ("onEnterFightRoom", b"[]"),
        ("onCardCallBack", b'[{"type":4,"xiahuo":{"0":[["a"]]}}]'),
        ("onCardCallBack", b'[{"type":4,"cardArr":null}]'),
        ("onCardPeng", b'{"uid":"P1","cardArr":[0,1]}'),
        ("onWin", b'{"P1":[true],"uid":"P1","type":11,"id":2,"cardArr":[]}'),
        ("onWin", b'{"uid":"\xd2\xd2"}'),
        ("onNoneAct", b'{"id":1.5}'),
    ],
)
def test_nothing_the_reader_of_json_says_reaches_a_chinese_reader(route, body):
    with pytest.raises(Exception, match=r"^(Expected|Invalid|Object)") as caught:
        parse_body(route, body)
    found, expected = message_fault(route, caught.value)
    assert isinstance(found, Phrase)
    assert isinstance(expected, Phrase)
    for part in (found, expected):
        assert not re.search("[A-Za-z]{2}", OWN.sub("", part.told("zh-Hant")))
