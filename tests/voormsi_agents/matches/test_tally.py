"""What is counted of a game agrees with a recount, play by play."""

from __future__ import annotations

import pytest
from played import play_match

from voormsi_env import Game, Rules


def recount(rules, seed, actions):
    """What a game came to, counted play by play on a `Game`, by team."""
    game = Game(rules, seed=seed)
    zero = lambda: [0] * rules.teams  # noqa: E731
    counted = {name: zero() for name in ("decisions", "tricks", "busts", "annulled", "own_goals")}
    leads, bonuses = [[0] * 4 for _ in zero()], [[0] * 5 for _ in zero()]
    for action in actions:
        team = rules.team_of(game.to_play)
        record = game.state
        last_play = record.plays_made == rules.plays_per_trick - 1
        annulled, scores = int(record.annulled_deals), game.scores
        counted["decisions"][team] += 1
        if record.plays_made == 0:
            leads[team][int(action + 1).bit_count() - 1] += 1
        game.play_action(int(action))
        record = game.state
        if game.reason == "forfeit":
            counted["own_goals"][team] += 1
            continue
        if not last_play:
            continue
        winner = rules.team_of(record.last_winner)
        counted["tricks"][winner] += int(record.last_size)
        if record.last_bonus:
            bonuses[record.last_bonus_team][record.last_bonus] += 1
        if record.annulled_deals > annulled:
            counted["annulled"][winner] += 1
        else:
            for other in range(rules.teams):
                counted["busts"][other] += game.scores[other] < scores[other]
    return game, {**counted, "leads": leads, "bonuses": bonuses}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("settlement", ["trick", "deal"])
def test_what_is_counted_of_a_game_agrees_with_a_recount(players, settlement) -> None:
    # With "deduct", a score falls just when its team goes bust, own goals and annulments apart.
    rules = Rules(players=players, bust="deduct", settlement=settlement, game_points=4)
    sides = ["random", "greedy"]
    stream = play_match(sides, 8, rules, keep_actions=True)
    for game, outcome in enumerate(stream.outcomes):
        end, counted = recount(rules, int(outcome["seed"]), stream.actions[game])
        assert end.over
        assert outcome["scores"][: rules.teams].tolist() == end.scores
        assert outcome["plies"] == len(stream.actions[game])
        assert outcome["deals"] == end.deal + 1
        shares = [6 // len(end.winners) if t in end.winners else 0 for t in range(rules.teams)]
        assert outcome["shares"][: rules.teams].tolist() == shares
        for name, values in counted.items():
            assert outcome[name][: rules.teams].tolist() == values, name
    assert stream.outcomes["busts"].sum() > 0
    assert stream.outcomes["bonuses"].sum() > 0
