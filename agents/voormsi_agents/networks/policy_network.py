"""A policy's actor in NumPy and compiled code: what plays where there is no PyTorch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from voormsi_agents.networks.inputs import Inputs
from voormsi_agents.networks.kernels import (
    LANES,
    Floats,
    add_rows,
    cut_off,
    ones_by_row,
    score_plays,
    write_cards,
    write_products,
)
from voormsi_agents.networks.memory import GATES, MemoryWeights, add_memories
from voormsi_agents.networks.network_description import NetworkError, described
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.cards import NUM_CARDS
from voormsi_env.observation import layout_of
from voormsi_env.rules import HAND_SIZE, Rules

BLOCK = 256
"""Rows go through the network so many at a time, which keeps what lies between its layers in the
cache; a row's scores do not depend on it."""

CRITIC = ("mlp_extractor.value_net.", "value_net.")
"""How the names of the critic's weights begin, which no play needs."""

Linear: TypeAlias = tuple[Floats, Floats]
"""Weights (inputs, outputs) and bias (outputs,) of a layer."""


class PolicyNetwork:
    """The actor of a policy: rows of `Inputs` in, a score for each action out.

    It computes what the policy of PyTorch computes, but for the last digits. A row's scores do not
    depend on the other rows, nor on how many there are.

    Attributes:
        inputs: what the rows hold.
    """

    def __init__(
        self,
        inputs: Inputs,
        hidden: Sequence[Linear],
        scores: Linear,
        cards: tuple[Floats, Floats] | None = None,
        memory: MemoryWeights | None = None,
    ) -> None:
        """Take the weights, all float32, as they are; `from_weights` checks those of a policy.

        Args:
            inputs: what the rows hold.
            hidden: the hidden layers, one or more.
            scores: the layer that follows: to the scores of the actions (15 outputs), or, where
                there are `cards`, to what they begin from.
            cards: of a network that scores plays by their cards: a vector for each, (36, width),
                and the weight of each of its entries in the score, (width,).
            memory: of a network that reads the plays of the deal in their order.
        """
        self.inputs = inputs
        self._hidden = list(hidden)
        self._scores = scores
        self._cards = cards
        self._memory = memory
        self._first_card = layout_of(inputs.rules).field("hand_slots").start

    @classmethod
    def from_weights(
        cls, network: Mapping[str, Any], weights: Mapping[str, Floats], rules: Rules
    ) -> PolicyNetwork:
        """The actor of a policy, given by its weights.

        Args:
            network: its description; see `network_description`.
            weights: by the names that PyTorch gives them, the critic's among them or not.
            rules: of the games.

        Raises:
            NetworkError: the description has an unknown key or value, or the weights are not those
                of the network that it describes.
        """
        found = described(network)
        sequence = found["kind"] == "sequence"
        inputs = Inputs(rules, sequence=sequence, hidden=found["critic_kind"] == "oracle")
        actor = found["actor"]
        named = _NamedWeights(weights)
        first = "mlp_extractor.policy_net.0"
        hidden = [
            (
                named.take(f"{first}.weight", (inputs.observation.stop, actor[0])),
                named.take(f"{first}.bias", (actor[0],)),
            )
        ]
        for number, (width_in, width_out) in enumerate(pairwise(actor), start=1):
            hidden.append(
                named.linear(f"mlp_extractor.policy_net.{2 * number}", width_in, width_out)
            )
        memory = named.memory(rules, actor[0]) if sequence else None
        cards = None
        if found["kind"] == "plain":
            scores = named.linear("action_net", actor[-1], NUM_ACTIONS)
        else:
            scores, cards = named.card_head(actor[-1])
        named.require_all_taken()
        return cls(inputs, hidden, scores, cards, memory)

    def scores(self, rows: NDArray[np.int8]) -> Floats:
        """The scores (logits) of all actions, illegal ones too.

        Args:
            rows: int8 (n, inputs.visible), of `Inputs`.

        Returns:
            float32 (n, 15).

        Raises:
            ValueError: the rows have another number of columns.
        """
        if rows.ndim != 2 or rows.shape[1] != self.inputs.visible:
            raise ValueError(
                f"rows have the shape {rows.shape}; this network reads (n, {self.inputs.visible})"
            )
        rows = np.ascontiguousarray(rows)
        out = np.zeros((len(rows), NUM_ACTIONS), np.float32)
        for start in range(0, len(rows), BLOCK):
            end = start + BLOCK
            self._write_scores(rows[start:end], out[start:end])
        return out

    def _write_scores(self, rows: NDArray[np.int8], out: Floats) -> None:
        latent = self._latent(rows)
        if self._cards is None:
            write_products(latent, *self._scores, out)
            return
        cards = np.empty((len(rows), HAND_SIZE), np.int64)
        write_cards(rows, self._first_card, cards)
        score_plays(_linear(latent, self._scores), cards, *self._cards, out)

    def _latent(self, rows: NDArray[np.int8]) -> Floats:
        """What the hidden layers make of rows, (n, width of the last)."""
        weight, bias = self._hidden[0]
        latent = np.empty((len(rows), len(bias)), np.float32)
        add_rows(*ones_by_row(rows, self.inputs.observation.stop), weight, bias, latent)
        if self._memory is not None:
            turns = self.inputs.rules.plays_per_trick
            add_memories(rows, self.inputs.sequence.start, turns, self._memory, latent)
        cut_off(latent)
        for layer in self._hidden[1:]:
            latent = _linear(latent, layer)
            cut_off(latent)
        return latent


def _linear(values: Floats, layer: Linear) -> Floats:
    weight, bias = layer
    out = np.empty((len(values), len(bias)), np.float32)
    write_products(values, weight, bias, out)
    return out


class _NamedWeights:
    """The weights of a policy by PyTorch's names, taken one after the other and checked."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        self._weights = weights
        self._left = {name for name in weights if not name.startswith(CRITIC)}

    def take(self, name: str, shape: tuple[int, ...]) -> Floats:
        """A weight, float32, as it lies in the mapping or copied.

        Raises:
            NetworkError: it is missing, has another shape, or holds what is no number.
        """
        weight = self._found(name)
        if weight.shape != shape:
            raise NetworkError(
                f"the weight {name} has the shape {weight.shape}; this network has {shape}"
            )
        weight = np.ascontiguousarray(weight, np.float32)
        if not np.isfinite(weight).all():
            raise NetworkError(f"the weight {name} holds values that are not finite")
        self._left.discard(name)
        return weight

    def width(self, name: str) -> int:
        """How long the rows of a weight are, a layer's width that nothing else says.

        Raises:
            NetworkError: the weight is missing.
        """
        shape = self._found(name).shape
        return shape[-1] if shape else 0

    def _found(self, name: str) -> Floats:
        if name not in self._weights:
            raise NetworkError(f"the weight {name} is missing")
        return self._weights[name]

    def transposed(self, name: str, inputs: int, outputs: int) -> Floats:
        """The weight of PyTorch's linear layers, (outputs, inputs), as (inputs, outputs)."""
        return np.ascontiguousarray(self.take(name, (outputs, inputs)).T)

    def linear(self, name: str, inputs: int, outputs: int) -> Linear:
        """One of PyTorch's linear layers."""
        weight = self.transposed(f"{name}.weight", inputs, outputs)
        return weight, self.take(f"{name}.bias", (outputs,))

    def card_head(self, latent: int) -> tuple[Linear, tuple[Floats, Floats]]:
        """The layers of a `CardHead`, whose width the weights themselves say."""
        width = self.width("action_net.score")
        if width % LANES:
            raise NetworkError(
                f"the weight action_net.score has {width} entries; allowed are multiples of {LANES}"
            )
        vectors = self.take("action_net.cards", (NUM_CARDS, width))
        cards = vectors, self.take("action_net.score", (width,))
        return self.linear("action_net.situation", latent, width), cards

    def memory(self, rules: Rules, outputs: int) -> MemoryWeights:
        """The layers of a `PlaysReader`, whose width the weights themselves say."""
        reader = "mlp_extractor.reader"
        width = self.width(f"{reader}.out.weight")
        entries = rules.players * rules.plays_per_trick * NUM_CARDS
        return MemoryWeights(
            cards=self.take(f"{reader}.cards.weight", (entries, width)),
            from_trick=self.transposed(f"{reader}.memory.weight_ih_l0", width, GATES * width),
            trick_bias=self.take(f"{reader}.memory.bias_ih_l0", (GATES * width,)),
            from_memory=self.transposed(f"{reader}.memory.weight_hh_l0", width, GATES * width),
            memory_bias=self.take(f"{reader}.memory.bias_hh_l0", (GATES * width,)),
            said=self.transposed(f"{reader}.out.weight", width, outputs),
        )

    def require_all_taken(self) -> None:
        """Raise NetworkError when the mapping holds weights that the network does not have."""
        if self._left:
            raise NetworkError(f"this network has no weight {min(self._left)}")
