"""The rollout buffer: a column for each seat of each game, a row for each round.

In a round every seat of a game plays once, so a column holds the plays of one seat in order, and
the library's generalised advantage estimation runs down it without ever looking at another seat.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples

COLUMNS = (
    "observations",
    "actions",
    "rewards",
    "values",
    "log_probs",
    "action_masks",
    "valid",
    "closed",
)
"""What is known of a row before its advantage is."""

SAMPLED = (
    "observations",
    "actions",
    "values",
    "log_probs",
    "advantages",
    "returns",
    "action_masks",
)


class StreamBuffer(MaskableRolloutBuffer):
    """Rows of `n_envs` streams, one a seat and game.

    It has one row more than it yields transitions: what comes after the last row is not yet
    known, so that row becomes the first of the next rollout.

    Attributes:
        valid: bool (rows, streams), the learner played there. Other rows never reach the loss,
            nor do those where it had no choice.
        closed: bool (rows, streams), the game ended before the stream's next row.
    """

    valid: NDArray[np.bool_]
    closed: NDArray[np.bool_]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Args: the library's."""
        self._carried: dict[str, NDArray[Any]] = {}
        super().__init__(*args, **kwargs)

    def reset(self) -> None:
        """Empty the buffer, but for the last row of a finished rollout, which becomes the first."""
        rows = self.buffer_size + 1
        self.buffer_size = rows
        super().reset()
        self.buffer_size = rows - 1
        self.valid = np.zeros((rows, self.n_envs), np.bool_)
        self.closed = np.zeros((rows, self.n_envs), np.bool_)
        for name, row in self._carried.items():
            getattr(self, name)[0] = row
        self.pos = 1 if self._carried else 0

    def add_plays(
        self,
        streams: NDArray[np.int64],
        observations: NDArray[np.int8],
        masks: NDArray[np.int8],
        actions: NDArray[np.int64],
        values: NDArray[np.float32],
        log_probs: NDArray[np.float32],
    ) -> None:
        """Write the learner's plays of some streams into the current row.

        Args:
            streams: columns (n,). The others are (n, ...), a play each.
        """
        self.observations[self.pos, streams] = observations
        self.action_masks[self.pos, streams] = masks
        self.actions[self.pos, streams, 0] = actions
        self.values[self.pos, streams] = values
        self.log_probs[self.pos, streams] = log_probs
        self.valid[self.pos, streams] = True

    def end_row(self) -> None:
        """Go on to the next row; after the last, the buffer is full."""
        self.pos += 1
        self.full = self.pos > self.buffer_size

    def finish(self) -> None:
        """Compute returns and advantages of all rows but the last, by the library."""
        self._carried = {name: getattr(self, name)[-1].copy() for name in COLUMNS}
        self.episode_starts[1:] = self.closed[:-1]
        self.compute_returns_and_advantage(
            torch.from_numpy(self.values[-1]), self.closed[self.buffer_size - 1]
        )

    def get(  # type: ignore[override]
        self, batch_size: int | None = None
    ) -> Generator[MaskableRolloutBufferSamples, None, None]:
        """Minibatches of the transitions that were decisions, in random order.

        They are as large as each other, within one, and at most `batch_size`: of what would be
        left over, even a single transition would make a step of its own, and the library's
        normalised advantage of a single transition is no number.
        """
        if not self.generator_ready:
            decisions = self.valid[:-1] & (self.action_masks[:-1].sum(axis=2) > 1)
            for name in SAMPLED:
                setattr(self, name, getattr(self, name)[:-1][decisions])
            self.generator_ready = True
        order = np.random.permutation(len(self.actions))
        size = len(order) if batch_size is None else batch_size
        for rows in np.array_split(order, -(-len(order) // size)):
            yield self._get_samples(rows)
