"""Training runs: `train(TrainConfig(...), RunFolder(path))`, and what a best response wins."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
