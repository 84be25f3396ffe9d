"""Bonuses, the points of a deal, and the ladder (docs/rules.md sections 5 to 7)."""

from __future__ import annotations

import numpy as np

from voormsi_env.aliases import CardSet, Seat, StateRecord
from voormsi_env.cards import THREE, TOQUTSIT, VOORMSI
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.state import (
    BONUS_NONE,
    BONUS_POINTS,
    BONUS_THREE,
    BONUS_THREE_ON_TOQUTSIT,
    BONUS_TOQUTSIT,
    BONUS_VOORMSI,
    BUST_DEDUCT,
    BUST_REBOUND,
    PLAY_ON_UNBEATEN,
    SETTLE_TRICK,
)
from voormsi_env.engine.table import seats_shown_hand, team_of
from voormsi_env.rules import PACK_SIZE

HAS_TOQUTSIT = 1 << TOQUTSIT
HAS_VOORMSI = 1 << VOORMSI
HAS_THREE = 1 << THREE
MAJORITY = 5
POINTS_OF_BONUS = np.array(BONUS_POINTS, np.int64)


# Bonuses (section 5)


@compiled
def is_own_goal(game: StateRecord, seat: Seat, cards: CardSet, heading: int) -> bool:
    """Whether a play that beats the heading play takes the partner's Voormsi by Toqutsit.

    With the 3D in the same play, it is the 3D that beats Voormsi. A player's own Voormsi (the
    two-player game) is not his partner's.
    """
    return (
        heading & HAS_VOORMSI != 0
        and cards & HAS_TOQUTSIT != 0
        and cards & HAS_THREE == 0
        and game.heading_seat != seat
        and team_of(game, seat) == team_of(game, game.heading_seat)
    )


@compiled
def put_bonus_in_prospect(game: StateRecord, seat: Seat, cards: CardSet, heading: int) -> None:
    """Note the bonus that a play earns by beating the heading play; the last one noted counts."""
    team = team_of(game, seat)
    opposing = team != team_of(game, game.heading_seat)
    if heading & HAS_VOORMSI != 0:
        if cards & HAS_TOQUTSIT != 0 and opposing:
            game.prospect = BONUS_TOQUTSIT
            game.prospect_team = team
            game.toqutsit_took_voormsi = True
        elif cards & HAS_THREE != 0:
            game.prospect = BONUS_THREE
            game.prospect_team = team
    elif game.toqutsit_took_voormsi and cards & HAS_THREE != 0:
        # Toqutsit heads the trick until a 3D takes it: nothing else beats it once Voormsi is gone.
        game.prospect = BONUS_THREE_ON_TOQUTSIT
        game.prospect_team = team


@compiled
def note_voormsi_played(game: StateRecord, cards: CardSet, toqutsit_gone: bool) -> None:
    """Note whether Voormsi, just played, is at risk: its bonus is paid for the risk taken."""
    last_play = game.plays_made == game.plays_per_trick - 1
    game.voormsi_at_risk = not (last_play or toqutsit_gone or cards & HAS_TOQUTSIT != 0)


@compiled
def claim_voormsi_bonus(game: StateRecord, winning_play: int) -> None:
    """At the end of a trick: Voormsi's own bonus, and the hand shown to claim it.

    Everybody sees when it is not claimed, and so knows that the winner still holds Toqutsit.
    """
    if winning_play & HAS_VOORMSI == 0 or not game.voormsi_at_risk:
        return
    winner = int(game.heading_seat)
    hand = game.hands[winner]
    if hand & HAS_TOQUTSIT != 0:
        game.toqutsit_holder = winner
        return
    game.prospect = BONUS_VOORMSI
    game.prospect_team = team_of(game, winner)
    game.undrawn |= 1 << winner
    seats = seats_shown_hand(game, winner)
    if seats != 0:
        game.shown = hand
        game.shown_by = winner
        game.shown_to = seats


@compiled
def earn_bonus(game: StateRecord) -> None:
    """At the end of a trick: the bonus in prospect is paid, to go on the ladder when settled."""
    if game.prospect == BONUS_NONE:
        return
    game.bonus = game.prospect
    game.bonus_team = game.prospect_team
    game.bonus_trick = int(game.tricks_begun) - 1
    game.unsettled[game.prospect_team] += POINTS_OF_BONUS[game.prospect]


# The points of a deal (section 6)


@compiled
def count_trick(game: StateRecord) -> None:
    """Give the trick just ended to its winner's team; a trick of n cards counts as n."""
    team = team_of(game, game.heading_seat)
    game.tricks[team] += game.trick_size
    if game.tricks[team] >= MAJORITY and others_tricks(game, team) == 0:
        game.five_unbeaten = team


@compiled
def others_tricks(game: StateRecord, team: int) -> int:
    """How many tricks the other teams have won together."""
    total = 0
    for other in range(game.teams):
        if other != team:
            total += game.tricks[other]
    return total


@compiled
def all_tricks_played(game: StateRecord) -> bool:
    """Whether the deal has no trick left."""
    return bool(game.cards_played == PACK_SIZE)


@compiled
def run_is_on(game: StateRecord) -> bool:
    """Whether the winner of the trick just ended is on a run, so that play must go on."""
    team = team_of(game, game.heading_seat)
    if all_tricks_played(game) or game.tricks[team] < MAJORITY:
        return False
    if game.play_on == PLAY_ON_UNBEATEN:
        return others_tricks(game, team) == 0
    for other in range(game.teams):
        if other != team and game.tricks[other] >= MAJORITY:
            return False
    return True


@compiled
def deal_has_ended(game: StateRecord) -> bool:
    """Whether the deal's play ends with the trick just ended, no run being on."""
    if all_tricks_played(game):
        return True
    for team in range(game.teams):
        if game.tricks[team] >= MAJORITY:
            return True
    return False


@compiled
def deal_is_annulled(game: StateRecord) -> bool:
    """Whether one team has won all the tricks of the deal."""
    return all_tricks_played(game) and others_tricks(game, team_of(game, game.heading_seat)) == 0


@compiled
def points_for_tricks(game: StateRecord, team: int) -> int:
    """One point for five tricks, two if unbeaten till then, and one for each beyond five."""
    if game.tricks[team] < MAJORITY:
        return 0
    first_five = 2 if game.five_unbeaten == team else 1
    return first_five + int(game.tricks[team]) - MAJORITY


@compiled
def annul_deal(game: StateRecord) -> None:
    """Take every point of the deal back."""
    game.annulled_deals += 1
    for team in range(game.teams):
        game.scores[team] = game.scores_before[team]
        game.unsettled[team] = 0


@compiled
def score_deal(game: StateRecord) -> None:
    """At the end of a deal's play: its points, with all bonuses not yet settled, in one sum."""
    for team in range(game.teams):
        game.unsettled[team] += points_for_tricks(game, team)
    put_on_ladder(game)


# The ladder (section 7)


@compiled
def settle_trick(game: StateRecord) -> None:
    """At the end of a trick that does not end the deal: bonus points, if they settle now."""
    if game.settlement == SETTLE_TRICK:
        put_on_ladder(game)


@compiled
def put_on_ladder(game: StateRecord) -> None:
    """Move every team's unsettled points on to the ladder, in one sum each."""
    for team in range(game.teams):
        if game.unsettled[team] != 0:
            game.scores[team] = score_after(game, game.scores[team], game.unsettled[team])
            game.unsettled[team] = 0


@compiled
def score_after(game: StateRecord, score: int, points: int) -> int:
    """Where a sum of points takes a score: exactly to `game_points`, or bust."""
    excess = int(score) + int(points) - int(game.game_points)
    if excess <= 0:
        return int(score) + int(points)
    if game.bust == BUST_REBOUND:
        return int(game.game_points) - excess
    if game.bust == BUST_DEDUCT:
        return int(score) - excess
    return int(game.game_points)


@compiled
def teams_at_game(game: StateRecord) -> int:
    """Bit t: team t stands at exactly `game_points`."""
    teams = 0
    for team in range(game.teams):
        if game.scores[team] == game.game_points:
            teams |= 1 << team
    return teams
