"""The learners of a training run, made from its config: that by games and that by rollouts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

import numpy as np

from voormsi_agents.networks.inputs import Inputs
from voormsi_agents.networks.policies import policy_of
from voormsi_agents.training.config import TrainConfig
from voormsi_agents.training.selfplay.algorithm import SelfPlayPPO
from voormsi_agents.training.selfplay.collector import Collector
from voormsi_agents.training.selfplay.opponents import SeatAssignment
from voormsi_agents.training.selfplay.pool import Pool
from voormsi_agents.training.selfplay.reward_shaping import LadderPotential
from voormsi_agents.training.stages.position_trials import PositionTrials
from voormsi_agents.training.stages.rollout_targets import RolloutTargetLearner
from voormsi_env.engine.randomness import combine
from voormsi_env.games import Games

GAMES_STREAM, IMITATION_STREAM, EVALUATION_STREAM, ROLLOUT_TARGETS_STREAM = range(4)
"""Which of the run's streams of chance a seed is for."""


def make_model(config: TrainConfig, steps: int, pool: Pool | None) -> SelfPlayPPO:
    """A learner whose games, and everything random, are those of a run at a number of steps.

    A resumed run so goes on with games it has not played before.

    Args:
        config: of the run.
        steps: plays made so far.
        pool: past selves; None where no opponent is one.
    """
    seed = combine(combine(config.seed, GAMES_STREAM), steps)
    policy_class, policy_options = policy_of(**asdict(config.network), rules=config.rules)
    collector = _collector(config, seed, pool, policy_options["inputs"])
    ppo = config.ppo
    return SelfPlayPPO(
        policy_class,
        collector,
        rounds=ppo.rounds,
        batch_size=ppo.batch_size,
        n_epochs=ppo.epochs,
        learning_rate=_schedule(ppo.learning_rate, ppo.final_learning_rate),
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        clip_range=ppo.clip_range,
        entropy=ppo.entropy,
        final_entropy=ppo.final_entropy,
        magnet=ppo.magnet,
        magnet_halflife=ppo.magnet_halflife,
        normalize_advantage=ppo.normalise_advantages,
        vf_coef=ppo.value,
        max_grad_norm=ppo.max_grad_norm,
        target_kl=ppo.target_kl,
        policy_kwargs=policy_options,
        seed=seed % 2**32,
    )


def _collector(config: TrainConfig, seed: int, pool: Pool | None, inputs: Inputs) -> Collector:
    """What plays the learner's games."""
    games = Games(
        config.ppo.games, config.rules, seed=seed, observe=True, reward=reward_of_games(config)
    )
    return Collector(
        games,
        SeatAssignment(config.opponents, config.rules, config.ppo.games, pool),
        np.random.default_rng(seed),
        potential_of(config),
        inputs,
        by_deal=config.ppo.horizon == "deal",
    )


def make_rollout_target_learner(
    config: TrainConfig, model: SelfPlayPPO, steps: int
) -> RolloutTargetLearner:
    """What teaches a learner's policy by rollout targets, as a run does at a number of steps."""
    seed = combine(combine(config.seed, ROLLOUT_TARGETS_STREAM), steps)
    options = config.rollout_targets
    trials = PositionTrials(
        config.rules,
        model.collector.inputs,
        seed,
        games=options.games,
        tricks=options.tricks,
        self_play=options.self_play,
        random_plays=options.random_plays,
    )
    return RolloutTargetLearner(
        model.policy, trials, options.batch_size, options.learning_rate, seed, potential_of(config)
    )


def reward_of_games(config: TrainConfig) -> str:
    """The reward of `Games`: where it is shaped, the outcome is what is shaped."""
    return "outcome" if config.reward == "shaped" else config.reward


def potential_of(config: TrainConfig) -> LadderPotential | None:
    """What the reward is shaped by; None where it is not."""
    return LadderPotential(config.rules) if config.reward == "shaped" else None


def _schedule(first: float, last: float | None) -> Callable[[float], float]:
    """The learning rate by the part of the run that remains, 1 to 0."""
    end = first if last is None else last
    return lambda remaining: end + (first - end) * remaining
