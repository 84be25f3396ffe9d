"""Many games among agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

if TYPE_CHECKING:
    from voormsi_agents.matches.analysis import AnalysedPlay, analyse
    from voormsi_agents.matches.lockstep import play_to_end
    from voormsi_agents.matches.outcome import OUTCOME, Failure
    from voormsi_agents.matches.pairings import Match
    from voormsi_agents.matches.recording import record_games, record_lines
    from voormsi_agents.matches.roster import Entrant, Roster
    from voormsi_agents.matches.stream import Stream, StreamOptions, play_games

__all__ = [
    "OUTCOME",
    "AnalysedPlay",
    "Entrant",
    "Failure",
    "Match",
    "Roster",
    "Stream",
    "StreamOptions",
    "analyse",
    "play_games",
    "play_to_end",
    "record_games",
    "record_lines",
]

__getattr__, __dir__, _ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "analysis": ["AnalysedPlay", "analyse"],
        "lockstep": ["play_to_end"],
        "outcome": ["OUTCOME", "Failure"],
        "pairings": ["Match"],
        "recording": ["record_games", "record_lines"],
        "roster": ["Entrant", "Roster"],
        "stream": ["Stream", "StreamOptions", "play_games"],
    },
)
