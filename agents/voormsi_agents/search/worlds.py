"""Sampling what a seat cannot see: from a VIEW, whole STATEs that agree with all the seat knows.

A *world* is a STATE in which seat 0 is the seat that looks, and whose whole deck is settled. The
posterior over decks, given that the pack was shuffled and ignoring why people play as they do,
is uniform over the decks that agree with the seat's knowledge; worlds are drawn from exactly that.
What a view says about the deck stands in `knowledge.py`, how the rest is dealt in
`hidden_cards.py`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.search.hidden_cards import deal_hidden_cards
from voormsi_agents.search.knowledge import KNOWLEDGE, KnowledgeRecord, read_knowledge
from voormsi_agents.search.replay import card_at, replay_deal
from voormsi_env.aliases import StartRecords, StateRecord, StateRecords, ViewRecord, ViewRecords
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.randomness import combine
from voormsi_env.engine.state import START, STATE
from voormsi_env.rules import PACK_SIZE

SERIES = 2
"""The number on the stream of a world's key that its seed, and so its later decks, follow from."""


class Sampler(NamedTuple):
    """Scratch for drawing worlds of one view; one a thread.

    Attributes:
        knowledge: KNOWLEDGE (1,), of the view.
        base: STATE (1,), a world of the view.
        start: START (1,), how its deal begins.
        deck: int8 (1, 36), its deck.
    """

    knowledge: NDArray[np.void]
    base: StateRecords
    start: StartRecords
    deck: NDArray[np.int8]


def make_sampler() -> Sampler:
    """A sampler for one thread."""
    return Sampler(
        knowledge=np.zeros(1, KNOWLEDGE),
        base=np.zeros(1, STATE),
        start=np.zeros(1, START),
        deck=np.zeros((1, PACK_SIZE), np.int8),
    )


@compiled
def first_world(view: ViewRecord, key: int, sampler: Sampler) -> None:
    """Read a VIEW and draw a first world from which `draw_world` makes others.

    Args:
        view: a VIEW record of a game that is not over.
        key: random number it is drawn by.
        sampler: overwritten.
    """
    game = sampler.base[0]
    read_knowledge(view, sampler.knowledge[0], game)
    deal_hidden_cards(view, sampler.knowledge[0], key, game)
    for place in range(PACK_SIZE):
        sampler.deck[0, place] = game.deck[place]
    replay_deal(view, sampler.deck, sampler.start[0], game)


@compiled
def draw_world(
    view: ViewRecord, sampler: Sampler, key: int, worlds: StateRecords, index: int
) -> None:
    """Draw a world into worlds[index], a STATE; later decks of its game follow from the key too.

    Args:
        view: a VIEW record.
        sampler: what `first_world` has made of it.
        key: random number it is drawn by, 0 to 2**63 - 1.
        worlds: STATE (n,), one of which is overwritten.
        index: which.
    """
    worlds[index] = sampler.base[0]
    world = worlds[index]
    knowledge = sampler.knowledge[0]
    world.seed = combine(key, SERIES) >> 10
    deal_hidden_cards(view, knowledge, key, world)
    if view.shown_by > 0 and view.shown == 0:
        world.shown = _hand_when_shown(view, knowledge, world)


@compiled
def _hand_when_shown(view: ViewRecord, knowledge: KnowledgeRecord, world: StateRecord) -> int:
    """The hand that the winner with Voormsi showed to others, in a world."""
    hand = 0
    seat = int(view.shown_by)
    for index in range(knowledge.shown_places):
        hand |= 1 << int(world.deck[knowledge.places[seat, index]])
    for entry in range(knowledge.shown_entries):
        hand &= ~(1 << card_at(view, entry))
    return hand


@compiled
def _draw_worlds(
    views: ViewRecords, keys: NDArray[np.int64], sampler: Sampler, worlds: StateRecords
) -> None:
    for row in range(len(views)):
        first_world(views[row], keys[row], sampler)
        for index in range(worlds.shape[1]):
            draw_world(views[row], sampler, combine(keys[row], index), worlds[row], index)


def sample_worlds(views: ViewRecords, keys: NDArray[np.int64], n: int) -> StateRecords:
    """Worlds that agree with all that seats know, uniform over the decks that do.

    Args:
        views: VIEW (m,), of games that are not over.
        keys: int64 (m,), 0 to 2**63 - 1: what each row's worlds are drawn by.
        n: how many worlds for each view.

    Returns:
        STATE (m, n): seat 0 is the seat that looks; `write_view(world, 0)` gives the view again.

    Raises:
        ValueError: the game of a view is over.
    """
    if (views["to_play"] < 0).any():
        raise ValueError("a view is of a game that is over; worlds can be drawn while it goes on")
    worlds = np.zeros((len(views), n), STATE)
    _draw_worlds(views, keys, make_sampler(), worlds)
    return worlds
