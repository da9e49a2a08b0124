"""模擬: seeded deals, bots and sittings; ordinary records come out."""

from erqishi_logs.simulate.bots import BOTS, Bot, GreedyBot, RandomBot
from erqishi_logs.simulate.sitting import SITTING, hand_seed, iter_hands, simulate_hand

__all__ = ["BOTS", "SITTING", "Bot", "GreedyBot", "RandomBot", "hand_seed", "iter_hands", "simulate_hand"]
