"""Saving a run's policy as files, and measuring it against other agents on the way."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from stable_baselines3.common.logger import Logger

from voormsi_agents.networks.checkpoint_agent import PolicyAgent
from voormsi_agents.networks.policies import TeamPolicy
from voormsi_agents.networks.torch_file import network_of_policy, save_policy
from voormsi_agents.tournament.comparison import compare
from voormsi_agents.training.config import TrainConfig
from voormsi_agents.training.model import EVALUATION_STREAM
from voormsi_agents.training.run_clock import RunClock
from voormsi_agents.training.run_folder import RunFolder, drop_later
from voormsi_agents.training.tables import Table, read_table
from voormsi_env.engine.randomness import combine

COLUMNS = ("steps", "seconds", "opponent", "rate", "low", "high", "games")


class Evaluations:
    """The measurements of a run's policy; every policy measured is saved.

    Attributes:
        best: the largest share of games that a policy of the run has won against the last
            opponent; -1 before the first measurement.
    """

    def __init__(
        self, config: TrainConfig, folder: RunFolder, clock: RunClock, steps: int, best: float
    ) -> None:
        """Go on measuring.

        Args:
            config: of the run.
            folder: of the run.
            clock: of the run.
            steps: at which the run goes on; what was measured later is dropped.
            best: see the class.
        """
        self.best = best
        self._config = config
        self._folder = folder
        self._clock = clock
        drop_later(folder.policies, steps)
        self._table = Table(folder.evaluations, COLUMNS, steps)

    def measure(self, policy: TeamPolicy, steps: int, logger: Logger) -> str:
        """Save the policy and let it play; keep it if it is the best so far.

        Args:
            policy: as it is now.
            steps: plays made so far.
            logger: takes the shares of games won.

        Returns:
            What was found, for people.
        """
        self.save(policy, steps, self._folder.policy_at(steps))
        agent = PolicyAgent(network_of_policy(policy))
        agent.name = "learner"
        rate = 0.0
        notes = []
        for opponent in self._config.evaluation.opponents:
            result = compare(
                [agent, opponent],
                self._config.evaluation.games,
                combine(self._config.seed, EVALUATION_STREAM),
                self._config.rules,
            )
            rate, (low, high) = result.rate, result.interval
            row = (steps, round(self._clock.seconds, 1), opponent)
            numbers = (f"{rate:.4f}", f"{low:.4f}", f"{high:.4f}", result.games)
            self._table.add(dict(zip(COLUMNS, row + numbers, strict=True)))
            logger.record(f"evaluation/{opponent}", rate)
            notes.append(f"{rate:.1%} against {opponent}")
        if rate > self.best:
            self.best = rate
            self.save(policy, steps, self._folder.best)
        return ", ".join(notes)

    def measured_at(self, steps: int) -> bool:
        """Whether the policy of a number of steps has been measured."""
        measured = read_table(self._folder.evaluations)
        return bool(measured) and int(measured[-1]["steps"]) >= steps

    def save(self, policy: TeamPolicy, steps: int, path: Path) -> None:
        """Write the policy as a file that says at what point of the run it was."""
        save_policy(
            policy,
            asdict(self._config.network),
            self._config.rules,
            path,
            steps=steps,
            seconds=round(self._clock.seconds),
            seed=self._config.seed,
        )
