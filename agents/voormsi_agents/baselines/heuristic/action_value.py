"""What each legal play is worth to the heuristic player, looking one trick ahead."""

from __future__ import annotations

from voormsi_agents.baselines.heuristic.counting import chance_of_trick, situation_after
from voormsi_agents.baselines.heuristic.hand_value import worth_of_kept
from voormsi_agents.baselines.heuristic.matadors import danger_of_own_goal, worth_of_bonuses
from voormsi_agents.baselines.heuristic.position import Position, Stakes, read_position, stakes_of
from voormsi_agents.baselines.heuristic.trick_race import lasts, tricks_won, with_more
from voormsi_env.aliases import Action, CardSet, ViewRecord
from voormsi_env.engine.beating import VERY_NEXT_PLAY, play_beats
from voormsi_env.engine.bits import count, lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import cards_of_action


@compiled
def heuristic_action(view: ViewRecord, key: int) -> Action:
    """What `HeuristicAgent` plays: for use in other compiled code.

    Args:
        view: VIEW record of a seat that is to play.
        key: not used; the function is called like that of any other baseline.

    Returns:
        A legal action; of plays worth the same, the first.
    """
    actions = int(view.legal)
    if actions & (actions - 1) == 0:
        return lowest(actions)
    position = read_position(view)
    chance_if_left = 0.0
    if position.heading != 0:
        chance_if_left = _chance(view, position, position.heading, False)
    stakes = Stakes(0.0, 0.0, 0.0, 0.0)
    size = 0
    best = -1
    best_worth = 0.0
    while actions != 0:
        action = lowest(actions)
        actions &= actions - 1
        if count(action + 1) != size:
            size = count(action + 1)
            stakes = stakes_of(view, position.rival, size)
        worth = _worth_of_play(view, position, stakes, action, chance_if_left)
        if best < 0 or worth > best_worth:
            best = action
            best_worth = worth
    return best


@compiled
def heuristic_worth(view: ViewRecord, action: Action) -> float:
    """What `HeuristicAgent` thinks of a legal action: the chance to win the game it promises, but
    for what all legal actions have in common."""
    position = read_position(view)
    chance_if_left = 0.0
    if position.heading != 0:
        chance_if_left = _chance(view, position, position.heading, False)
    stakes = stakes_of(view, position.rival, count(action + 1))
    return _worth_of_play(view, position, stakes, action, chance_if_left)


@compiled
def _worth_of_play(
    view: ViewRecord, position: Position, stakes: Stakes, action: Action, chance_if_left: float
) -> float:
    """The chance to win the game that a play promises.

    Args:
        stakes: of a trick of so many cards. chance_if_left: that our team wins the trick when we
            do not beat the heading play.
    """
    cards = cards_of_action(position.hand, action)
    takes = position.heading == 0 or play_beats(cards, position.heading, position.situation)
    chance = _chance(view, position, cards, True) if takes else chance_if_left
    size = count(cards)
    kept = ((1 << count(position.hand)) - 1) & ~(action + 1)
    kept_won, kept_lost = worth_of_kept(
        view,
        kept,
        position.worths,
        lasts(view, with_more(tricks_won(view), 0, size)),
        lasts(view, with_more(tricks_won(view), position.rival, size)),
    )
    return (
        chance * (stakes.won + stakes.next_won * kept_won)
        + (1.0 - chance) * (stakes.lost + stakes.next_lost * kept_lost)
        + worth_of_bonuses(view, position, cards, takes, chance, stakes)
        - danger_of_own_goal(view, position, cards, takes)
    )


@compiled
def _chance(view: ViewRecord, position: Position, heading: CardSet, takes: bool) -> float:
    """The chance that our team wins the trick with a play heading it after ours.

    Args:
        heading: mask of that play. takes: whether it is the play we make now.
    """
    if takes:
        after = situation_after(view, heading, position.situation)
    else:
        after = position.situation & ~VERY_NEXT_PLAY
    return chance_of_trick(view, position.hidden, heading, takes or position.ours, after, takes)
