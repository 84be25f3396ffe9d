"""Where a tournament's games are played, and how they are kept; see `tournament`."""
