"""What a training run is asked to do: every key of `configs/*.yaml`, with its default.

These are plain data. A class refuses a value that is out of its range when it is made
(`config_ranges.ConfigError`); whether there are such agents and such a policy to begin from is the
matter of `config_check`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from voormsi_agents.training.config_ranges import (
    check_above_zero,
    check_from_zero,
    check_share,
    check_whole,
    refuse,
)
from voormsi_env.rules import Rules
from voormsi_env.seeds import checked_seed

NetworkKind = Literal["cards", "plain", "sequence"]
CriticKind = Literal["own", "oracle"]
Horizon = Literal["game", "deal"]
RewardKind = Literal["outcome", "points", "shaped"]


@dataclass(frozen=True)
class NetworkConfig:
    """The policy network.

    Attributes:
        kind: `"cards"` scores a play by the cards it plays, `"plain"` has an output an action,
            `"sequence"` is `"cards"` with a memory that reads the plays of the deal in order.
        actor: widths of the actor's hidden layers.
        critic: widths of the critic's hidden layers; it shares nothing with the actor.
        critic_kind: `"own"`, the critic sees what its seat sees; `"oracle"`, also the others'
            hands and the next cards of the stock, while it learns. The actor never does.
    """

    kind: NetworkKind = "cards"
    actor: list[int] = field(default_factory=lambda: [256, 256])
    critic: list[int] = field(default_factory=lambda: [256, 256])
    critic_kind: CriticKind = "own"

    def __post_init__(self) -> None:
        """Refuse values out of their range."""
        for name, widths in (("actor", self.actor), ("critic", self.critic)):
            if not widths or min(widths) < 1:
                refuse(f"network.{name}", widths, "a list of one width or more, each from 1")


@dataclass(frozen=True)
class PPOConfig:
    """How the policy learns from the games it plays.

    Attributes:
        games: played side by side.
        rounds: collected for each update; in a round every seat plays once.
        batch_size: transitions to a gradient step.
        epochs: passes over the transitions of an update.
        learning_rate: at the start.
        final_learning_rate: at the end, reached in a straight line; None for no change.
        gamma: discount, from one play of a seat to its next.
        gae_lambda: of generalised advantage estimation.
        horizon: how far what comes of a play counts as its doing: to the end of the `"game"`, or of
            the `"deal"`. Later deals are luck, but for the ladder they begin from; where reward is
            paid for that at the deal's end, as `shaped` and `points` do, leaving them out loses
            little and quiets the gradient much.
        clip_range: how far the ratio of probabilities may move in an update.
        entropy: weight of the entropy of the policy, at the start.
        final_entropy: at the end, reached in a straight line; None for no change.
        magnet: weight of the divergence from a slowly moving average of the policy; 0 for none.
        magnet_halflife: plays after which half of what that average was is left of it.
        normalise_advantages: scale the advantages of each batch to mean 0 and deviation 1.
        value: weight of the critic's loss.
        max_grad_norm: longest gradient.
        target_kl: an update ends early at 1.5 times this divergence; None for never.
    """

    games: int = 1024
    rounds: int = 16
    batch_size: int = 1024
    epochs: int = 3
    learning_rate: float = 5e-4
    final_learning_rate: float | None = None
    gamma: float = 1.0
    gae_lambda: float = 0.95
    horizon: Horizon = "game"
    clip_range: float = 0.2
    entropy: float = 0.01
    final_entropy: float | None = None
    magnet: float = 0.0
    magnet_halflife: float = 2_000_000
    normalise_advantages: bool = True
    value: float = 0.5
    max_grad_norm: float = 0.5
    target_kl: float | None = None

    def __post_init__(self) -> None:
        """Refuse values out of their range."""
        check_whole("ppo.", self, games=1, rounds=1, batch_size=1, epochs=1)
        check_above_zero(
            "ppo.", self, "learning_rate", "clip_range", "max_grad_norm", "magnet_halflife"
        )
        check_share("ppo.", self, "gamma", "gae_lambda")
        check_from_zero("ppo.", self, "entropy", "final_entropy", "magnet", "value")
        if self.magnet > 0.0 and 0.0 in (self.entropy, self.final_entropy):
            refuse("ppo.entropy or ppo.final_entropy", 0, "with a magnet numbers above 0")
        check_above_zero("ppo.", self, "final_learning_rate", "target_kl")


@dataclass(frozen=True)
class ImitationConfig:
    """Learning from a teacher's plays before learning from games.

    Attributes:
        teacher: a registry agent, or None for no imitation.
        positions: plays of the teacher to learn from; fewer where they take too much of `minutes`.
        epochs: passes over them.
        batch_size: positions to a gradient step.
        learning_rate: at the start; falls to a tenth of it.
        random_plays: share of the plays made at random, so that the teacher is seen getting out
            of positions it does not get into by itself.
        temperature: where the teacher values every play (`pimc` does), the policy learns to play
            in proportion to exp(value / temperature).
        sharpness: what the policy's scores are multiplied by afterwards. Reinforcement draws its
            plays, and values that lie close together are learned best at a temperature at which
            drawn plays are bad ones.
    """

    teacher: str | None = None
    positions: int = 500_000
    epochs: int = 2
    batch_size: int = 2048
    learning_rate: float = 1e-3
    random_plays: float = 0.1
    temperature: float = 0.02
    sharpness: float = 1.0

    def __post_init__(self) -> None:
        """Refuse values out of their range."""
        check_whole("imitation.", self, positions=1, epochs=1, batch_size=1)
        check_above_zero("imitation.", self, "learning_rate", "temperature", "sharpness")
        if not 0.0 <= self.random_plays < 1.0:
            refuse("imitation.random_plays", self.random_plays, "numbers from 0 to below 1")


@dataclass(frozen=True)
class RolloutTargetsConfig:
    """Learning what every play would have come to in the cards as they lay, before reinforcement.

    Attributes:
        positions: to learn from; 0 for none.
        until: part of the run, by its `minutes` or `steps`, after which it ends, if that comes
            first.
        by_policy: the part of it, at its end, in which the policy itself plays on after the plays
            that are tried, and no longer the rule-based player.
        tricks: how many tricks are played on after the one on the table, before a position is
            judged as it stands; 12 for the whole deal.
        games: played side by side.
        self_play: share of the games in which all seats are the policy's; in the others the
            rule-based player has one team's.
        random_plays: share of the plays made at random.
        batch_size: positions to a gradient step.
        learning_rate: at the start; falls to a fiftieth of it.
        temperature: afterwards the policy draws its plays in proportion to
            exp(chance to win / temperature).
    """

    positions: int = 0
    until: float = 1.0
    by_policy: float = 0.0
    tricks: int = 2
    games: int = 2048
    self_play: float = 0.5
    random_plays: float = 0.08
    batch_size: int = 1024
    learning_rate: float = 1e-3
    temperature: float = 0.005

    def __post_init__(self) -> None:
        """Refuse values out of their range."""
        section = "rollout_targets."
        check_whole(section, self, positions=0, tricks=0, games=1, batch_size=1)
        check_above_zero(section, self, "learning_rate", "temperature", "until")
        check_share(section, self, "by_policy", "self_play", "random_plays", "until")


@dataclass(frozen=True)
class EvaluationConfig:
    """Measuring the policy while it learns.

    Attributes:
        opponents: registry agents; the best policy is the one that does best against the last.
        games: against each, every deal once from each team's seats.
        every: steps from one evaluation to the next.
    """

    opponents: list[str] = field(default_factory=lambda: ["random", "heuristic"])
    games: int = 400
    every: int = 2_000_000

    def __post_init__(self) -> None:
        """Refuse values out of their range."""
        if not self.opponents:
            refuse("evaluation.opponents", self.opponents, "a list of one agent or more")
        check_whole("evaluation.", self, games=4, every=1)


@dataclass(frozen=True)
class CheckpointConfig:
    """Saving the run.

    Attributes:
        every: steps from one checkpoint to the next.
        keep: how many of the newest to keep.
    """

    every: int = 1_000_000
    keep: int = 3

    def __post_init__(self) -> None:
        """Refuse values out of their range."""
        check_whole("checkpoints.", self, every=1, keep=1)


@dataclass(frozen=True)
class PoolConfig:
    """Past selves, for the opponent `pool`.

    Attributes:
        every: steps from one snapshot to the next.
        size: how many of the newest to keep.
        prioritised: play more often against those that win more often.
    """

    every: int = 500_000
    size: int = 8
    prioritised: bool = True

    def __post_init__(self) -> None:
        """Refuse values out of their range."""
        check_whole("pool.", self, every=1, size=1)


@dataclass(frozen=True)
class TrainConfig:
    """A training run.

    Attributes:
        rules: of the games.
        seed: of everything random in the run.
        steps: plays, by all seats, after which the run ends.
        minutes: of wall time after which the run ends, if that comes first; None for no limit.
        threads: for matrix arithmetic; 0 for one a core. One is best where other work is running.
        reward: `"outcome"`, 1 for a win and -1 for a loss (-1/2 each for two losers); `"points"`,
            changes on the ladder beyond the others' mean, by the ladder's length; or `"shaped"`,
            the outcome shaped by the chance of winning from the ladder.
        opponents: whom the learner plays against, each with its weight: `self`, a past self
            (`pool`), or a registry agent; `A with B` puts agent B in the partner's seat too.
        pool: which past selves.
        network: the policy network.
        start: a policy with the same network to begin from: a policy file, a run folder, or the
            name of a shipped policy; None for fresh weights.
        ppo: the learner.
        imitation: of a teacher, before.
        rollout_targets: learning what all plays would have come to, after imitation and before
            reinforcement.
        evaluation: on the way.
        checkpoints: on the way.
    """

    rules: Rules = field(default_factory=Rules)
    seed: int = 1
    steps: int = 20_000_000
    minutes: float | None = None
    threads: int = 0
    reward: RewardKind = "shaped"
    opponents: dict[str, float] = field(default_factory=lambda: {"self": 1.0})
    pool: PoolConfig = field(default_factory=PoolConfig)
    network: NetworkConfig = field(default_factory=NetworkConfig)
    start: str | None = None
    ppo: PPOConfig = field(default_factory=PPOConfig)
    imitation: ImitationConfig = field(default_factory=ImitationConfig)
    rollout_targets: RolloutTargetsConfig = field(default_factory=RolloutTargetsConfig)
    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)
    checkpoints: CheckpointConfig = field(default_factory=CheckpointConfig)

    def __post_init__(self) -> None:
        """Refuse values out of their range."""
        checked_seed(self.seed)
        check_whole("", self, steps=1, threads=0)
        check_above_zero("", self, "minutes")
        if self.ppo.horizon == "deal" and self.reward == "outcome":
            refuse("reward", self.reward, "shaped and points where ppo.horizon is deal")
        if self.rollout_targets.positions and self.reward == "points":
            refuse("reward", self.reward, "outcome and shaped with rollout_targets.positions")
