"""暖: every kernel of the bulk path called once, so that what is to be compiled is compiled then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from erqishi_logs.engine.scan import scan, split_lines
from erqishi_logs.pipeline.compiled import Scanned

if TYPE_CHECKING:
    from erqishi_logs.pipeline.compiled import CompiledJudge

_LINE = (
    '{"format":"erqishi-log/1","rules":"leshan","players":["甲","乙"],"dealer":0,'
    '"events":[{"type":"discard","seat":0,"card":"一"},{"type":"huang"}]}\n'
).encode()


def warm_up(judge: CompiledJudge) -> None:
    """暖: loads or compiles the scanner and the audit.

    >>> from erqishi_logs.pipeline.compiled import CompiledJudge
    >>> from erqishi_logs.pipeline.judge import Judge
    >>> warm_up(CompiledJudge(Judge({})))
    """
    text = np.frombuffer(_LINE, np.uint8)
    scanned = Scanned(_LINE, scan(text, *split_lines(text)))
    judge.judge(scanned, np.ones(1, bool))
