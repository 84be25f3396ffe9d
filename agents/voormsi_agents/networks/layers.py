"""The network's own layers: for 0/1 inputs, for plays in their order, for scoring by cards."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from voormsi_agents.networks.kernels import (
    NO_CARD,
    Floats,
    Places,
    add_rows,
    number_of_plays,
    ones_by_row,
    score_plays,
    write_hidden,
)
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.cards import NUM_CARDS
from voormsi_env.engine.jit import compiled
from voormsi_env.rules import HAND_SIZE, Rules
from voormsi_env.sequence import PADDING, SEQUENCE_SHAPE


class BinaryLinear(nn.Module):
    """A linear layer whose inputs are 0 or 1, few of them 1.

    On a CPU it adds up the weight rows of the ones instead of multiplying by all the zeros: an
    observation has some fifty ones in seven hundred entries. No gradient flows to the inputs.

    Attributes:
        weight: (inputs, outputs), an input's row of weights.
        bias: (outputs,).
    """

    def __init__(self, inputs: int, outputs: int) -> None:
        """Make the layer, its weights orthogonal."""
        super().__init__()
        self.weight = nn.Parameter(torch.empty(inputs, outputs))
        self.bias = nn.Parameter(torch.zeros(outputs))
        nn.init.orthogonal_(self.weight, gain=float(np.sqrt(2.0)))

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """(n, inputs) of zeros and ones to (n, outputs)."""
        if inputs.device.type == "cpu":
            result: torch.Tensor = _BinaryProduct.apply(  # type: ignore[no-untyped-call]
                inputs, self.weight, self.bias
            )
            return result
        return functional.linear(inputs, self.weight.T, self.bias)


class _BinaryProduct(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, inputs: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor
    ) -> torch.Tensor:
        entries, starts = ones_by_row(inputs.contiguous().numpy(), inputs.shape[1])
        out = np.empty((len(inputs), weight.shape[1]), np.float32)
        add_rows(entries, starts, weight.detach().numpy(), bias.detach().numpy(), out)
        ctx.entries, ctx.starts, ctx.inputs = entries, starts, weight.shape[0]
        return torch.from_numpy(out)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[None, torch.Tensor, torch.Tensor]:
        (gradient,) = gradients
        to_weight = np.zeros((ctx.inputs, gradient.shape[1]), np.float32)
        _spread_rows(ctx.entries, ctx.starts, gradient.contiguous().numpy(), to_weight)
        return None, torch.from_numpy(to_weight), gradient.sum(0)


@compiled
def _spread_rows(entries: Places, starts: Places, gradient: Floats, to_weight: Floats) -> None:
    for row in range(gradient.shape[0]):
        for place in range(starts[row], starts[row + 1]):
            entry = entries[place]
            for j in range(gradient.shape[1]):
                to_weight[entry, j] += gradient[row, j]


class PlaysReader(nn.Module):
    """Reads the plays of a deal in their order and says what it makes of them.

    A GRU over the tricks of the deal, the one on the table last. A trick is the sum of a learned
    vector for each card in it, by who played it and at which turn, which says all of the trick;
    so the memory takes nine steps instead of thirty-six.
    """

    def __init__(self, rules: Rules, width: int, outputs: int) -> None:
        """Make the layer.

        Args:
            rules: of the games.
            width: of the memory.
            outputs: how many numbers it says.
        """
        super().__init__()
        self._turns = rules.plays_per_trick
        self._tricks = rules.tricks_per_deal
        self.cards = nn.EmbeddingBag(rules.players * self._turns * NUM_CARDS, width, mode="sum")
        self.memory = nn.GRU(width, width, batch_first=True)
        self.out = nn.Linear(width, outputs, bias=False)

    def forward(self, sequence: torch.Tensor) -> torch.Tensor:
        """(n, 36 * 3), as `voormsi_env/sequence.py` lays it out, to (n, outputs)."""
        rows = sequence.reshape(len(sequence), *SEQUENCE_SHAPE).long()
        tricks, begun = self._tricks_of(rows)
        remembered, _ = self.memory(tricks)
        remembered = functional.pad(remembered, (0, 0, 1, 0))  # nothing, before the first trick
        said: torch.Tensor = self.out(remembered[torch.arange(len(rows)), begun])
        return said

    def _tricks_of(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """A vector for each trick, (n, tricks, width), and how many tricks were begun, (n,)."""
        card, seat, play = rows.unbind(2)
        trick = play // self._turns
        place = torch.arange(len(rows))[:, None] * self._tricks + trick
        entry = (seat * self._turns + play % self._turns) * NUM_CARDS + card
        played = card != PADDING
        counts = torch.bincount(place[played], minlength=len(rows) * self._tricks)
        vectors = self.cards(entry[played], counts.cumsum(0) - counts)
        begun = torch.where(played, trick + 1, 0).amax(1)
        return vectors.reshape(len(rows), self._tricks, -1), begun


class CardHead(nn.Module):
    """Scores each action by the cards it plays, so a card is the same card in every slot.

    The score of playing cards c, d, ... in a situation h is v · relu(U h + e_c + e_d + ...): each
    card has a vector of its own, which shifts what the situation makes of the play. An action
    that names an empty slot scores 0; it is never legal.
    """

    def __init__(self, latent: int, width: int) -> None:
        """Make the layer.

        Args:
            latent: entries of the situation.
            width: of the hidden layer, a multiple of `kernels.LANES`.
        """
        super().__init__()
        self.situation = nn.Linear(latent, width)
        self.cards = nn.Parameter(torch.randn(NUM_CARDS, width) * 0.3)
        self.score = nn.Parameter(torch.zeros(width))
        nn.init.normal_(self.score, std=0.01)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """(n, latent + 4 * 36), the situation and the hand by slot, to scores (n, 15)."""
        latent = self.situation.in_features
        hand = inputs[:, latent:].reshape(-1, HAND_SIZE, NUM_CARDS)
        cards = torch.where(hand.any(2), hand.argmax(2), NO_CARD)
        scores: torch.Tensor = _PlayScores.apply(  # type: ignore[no-untyped-call]
            self.situation(inputs[:, :latent]), cards, self.cards, self.score
        )
        return scores


class _PlayScores(torch.autograd.Function):
    """v · relu(s + sum of the played cards' vectors), fused: its parts would fill the memory."""

    @staticmethod
    def forward(
        ctx: Any,
        situation: torch.Tensor,
        cards: torch.Tensor,
        vectors: torch.Tensor,
        score: torch.Tensor,
    ) -> torch.Tensor:
        ctx.save_for_backward(situation, cards, vectors, score)
        out = np.zeros((len(situation), NUM_ACTIONS), np.float32)
        situations, hands, cards_vectors, weights = _arrays(situation, cards, vectors, score)
        score_plays(situations, hands, cards_vectors, weights, out)
        return torch.from_numpy(out)

    @staticmethod
    def backward(
        ctx: Any, *gradients: torch.Tensor
    ) -> tuple[torch.Tensor, None, torch.Tensor, torch.Tensor]:
        situation, cards, vectors, score = ctx.saved_tensors
        to_situation, to_vectors, to_score = map(
            torch.zeros_like, (situation.contiguous(), vectors, score)
        )
        _spread_scores(
            np.zeros((NUM_ACTIONS + 2, len(score)), np.float32),
            *_arrays(situation, cards, vectors, score),
            *_arrays(gradients[0], to_situation, to_vectors, to_score),
        )
        return to_situation, None, to_vectors, to_score


def _arrays(*tensors: torch.Tensor) -> list[NDArray[Any]]:
    return [tensor.detach().contiguous().numpy() for tensor in tensors]


@compiled
def _spread_scores(
    scratch: Floats,
    situation: Floats,
    cards: NDArray[np.int64],
    vectors: Floats,
    score: Floats,
    gradient: Floats,
    to_situation: Floats,
    to_vectors: Floats,
    to_score: Floats,
) -> None:
    """Spread the gradient of scores (`kernels.score_plays`) over what they were made from."""
    hidden, part = scratch[:-1], scratch[-1]
    width = len(part)
    for row in range(len(situation)):
        write_hidden(situation[row], cards[row], vectors, hidden)
        for action in range(number_of_plays(cards[row])):
            weight = gradient[row, action]
            if weight == 0.0:
                continue
            for j in range(width):
                value = hidden[action + 1, j]
                on = np.float32(1.0) if value > 0.0 else np.float32(0.0)
                part[j] = weight * score[j] * on
                to_score[j] += weight * value * on
                to_situation[row, j] += part[j]
            for slot in range(HAND_SIZE):
                if (action + 1) >> slot & 1:
                    card = cards[row, slot]
                    for j in range(width):
                        to_vectors[card, j] += part[j]
