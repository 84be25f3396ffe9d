"""A training run from its config to its final policy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from stable_baselines3.common.callbacks import BaseCallback

from voormsi_agents.networks.policy_file import versions
from voormsi_agents.networks.torch_file import begin_from
from voormsi_agents.registry import make_agent
from voormsi_agents.tournament.workers.engines import cores
from voormsi_agents.training.config import TrainConfig
from voormsi_agents.training.config_check import check_config
from voormsi_agents.training.curves import draw_curves
from voormsi_agents.training.evaluations import Evaluations
from voormsi_agents.training.model import (
    IMITATION_STREAM,
    make_model,
    make_rollout_target_learner,
    potential_of,
    reward_of_games,
)
from voormsi_agents.training.run_clock import Point, RunClock, next_time
from voormsi_agents.training.run_folder import RunFolder, RunFolderError
from voormsi_agents.training.run_log import progress_bars, run_logger
from voormsi_agents.training.selfplay.algorithm import SelfPlayPPO
from voormsi_agents.training.selfplay.opponents import POOL
from voormsi_agents.training.selfplay.pool import Pool
from voormsi_agents.training.stages.demonstrations import (
    Demonstrations,
    Demonstrator,
    collect_demonstrations,
)
from voormsi_agents.training.stages.imitation import imitate
from voormsi_agents.training.stages.rollout_targets import SCORE, RolloutTargetLearner
from voormsi_env.engine.randomness import combine

DEMONSTRATIONS_END, IMITATION_ENDS = 0.45, 0.8
"""Parts of the run after which the teacher's play, and imitating it, are cut short."""


def train(config: TrainConfig, folder: RunFolder) -> None:
    """Begin a run in a folder that has been made, or go on with it from its last checkpoint.

    Raises:
        ConfigError: the config names an agent or a policy that there is not.
        RunFolderError: the folder's checkpoint is none, or was made by another version, or
            another process is at work there.
    """
    check_config(config)
    torch.set_num_threads(config.threads or cores())
    with folder.held():
        folder.bring_up_to_date()
        _train(config, folder)


def _train(config: TrainConfig, folder: RunFolder) -> None:
    state = folder.load_checkpoint()
    run = Run(config, folder, state)
    with run.bars:
        if state is None:
            run.imitate()
            run.save()
        run.learn_rollout_targets()
        if run.done() < 1.0:
            run.model.learn(config.steps, run, reset_num_timesteps=False)
    run.finish()


class Run(BaseCallback):
    """The course of a run: its stages, and what is done between the learner's updates.

    Attributes:
        model: the learner.
        clock: how far the run has come.
        rollout_targets: the learner of that stage; None where there is none or it is over.
        pool: past selves; None where no opponent is one.
        bars: what is shown of the run.
    """

    model: SelfPlayPPO

    def __init__(
        self, config: TrainConfig, folder: RunFolder, state: dict[str, Any] | None
    ) -> None:
        """Make ready to begin, or to go on.

        Args:
            config: what the run is asked to do.
            folder: of the run, held by this process.
            state: of its newest checkpoint; None to begin.

        Raises:
            RunFolderError: the checkpoint was made by another version.
        """
        super().__init__()
        self.config = config
        self.folder = folder
        steps = int(state["steps"]) if state else 0
        self.clock = RunClock(config, float(state["seconds"]) if state else 0.0)
        self._reinforced_from = Point(*state["reinforced_from"]) if state else Point(0, 0.0)
        self._next_evaluation = next_time(steps, config.evaluation.every)
        self._next_checkpoint = next_time(steps, config.checkpoints.every)
        self._next_snapshot = next_time(steps, config.pool.every)
        self.pool = _pool(config, folder, steps)
        best = float(state["best"]) if state else -1.0
        self._evaluations = Evaluations(config, folder, self.clock, steps, best)
        self.model = make_model(config, steps, self.pool)
        self.rollout_targets: RolloutTargetLearner | None = None
        wanted = config.rollout_targets.positions > 0
        if wanted and (state is None or state["rollout_targets"] is not None):
            self.rollout_targets = make_rollout_target_learner(config, self.model, steps)
        if state:
            self._restore(state)
        elif config.start:
            begin_from(self.model.policy, config.start, config.rules)
        self.model.set_logger(run_logger(folder, steps, self.clock))
        self.bars = progress_bars()
        self._bar = self.bars.add_task("training", total=1.0, note="", start=False)

    def done(self) -> float:
        """The part of the run that is done, 0 to 1."""
        return self.clock.part(self._now())

    def _now(self) -> Point:
        return self.clock.now(self.model.num_timesteps)

    def imitate(self) -> None:
        """Learn from the teacher, when the config names one."""
        config = self.config.imitation
        if config.teacher is None:
            return
        seed = combine(self.config.seed, IMITATION_STREAM)
        demonstrations = self._collect_demonstrations(config.teacher, seed)
        bar = self.bars.add_task(f"imitating {config.teacher}", total=1.0, note="")
        for done, surprise, error in imitate(
            self.model.policy,
            demonstrations,
            config.epochs,
            config.batch_size,
            config.learning_rate,
            config.temperature,
            seed,
            potential_of(self.config),
        ):
            note = f"cross-entropy {surprise:.3f}, critic's error {error:.3f}"
            self.bars.update(bar, completed=done, note=note)
            if self.done() > IMITATION_ENDS:
                break
        self.model.policy.sharpen(config.sharpness)
        self._reinforced_from = self._now()
        self._evaluate()

    def _collect_demonstrations(self, teacher: str, seed: int) -> Demonstrations:
        """Let the teacher play, for as long as the run's time allows."""
        config = self.config.imitation
        bar = self.bars.add_task(f"demonstrations by {teacher}", total=config.positions, note="")

        def noted(count: int) -> bool:
            self.bars.update(bar, completed=count)
            return self.done() < DEMONSTRATIONS_END

        demonstrator = Demonstrator(
            make_agent(teacher, self.config.rules),
            self.config.rules,
            self.model.collector.inputs,
            config.random_plays,
            reward_of_games(self.config),
        )
        return collect_demonstrations(
            demonstrator, config.positions, seed, self.folder.demonstrations, noted
        )

    def learn_rollout_targets(self) -> None:
        """Learn what all plays would have come to, if the config says so and it is not done yet."""
        config = self.config.rollout_targets
        learner = self.rollout_targets
        if learner is None:
            return

        def done() -> float:
            """The part of this stage that is done, by positions or by time, 0 to 1."""
            by_positions = learner.positions / config.positions
            return min(1.0, max(by_positions, self.done() / config.until))

        for plays, error, regret in learner.learn(done, 1.0 - config.by_policy):
            self.model.num_timesteps += plays
            self.logger.record("rollout_targets/error", error)
            self.logger.record("rollout_targets/regret", regret)
            self.logger.dump(self.model.num_timesteps)
            self._on_rollout_start()
        self.rollout_targets = None
        self.model.policy.sharpen(SCORE / config.temperature)
        self._reinforced_from = self._now()
        self._evaluate()
        self.save()

    def save(self) -> None:
        """Write a checkpoint."""
        magnet = self.model.policy.magnet
        state = {
            "versions": versions(self.config.rules),
            "parameters": self.model.get_parameters(),
            "steps": self.model.num_timesteps,
            "updates": self.model._n_updates,
            "seconds": self.clock.seconds,
            "best": self._evaluations.best,
            "pool": self.pool.record() if self.pool else {},
            "magnet": magnet.state_dict() if magnet else None,
            "reinforced_from": tuple(self._reinforced_from),
            "rollout_targets": self.rollout_targets.state() if self.rollout_targets else None,
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
        if self.pool is not None:
            self.pool.restore(state["pool"])
        if self.rollout_targets is not None:
            self.rollout_targets.restore(state["rollout_targets"])

    def _on_rollout_start(self) -> None:
        steps = self.model.num_timesteps
        if steps >= self._next_evaluation:
            self._next_evaluation = next_time(steps, self.config.evaluation.every)
            self._evaluate()
        if self.pool is not None and (steps >= self._next_snapshot or not self.pool.agents):
            self._next_snapshot = next_time(steps, self.config.pool.every)
            self._add_snapshot(self.pool)
        if steps >= self._next_checkpoint:
            self._next_checkpoint = next_time(steps, self.config.checkpoints.every)
            self.save()
        self.bars.start_task(self._bar)
        self.bars.update(self._bar, completed=self.done())

    def _on_step(self) -> bool:
        done, begun = self.done(), self.clock.part(self._reinforced_from)
        self.model.work_done = (done - begun) / (1.0 - begun) if begun < 1.0 else 1.0
        return done < 1.0

    def _evaluate(self) -> None:
        """Save the policy and let it play against the baselines; note which was best so far."""
        steps = self.model.num_timesteps
        note = self._evaluations.measure(self.model.policy, steps, self.logger)
        self.bars.update(self._bar, note=note)

    def _add_snapshot(self, pool: Pool) -> None:
        """Take the policy as it stands into the pool."""
        path = pool.path_of(self.model.num_timesteps)
        self._save_policy(path)
        pool.add(path)

    def _save_policy(self, path: Path) -> None:
        self._evaluations.save(self.model.policy, self.model.num_timesteps, path)

    def finish(self) -> None:
        """Measure and save what the run has come to."""
        if not self._evaluations.measured_at(self.model.num_timesteps):
            self._evaluate()
        self.save()
        self._save_policy(self.folder.policy)
        draw_curves(self.folder, 1 / self.config.rules.teams)


def _pool(config: TrainConfig, folder: RunFolder, steps: int) -> Pool | None:
    """The past selves of a run; None where no opponent is one."""
    if POOL not in config.opponents:
        return None
    pool = config.pool
    return Pool(folder.pool, config.rules, pool.size, pool.prioritised, steps)
