"""怪: what of a snapshot cannot be."""

from __future__ import annotations


class OddError(Exception):
    """怪: a field of a snapshot that cannot be: its name, what was found (`Phrase`), what was expected (`Phrase`)."""

    def __init__(self, field: str, found: str, expected: str) -> None:
        super().__init__(field, found, expected)
        self.field = field
        self.found = found
        self.expected = expected
