"""The player that knows the game.

`HeuristicAgent` explains what it does and why. Modules, each importing only those before it:
`weights`, `ladder`, `trick_race`, `counting`, `hand_value`, `position`, `matadors`,
`action_value`, `agent`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
