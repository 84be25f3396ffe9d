"""The course of a game: the deal, a play, the end of a trick, of a deal, of the game.

docs/rules.md sections 2, 3, 5, 6 and 7. Entry points: `start_game`, `play`.
"""

from __future__ import annotations

from voormsi_env.aliases import Action, CardSet, Decks, Seat, StartRecord, StateRecord
from voormsi_env.cards import SEVENS
from voormsi_env.engine.beating import (
    HEADING_OPENED,
    IN_SEVEN_TRICK,
    THREE_WAS_LED,
    VERY_NEXT_PLAY,
    play_beats,
)
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.legal import opposing_voormsi_heads
from voormsi_env.engine.randomness import (
    first_dealer_of,
    game_seed,
    start_score_of,
)
from voormsi_env.engine.scoring import (
    HAS_THREE,
    HAS_TOQUTSIT,
    HAS_VOORMSI,
    annul_deal,
    claim_voormsi_bonus,
    count_trick,
    deal_has_ended,
    deal_is_annulled,
    earn_bonus,
    is_own_goal,
    note_voormsi_played,
    put_bonus_in_prospect,
    run_is_on,
    score_deal,
    settle_trick,
    teams_at_game,
)
from voormsi_env.engine.state import (
    BONUS_NONE,
    DEALER_FROM_SEED,
    MAX_PLAYS,
    MAX_SEATS,
    MAX_TEAMS,
    MAX_TRICKS,
    RANDOM_SCORE,
    REASON_DEAL,
    REASON_FORFEIT,
    REASON_NONE,
    REASON_POINTS,
    REASON_TRUNCATED,
    SEAT_SHIFT,
)
from voormsi_env.engine.stock import draw_card, draw_up, shuffle
from voormsi_env.engine.table import (
    hands_are_drawn_up,
    next_seat,
    seat_after_play,
    team_of,
)
from voormsi_env.rules import HAND_SIZE, PACK_SIZE

# Starting (section 2)


@compiled
def start_game(game: StateRecord, start: StartRecord, decks: Decks) -> None:
    """Begin a game on a record whose options are set; everything else in it is overwritten.

    Args:
        game: a STATE record.
        start: a START record; its `episode` is raised by one.
        decks: int8 array (given, 36): decks of the first deals; later ones follow from the seed.
    """
    seed = start.seed if start.episode == 0 else game_seed(start.seed, start.episode)
    start.episode += 1
    game.seed = seed
    game.deal = 0
    game.ply = 0
    game.annulled_deals = 0
    game.over = False
    game.reason = REASON_NONE
    game.winners = 0
    game.last_winner = -1
    game.last_size = 0
    game.last_bonus = BONUS_NONE
    game.last_bonus_team = -1
    game.dealer = start.first_dealer
    if start.first_dealer == DEALER_FROM_SEED:
        game.dealer = first_dealer_of(seed, int(game.players))
    for team in range(MAX_TEAMS):
        game.scores[team] = start.scores[team]
        if team < game.teams and start.scores[team] == RANDOM_SCORE:
            game.scores[team] = start_score_of(seed, team, int(game.game_points))
    start_deal(game, decks)


@compiled
def start_deal(game: StateRecord, decks: Decks) -> None:
    """Shuffle, deal four cards to each player, eldest first, and let eldest lead."""
    for seat in range(MAX_SEATS):
        game.hands[seat] = 0
        game.gone[seat] = 0
    for team in range(MAX_TEAMS):
        game.tricks[team] = 0
        game.unsettled[team] = 0
        game.scores_before[team] = game.scores[team]
    for trick in range(MAX_TRICKS):
        game.trick_sizes[trick] = 0
    for place in range(PACK_SIZE):
        game.history[place] = 0
    game.shown = 0
    game.shown_by = -1
    game.shown_to = 0
    game.refused = 0
    game.undrawn = 0
    game.toqutsit_holder = -1
    game.five_unbeaten = -1
    game.bonus = BONUS_NONE
    game.bonus_team = -1
    game.bonus_trick = -1
    game.tricks_begun = 0
    game.cards_played = 0
    shuffle(game, decks)
    eldest = next_seat(game, game.dealer)
    seat = eldest
    for _ in range(game.players):
        for _ in range(HAND_SIZE):
            draw_card(game, seat)
        seat = next_seat(game, seat)
    clear_table(game, eldest)


@compiled
def clear_table(game: StateRecord, leader: int) -> None:
    """Make ready for a lead."""
    for play_index in range(MAX_PLAYS):
        game.trick[play_index] = 0
        game.trick_seats[play_index] = -1
    game.to_play = leader
    game.plays_made = 0
    game.trick_size = 0
    game.heading = -1
    game.heading_seat = -1
    game.opening = -1
    game.seven_trick = False
    game.voormsi_at_risk = False
    game.toqutsit_took_voormsi = False
    game.prospect = BONUS_NONE
    game.prospect_team = -1


# A play


@compiled
def cards_of_action(hand: CardSet, action: Action) -> int:
    """The mask of the cards that an action plays from a hand; slots beyond the hand are empty."""
    cards = 0
    slots = action + 1
    rest = hand
    while slots != 0:
        if slots & 1:
            cards |= rest & -rest
        rest &= rest - 1
        slots >>= 1
    return cards


@compiled
def play(game: StateRecord, action: Action, decks: Decks) -> None:
    """Make a legal play for the seat to move, and all that follows from it.

    Args:
        game: a STATE record whose game is not over.
        action: a legal action; its legality is not checked.
        decks: int8 array (given, 36), as for `start_game`.
    """
    seat = int(game.to_play)
    cards = cards_of_action(game.hands[seat], int(action))
    note_refusal(game, cards)
    heading = game.trick[game.heading] if game.heading >= 0 else 0
    beats = heading == 0 or play_beats(cards, heading, situation(game))
    if beats and is_own_goal(game, seat, cards, heading):
        lay_cards(game, seat, cards)
        forfeit(game, team_of(game, seat))
        return
    if beats:
        put_bonus_in_prospect(game, seat, cards, heading)
    lay_cards(game, seat, cards)
    if beats:
        head_trick(game, seat, cards)
    go_on(game, decks)


@compiled
def situation(game: StateRecord) -> int:
    """What `beating.card_beats` has to know of the trick, for the play about to be made."""
    bits = 0
    if game.seven_trick:
        bits |= IN_SEVEN_TRICK
    if game.heading == game.opening:
        bits |= HEADING_OPENED
    if game.plays_made == game.heading + 1:
        bits |= VERY_NEXT_PLAY
    if game.heading == 0:
        bits |= THREE_WAS_LED
    return bits


@compiled
def note_refusal(game: StateRecord, cards: CardSet) -> None:
    """Note that a player under the duty plays no Toqutsit: everybody sees that he has none."""
    if opposing_voormsi_heads(game) and (cards | all_gone(game)) & HAS_TOQUTSIT == 0:
        game.refused |= 1 << int(game.to_play)
        game.undrawn |= 1 << int(game.to_play)


@compiled
def all_gone(game: StateRecord) -> int:
    """The mask of all cards played in this deal."""
    gone: int = game.gone[0] | game.gone[1] | game.gone[2] | game.gone[3]
    return gone


@compiled
def lay_cards(game: StateRecord, seat: Seat, cards: CardSet) -> None:
    """Move cards from a hand to the table and into the history of the deal."""
    if cards & HAS_VOORMSI != 0:
        note_voormsi_played(game, cards, all_gone(game) & HAS_TOQUTSIT != 0)
    if cards & HAS_TOQUTSIT != 0:
        game.toqutsit_holder = -1
    game.hands[seat] &= ~cards
    game.gone[seat] |= cards
    game.trick[game.plays_made] = cards
    game.trick_seats[game.plays_made] = seat
    place = int(game.cards_played)
    rest = cards
    while rest != 0:
        game.history[place] = lowest(rest) | seat << SEAT_SHIFT
        place += 1
        rest &= rest - 1
    if game.plays_made == 0:
        game.trick_size = place - int(game.cards_played)
        game.trick_sizes[game.tricks_begun] = game.trick_size
        game.tricks_begun += 1
    game.cards_played = place
    game.plays_made += 1
    game.ply += 1


@compiled
def head_trick(game: StateRecord, seat: Seat, cards: CardSet) -> None:
    """Make the play just laid the heading play; the first that is not a lone 3D led opens."""
    play_index = int(game.plays_made) - 1
    game.heading = play_index
    game.heading_seat = seat
    if game.opening < 0 and (play_index > 0 or cards != HAS_THREE):
        game.opening = play_index
        game.seven_trick = cards & ~SEVENS == 0


@compiled
def go_on(game: StateRecord, decks: Decks) -> None:
    """After a play: the next seat, the draw, or the end of the trick."""
    if game.plays_made == game.plays_per_trick:
        end_trick(game, decks)
        return
    if hands_are_drawn_up(game):
        draw_up(game, int(game.heading_seat))
    game.to_play = seat_after_play(game)


# Endings (sections 5 to 7)


@compiled
def end_trick(game: StateRecord, decks: Decks) -> None:
    """Pay the trick's bonus, count the trick, and end the deal or go on to the next trick."""
    claim_voormsi_bonus(game, game.trick[game.heading])
    earn_bonus(game)
    count_trick(game)
    game.last_winner = game.heading_seat
    game.last_size = game.trick_size
    game.last_bonus = game.prospect
    game.last_bonus_team = game.prospect_team
    run = run_is_on(game)
    if not run and deal_has_ended(game):
        end_deal(game, decks)
        return
    settle_trick(game)
    if not run and teams_at_game(game) != 0:
        end_game(game, REASON_POINTS, teams_at_game(game))
        return
    winner = int(game.heading_seat)
    draw_up(game, winner)
    clear_table(game, winner)


@compiled
def end_deal(game: StateRecord, decks: Decks) -> None:
    """Score or annul the deal, and end the game or deal again."""
    if deal_is_annulled(game):
        annul_deal(game)
    else:
        score_deal(game)
    if teams_at_game(game) != 0:
        end_game(game, REASON_POINTS, teams_at_game(game))
    elif game.single_deal:
        end_game(game, REASON_DEAL, team_that_gained_most(game))
    elif game.deal + 1 >= game.max_deals:
        end_game(game, REASON_TRUNCATED, 0)
    else:
        game.deal += 1
        game.dealer = next_seat(game, game.dealer)
        start_deal(game, decks)


@compiled
def team_that_gained_most(game: StateRecord) -> int:
    """Bit t: team t alone gained most on the ladder in this deal; no bit when there is none."""
    best = 0
    best_gain = -128
    for team in range(game.teams):
        gain = int(game.scores[team]) - int(game.scores_before[team])
        if gain > best_gain:
            best = 1 << team
            best_gain = gain
        elif gain == best_gain:
            best = 0
    return best


@compiled
def forfeit(game: StateRecord, team: int) -> None:
    """An own goal: the team's score becomes 0 and the others win, at once (section 5)."""
    game.scores[team] = 0
    lose_game(game, team, REASON_FORFEIT)


@compiled
def lose_game(game: StateRecord, team: int, reason: int) -> None:
    """End a game that a team loses and all others win."""
    end_game(game, reason, ((1 << int(game.teams)) - 1) & ~(1 << team))


@compiled
def end_game(game: StateRecord, reason: int, winners: int) -> None:
    """End the game; the record stays as it stands."""
    game.over = True
    game.reason = reason
    game.winners = winners
    game.to_play = -1
