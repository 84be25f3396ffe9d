"""Policies of PyTorch: who reads what, and what sharpening does."""

from __future__ import annotations

import numpy as np
import torch
from policy_helpers import (
    NETWORKS,
    each_network,
    games_under_way,
    policy_with_opinions,
    scores_of,
)

from voormsi_agents.networks.policies import TeamPolicy, make_policy
from voormsi_env.rules import Rules


@each_network
def test_the_actor_cannot_see_hidden_cards_and_an_oracle_critic_can(network: dict) -> None:
    rules = Rules()
    games = games_under_way(rules)
    policy = policy_with_opinions(network, rules)
    rows = policy.inputs.of_games(games, np.arange(len(games)))
    other = rows.copy()
    other[:, policy.inputs.hidden] = 0
    with torch.no_grad():
        before, after = torch.from_numpy(rows).float(), torch.from_numpy(other).float()
        assert (policy.scores(before) == policy.scores(after)).all()
        assert (policy.scores(before) == policy.scores(after[:, : policy.inputs.visible])).all()
        seen = policy.predict_values(before) != policy.predict_values(after)
    if network["critic_kind"] == "oracle":
        assert seen.float().mean() > 0.9
    else:
        assert not seen.any()


def test_the_order_of_the_plays_matters_to_a_sequence_policy() -> None:
    rules = Rules()
    policy = policy_with_opinions(NETWORKS[-2], rules)
    games = games_under_way(rules, 10)
    rows = policy.inputs.of_games(games, np.arange(10))
    with torch.no_grad():
        scores = policy.scores(torch.from_numpy(rows).float())
        for change in ([0, 1], [2]):  # exchange two plays, or whose turns they were
            other = rows.copy()
            plays = other[:, policy.inputs.sequence].reshape(10, 36, 3)
            plays[:, 0, change], plays[:, 1, change] = (
                plays[:, 1, change],
                plays[:, 0, change].copy(),
            )
            other[:, policy.inputs.sequence] = plays.reshape(10, -1)
            assert (other != rows).any()
            moved = (policy.scores(torch.from_numpy(other).float()) != scores).any(dim=1)
            assert moved.any()
        padding = rows.copy()
        last = policy.inputs.sequence.stop - 3
        assert (padding[:, last] == -1).all()
        padding[:, last + 1 :] = 1  # what stands beside the padding must not matter
        assert torch.equal(policy.scores(torch.from_numpy(padding).float()), scores)


@each_network
def test_sharpening_multiplies_every_score(network: dict) -> None:
    rules = Rules()
    policy = policy_with_opinions(network, rules)
    rows = policy.inputs.of_views(games_under_way(rules, 9).views())
    before = scores_of(policy, rows)
    policy.sharpen(3.0)
    np.testing.assert_allclose(scores_of(policy, rows), 3.0 * before, rtol=1e-4, atol=1e-4)
    assert np.abs(before).max() > 0.1


def test_the_card_head_scores_a_card_alike_in_every_slot() -> None:
    policy: TeamPolicy = make_policy("cards", [8], [8], Rules())
    observations = torch.zeros(2, policy.features_dim)
    for row, cards in enumerate(([3, 9, 20, 30], [1, 2, 3, 30])):
        for slot, card in enumerate(cards):
            observations[row, slot * 36 + card] = 1
    head = policy.action_net
    latent = torch.ones(2, 8)
    scores = head(torch.cat([latent, observations[:, :144]], dim=1))
    assert scores[0, 0] == scores[1, 3]  # card 3 from slot 0, from slot 2
    assert scores[0, 7] == scores[1, 7]  # card 30 from slot 3 of both
    assert scores[0, 1] != scores[1, 1]
