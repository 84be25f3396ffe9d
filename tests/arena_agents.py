"""Agents that behave badly in chosen games, for the tests of the arena.

Which games those are follows from the cards alone, so it is the same however games are batched.
"""

from __future__ import annotations

import os
import signal
import time

import numpy as np

from agents.baselines.random import RandomAgent


class Unlucky(RandomAgent):
    """Plays at random, but does something else when its first hand of a game holds given cards."""

    def __init__(self, cards: int = 0b11) -> None:
        self.cards = cards

    def act(self, views, keys):
        trouble = (views["deal"] == 0) & (views["hand"] & self.cards == self.cards)
        actions = super().act(views, keys)
        return self.trouble(actions, trouble) if trouble.any() else actions

    def trouble(self, actions, where):
        raise NotImplementedError


class Illegal(Unlucky):
    def trouble(self, actions, where):
        return np.where(where, 14, actions)


class Crash(Unlucky):
    def trouble(self, actions, where):
        raise RuntimeError("out of luck")


class Hang(Unlucky):
    def trouble(self, actions, where):
        time.sleep(1000)
        return actions


class Die(Unlucky):
    def trouble(self, actions, where):
        os.kill(os.getpid(), signal.SIGKILL)
        return actions


class Misshapen(Unlucky):
    def trouble(self, actions, where):
        return actions[:-1].astype(float)


class First(RandomAgent):
    """Plays the lowest legal action: no randomness at all."""

    def __init__(self, path: str = "") -> None:
        self.path = path

    def act(self, views, keys):
        legal = views["legal"].astype(np.int64)
        return np.round(np.log2(legal & -legal)).astype(np.int64)


class NotAnAgent:
    pass


number = 3
