"""What the tests of tournaments share."""

from tournaments import few_resamples, play_here

__all__ = ["few_resamples", "play_here"]
