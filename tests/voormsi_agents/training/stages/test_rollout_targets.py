"""Rollout targets: plays are tried in the game itself, and the policy learns their worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from training_runs import begin_run, state_of, train

from voormsi_agents.networks.inputs import Inputs
from voormsi_agents.networks.policies import TeamPolicy, make_policy
from voormsi_agents.registry import make_agent
from voormsi_agents.training import run as training
from voormsi_agents.training.selfplay.reward_shaping import LadderPotential
from voormsi_agents.training.stages.position_trials import Positions, PositionTrials
from voormsi_agents.training.stages.rollout_targets import (
    SCORE,
    RolloutTargetLearner,
    regret_of_best,
    score_error,
)
from voormsi_env.engine.legal import legal
from voormsi_env.engine.play import play
from voormsi_env.engine.state import REASON_DEAL, VIEW
from voormsi_env.engine.view import write_view
from voormsi_env.games import Games
from voormsi_env.observation import encode
from voormsi_env.rules import Rules

NO_DECKS = np.zeros((0, 36), np.int8)


def small_policy(rules: Rules, critic_kind: str = "own") -> TeamPolicy:
    torch.manual_seed(4)
    return make_policy("cards", [32], [16], rules, critic_kind)


def trials_of(rules: Rules, inputs: Inputs | None = None, **options: Any) -> PositionTrials:
    given = {"games": 24, "tricks": 12, "self_play": 0.5, "random_plays": 0.2, **options}
    return PositionTrials(rules, inputs or Inputs(rules), 7, **given)


def played_out(game: np.ndarray, action: int, players_of: list[Any], rules: Rules) -> float:
    """What a play comes to when it is played on to the end of the deal, seat by seat."""
    world = game.copy()
    world["single_deal"] = True
    team = rules.team_of(int(world[0]["to_play"]))
    play(world[0], action, NO_DECKS)
    while not world[0]["over"]:
        view = np.zeros(1, VIEW)
        write_view(world[0], int(world[0]["to_play"]), view[0])
        player = players_of[int(world[0]["to_play"])]
        play(world[0], int(player(view)), NO_DECKS)
    if world[0]["reason"] != REASON_DEAL:
        winners = int(world[0]["winners"])
        return (winners >> team & 1) / max(1, winners.bit_count()) if winners else 1 / rules.teams
    after = world.copy()
    after["dealer"] = (after["dealer"] + 1) % rules.players
    after["over"] = False
    worth = LadderPotential(rules).of_games(after)[0, team]
    return float((worth * (rules.teams - 1) + 1) / rules.teams)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("by_policy", [False, True])
def test_plays_are_tried_in_the_cards_as_they_lie(players: int, by_policy: bool) -> None:
    rules = Rules(players=players)
    policy = small_policy(rules)
    trials = trials_of(rules)
    heuristic = make_agent("heuristic", rules)

    def by_rule(view: np.ndarray) -> int:
        return int(heuristic.act(view, np.zeros(1, np.int64))[0])

    def by_network(view: np.ndarray) -> int:
        scores = policy.scores(torch.from_numpy(encode(view, rules)).float())[0]
        legal_actions = int(view["legal"][0]) >> np.arange(15) & 1
        return int(np.where(legal_actions, scores.detach().numpy(), -np.inf).argmax())

    checked = 0
    for _ in range(6):
        before = trials._games.states.copy()
        learns = trials._learns
        met = trials._collect_here(policy, by_policy)
        chosen = [i for i in range(len(before)) if int(legal(before[i])).bit_count() > 1]
        assert len(met) == len(chosen)
        for place in range(0, len(chosen), 5):
            game = before[chosen[place]]
            seat = int(game["to_play"])
            own = [rules.team_of(other) == rules.team_of(seat) for other in range(players)]
            if learns[chosen[place], seat]:
                own = [a or b for a, b in zip(own, learns[chosen[place]], strict=True)]
            seats = [by_network if mine and by_policy else by_rule for mine in own]
            for action in range(15):
                if int(legal(game)) >> action & 1:
                    value = played_out(game.reshape(1), action, seats, rules)
                    assert met.values[place, action] == pytest.approx(value, abs=1e-5)
                    checked += 1
                else:
                    assert met.values[place, action] == -np.inf
    assert checked > 50


def test_positions_are_rows_of_those_who_have_a_choice() -> None:
    rules = Rules()
    inputs = Inputs(rules, hidden=True)
    trials = trials_of(rules, inputs, tricks=1)
    twin = Games(24, rules, seed=7, observe=True, auto_reset=True)
    met = trials._collect_here(small_policy(rules, "oracle"), False)
    chosen = np.flatnonzero(twin.masks.sum(axis=1) > 1)
    assert (met.rows == inputs.of_games(twin, chosen)).all()
    assert met.plays == 24
    assert ((met.values > -np.inf) == (twin.masks[chosen] == 1)).all()
    assert (met.played[:, None] == met.values).any(axis=1).all()


def test_seats_are_the_policys_or_the_rule_based_players() -> None:
    trials = trials_of(Rules(), games=8, self_play=0.25)
    assert trials._learns[:2].all()
    assert (trials._learns[2:].sum(axis=1) == 2).all()
    assert {tuple(seats) for seats in trials._learns[2:]} == {
        (True, False, True, False),
        (False, True, False, True),
    }


def test_only_differences_between_legal_plays_count() -> None:
    values = torch.tensor([[0.5, 0.6, -torch.inf], [0.1, -torch.inf, -torch.inf]])
    right = torch.tensor([[7.0, 7.0 + 0.1 / SCORE, 50.0], [3.0, 9.0, 9.0]])
    assert float(score_error(right, values)) == pytest.approx(0.0, abs=1e-9)
    wrong = torch.tensor([[0.0, 0.0, 0.0], [3.0, 9.0, 9.0]])
    assert float(score_error(wrong, values)) == pytest.approx(2 * (0.05 / SCORE) ** 2 / 2)
    assert regret_of_best(right, values) == pytest.approx(0.0)
    assert regret_of_best(-right, values) == pytest.approx(0.05)


def known_positions(policy: TeamPolicy) -> Positions:
    """Positions in which the second action is worth more than the first, by what it plays."""
    rules = policy.inputs.rules
    games = Games(400, rules, seed=3, observe=True)
    for step in range(3):
        games.step(games.random_actions(step))
    chosen = np.flatnonzero(games.masks.sum(axis=1) > 1)
    values = np.where(games.masks[chosen] == 1, np.arange(15) * 0.02, -np.inf).astype(np.float32)
    rows = policy.inputs.of_games(games, chosen)
    return Positions(rows, values, np.full(len(rows), 0.75, np.float32), 400)


def test_policy_and_critic_learn_what_trials_show() -> None:
    rules = Rules()
    policy = small_policy(rules, "oracle")
    learner = RolloutTargetLearner(policy, trials_of(rules), 64, 0.01, 1, None)
    met = known_positions(policy)
    first, _ = learner._learn_from(met)
    for _ in range(30):
        last, lost = learner._learn_from(met)
    assert last < 0.2 * first
    assert lost < 0.01
    worth = policy.predict_values(torch.from_numpy(met.rows).float()).detach()
    assert float((worth - 0.5).abs().mean()) < 0.1


def test_the_critic_learns_what_reinforcement_pays() -> None:
    """From a play to the end of its deal: the worth of the play, less that of the ladder before."""
    rules = Rules()
    policy = small_policy(rules, "oracle")
    games = Games(50, rules, seed=3, observe=True, start_scores="random")
    rows = policy.inputs.of_games(games, np.arange(50))
    met = Positions(rows, np.zeros((50, 15), np.float32), np.full(50, 0.75, np.float32), 50)
    potential = LadderPotential(rules)
    before = potential.of_games(games.states)[np.arange(50), games.to_play % 2]
    assert np.ptp(before) > 0.5
    for given, taken_off in ((potential, before), (None, 0.0)):
        learner = RolloutTargetLearner(policy, trials_of(rules), 64, 0.01, 1, given)
        worth = learner._returns(met, np.arange(50)).numpy()
        assert np.allclose(worth, 0.5 - taken_off, atol=1e-5)


def test_rounds_do_not_depend_on_the_machine() -> None:
    """Two learners, the second of which is slow, come to the same."""
    rules = Rules(players=2)
    ends = []
    for spins in (0, 200_000):
        policy = small_policy(rules)
        learner = RolloutTargetLearner(policy, trials_of(rules, tricks=1), 8, 0.001, 1, None)
        for _ in learner.learn(lambda found=learner: found.positions / 400, 0.5):  # type: ignore[misc]
            sum(range(spins))
        ends.append(torch.cat([p.flatten() for p in policy.parameters()]))
        assert learner.positions >= 400
    assert torch.equal(*ends)


def test_a_policy_that_has_just_imitated_can_learn() -> None:
    """Its latest plays still have their gradients, which cannot be copied."""
    rules = Rules(players=2)
    policy = small_policy(rules)
    policy.get_distribution(torch.zeros(1, policy.features_dim))
    learner = RolloutTargetLearner(policy, trials_of(rules, tricks=1), 8, 0.001, 1, None)
    next(learner.learn(lambda: learner.positions / 10, 1.0))
    assert learner.positions > 0


CONFIG = """
rules: {players: 2}
steps: 4000
threads: 1
network: {actor: [8], critic: [8]}
opponents: {self: 1}
ppo: {games: 10, rounds: 4, batch_size: 64}
rollout_targets: {positions: 600, games: 16, batch_size: 8, by_policy: 0.5}
evaluation: {opponents: [random], games: 4}
checkpoints: {every: 200}
"""


def test_a_run_stopped_while_it_learns_goes_on_there(tmp_path: Path) -> None:
    out = tmp_path / "run"
    rounds: list[int] = []

    class Stopped(training.Run):
        def _on_rollout_start(self) -> None:
            super()._on_rollout_start()
            assert self.rollout_targets is not None
            rounds.append(self.rollout_targets.positions)
            if len(rounds) == 3:
                raise KeyboardInterrupt

    assert begin_run(out, CONFIG, watched=Stopped) == 130
    state = state_of(out)
    assert 0 < state["rollout_targets"]["positions"] <= rounds[-1]
    steps_of_adam = state["rollout_targets"]["optimizer"]["state"][0]["step"]
    assert steps_of_adam > 0
    resumed: list[tuple[int, float]] = []

    class Watched(training.Run):
        def learn_rollout_targets(self) -> None:
            assert self.rollout_targets is not None
            adam = self.rollout_targets.optimizer.state_dict()["state"][0]["step"]
            resumed.append((self.rollout_targets.positions, float(adam)))
            super().learn_rollout_targets()

    assert train("--resume", str(out), watched=Watched) == 0
    assert resumed == [(state["rollout_targets"]["positions"], float(steps_of_adam))]
    after = state_of(out)
    assert after["rollout_targets"] is None
    assert after["steps"] >= 4000
    begun, _ = after["reinforced_from"]
    assert 0 < begun < 4000

    parts: list[float] = []

    class Longer(training.Run):
        def _on_step(self) -> bool:
            going_on = super()._on_step()
            parts.append(self.model.work_done)
            return going_on

    assert train("--resume", str(out), "--steps", "12000", watched=Longer) == 0
    expected = (after["steps"] - begun) / (12000 - begun)
    assert expected <= parts[0] < expected + 0.1
    assert parts[-1] == 1.0
