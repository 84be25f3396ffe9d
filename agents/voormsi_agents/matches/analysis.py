"""Judging the plays of a record: what every legal play was worth, and what the one made lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from voormsi_agents.base import ActionValueAgent
from voormsi_agents.matches.lockstep import decision_key
from voormsi_env.actions import action_to_cards, legal_actions
from voormsi_env.cards import text_of
from voormsi_env.record import Record, replay


@dataclass(frozen=True)
class Judgement:
    """A play of a record, judged.

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
    def loss(self) -> float:
        """How much less the play made is worth than the best, 0 to 1."""
        return self.values[0][1] - dict(self.values)[self.made]


def judge(record: Record, agent: ActionValueAgent, key: int = 0) -> list[Judgement]:
    """Judge every play of a record, in order.

    Args:
        record: a record without faults.
        agent: whose values count; it judges each play by what its seat could know.
        key: seed of the agent's randomness, 0 to 2**63 - 1.
    """
    game = replay(record, 0)
    judged = []
    for deal_number, deal in enumerate(record["deals"], 1):
        for play_number, play in enumerate(deal["plays"], 1):
            view = np.asarray(game.view(play["seat"])).reshape(1)
            hand = int(view["hand"][0])
            keys = np.array([decision_key(key, 0, int(view["ply"][0]))], np.int64)
            worth = agent.values(view, keys)[0]
            values = [
                (text_of(action_to_cards(action, hand)), float(worth[action]))
                for action in legal_actions(int(view["legal"][0]))
            ]
            judged.append(
                Judgement(
                    deal_number,
                    play_number,
                    play["seat"],
                    record["agents"][play["seat"]],
                    text_of(hand),
                    " ".join(play["cards"]),
                    tuple(sorted(values, key=lambda pair: -pair[1])),
                )
            )
            game.play(play["cards"])
    return judged


def report(judged: Sequence[Judgement], most: int | None = None) -> Iterator[str]:
    """Lines that tell the judgements, biggest mistakes first, and what each seat lost.

    Args:
        judged: the plays of a game.
        most: how many to tell; all when None.
    """
    for number, play in enumerate(sorted(judged, key=lambda play: -play.loss)):
        if number == most:
            break
        yield (
            f"deal {play.deal}, play {play.play}, seat {play.seat} ({play.agent}) "
            f"with {play.hand}: {play.made} lost {100 * play.loss:.1f}"
        )
        yield "    " + "   ".join(f"{cards} {100 * value:.1f}" for cards, value in play.values)
    yield ""
    for seat in sorted({play.seat for play in judged}):
        losses = [play.loss for play in judged if play.seat == seat and len(play.values) > 1]
        name = next(play.agent for play in judged if play.seat == seat)
        total = 100 * sum(losses)
        yield f"seat {seat} ({name}): {total:.1f} lost in {len(losses)} plays with a choice"
