"""PPO by self-play: the library's learner on games in which every seat is its own stream."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.type_aliases import MaybeCallback

from voormsi_agents.networks.magnet import Magnet
from voormsi_agents.networks.policies import TeamPolicy, action_space
from voormsi_agents.training.selfplay.buffer import StreamBuffer
from voormsi_agents.training.selfplay.collector import Collector, RolloutCount


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO whose rollouts come from a `Collector` instead of an environment.

    `num_timesteps` counts plays, by whichever seat. Loss, schedules, logger, callbacks, save and
    load are the library's.

    Attributes:
        collector: plays the games; can be replaced before `learn`.
        latest: what the last rollout amounted to.
        work_done: the part of the reinforcement that is done, 0 to 1, for the schedules; None to
            go by steps.
    """

    policy: TeamPolicy
    rollout_buffer: StreamBuffer

    def __init__(
        self,
        policy: type[TeamPolicy],
        collector: Collector,
        *,
        rounds: int,
        entropy: float = 0.0,
        final_entropy: float | None = None,
        magnet: float = 0.0,
        magnet_halflife: float = 1.0,
        **options: Any,
    ) -> None:
        """Args: as the library's, but for those here.

        Args:
            policy: the policy class.
            collector: plays the games.
            rounds: of a rollout.
            entropy, final_entropy, magnet, magnet_halflife: see `config.PPOConfig`.
            options: the library's.
        """
        self.collector = collector
        self.latest = RolloutCount()
        self.work_done: float | None = None
        self._entropies = entropy, entropy if final_entropy is None else final_entropy
        self._magnet, self._magnet_halflife = magnet, magnet_halflife
        super().__init__(
            policy,
            None,  # type: ignore[arg-type]
            n_steps=rounds,
            rollout_buffer_class=StreamBuffer,
            device="cpu",
            _init_setup_model=False,
            **options,
        )
        self.observation_space: spaces.Space[Any] = collector.inputs.space
        self.action_space: spaces.Space[Any] = action_space()
        self.n_envs = collector.streams
        self._setup_model()

    def learn(  # type: ignore[override]
        self,
        total_timesteps: int,
        callback: MaybeCallback = None,
        log_interval: int = 1,
        tb_log_name: str = "",
        reset_num_timesteps: bool = True,
        use_masking: bool = True,
        progress_bar: bool = False,
    ) -> SelfPlayPPO:
        """Learn until `num_timesteps` is at least `total_timesteps`, or a callback says stop.

        Unlike the library's, `total_timesteps` counts from the run's beginning, resumed or not;
        `reset_num_timesteps=False` goes on counting. Masks are always used.
        """
        if reset_num_timesteps:
            self.num_timesteps = 0
        hooks = self._prepare(total_timesteps, callback)
        hooks.on_training_start(locals(), globals())
        iteration = 0
        while self.num_timesteps < total_timesteps:
            if not self._rollout(hooks):
                break
            iteration += 1
            self._update_current_progress_remaining(self.num_timesteps, total_timesteps)
            if iteration % log_interval == 0:
                self.dump_logs(iteration)
            self.train()
        hooks.on_training_end()
        return self

    def train(self) -> None:
        """Update the policy from the rollout: the library's update, and what surrounds it here."""
        first, last = self._entropies
        self.ent_coef = last + (first - last) * self._current_progress_remaining
        if self._magnet == 0.0:
            super().train()
            return
        magnet = self.start_magnet()
        magnet.weight, magnet.divergences = self._magnet / self.ent_coef, []
        super().train()
        away = float(np.mean(magnet.divergences))
        logged = self.logger.name_to_value["train/entropy_loss"]
        self.logger.record("train/entropy_loss", logged - magnet.weight * away)
        self.logger.record("train/magnet_divergence", away)
        magnet.follow(self.policy, self.latest.plays)

    def start_magnet(self) -> Magnet:
        """The magnet; one that begins where the policy stands, if there is none yet."""
        if self.policy.magnet is None:
            self.policy.magnet = Magnet(self.policy, self._magnet_halflife, 0.0)
        return self.policy.magnet

    def _prepare(self, total_timesteps: int, callback: MaybeCallback) -> BaseCallback:
        self._last_obs = np.zeros(0)  # there is no environment that the library should reset
        _, hooks = self._setup_learn(
            total_timesteps - self.num_timesteps, callback, reset_num_timesteps=False
        )
        return hooks

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        by_steps = num_timesteps / total_timesteps
        done = by_steps if self.work_done is None else self.work_done
        self._current_progress_remaining = max(0.0, 1.0 - done)

    def _rollout(self, callback: BaseCallback) -> bool:
        """Fill the buffer; False when a callback says stop."""
        self.policy.set_training_mode(False)
        callback.on_rollout_start()
        self.rollout_buffer.reset()
        self.latest = self.collector.collect(self.policy, self.rollout_buffer)
        self.num_timesteps += self.latest.plays
        if self.latest.against_others:
            self.logger.record("rollout/win_rate", self.latest.won / self.latest.against_others)
        self.logger.record("rollout/games", self.latest.games)
        go_on = callback.on_step()
        callback.on_rollout_end()
        return go_on
