"""Rollouts: each seat is a stream of its own, and nothing of a game is lost or passed on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from scripted_rollouts import GAMES, ROUNDS, Scripted, buffer_for, collector_for

from voormsi_agents.training.selfplay.collector import Collector
from voormsi_agents.training.selfplay.opponents import SeatAssignment
from voormsi_agents.training.selfplay.reward_shaping import LadderPotential
from voormsi_env.games import Games
from voormsi_env.rules import Rules


class Recorder:
    """Plays the collector's games beside it and writes down who earned what, step by step."""

    def __init__(self, collector: Collector) -> None:
        self.steps: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        step = collector.games.step

        def recording(actions: Sequence[int]) -> None:
            seats = collector.games.to_play.copy()
            step(actions)
            games = collector.games
            self.steps.append((seats, games.rewards.copy(), games.ended.copy()))

        collector.games.step = recording  # type: ignore[method-assign,assignment]


def expected_rows(recorder: Recorder, rules: Rules, game: int, seat: int) -> list[list[float]]:
    """Per play of a seat, in order: [reward until its next play or the game's end, ended]."""
    rows: list[list[float]] = []
    is_open = False
    for seats, rewards, ended in recorder.steps:
        if seats[game] == seat:
            rows.append([0.0, 0.0])
            is_open = True
        if is_open:
            rows[-1][0] += float(rewards[game, rules.team_of(seat)])
            if ended[game]:
                rows[-1][1] = 1.0
                is_open = False
    return rows


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("reward", ["outcome", "points"])
def test_transitions_run_from_a_play_to_the_seats_next_or_the_end(
    players: int, reward: str
) -> None:
    rules = Rules(players=players)
    collector = collector_for(rules, reward=reward)
    recorder = Recorder(collector)
    buffer = buffer_for(rules, GAMES)
    found: dict[tuple[int, int], list[list[float]]] = {}
    ends = 0
    for _ in range(12):
        buffer.reset()
        collector.collect(Scripted(), buffer)  # type: ignore[arg-type]
        for game in range(GAMES):
            for seat in range(players):
                stream = game * players + seat
                for row in np.flatnonzero(buffer.valid[:-1, stream]):
                    closed = bool(buffer.closed[row, stream])
                    ends += closed
                    found.setdefault((game, seat), []).append(
                        [float(buffer.rewards[row, stream]), float(closed)]
                    )
    assert ends > 3 * players, "the test needs games that end"
    for (game, seat), rows in found.items():
        wanted = expected_rows(recorder, rules, game, seat)[: len(rows)]
        assert np.allclose(rows, wanted, atol=1e-6)


def test_a_game_that_ends_on_anothers_play_closes_every_seats_last_transition() -> None:
    rules = Rules()
    collector = collector_for(rules)
    recorder = Recorder(collector)
    buffer = buffer_for(rules, GAMES, rounds=40)
    buffer.reset()
    collector.collect(Scripted(), buffer)  # type: ignore[arg-type]
    game = next(i for i in range(GAMES) if any(e[i] for _, _, e in recorder.steps[:120]))
    step = next(k for k, (_, _, ended) in enumerate(recorder.steps) if ended[game])
    row = step // 4
    rewards = recorder.steps[step][1][game]
    for seat in range(4):
        stream = game * 4 + seat
        last = row if buffer.valid[row, stream] else row - 1
        assert buffer.closed[last, stream]
        assert buffer.rewards[last, stream] == rewards[seat % 2] != 0


def own_goal_games() -> Games:
    """One game in which seat 1 leads Voormsi, seat 2 plays low, and seat 3 must play Toqutsit."""
    from voormsi_env.episode import deck_array

    hands = [["KH", "7C", "7S", "7D"], ["QC", "QS", "QH", "8D"], ["JC", "8H", "8C", "QD"]]
    first = [card for hand in hands for card in hand]
    from voormsi_env.cards import CARD_NAMES

    deck = first + [card for card in CARD_NAMES if card not in first]
    return Games(
        1, Rules(), seed=1, observe=True, first_dealers=[0], decks=deck_array([deck])[None]
    )


def test_an_own_goal_leaves_seats_without_a_row_and_those_stay_out_of_the_loss() -> None:
    rules = Rules()
    collector = Collector(
        own_goal_games(), SeatAssignment({"self": 1.0}, rules, 1), np.random.default_rng(0)
    )

    class Plays(Scripted):
        def __call__(self, observations: torch.Tensor, action_masks: np.ndarray):  # type: ignore[no-untyped-def]
            actions, values, log_probs = super().__call__(observations, action_masks)
            hand = observations[0, : 4 * 36].view(4, 36).argmax(1)
            matador = {0, 1} & set(hand.tolist())
            slot = next((s for s in range(4) if int(hand[s]) in matador), None)
            if slot is not None and action_masks[0, (1 << slot) - 1]:
                actions = torch.tensor([(1 << slot) - 1])
            return actions, values, log_probs

    buffer = buffer_for(rules, 1, rounds=2)
    buffer.reset()
    collector.collect(Plays(), buffer)  # type: ignore[arg-type]
    assert collector.games.finals[0]["reason"] == 2
    assert buffer.valid[0].tolist() == [False, True, True, True]
    assert buffer.closed[0].tolist() == [False, True, True, True]
    assert buffer.rewards[0].tolist() == [0.0, -1.0, 1.0, -1.0]
    rows = sum(len(batch.actions) for batch in buffer.get(3))
    assert rows == 3 + 3  # the cut trick of this game, and of the next, which has the same deck


def test_rewards_of_a_seat_sum_to_those_of_its_game() -> None:
    rules = Rules()
    collector = collector_for(rules, reward="points")
    recorder = Recorder(collector)
    buffer = buffer_for(rules, GAMES, rounds=60)
    buffer.reset()
    collector.collect(Scripted(), buffer)  # type: ignore[arg-type]
    checked = 0
    for game in range(GAMES):
        total = np.zeros(2)
        for step, (_, rewards, ended) in enumerate(recorder.steps):
            total += rewards[game]
            if ended[game]:
                rows = step // 4 + 1
                for seat in range(4):
                    stream = game * 4 + seat
                    assert buffer.rewards[:rows, stream].sum() == pytest.approx(
                        total[seat % 2], abs=1e-5
                    )
                checked += 1
                break
    assert checked > 3


def test_shaped_rewards_sum_to_the_outcome_less_the_worth_of_the_start() -> None:
    rules = Rules()
    potential = LadderPotential(rules)
    games = Games(GAMES, rules, seed=5, observe=True, start_scores="random")
    assignment = SeatAssignment({"self": 1.0}, rules, GAMES)
    collector = Collector(games, assignment, np.random.default_rng(0), potential)
    start = potential.of_games(games.states)
    recorder = Recorder(collector)
    buffer = buffer_for(rules, GAMES, rounds=60)
    buffer.reset()
    collector.collect(Scripted(), buffer)  # type: ignore[arg-type]
    checked = early = 0
    for game in range(GAMES):
        step = next((k for k, (_, _, e) in enumerate(recorder.steps) if e[game]), None)
        if step is None:
            continue
        outcome = recorder.steps[step][1][game]
        for seat in range(4):
            stream = game * 4 + seat
            rewards = buffer.rewards[: step // 4 + 1, stream]
            if not buffer.valid[: step // 4 + 1, stream].any():
                continue
            assert rewards.sum() == pytest.approx(
                outcome[seat % 2] - start[game, seat % 2], abs=1e-4
            )
            early += (np.abs(rewards) > 1e-6).sum() > 1
            checked += 1
    assert checked > 12
    assert early > checked / 2


def test_by_deal_a_stream_ends_with_its_deal_and_is_paid_for_that_deal() -> None:
    rules = Rules()
    potential = LadderPotential(rules)
    games = Games(GAMES, rules, seed=6, observe=True)
    assignment = SeatAssignment({"self": 1.0}, rules, GAMES)
    collector = Collector(games, assignment, np.random.default_rng(0), potential, by_deal=True)
    buffer = buffer_for(rules, GAMES, rounds=30)
    buffer.reset()
    deals, worth = [], []
    step_games = games.step

    def step(actions: NDArray[np.int64]) -> None:
        deals.append(games.states["deal"].copy())
        worth.append(potential.of_games(games.states))
        step_games(actions)

    games.step = step  # type: ignore[method-assign]
    collector.collect(Scripted(), buffer)  # type: ignore[arg-type]
    checked = 0
    for game in range(GAMES):
        rows = [deals[4 * row][game] for row in range(30)]
        last_rows = [row for row in range(29) if rows[row] == 0 and rows[row + 1] == 1]
        if not last_rows:
            continue
        last = last_rows[0]
        gained = worth[4 * last + 4][game] - worth[0][game]
        for seat in range(4):
            stream = 4 * game + seat
            assert np.flatnonzero(buffer.closed[: last + 1, stream]).tolist() == [last]
            paid = buffer.rewards[: last + 1, stream].sum()
            assert paid == pytest.approx(gained[seat % 2], abs=1e-5)
        checked += 1
    assert checked > 3


def test_values_are_those_of_the_seats_own_decisions() -> None:
    """Advantages with lambda 0 are r + V(own next) - V(own): the counters must be the stream's."""
    rules = Rules()
    collector = collector_for(rules)
    buffer = buffer_for(rules, GAMES)
    buffer.gae_lambda = 0.0
    policy = Scripted()
    buffer.reset()
    collector.collect(policy, buffer)  # type: ignore[arg-type]
    seen = np.concatenate(policy.seen)
    for row in range(ROUNDS):
        for stream in np.flatnonzero(buffer.valid[row]):
            value = buffer.values[row, stream]
            assert (seen[int(value)] == buffer.observations[row, stream]).all()
            following = 0.0 if buffer.closed[row, stream] else buffer.values[row + 1, stream]
            wanted = buffer.rewards[row, stream] + following - value
            assert buffer.advantages[row, stream] == pytest.approx(wanted)


def test_only_the_learners_seats_yield_rows() -> None:
    rules = Rules()
    collector = collector_for(rules, {"random": 1.0})
    buffer = buffer_for(rules, GAMES)
    buffer.reset()
    count = collector.collect(Scripted(), buffer)  # type: ignore[arg-type]
    valid = buffer.valid.reshape(-1, GAMES, 4)
    assert (valid.sum(axis=2) <= 2).all()
    assert (valid[:, :, 0] == valid[:, :, 2]).mean() > 0.9
    assert count.plays > buffer.valid.sum() * 1.5
