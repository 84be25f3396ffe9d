"""Toqutsit, Voormsi and the 3D: bonuses and own goals (docs/rules.md section 5)."""

from __future__ import annotations

from voormsi_agents.baselines.heuristic.counting import player_at
from voormsi_agents.baselines.heuristic.position import Position, Stakes, chance_after
from voormsi_agents.baselines.heuristic.weights import LAST_MATADOR, VOORMSI_CAUTION
from voormsi_env.aliases import CardSet, ViewRecord
from voormsi_env.engine.bits import count
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.scoring import HAS_TOQUTSIT, HAS_VOORMSI, is_own_goal
from voormsi_env.engine.state import BONUS_TOQUTSIT

CERTAIN_LOSS = 10.0


@compiled
def worth_of_bonuses(
    view: ViewRecord, position: Position, cards: CardSet, takes: bool, chance: float, stakes: Stakes
) -> float:
    """What the bonuses in prospect after a play are worth, in chances to win the game.

    Args:
        cards: the play. takes: whether it beats the heading play, or leads.
        chance: that our team wins the trick. stakes: of the trick.
    """
    ours, our_chance, theirs, their_chance = _prospects(view, position, cards, takes, chance)
    size = count(cards)
    worth = 0.0
    if ours != 0:
        worth += our_chance * (chance_after(view, 0, size, 0, ours) - stakes.won)
    if theirs != 0:
        rival = position.rival
        worth += their_chance * (chance_after(view, rival, size, rival, theirs) - stakes.lost)
    return worth


@compiled
def _prospects(
    view: ViewRecord, position: Position, cards: CardSet, takes: bool, chance: float
) -> tuple[int, float, int, float]:
    """Our bonus and its chance, and the rivals' bonus and its chance."""
    if (cards if takes else position.heading) & HAS_VOORMSI != 0:
        return _prospects_of_voormsi(view, position, cards, takes, chance)
    if takes and position.heading & HAS_VOORMSI != 0:
        # What takes Toqutsit now can only be the 3D.
        if cards & HAS_TOQUTSIT != 0:
            return 2, chance, 2, 1.0 - chance
        return 1, 1.0, 0, 0.0
    if view.prospect == BONUS_TOQUTSIT:
        if takes or position.ours:
            return 2, chance, 2, 1.0 - chance
        return 0, 0.0, 2, 1.0 - chance
    return 0, 0.0, 0, 0.0


@compiled
def _prospects_of_voormsi(
    view: ViewRecord, position: Position, cards: CardSet, takes: bool, chance: float
) -> tuple[int, float, int, float]:
    """The same where Voormsi heads the trick after our play: a point if it wins at risk, two for
    the rivals if Toqutsit takes it."""
    if (position.gone | cards) & HAS_TOQUTSIT != 0:
        return 0, 0.0, 0, 0.0
    if not takes and not position.ours:
        return 0, 0.0, 1, 1.0 - chance
    own = takes or view.heading_seat == 0
    last_play = takes and view.plays_made == view.plays_per_trick - 1
    claimed = not last_play and not (own and position.hand & HAS_TOQUTSIT != 0)
    danger = VOORMSI_CAUTION * _chance_of_toqutsit(view, position.hidden)
    return (1 if claimed else 0), chance, 2, danger


@compiled
def _chance_of_toqutsit(view: ViewRecord, hidden: CardSet) -> float:
    """The chance that an opponent who still plays to this trick holds Toqutsit, and so must take
    our Voormsi with it."""
    if hidden & HAS_TOQUTSIT == 0:
        return 0.0
    held = 0
    for place in range(1, int(view.plays_per_trick) - int(view.plays_made)):
        seat, _, foe = player_at(view, place, True)
        if foe and view.lacks_toqutsit[seat] == 0:
            held += int(view.hand_sizes[seat])
    return min(1.0, held / count(hidden))


@compiled
def danger_of_own_goal(view: ViewRecord, position: Position, cards: CardSet, takes: bool) -> float:
    """The chances to lose the game by an own goal that a play scores, or may lead to.

    A player whose last cards include Toqutsit has no choice but to put it on his partner's
    Voormsi; so it is dangerous to play Voormsi to a partner without a choice, and to keep
    either matador as the very last card.
    """
    if takes and is_own_goal(view, 0, cards, position.heading):
        return CERTAIN_LOSS
    if view.players != 4 or position.gone & HAS_TOQUTSIT != 0:
        return 0.0
    partner_may_hold = position.hidden & HAS_TOQUTSIT != 0 and view.lacks_toqutsit[2] == 0
    danger = 0.0
    size = count(cards)
    if (
        takes
        and cards & HAS_VOORMSI != 0
        and partner_may_hold
        and view.plays_made < 2
        and view.hand_sizes[2] == size
    ):
        danger += size / count(position.hidden)
    kept = position.hand & ~cards
    if view.stock == 0 and count(kept) == 1:
        if kept & HAS_VOORMSI != 0 and partner_may_hold:
            danger += LAST_MATADOR
        if kept & HAS_TOQUTSIT != 0 and position.unseen & HAS_VOORMSI != 0:
            danger += LAST_MATADOR
    return danger
