"""Ways to see a game: text."""
