"""The magnet and the schedules: what the learner is told beside its games."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from voormsi_agents.networks.magnet import Magnet
from voormsi_agents.networks.policies import TeamPolicy, make_policy, policy_of
from voormsi_agents.training.selfplay.algorithm import SelfPlayPPO
from voormsi_agents.training.selfplay.collector import Collector
from voormsi_agents.training.selfplay.opponents import SeatAssignment
from voormsi_env.games import Games
from voormsi_env.rules import Rules

RULES = Rules(players=2)
NETWORK = {"kind": "plain", "actor": [16], "critic": [8]}


def learner(games: int = 32, **options: float) -> SelfPlayPPO:
    policy_class, policy_options = policy_of(**NETWORK, rules=RULES)  # type: ignore[arg-type]
    collector = Collector(
        Games(games, RULES, seed=5, observe=True),
        SeatAssignment({"self": 1.0}, RULES, games),
        np.random.default_rng(0),
    )
    return SelfPlayPPO(
        policy_class,
        collector,
        rounds=4,
        batch_size=64,
        seed=3,
        policy_kwargs=policy_options,
        learning_rate=0.01,
        **options,
    )


def fresh_policy(seed: int) -> TeamPolicy:
    torch.manual_seed(seed)
    policy = make_policy(**NETWORK, rules=RULES)  # type: ignore[arg-type]
    torch.nn.init.normal_(policy.action_net.weight)
    return policy


def rows_and_masks() -> tuple[torch.Tensor, torch.Tensor]:
    games = Games(20, RULES, seed=1, observe=True)
    return torch.from_numpy(games.observations).float(), torch.from_numpy(games.masks).float()


def test_the_divergence_is_kullback_and_leiblers() -> None:
    policy, other = fresh_policy(1), fresh_policy(2)
    rows, masks = rows_and_masks()
    with torch.no_grad():
        near, away = (
            torch.softmax(p.scores(rows) - 1e9 * (1 - masks), dim=1) for p in (other, policy)
        )
    wanted = torch.where(masks > 0, away * (away / near).log(), 0).sum(1)
    magnet = Magnet(other, 100.0, 1.0)
    logits = policy.get_distribution(rows, masks.numpy()).distribution.logits  # type: ignore[union-attr]
    found = magnet.divergence(rows, masks, logits)
    assert torch.allclose(found, wanted, atol=1e-5)
    assert magnet.divergences == [pytest.approx(float(wanted.mean()), abs=1e-5)]


def test_the_penalty_goes_into_the_entropy_with_its_weight() -> None:
    policy = fresh_policy(1)
    rows, masks = rows_and_masks()
    actions = masks.argmax(1)
    plain = policy.evaluate_actions(rows, actions, masks)
    policy.magnet = Magnet(fresh_policy(2), 100.0, 0.5)
    held = policy.evaluate_actions(rows, actions, masks)
    assert torch.equal(plain[0], held[0])
    assert torch.equal(plain[1], held[1])
    assert plain[2] is not None
    assert held[2] is not None
    away = (plain[2] - held[2]).detach()
    assert float(away.mean()) == pytest.approx(0.5 * policy.magnet.divergences[0], rel=1e-4)
    assert float(away.mean()) > 0.01


def test_the_average_follows_by_its_halflife() -> None:
    old, new = fresh_policy(1), fresh_policy(2)
    magnet = Magnet(old, halflife=100.0, weight=1.0)
    magnet.follow(new, plays=200)
    for (name, average), start, end in zip(
        magnet.state_dict().items(),
        old.state_dict().values(),
        new.state_dict().values(),
        strict=True,
    ):
        assert torch.allclose(average, 0.25 * start + 0.75 * end, atol=1e-6), name


def test_a_magnet_holds_the_policy_back() -> None:
    moved = {}
    for weight in (0.0, 10.0):
        model = learner(entropy=0.01, magnet=weight, magnet_halflife=1e9)
        start = [p.clone() for p in model.policy.action_net.parameters()]
        rows, masks = rows_and_masks()
        before = torch.softmax(model.policy.scores(rows) - 1e9 * (1 - masks), 1).detach()
        model.learn(2_000)
        after = torch.softmax(model.policy.scores(rows) - 1e9 * (1 - masks), 1).detach()
        assert not torch.equal(start[0], model.policy.action_net.weight)
        moved[weight] = float((after - before).abs().mean())
    assert moved[10.0] < 0.3 * moved[0.0]
    assert "magnet" not in "".join(model.policy.state_dict())


def test_the_weight_of_the_entropy_falls_in_a_straight_line() -> None:
    model = learner(entropy=0.5, final_entropy=0.1)
    seen = []
    train = model.train

    def recording() -> None:
        train()
        seen.append((model.num_timesteps / 2_000, model.ent_coef))

    model.train = recording  # type: ignore[method-assign]
    model.learn(2_000)
    assert len(seen) > 4
    for done, weight in seen:
        assert weight == pytest.approx(0.5 - 0.4 * min(1.0, done))


def test_entropy_and_divergence_are_logged_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    from stable_baselines3.common.logger import Logger

    model = learner(entropy=0.01, magnet=0.5, magnet_halflife=200.0)
    model.set_logger(Logger(None, []))
    rows: list[dict[str, float]] = []
    monkeypatch.setattr(model, "dump_logs", lambda _: rows.append(dict(model.logger.name_to_value)))
    model.learn(3_000)
    last = rows[-1]
    assert last["train/magnet_divergence"] > 0.0
    assert -np.log(15) < last["train/entropy_loss"] < 0.0
