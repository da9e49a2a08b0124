"""The yardstick: python-chess parses and replays games of forty random legal moves a side."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING

import chess
import chess.pgn
from rows import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from setting import Setting

PACKAGE = "chess"
#: Random play alone goes on for hundreds of moves; games of people take about so many.
HALF_MOVES = 80


def rows(setting: Setting) -> Iterator[Row]:
    """Parse and replay."""
    texts = list(iter_texts(min(setting.hands, 100), setting.seed))
    yield Row("chess", "python-chess: parse and replay a game of 40 moves (PGN)", len(texts), lambda: replay(texts))


def iter_texts(games: int, seed: int) -> Iterator[str]:
    """Games as PGN texts."""
    dice = random.Random(seed)
    for _ in range(games):
        board = chess.Board()
        while len(board.move_stack) < HALF_MOVES and not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
        yield str(chess.pgn.Game.from_board(board))


def replay(texts: list[str]) -> None:
    """Parses each text and plays its moves."""
    for text in texts:
        game = chess.pgn.read_game(io.StringIO(text))
        if game is None:
            msg = "python-chess reads no game in what it wrote"
            raise ValueError(msg)
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
