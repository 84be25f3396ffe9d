"""Own goals (docs/rules.md section 5): plays that lose at once, and how to leave them out."""

from __future__ import annotations

from voormsi_env.aliases import ActionSet, ViewRecord
from voormsi_env.engine.beating import play_beats
from voormsi_env.engine.bits import lowest
from voormsi_env.engine.jit import compiled
from voormsi_env.engine.play import cards_of_action, situation
from voormsi_env.engine.scoring import is_own_goal


@compiled
def without_own_goals(view: ViewRecord) -> ActionSet:
    """The legal actions of a VIEW that score no own goal; all of them where every one does."""
    legal_actions = int(view.legal)
    if view.heading < 0:
        return legal_actions
    heading = view.trick[view.heading]
    kept = 0
    rest = legal_actions
    while rest != 0:
        cards = cards_of_action(view.hand, lowest(rest))
        own_goal = is_own_goal(view, 0, cards, heading)
        if not (own_goal and play_beats(cards, heading, situation(view))):
            kept |= rest & -rest
        rest &= rest - 1
    return kept if kept != 0 else legal_actions
