"""Learning team policies: hindsight, self-play, opponents, and what a training run needs."""
