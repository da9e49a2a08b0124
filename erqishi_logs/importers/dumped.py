"""輸出: one hand in a platform's form."""

from __future__ import annotations

from typing import NamedTuple

from erqishi_logs.texts.phrase import Phrase  # noqa: TC001 - a field of a tuple


class Dumped(NamedTuple):
    r"""輸出: the bytes of one hand, whole with their line end, and what of the hand they do not hold.

    `lost` names each such thing once ("the comments"); nothing of the hand is left out that it does not name.

    >>> Dumped(b"[]\n").lost
    ()
    """

    raw: bytes
    lost: tuple[Phrase, ...] = ()
