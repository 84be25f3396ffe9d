"""The rollout buffer: what reaches the loss, and what waits."""

from __future__ import annotations

import numpy as np
from scripted_rollouts import GAMES, Scripted, buffer_for, collector_for

from voormsi_env.rules import Rules


def test_rows_without_a_choice_stay_out_of_the_loss() -> None:
    rules = Rules(players=2)
    buffer = buffer_for(rules, GAMES, rounds=60)
    buffer.reset()
    collector_for(rules).collect(Scripted(), buffer)  # type: ignore[arg-type]
    valid, choices = buffer.valid[:-1].sum(), buffer.action_masks[:-1].sum(axis=2) > 1
    batches = list(buffer.get(50))
    assert all((batch.action_masks.sum(dim=1) > 1).all() for batch in batches)
    assert sum(len(batch.actions) for batch in batches) == choices.sum() < valid


def test_minibatches_are_alike_in_size_and_hold_every_decision_once() -> None:
    rules = Rules(players=2)
    buffer = buffer_for(rules, GAMES)
    buffer.reset()
    policy = Scripted()
    collector_for(rules).collect(policy, buffer)  # type: ignore[arg-type]
    decisions = sum(len(batch.actions) for batch in buffer.get())
    for size in (decisions - 1, 7):  # of which one row, or a few, would be left over
        batches = list(buffer.get(size))
        lengths = {len(batch.actions) for batch in batches}
        assert max(lengths) <= size
        assert max(lengths) - min(lengths) <= 1
        values = np.concatenate([batch.old_values.numpy() for batch in batches])
        assert len(set(values.tolist())) == len(values) == decisions


def test_the_last_row_waits_for_the_next_rollout() -> None:
    rules = Rules()
    collector = collector_for(rules)
    buffer = buffer_for(rules, GAMES)
    buffer.reset()
    collector.collect(Scripted(), buffer)  # type: ignore[arg-type]
    last = buffer.observations[-1].copy()
    list(buffer.get(16))
    buffer.reset()
    assert (buffer.observations[0] == last).all()
    assert buffer.pos == 1
