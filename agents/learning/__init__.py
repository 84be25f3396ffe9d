"""Learning team policies: self-play, opponents, imitation, and what a training run needs."""
