"""What is counted of a game while it is played: compiled, a call for each play."""

from __future__ import annotations

from voormsi_agents.matches.outcome import FAILED_ILLEGAL, SHARES, OutcomeRecord
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.aliases import ActionSet, Decks, StateRecord
from voormsi_env.engine.bits import count
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import lose_game, play
from voormsi_env.engine.scoring import (
    POINTS_OF_BONUS,
    count_trick,
    deal_has_ended,
    deal_is_annulled,
    points_for_tricks,
    run_is_on,
)
from voormsi_env.engine.state import BONUS_NONE, REASON_FORFEIT, REASON_NONE, SETTLE_TRICK
from voormsi_env.engine.table import team_of


@compiled
def play_and_count(
    game: StateRecord,
    action: int,
    legal: ActionSet,
    decks: Decks,
    before: StateRecord,
    outcome: OutcomeRecord,
) -> bool:
    """Make a play and count what came of it; an illegal one ends the game, its team failing.

    Args:
        game: a STATE record, not over.
        action: any whole number. legal: the set of legal actions.
        decks: int8 (given, 36).
        before: a STATE record, scratch memory.
        outcome: the game's OUTCOME record.

    Returns:
        Whether the play was illegal.
    """
    team = team_of(game, game.to_play)
    if action < 0 or action >= NUM_ACTIONS or legal >> action & 1 == 0:
        fail(game, team, FAILED_ILLEGAL, outcome)
        return True
    outcome.decisions[team] += 1
    if game.plays_made == 0:
        outcome.leads[team, count(action + 1) - 1] += 1
    if game.plays_made < game.plays_per_trick - 1:
        play(game, action, decks)
    else:
        copy_record(game, before)
        play(game, action, decks)
        if game.reason != REASON_FORFEIT:
            count_ended_trick(game, before, outcome)
    if game.over:
        count_ended_game(game, outcome)
    return False


@compiled
def copy_record(game: StateRecord, to: StateRecord) -> None:
    """Copy what `count_ended_trick` looks at of the game before the trick's last play."""
    to.cards_played = game.cards_played
    to.five_unbeaten = game.five_unbeaten
    for team in range(game.teams):
        to.tricks[team] = game.tricks[team]
        to.scores[team] = game.scores[team]
        to.unsettled[team] = game.unsettled[team]
    to.teams = game.teams
    to.play_on = game.play_on


@compiled
def count_ended_trick(game: StateRecord, before: StateRecord, outcome: OutcomeRecord) -> None:
    """Count the trick that ended with the last play: its winner, bonus, and who went bust.

    Args:
        game: the STATE record after the play.
        before: the same before it; the trick is counted in it once more, since the game itself
            may have gone on to the next deal.
    """
    team = team_of(game, game.last_winner)
    outcome.tricks[team] += game.last_size
    if game.last_bonus != BONUS_NONE:
        outcome.bonuses[game.last_bonus_team, game.last_bonus] += 1
        before.unsettled[game.last_bonus_team] += POINTS_OF_BONUS[game.last_bonus]
    before.cards_played += game.last_size
    before.heading_seat = game.last_winner
    before.trick_size = game.last_size
    count_trick(before)
    deal_ended = deal_has_ended(before) and not run_is_on(before)
    if deal_ended and deal_is_annulled(before):
        outcome.annulled[team] += 1
        return
    if not deal_ended and game.settlement != SETTLE_TRICK:
        return
    for other in range(game.teams):
        points = int(before.unsettled[other])
        if deal_ended:
            points += points_for_tricks(before, other)
        if points > 0 and before.scores[other] + points > game.game_points:
            outcome.busts[other] += 1


@compiled
def count_ended_game(game: StateRecord, outcome: OutcomeRecord) -> None:
    """Write how a game ended."""
    winners = count(int(game.winners))
    for team in range(game.teams):
        outcome.scores[team] = game.scores[team]
        if winners == 0:
            outcome.shares[team] = SHARES // int(game.teams)
        elif game.winners >> team & 1:
            outcome.shares[team] = SHARES // winners
        elif game.reason == REASON_FORFEIT:
            outcome.own_goals[team] = 1
    outcome.reason = game.reason
    outcome.deals = game.deal + 1
    outcome.plies = game.ply


@compiled
def fail(game: StateRecord, team: int, failure: int, outcome: OutcomeRecord) -> None:
    """End a game that a team cannot go on with: the others win it."""
    outcome.failed[team] = failure
    lose_game(game, team, REASON_NONE)
    count_ended_game(game, outcome)
