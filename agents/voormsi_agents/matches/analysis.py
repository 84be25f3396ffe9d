"""Analysing a record: what every legal play was worth, and the regret of the play made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from voormsi_agents.base import ActionValueAgent
from voormsi_agents.matches.lockstep import decision_key
from voormsi_env.actions import action_to_cards, legal_actions
from voormsi_env.aliases import ViewRecords
from voormsi_env.cards import text_of
from voormsi_env.record import Record, replay


@dataclass(frozen=True)
class AnalysedPlay:
    """A play of a record, and what it and the other legal plays were worth.

    Attributes:
        deal, play: which, counted from 1; plays within the deal.
        seat: who made it. agent: his name in the record.
        hand: what it was made from. made: the cards played.
        values: of every legal play the cards and the value, 0 to 1, the best first.
    """

    deal: int
    play: int
    seat: int
    agent: str
    hand: str
    made: str
    values: tuple[tuple[str, float], ...]

    @property
    def regret(self) -> float:
        """How much less the play made is worth than the best, 0 to 1."""
        return self.values[0][1] - dict(self.values)[self.made]


def analyse(record: Record, agent: ActionValueAgent, key: int = 0) -> list[AnalysedPlay]:
    """Analyse every play of a record, in order.

    Args:
        record: a record without faults.
        agent: whose values count; of each play it knows what the seat could know.
        key: seed of the agent's randomness, 0 to 2**63 - 1.
    """
    game = replay(record, 0)
    analysed = []
    for deal_number, deal in enumerate(record["deals"], 1):
        for play_number, play in enumerate(deal["plays"], 1):
            view = np.asarray(game.view(play["seat"])).reshape(1)
            analysed.append(
                AnalysedPlay(
                    deal_number,
                    play_number,
                    play["seat"],
                    record["agents"][play["seat"]],
                    text_of(int(view["hand"][0])),
                    " ".join(play["cards"]),
                    _values_of_plays(view, agent, key),
                )
            )
            game.play(play["cards"])
    return analysed


def _values_of_plays(
    view: ViewRecords, agent: ActionValueAgent, key: int
) -> tuple[tuple[str, float], ...]:
    """Of every legal play of a VIEW (1,) the cards and the value, the best first."""
    hand = int(view["hand"][0])
    keys = np.array([decision_key(key, 0, int(view["ply"][0]))], np.int64)
    values = agent.values(view, keys)[0]
    plays = [
        (text_of(action_to_cards(action, hand)), float(values[action]))
        for action in legal_actions(int(view["legal"][0]))
    ]
    return tuple(sorted(plays, key=lambda play: -play[1]))


def report(analysed: Sequence[AnalysedPlay], most: int | None = None) -> Iterator[str]:
    """Lines that tell the plays of most regret first, and the regret of each seat.

    Args:
        analysed: the plays of a game.
        most: how many to tell; all when None.
    """
    for number, play in enumerate(sorted(analysed, key=lambda play: -play.regret)):
        if number == most:
            break
        yield (
            f"deal {play.deal}, play {play.play}, seat {play.seat} ({play.agent}) "
            f"with {play.hand}: {play.made} lost {100 * play.regret:.1f}"
        )
        yield "    " + "   ".join(f"{cards} {100 * value:.1f}" for cards, value in play.values)
    yield ""
    for seat in sorted({play.seat for play in analysed}):
        regrets = [play.regret for play in analysed if play.seat == seat and len(play.values) > 1]
        name = next(play.agent for play in analysed if play.seat == seat)
        total = 100 * sum(regrets)
        yield f"seat {seat} ({name}): {total:.1f} lost in {len(regrets)} plays with a choice"
