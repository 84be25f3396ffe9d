"""The rule-based players: what they play where that is clear, and how strong they are."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import (
    FOUR,
    OPTIONS,
    RUN_WITH_VOORMSI,
    SIZES,
    SWEEP,
    THREE,
    TWO,
    parse_trick,
    play_tricks,
    scripted_deck,
)
from numpy.typing import NDArray

from voormsi_agents.base import Agent
from voormsi_agents.baselines.greedy import GreedyAgent, greedy_action
from voormsi_agents.baselines.heuristic import HEURISTIC_VERSION, HeuristicAgent, heuristic_action
from voormsi_agents.baselines.random import RandomAgent
from voormsi_agents.matches.lockstep import choose_actions, play_to_end
from voormsi_agents.registry import make_agent
from voormsi_env import Game, Games, Rules
from voormsi_env.actions import action_to_cards, legal_actions
from voormsi_env.cards import text_of
from voormsi_env.engine.state import REASON_FORFEIT, VIEW

Player = Callable[[Any, int], int]


def chosen(game: Game, player: Player = heuristic_action) -> str:
    """What a player plays for the seat to move."""
    assert game.to_play is not None
    view = game.view(game.to_play)
    return text_of(action_to_cards(int(player(view, 0)), int(view.hand)))


def to_lead(hand: str, player: Player = heuristic_action) -> str:
    """What a player leads to the first trick of a game."""
    deck = scripted_deck(4, 3, [], {0: hand.split()})
    return chosen(Game(FOUR, seed=1, decks=[deck], first_dealer=3), player)


def to_follow(trick: str, hand: str, player: Player = heuristic_action) -> str:
    """What a player adds to the first trick of a game, begun by seat 0."""
    seat = len(parse_trick(trick)[0])
    return chosen(play_tricks(trick, held={seat: hand.split()}), player)


# What the heuristic plays


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("7C 7S QC 5D", "7C 7S"),
        ("7D QC AC 5C", "7D"),
        ("9C 9S 5C 8D", "9C 9S"),
        ("QC QS QH 5D", "QC QS QH"),
        ("5C 5S 5H 8D", "5C 5S 5H"),
    ],
)
def test_it_leads_sevens_and_multiples(hand: str, lead: str) -> None:
    assert to_lead(hand) == lead


@pytest.mark.parametrize("card", ["3D", "KC", "KH"])
def test_it_leads_no_card_that_is_worth_more_later(card: str) -> None:
    assert card not in to_lead(f"{card} QC 8S 5C")


def test_playing_last_it_wins_with_the_cheapest_card_that_does() -> None:
    assert to_follow("5H QC 6C", "JS 9C AC 3D") == "JS"


def test_it_leaves_the_trick_to_a_winning_partner() -> None:
    assert to_follow("5H 9C 6C", "8S AC QD JS") == "QD"


def test_where_it_cannot_win_it_gives_its_least_card() -> None:
    assert to_follow("5H 9C 8S", "AC JS QD 6C") == "QD"
    assert to_follow("5H 9C 8S", "AC JS QD KC") == "QD"


def test_of_several_cards_it_spends_no_more_than_it_takes() -> None:
    assert to_follow("5C 5S | 8C 8H | 6C 6S", "9C JS QD 3D") == "9C JS"
    assert to_follow("5C 5S | 6C 6S | 8C 8H", "9C JS QD 3D") == "JS QD"
    assert to_follow("7H 7D | 5C 5S | 6C 6S", "KC 7S 9C QD") == "KC 7S"


def test_it_uses_the_kings_against_sevens() -> None:
    assert to_follow("7D 5C 6C", "KC QD AC JS") == "KC"
    assert to_follow("7D KC", "KS QD AC JS") == "KS"


def test_it_takes_voormsi_and_the_toqutsit_that_took_it() -> None:
    assert to_follow("5H KH", "3D QD AC JS") == "3D"
    assert to_follow("KH JC", "3D QD AC JS") == "3D"


def test_it_leaves_voormsi_to_its_partner() -> None:
    assert to_follow("5H KH 6C", "3D QD AC JS") == "QD"


@pytest.mark.parametrize("player", [heuristic_action, greedy_action])
@pytest.mark.parametrize("trick", ["KH 5C", "8C KH 6C"])
def test_toqutsit_stays_in_hand_when_it_would_be_an_own_goal(trick: str, player: Player) -> None:
    assert "JC" not in to_follow(trick, "JC 8S AC JS", player)


@pytest.mark.parametrize(
    ("first_trick", "play"),
    [
        ("9S 5C 5S 5H", "KH"),  # Toqutsit is still out: a bonus for the risk
        ("JC 5C 5S 5H", "QD"),  # it is gone: no bonus, so Voormsi is kept for a better trick
    ],
)
def test_voormsi_goes_out_for_its_bonus(first_trick: str, play: str) -> None:
    game = play_tricks(first_trick, "6C", held={1: ["KH", "9C", "QS", "QD"]})
    assert chosen(game) == play


# What it makes of the score


@pytest.mark.parametrize(
    ("score", "lead"),
    [
        (7, "8S"),  # five unbeaten make two points, just what is needed
        (8, "QS"),  # two would be too many: it rather wins the fifth trick later, for one
    ],
)
def test_it_takes_care_not_to_go_bust(score: int, lead: str) -> None:
    game = play_tricks(
        *RUN_WITH_VOORMSI[:4], held={0: ["8S", "9D", "QD", "QS"]}, start_scores=[score, 0]
    )
    assert chosen(game) == lead


@pytest.mark.parametrize(("score", "play"), [(0, "8S"), (8, "6D")])
def test_it_lets_its_opponents_go_bust(score: int, play: str) -> None:
    game = play_tricks(
        *RUN_WITH_VOORMSI[:4],
        "9C 6C QH",
        held={3: ["8S", "6D", "QD", "QS"]},
        start_scores=[score, 0],
    )
    assert chosen(game) == play


def test_it_gives_a_trick_away_rather_than_have_the_deal_annulled() -> None:
    game = play_tricks(*SWEEP[:7], SWEEP[7], plays=28)
    assert game.hand(0) == ["9D", "KS"]
    assert chosen(game) == "KS"


# What the greedy player plays


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("JC 5C 5S 8D", "5C 5S"),
        ("9C 9S 5C 5D", "9C 9S"),
        ("3D 8C QC 5C", "5C"),
        ("KH KC KS JC", "KH KC KS"),
    ],
)
def test_greedy_leads_the_most_and_then_the_strongest_cards(hand: str, lead: str) -> None:
    assert to_lead(hand, greedy_action) == lead


@pytest.mark.parametrize(
    ("trick", "hand", "play"),
    [
        ("5H QC 6C", "JS 9C AC 3D", "3D"),
        ("5H QC 6C", "JS 9C AC QD", "9C"),
        ("5H 9C 6C", "8S AC QD JS", "8S"),  # its partner's trick
        ("5H 9C 8S", "AC JS QD 6C", "QD"),
        ("7D 5C 6C", "KC QD 7S JS", "KC"),
        ("5C 5S | 8C 8H | 6C 6S", "9C AC JS QD", "9C AC"),
        ("5C 5S | 8C 8H | 6C 6S", "9C KS 8D QD", "QD KS"),
    ],
)
def test_greedy_takes_what_it_can_with_its_strongest_cards(
    trick: str, hand: str, play: str
) -> None:
    assert to_follow(trick, hand, greedy_action) == play


# Strength: duplicate games, seats swapped; the bounds are well below what is measured


def share_of_wins(agent: Agent, other: Agent, rules: Rules, deals: int) -> float:
    """How often an agent wins, each deal played from every seat; three players: alone against
    two of the others."""
    wins = 0
    for turn in range(rules.teams):
        games = Games(deals, rules, seed=1)
        teams = np.array([rules.team_of(seat) for seat in range(rules.players)])
        seating = np.tile(np.where(teams == turn, 0, 1), (deals, 1))
        play_to_end(games, [agent, other], seating, key=2 + turn)
        wins += int((games.states["winners"] == 1 << turn).sum())
    return wins / (deals * rules.teams)


@pytest.mark.parametrize(
    ("rules", "least"), [(FOUR, 0.98), (TWO, 0.97), (THREE, 0.95)], ids=["four", "two", "three"]
)
def test_the_heuristic_beats_random_players(rules: Rules, least: float) -> None:
    assert share_of_wins(HeuristicAgent(), RandomAgent(), rules, 150) >= least


@pytest.mark.parametrize(
    ("rules", "least"), [(FOUR, 0.85), (TWO, 0.88), (THREE, 0.55)], ids=["four", "two", "three"]
)
def test_the_heuristic_beats_greedy_players(rules: Rules, least: float) -> None:
    assert share_of_wins(HeuristicAgent(), GreedyAgent(), rules, 200) >= least


def test_greedy_beats_random_players() -> None:
    assert share_of_wins(GreedyAgent(), RandomAgent(), FOUR, 150) >= 0.88


# All baselines


AGENTS = [RandomAgent, GreedyAgent, HeuristicAgent]


def some_views(rules: Rules, games: int = 60, plays: int = 25) -> NDArray[np.void]:
    """Views met in random games."""
    table = Games(games, rules, seed=4)
    views = []
    for ply in range(plays):
        views.append(table.views()[table.to_play >= 0])
        keys = np.arange(games) + 1000 * ply
        actions = RandomAgent().act(table.views(), keys) if (table.to_play >= 0).all() else None
        if actions is None:
            break
        table.step(actions)
    return np.concatenate(views)


@pytest.mark.parametrize("kind", AGENTS)
@pytest.mark.parametrize("rules", SIZES)
def test_a_decision_depends_on_its_view_and_key_alone(kind: type[Agent], rules: Rules) -> None:
    views = some_views(rules)
    keys = np.arange(len(views), dtype=np.int64)
    actions = kind().act(views, keys)
    assert actions.dtype == np.int64
    order = np.random.default_rng(1).permutation(len(views))
    assert (kind().act(views[order], keys[order]) == actions[order]).all()
    alone = [kind().act(views[i : i + 1], keys[i : i + 1])[0] for i in range(0, len(views), 50)]
    assert (alone == actions[::50]).all()


@pytest.mark.parametrize("kind", AGENTS)
def test_no_views_ask_for_no_actions(kind: type[Agent]) -> None:
    assert kind().act(np.zeros(0, VIEW), np.zeros(0, np.int64)).shape == (0,)


@pytest.mark.parametrize("kind", [GreedyAgent, HeuristicAgent])
def test_rule_based_players_need_no_chance(kind: type[Agent]) -> None:
    views = some_views(FOUR)
    keys = np.zeros(len(views), np.int64)
    assert (kind().act(views, keys) == kind().act(views, keys + 12345)).all()


OPTION_RULES = [
    Rules(players=rules.players, **{option: value})
    for rules in SIZES
    for option, values in {**OPTIONS, "game_points": (None, 1, 50)}.items()
    for value in values[1:]
]


@pytest.mark.parametrize("rules", OPTION_RULES, ids=lambda rules: str(rules.to_dict().values()))
def test_every_play_is_legal_under_every_option(rules: Rules) -> None:
    games = Games(6, rules, seed=3, max_deals=6)
    seating = np.random.default_rng(3).integers(0, 3, (6, rules.players))
    play_to_end(games, [RandomAgent(), GreedyAgent(), HeuristicAgent()], seating, key=1)
    assert games.states["over"].all()


def test_own_goals_are_scored_only_when_there_is_no_other_play() -> None:
    """Heuristic and greedy players, each with a partner of its kind or a random one."""
    games = Games(400, FOUR, seed=5)
    agents = [HeuristicAgent(), GreedyAgent(), RandomAgent()]
    seating = np.random.default_rng(5).integers(0, 3, (400, 4))
    rows = np.arange(400)
    forced = 0
    while (games.to_play >= 0).any():
        views, movers = games.views(), games.to_play.copy()
        deciders = np.where(movers >= 0, seating[rows, movers], -1)
        games.step(choose_actions(games, agents, deciders, 6, rows))
        forfeits = games.ended & (games.states["reason"] == REASON_FORFEIT) & (deciders < 2)
        for view in views[forfeits & (deciders >= 0)]:
            assert len(legal_actions(int(view["legal"]))) == 1
            forced += 1
    assert forced < 20


def test_compiled_and_plain_python_decide_alike(tmp_path: Path) -> None:
    views = np.concatenate([some_views(rules, games=4) for rules in SIZES])
    np.save(tmp_path / "views.npy", views)
    script = (
        "import sys, numpy as np\n"
        "from voormsi_agents.registry import make_agent\n"
        "from voormsi_env import Rules\n"
        "from voormsi_env.engine.state import VIEW\n"
        "views = np.load(sys.argv[1]).view(VIEW)\n"
        "for name in ('greedy', 'heuristic'):\n"
        "    keys = np.zeros(len(views), np.int64)\n"
        "    print(*make_agent(name, Rules()).act(views, keys))\n"
    )
    plain = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "views.npy")],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    keys = np.zeros(len(views), np.int64)
    compiled = [agent.act(views, keys) for agent in (GreedyAgent(), HeuristicAgent())]
    assert plain.stdout.splitlines() == [" ".join(map(str, actions)) for actions in compiled]


def test_the_registry_names_the_version() -> None:
    views = some_views(FOUR, games=20)
    keys = np.zeros(len(views), np.int64)
    current = make_agent("heuristic", FOUR)
    fixed = make_agent(f"heuristic-{HEURISTIC_VERSION}", FOUR)
    assert fixed.name == "heuristic-1"
    assert (current.act(views, keys) == fixed.act(views, keys)).all()
