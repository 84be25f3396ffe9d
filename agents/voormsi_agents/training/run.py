"""A training run from its config to its final policy."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from rich.progress import (
    BarColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat

from voormsi_agents.networks.checkpoint_agent import PolicyAgent
from voormsi_agents.networks.policies import policy_of
from voormsi_agents.networks.policy_file import versions
from voormsi_agents.networks.torch_file import begin_from, network_of_policy, save_policy
from voormsi_agents.registry import make_agent
from voormsi_agents.tournament.comparison import compare
from voormsi_agents.tournament.workers.engines import cores
from voormsi_agents.training.config import TrainConfig
from voormsi_agents.training.curves import draw_curves
from voormsi_agents.training.run_folder import (
    BEST,
    EVALUATIONS,
    LESSON,
    POLICIES,
    POLICY,
    POOL,
    PROGRESS,
    RunFolder,
    RunFolderError,
    Table,
    drop_later,
    read_table,
)
from voormsi_agents.training.selfplay.algorithm import SelfPlayPPO
from voormsi_agents.training.selfplay.collector import Collector
from voormsi_agents.training.selfplay.opponents import POOL as POOL_OPPONENT
from voormsi_agents.training.selfplay.opponents import Tables
from voormsi_agents.training.selfplay.pool import Pool
from voormsi_agents.training.selfplay.reward_shaping import LadderPotential
from voormsi_agents.training.stages.imitation import imitate, watch
from voormsi_agents.training.stages.rollout_targets import SCORE, RolloutTargetLearner, Trials
from voormsi_env.engine.randomness import combine
from voormsi_env.games import Games

PROGRESS_COLUMNS = (
    "steps",
    "seconds",
    "time/fps",
    "rollout/games",
    "rollout/win_rate",
    "train/learning_rate",
    "train/entropy_loss",
    "train/policy_gradient_loss",
    "train/value_loss",
    "train/explained_variance",
    "train/approx_kl",
    "train/clip_fraction",
    "train/magnet_divergence",
    "hindsight/error",
    "hindsight/lost",
)
EVALUATION_COLUMNS = ("steps", "seconds", "opponent", "rate", "low", "high", "games")

WATCHING_ENDS, IMITATION_ENDS = 0.45, 0.8
"""Parts of the run's time after which watching the teacher, and imitating it, are cut short."""

GAMES_STREAM, IMITATION_STREAM, EVALUATION_STREAM, ROLLOUT_TARGETS_STREAM = range(4)
"""Which of the run's streams of chance a seed is for."""


def train(config: TrainConfig, folder: RunFolder) -> None:
    """Begin a run in a folder that has been made, or go on with it from its last checkpoint.

    Raises:
        RunFolderError: the folder's checkpoint is none, or was made by another version, or
            another process is at work there.
    """
    torch.set_num_threads(config.threads or cores())
    with folder.held():
        _train(config, folder)


def _train(config: TrainConfig, folder: RunFolder) -> None:
    state = folder.load_checkpoint()
    run = _Run(config, folder, state)
    with run.progress:
        if state is None:
            run.imitate()
            run.save()
        run.learn_by_hindsight()
        if run.done() < 1.0:
            run.model.learn(config.steps, run, reset_num_timesteps=False)
    run.finish()


class Point(NamedTuple):
    """A point of a run: how many plays it has made, and how long that has taken.

    What part of the run that is depends on its limits, which may be given anew when it is resumed.
    """

    steps: int
    seconds: float


class _Run(BaseCallback):
    """The run's clock, files and measurements, called by the learner between its updates."""

    model: SelfPlayPPO

    def __init__(
        self, config: TrainConfig, folder: RunFolder, state: dict[str, Any] | None
    ) -> None:
        super().__init__()
        self.config = config
        self.folder = folder
        steps = int(state["steps"]) if state else 0
        self._began = time.monotonic() - (float(state["seconds"]) if state else 0.0)
        self._best = float(state["best"]) if state else -1.0
        self._reinforced_from = Point(*state["reinforced_from"]) if state else Point(0, 0.0)
        self._next_evaluation = _next_time(steps, config.evaluation.every)
        self._next_checkpoint = _next_time(steps, config.checkpoints.every)
        self._next_snapshot = _next_time(steps, config.pool.every)
        self._pool = _pool(config, folder, steps)
        drop_later(folder.path / POLICIES, steps)
        self.model = make_model(config, steps, self._pool)
        self._hindsight: RolloutTargetLearner | None = None
        if config.hindsight.positions and (state is None or state["hindsight"] is not None):
            self._hindsight = make_rollout_target_learner(config, self.model, steps)
        if state:
            self._restore(state)
        elif config.start:
            begin_from(self.model.policy, config.start, config.rules)
        self._evaluations = Table(folder.path / EVALUATIONS, EVALUATION_COLUMNS, steps)
        self.model.set_logger(
            Logger(
                str(folder.path),
                [
                    TensorBoardOutputFormat(str(folder.path / "tensorboard")),
                    _ProgressFile(Table(folder.path / PROGRESS, PROGRESS_COLUMNS, steps), self),
                ],
            )
        )
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}%"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
        )
        self._bar = self.progress.add_task("training", total=1.0, note="", start=False)

    @property
    def seconds(self) -> float:
        """Wall time the run has had, earlier parts included."""
        return time.monotonic() - self._began

    def imitate(self) -> None:
        """Learn from the teacher, when the config names one."""
        config = self.config.imitation
        if config.teacher is None:
            return
        bar = self.progress.add_task(f"watching {config.teacher}", total=config.positions, note="")
        seed = combine(self.config.seed, IMITATION_STREAM)

        def watched(count: int) -> bool:
            self.progress.update(bar, completed=count)
            return self.done() < WATCHING_ENDS

        lesson = watch(
            make_agent(config.teacher, self.config.rules),
            config.positions,
            self.config.rules,
            seed,
            config.random_plays,
            _reward_of_games(self.config),
            self.folder.path / LESSON,
            self.model.collector.inputs,
            watched,
        )
        learning = self.progress.add_task(f"imitating {config.teacher}", total=1.0, note="")
        for done, surprise, error in imitate(
            self.model.policy,
            lesson,
            config.epochs,
            config.batch_size,
            config.learning_rate,
            config.temperature,
            seed,
            _potential(self.config),
        ):
            note = f"cross-entropy {surprise:.3f}, critic's error {error:.3f}"
            self.progress.update(learning, completed=done, note=note)
            if self.done() > IMITATION_ENDS:
                break
        self.model.policy.sharpen(config.sharpness)
        self._reinforced_from = self._now()
        self._evaluate()

    def learn_by_hindsight(self) -> None:
        """Learn what all plays would have come to, if the config says so and it is not done yet."""
        config = self.config.hindsight
        if self._hindsight is None:
            return
        for plays, error, lost in self._hindsight.learn(
            self._hindsight_done, 1.0 - config.by_policy
        ):
            self.model.num_timesteps += plays
            self.logger.record("hindsight/error", error)
            self.logger.record("hindsight/lost", lost)
            self.logger.dump(self.model.num_timesteps)
            self._on_rollout_start()
        self._hindsight = None
        self.model.policy.sharpen(SCORE / config.temperature)
        self._reinforced_from = self._now()
        self._evaluate()
        self.save()

    def _hindsight_done(self) -> float:
        """The part of learning by hindsight that is done, by positions or by time, 0 to 1."""
        config = self.config.hindsight
        assert self._hindsight is not None
        by_positions = self._hindsight.positions / config.positions
        return min(1.0, max(by_positions, self.done() / config.until))

    def save(self) -> None:
        """Write a checkpoint."""
        magnet = self.model.policy.magnet
        state = {
            "versions": versions(self.config.rules),
            "parameters": self.model.get_parameters(),
            "steps": self.model.num_timesteps,
            "updates": self.model._n_updates,
            "seconds": self.seconds,
            "best": self._best,
            "pool": self._pool.record() if self._pool else {},
            "magnet": magnet.state_dict() if magnet else None,
            "reinforced_from": tuple(self._reinforced_from),
            "hindsight": self._hindsight.state() if self._hindsight else None,
        }
        self.folder.save_checkpoint(state, self.model.num_timesteps, self.config.checkpoints.keep)

    def _restore(self, state: dict[str, Any]) -> None:
        if state["versions"] != versions(self.config.rules):
            raise RunFolderError(
                f"{self.folder.path} was trained by another version of the rules, the "
                "observation or the actions and cannot go on"
            )
        self.model.set_parameters(state["parameters"], device="cpu")
        self.model.num_timesteps = int(state["steps"])
        self.model._n_updates = int(state["updates"])
        if state.get("magnet"):
            self.model.start_magnet().load_state_dict(state["magnet"])
        if self._pool is not None:
            self._pool.restore(state["pool"])
        if self._hindsight is not None:
            self._hindsight.restore(state["hindsight"])

    def _on_rollout_start(self) -> None:
        steps = self.model.num_timesteps
        if steps >= self._next_evaluation:
            self._next_evaluation = _next_time(steps, self.config.evaluation.every)
            self._evaluate()
        if self._pool is not None and (steps >= self._next_snapshot or not self._pool.agents):
            self._next_snapshot = _next_time(steps, self.config.pool.every)
            self._add_snapshot(self._pool)
        if steps >= self._next_checkpoint:
            self._next_checkpoint = _next_time(steps, self.config.checkpoints.every)
            self.save()
        self.progress.start_task(self._bar)
        self.progress.update(self._bar, completed=self.done())

    def _on_step(self) -> bool:
        done, begun = self.done(), self._part(self._reinforced_from)
        self.model.work_done = (done - begun) / (1.0 - begun) if begun < 1.0 else 1.0
        return done < 1.0

    def _now(self) -> Point:
        return Point(self.model.num_timesteps, self.seconds)

    def done(self) -> float:
        """The part of the run that is done, 0 to 1."""
        return self._part(self._now())

    def _part(self, point: Point) -> float:
        """The part of the run that is done at a point of it, by steps or by time, 0 to 1."""
        by_steps = point.steps / self.config.steps
        by_time = point.seconds / (60.0 * self.config.minutes) if self.config.minutes else 0.0
        return min(1.0, max(by_steps, by_time))

    def _evaluate(self) -> None:
        """Save the policy and let it play against the baselines; note which was best so far."""
        self._save_policy(self.folder.policy_at(self.model.num_timesteps))
        agent = PolicyAgent(network_of_policy(self.model.policy))
        agent.name = "learner"
        rate = 0.0
        notes = []
        for opponent in self.config.evaluation.opponents:
            result = compare(
                [agent, opponent],
                self.config.evaluation.games,
                combine(self.config.seed, EVALUATION_STREAM),
                self.config.rules,
            )
            rate, (low, high) = result.rate, result.interval
            row = (self.model.num_timesteps, round(self.seconds, 1), opponent)
            numbers = (f"{rate:.4f}", f"{low:.4f}", f"{high:.4f}", result.games)
            self._evaluations.add(dict(zip(EVALUATION_COLUMNS, row + numbers, strict=True)))
            self.logger.record(f"evaluation/{opponent}", rate)
            notes.append(f"{rate:.1%} against {opponent}")
        self.progress.update(self._bar, note=", ".join(notes))
        if rate > self._best:
            self._best = rate
            self._save_policy(self.folder.path / BEST)

    def _add_snapshot(self, pool: Pool) -> None:
        """Take the policy as it stands into the pool."""
        path = pool.path_of(self.model.num_timesteps)
        self._save_policy(path)
        pool.add(path)

    def _save_policy(self, path: Path) -> None:
        save_policy(
            self.model.policy,
            asdict(self.config.network),
            self.config.rules,
            path,
            steps=self.model.num_timesteps,
            seconds=round(self.seconds),
            seed=self.config.seed,
        )

    def finish(self) -> None:
        """Measure and save what the run has come to."""
        measured = read_table(self.folder.path / EVALUATIONS)
        if not measured or int(measured[-1]["steps"]) < self.model.num_timesteps:
            self._evaluate()
        self.save()
        self._save_policy(self.folder.path / POLICY)
        draw_curves(self.folder.path, 1 / self.config.rules.teams)


class _ProgressFile(KVWriter):
    """The learner's own numbers, a row an update."""

    def __init__(self, table: Table, run: _Run) -> None:
        self._table = table
        self._run = run

    def write(
        self, key_values: dict[str, Any], key_excluded: dict[str, Any], step: int = 0
    ) -> None:
        row = {"steps": step, "seconds": round(self._run.seconds, 1)}
        row.update((key, key_values[key]) for key in PROGRESS_COLUMNS if key in key_values)
        self._table.add(row)

    def close(self) -> None:
        """Nothing is kept open."""


def _next_time(steps: int, every: int) -> int:
    """The next multiple of `every`, the same whether the run was resumed in between or not."""
    return (steps // every + 1) * every


def _pool(config: TrainConfig, folder: RunFolder, steps: int) -> Pool | None:
    if POOL_OPPONENT not in config.opponents:
        return None
    pool = config.pool
    return Pool(folder.path / POOL, config.rules, pool.size, pool.prioritised, steps)


def make_model(config: TrainConfig, steps: int, pool: Pool | None) -> SelfPlayPPO:
    """A learner whose games, and everything random, are those of a run at a number of steps.

    A resumed run so goes on with games it has not played before.
    """
    seed = combine(combine(config.seed, GAMES_STREAM), steps)
    games = Games(
        config.ppo.games, config.rules, seed=seed, observe=True, reward=_reward_of_games(config)
    )
    policy_class, policy_options = policy_of(**asdict(config.network), rules=config.rules)
    collector = Collector(
        games,
        Tables(config.opponents, config.rules, config.ppo.games, pool),
        np.random.default_rng(seed),
        _potential(config),
        policy_options["inputs"],
        by_deal=config.ppo.horizon == "deal",
    )
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


def make_rollout_target_learner(
    config: TrainConfig, model: SelfPlayPPO, steps: int
) -> RolloutTargetLearner:
    """What teaches a learner's policy by hindsight, as a run does at a number of steps."""
    seed = combine(combine(config.seed, ROLLOUT_TARGETS_STREAM), steps)
    options = config.hindsight
    trials = Trials(
        config.rules,
        model.collector.inputs,
        seed,
        games=options.games,
        tricks=options.tricks,
        self_play=options.self_play,
        random_plays=options.random_plays,
    )
    return RolloutTargetLearner(
        model.policy, trials, options.batch_size, options.learning_rate, seed, _potential(config)
    )


def _reward_of_games(config: TrainConfig) -> str:
    return "outcome" if config.reward == "shaped" else config.reward


def _potential(config: TrainConfig) -> LadderPotential | None:
    return LadderPotential(config.rules) if config.reward == "shaped" else None


def _schedule(first: float, last: float | None) -> Any:
    """The learning rate by the part of the run that remains, 1 to 0."""
    end = first if last is None else last
    return lambda remaining: end + (first - end) * remaining
