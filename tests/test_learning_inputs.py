"""What networks are given: the parts of a row, who reads which, and policies made of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from voormsi_agents.networks.checkpoint_agent import BLOCK, PolicyAgent
from voormsi_agents.networks.inputs import HIDDEN_FIELDS, Inputs
from voormsi_agents.networks.policies import TeamPolicy, make_policy, policy_of
from voormsi_agents.networks.policy_file import save_policy
from voormsi_agents.registry import make_agent
from voormsi_agents.training.selfplay.algorithm import SelfPlayPPO
from voormsi_agents.training.selfplay.collector import Collector
from voormsi_agents.training.selfplay.opponents import SeatAssignment
from voormsi_agents.training.stages.demonstrations import (
    DemonstrationsError,
    Demonstrator,
    collect_demonstrations,
)
from voormsi_agents.training.stages.imitation import imitate
from voormsi_env.full_state import decode_state
from voormsi_env.games import Games
from voormsi_env.observation import Layout, cards_in, place_in
from voormsi_env.rules import Rules
from voormsi_env.sequence import sequences

NETWORKS = [
    {"kind": kind, "actor": [16, 8], "critic": [8], "critic_kind": critic}
    for kind in ("plain", "cards", "sequence")
    for critic in ("own", "oracle")
]
each_network = pytest.mark.parametrize(
    "network", NETWORKS, ids=lambda network: f"{network['kind']}-{network['critic_kind']}"
)
each_parts = pytest.mark.parametrize(("sequence", "hidden"), [(0, 0), (0, 1), (1, 0), (1, 1)])


def games_under_way(rules: Rules, n: int = 2 * BLOCK + 5, steps: int = 13) -> Games:
    games = Games(n, rules, seed=3, observe=True)
    rng = np.random.default_rng(0)
    for _ in range(steps):
        games.step((games.masks * rng.random(games.masks.shape)).argmax(axis=1))
    assert (games.to_play >= 0).all()
    return games


def policy_with_opinions(network: dict, rules: Rules) -> TeamPolicy:
    torch.manual_seed(0)
    policy = make_policy(**network, rules=rules)
    for parameter in policy.action_net.parameters():
        torch.nn.init.normal_(parameter)
    return policy


@each_parts
def test_a_row_holds_its_parts_and_survives_packing(sequence: int, hidden: int) -> None:
    rules = Rules()
    games = games_under_way(rules)
    inputs = Inputs(rules, bool(sequence), bool(hidden))
    chosen = np.arange(0, len(games), 3)
    rows = inputs.of_games(games, chosen)
    views = games.views()[chosen]
    assert rows.shape == (len(chosen), inputs.size)
    assert all(inputs.space.contains(row) for row in rows)
    assert (rows[:, inputs.observation] == games.observations[chosen]).all()
    assert (inputs.of_views(views) == rows[:, : inputs.visible]).all()
    if sequence:
        assert (rows[:, inputs.sequence] == sequences(views).reshape(len(views), -1)).all()
    packed = inputs.pack(rows)
    assert packed.shape == (len(chosen), inputs.packed_size)
    assert (inputs.unpack(packed) == rows).all()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("steps", [5, 30])
def test_the_hidden_part_is_what_the_state_knows(players: int, steps: int) -> None:
    from voormsi_env.engine.play import settle_deck
    from voormsi_env.full_state import encode_state, state_layout_of

    rules = Rules(players=players)
    games = games_under_way(rules, 40, steps)
    inputs = Inputs(rules, hidden=True)
    layout = Layout(rules, HIDDEN_FIELDS)
    hidden = inputs.of_games(games, np.arange(40))[:, inputs.hidden]
    ends = 0
    for game in range(40):
        record = games.states[game].copy()
        settle_deck(record)
        state = np.empty(state_layout_of(rules).size, np.int8)
        encode_state(record, state_layout_of(rules).starts, state)
        known = decode_state(state, rules)
        seat = int(games.to_play[game])
        hands = [cards_in(row) for row in layout.part(hidden[game], "hands")]
        assert hands == [known["hands"][(seat + k) % players] for k in range(1, players)]
        coming = [place_in(row) for row in layout.part(hidden[game], "next_cards")]
        assert coming == known["stock"][:players]
        ends += coming[-1] is None
    assert ends or steps < 30 or players < 4


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
    assert seen.all() if network["critic_kind"] == "oracle" else not seen.any()


@each_network
def test_a_saved_policy_plays_from_views_as_it_did_from_games(
    network: dict, tmp_path: Path
) -> None:
    rules = Rules()
    games = games_under_way(rules)
    policy = policy_with_opinions(network, rules)
    save_policy(policy, network, rules, tmp_path / "policy.safetensors")
    views, keys = games.views(), np.arange(len(games), dtype=np.int64)
    agent = make_agent(f"checkpoint:{tmp_path}", rules)
    actions = agent.act(views, keys)
    assert len(np.unique(actions)) > 2
    rows = torch.from_numpy(policy.inputs.of_games(games, np.arange(len(games)))).float()
    with torch.no_grad():
        scores = policy.scores(rows).numpy()
    assert (actions == np.where(games.masks, scores, -np.inf).argmax(axis=1)).all()
    order = np.random.default_rng(2).permutation(len(views))
    assert (agent.act(views[order], keys[order]) == actions[order]).all()
    assert (PolicyAgent(policy).act(views[:1], keys[:1]) == actions[:1]).all()


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
def test_it_learns_by_imitation_and_from_games(network: dict, tmp_path: Path) -> None:
    rules = Rules(players=2)
    policy_class, options = policy_of(**network, rules=rules)
    games = Games(16, rules, seed=5, observe=True)
    collector = Collector(
        games,
        SeatAssignment({"self": 1.0}, rules, 16),
        np.random.default_rng(0),
        inputs=options["inputs"],
    )
    model = SelfPlayPPO(
        policy_class, collector, rounds=4, batch_size=32, seed=3, policy_kwargs=options
    )
    demonstrator = Demonstrator(
        make_agent("greedy", rules), rules, options["inputs"], 0.1, "outcome"
    )
    shown = collect_demonstrations(demonstrator, 400, 1, tmp_path)
    surprises = [
        surprise for _, surprise, _ in imitate(model.policy, shown, 8, 64, 0.01, 1.0, seed=1)
    ]
    assert np.mean(surprises[-6:]) < 0.85 * np.mean(surprises[:6])
    before = {name: p.clone() for name, p in model.policy.named_parameters()}
    model.learn(200)
    unmoved = [name for name, p in model.policy.named_parameters() if torch.equal(before[name], p)]
    assert unmoved == []


def test_demonstrations_for_another_network_are_refused(tmp_path: Path) -> None:
    rules = Rules(players=2)
    own, other = (
        Demonstrator(make_agent("random", rules), rules, inputs, 0.1, "outcome")
        for inputs in (Inputs(rules), Inputs(rules, hidden=True))
    )
    collect_demonstrations(own, 50, 1, tmp_path)
    with pytest.raises(DemonstrationsError, match="was made for a network that sees"):
        collect_demonstrations(other, 50, 1, tmp_path)
