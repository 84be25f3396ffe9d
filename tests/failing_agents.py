"""Agents that behave badly in chosen games, for the tests of matches and tournaments.

Which games those are follows from the cards alone, so it is the same however games are batched.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path

import numpy as np

from voormsi_agents.baselines.random import RandomAgent
from voormsi_env.cards import parse_cards


def held(views, cards):
    """Where the first hand of a game holds given cards."""
    mask = parse_cards(cards)
    return (views["deal"] == 0) & (views["hand"] & mask == mask)


class First(RandomAgent):
    """Plays the lowest legal action: no randomness, and nothing to compile."""

    def __init__(self, path: str = "") -> None:
        self.path = path

    def act(self, views, keys):
        legal = views["legal"].astype(np.int64)
        return np.round(np.log2(legal & -legal)).astype(np.int64)


class Illegal(First):
    def act(self, views, keys):
        return np.where(held(views, "JC"), 14, super().act(views, keys))


class Crash(First):
    def act(self, views, keys):
        if held(views, "JC").any():
            raise RuntimeError("out of luck")
        return super().act(views, keys)


class Misshapen(First):
    def act(self, views, keys):
        actions = super().act(views, keys)
        return actions[:-1].astype(float) if held(views, "JC").any() else actions


class Hangs(First):
    def act(self, views, keys):
        while held(views, "JC KH").any():
            os.sched_yield()
        return super().act(views, keys)


class Dies(First):
    def act(self, views, keys):
        if held(views, "JC KH").any():
            os.kill(os.getpid(), signal.SIGKILL)
        return super().act(views, keys)


class KillsParent(First):
    """Kills the process that started its own once a folder holds as many parts as are wanted.

    How many that is stands in the environment, so that it differs between runs of one tournament;
    where it does not stand there, nobody is killed.
    """

    def __init__(self, folder: str) -> None:
        self.parts = Path(folder) / "parts"

    def act(self, views, keys):
        wanted = os.environ.get("KILL_AT_PARTS")
        if wanted and len(list(self.parts.glob("*.npz"))) >= int(wanted):
            os.kill(multiprocessing.parent_process().pid, signal.SIGKILL)
            while True:
                os.sched_yield()
        return super().act(views, keys)


class NotAnAgent:
    pass


number = 3
