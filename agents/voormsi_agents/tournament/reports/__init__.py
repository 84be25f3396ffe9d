"""A tournament's results, told."""
