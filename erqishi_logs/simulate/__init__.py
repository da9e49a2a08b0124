"""模擬: seeded deals, bots and sittings; ordinary records come out."""

from erqishi_logs.simulate.bots import BOTS, Bot, GreedyBot, RandomBot
from erqishi_logs.simulate.sitting import SITTING, hand_seed, iter_hands, simulate_hand
from erqishi_logs.simulate.view import as_seen_by

__all__ = ["BOTS", "SITTING", "Bot", "GreedyBot", "RandomBot", "as_seen_by", "hand_seed", "iter_hands", "simulate_hand"]
