"""The choice: one trick ahead, by the chance of the game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent
from agents.baselines.heuristic.course import LASTING, chance_of_game
from agents.baselines.heuristic.hand import card_worth, hand_worth
from agents.baselines.heuristic.ladder import need_after
from agents.baselines.heuristic.trick import chance_of_trick
from agents.baselines.heuristic.weights import WEIGHTS
from voormsi_env.actions import NUM_ACTIONS
from voormsi_env.cards import ALL_CARDS, SEVENS
from voormsi_env.engine.beating import (
    HEADING_OPENED,
    IN_SEVEN_TRICK,
    THREE_WAS_LED,
    VERY_NEXT_PLAY,
    play_beats,
)
from voormsi_env.engine.bits import count, lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import all_gone, cards_of_action, situation
from voormsi_env.engine.scoring import (
    HAS_THREE,
    HAS_TOQUTSIT,
    HAS_VOORMSI,
    is_own_goal,
)
from voormsi_env.engine.state import BONUS_TOQUTSIT
from voormsi_env.engine.table import team_of


@compiled
def after_trick(
    view: Any, winner: int, size: int, next_winner: int, bonus_team: int, bonus: int
) -> float:
    """Chance of the game after a trick won by a team, and a bonus, and perhaps a single one more."""
    t0 = int(view.tricks[0])
    t1 = int(view.tricks[1])
    t2 = int(view.tricks[2])
    points = int(view.game_points)
    n0 = points - int(view.scores[0]) - int(view.unsettled[0])
    n1 = points - int(view.scores[1]) - int(view.unsettled[1])
    n2 = points - int(view.scores[2]) - int(view.unsettled[2])
    t0 += size * (winner == 0) + (next_winner == 0)
    t1 += size * (winner == 1) + (next_winner == 1)
    t2 += size * (winner == 2) + (next_winner == 2)
    if bonus != 0:
        bust = int(view.bust)
        if bonus_team == 0:
            n0 = need_after(bust, n0, bonus)
        elif bonus_team == 1:
            n1 = need_after(bust, n1, bonus)
        else:
            n2 = need_after(bust, n2, bonus)
    return chance_of_game(view, t0, t1, t2, n0, n1, n2)


@compiled
def usage_of(view: Any, winner: int, size: int) -> Any:
    t0 = int(view.tricks[0])
    t1 = int(view.tricks[1])
    t2 = int(view.tricks[2])
    t0 += size * (winner == 0)
    t1 += size * (winner == 1)
    t2 += size * (winner == 2)
    if t0 >= 5 or t1 >= 5 or t2 >= 5:
        return 0, 0, 0, 0
    return int(view.teams) - 2, t0, t1, t2


@compiled
def bits_of(view: Any, cards: int, now: int) -> int:
    if view.opening < 0 and not (view.plays_made == 0 and cards == HAS_THREE):
        bits = HEADING_OPENED
        if cards & ~SEVENS == 0:
            bits |= IN_SEVEN_TRICK
    else:
        bits = now & IN_SEVEN_TRICK
    if view.plays_made == 0:
        bits |= THREE_WAS_LED
    return bits


@compiled
def judged_action(view: Any, weights: Any) -> int:
    hand = int(view.hand)
    legal = int(view.legal)
    gone = all_gone(view)
    unseen = ALL_CARDS & ~hand & ~gone
    pool = unseen & ~(int(view.known[1]) | int(view.known[2]) | int(view.known[3]))
    leading = view.plays_made == 0
    heading = 0 if leading else int(view.trick[view.heading])
    heading_ours = not leading and team_of(view, view.heading_seat) == 0
    now = 0 if leading else situation(view)
    w0 = 0.0
    w1 = 0.0
    w2 = 0.0
    w3 = 0.0
    rest = hand
    while rest != 0:
        w0 = w1
        w1 = w2
        w2 = w3
        w3 = card_worth(weights, lowest(rest), unseen)
        rest &= rest - 1
    worths = (w0, w1, w2, w3)
    first_slot = 4 - count(hand)
    left_alone = -1.0
    best = -1
    best_worth = -1e9
    size_done = 0
    won = 0.0
    lost = 0.0
    swing_won = 0.0
    swing_lost = 0.0
    loser = int(team_of(view, view.heading_seat)) if not leading and not heading_ours else 1
    usage_won = LASTING[0, 0, 0, 0]
    usage_lost = usage_won
    for action in range(NUM_ACTIONS):
        if legal >> action & 1 == 0:
            continue
        cards = cards_of_action(hand, action)
        kept = hand & ~cards
        size = count(cards)
        if size != size_done:
            size_done = size
            for outcome in range(6):
                winner = 0 if outcome < 3 else loser
                next_winner = outcome % 3 - 1
                if next_winner == 1:
                    next_winner = loser
                value = after_trick(view, winner, size, next_winner, 0, 0)
                if outcome == 0:
                    won = value
                elif outcome == 1:
                    swing_won = value
                elif outcome == 2:
                    swing_won -= value
                elif outcome == 3:
                    lost = value
                elif outcome == 4:
                    swing_lost = value
                else:
                    swing_lost -= value
            a, b, c, d = usage_of(view, 0, size)
            usage_won = LASTING[a, b, c, d]
            if b + c + d == 0:
                swing_won = 0.0
            a, b, c, d = usage_of(view, loser, size)
            usage_lost = LASTING[a, b, c, d]
            if b + c + d == 0:
                swing_lost = 0.0
        takes = leading or play_beats(cards, heading, now)
        if takes or left_alone < 0.0:
            chance = chance_of_trick(
                view,
                weights,
                pool,
                cards if takes else heading,
                takes or heading_ours,
                bits_of(view, cards, now) if takes else now & ~VERY_NEXT_PLAY,
                takes,
            )
            if not takes:
                left_alone = chance
        else:
            chance = left_alone
        worth = chance * (
            won + swing_won * hand_worth(view, weights, kept, worths, first_slot, usage_won)
        ) + (1.0 - chance) * (
            lost + swing_lost * hand_worth(view, weights, kept, worths, first_slot, usage_lost)
        )
        if view.players == 4 and gone & HAS_TOQUTSIT == 0:
            worth -= own_goal_risk(view, pool, cards, kept, heading, takes, heading_ours)
        # bonuses
        bonus_team = 0
        bonus = 0
        bonus_chance = 0.0
        if takes and not leading and is_own_goal(view, 0, cards, heading):
            worth -= 10.0
        on_table = cards if takes else heading
        if on_table & HAS_VOORMSI != 0:
            toqutsit_gone = (gone | cards) & HAS_TOQUTSIT != 0
            last_play = view.plays_made == view.plays_per_trick - 1
            if not takes and not heading_ours:
                if not toqutsit_gone:
                    bonus_team = loser
                    bonus = 1
                    bonus_chance = 1.0 - chance
            elif not toqutsit_gone:
                risk = toqutsit_risk(view, pool) if pool & HAS_TOQUTSIT != 0 else 0.0
                worth -= risk * 2 * weights.point
                if not (takes and (last_play or hand & HAS_TOQUTSIT != 0)):
                    bonus = 1
                    bonus_chance = chance
        elif heading & HAS_VOORMSI != 0 and takes:
            bonus = 2 if cards & HAS_TOQUTSIT != 0 else 1
            bonus_chance = chance
        elif view.prospect == BONUS_TOQUTSIT:
            bonus = 2
            bonus_chance = 1.0
            if not takes:
                bonus_team = int(view.prospect_team)
        if bonus != 0:
            winner = 0 if bonus_team == 0 else loser
            value = after_trick(view, winner, size, -1, bonus_team, bonus)
            worth += bonus_chance * (value - (won if bonus_team == 0 else lost))
        if worth > best_worth:
            best = action
            best_worth = worth
    return best


@compiled
def own_goal_risk(
    view: Any, pool: int, cards: int, kept: int, heading: int, takes: bool, heading_ours: bool
) -> float:
    """The chance that the partner, or we, shall be forced to an own goal."""
    risk = 0.0
    partner_to_play = view.plays_made < 2
    if (
        partner_to_play
        and takes
        and cards & HAS_VOORMSI != 0
        and pool & HAS_TOQUTSIT != 0
        and view.lacks_toqutsit[2] == 0
        and view.hand_sizes[2] == count(cards)
    ):
        risk += int(view.hand_sizes[2]) / max(1, count(pool))
    if view.stock == 0 and count(kept) == 1:
        if kept & HAS_VOORMSI != 0 and pool & HAS_TOQUTSIT != 0 and view.lacks_toqutsit[2] == 0:
            risk += 0.12
        if kept & HAS_TOQUTSIT != 0 and pool & HAS_VOORMSI != 0:
            risk += 0.12
    return risk


@compiled
def toqutsit_risk(view: Any, pool: int) -> float:
    """The chance that an opponent still to play holds Toqutsit."""
    held = 0
    later = int(view.plays_per_trick) - 1 - int(view.plays_made)
    for place in range(1, later + 1):
        seat = place
        if view.players == 4 and place == 2:
            continue
        if view.players == 2:
            seat = 1
        if view.lacks_toqutsit[seat] == 0:
            held += int(view.hand_sizes[seat])
    return min(1.0, held / max(1, count(pool)))


@compiled
def heuristic_action(view: Any, key: int) -> int:
    """What `HeuristicAgent` plays."""
    return judged_action(view, WEIGHTS[0])


@compiled
def _choose(views: Any, keys: Any, actions: Any) -> None:
    for row in range(len(views)):
        actions[row] = heuristic_action(views[row], keys[row])


class HeuristicAgent(Agent):
    """Plays."""

    name = "heuristic"

    def act(self, views: NDArray[np.void], keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Agent.act`."""
        actions = np.empty(len(views), np.int64)
        _choose(views, keys, actions)
        return actions
