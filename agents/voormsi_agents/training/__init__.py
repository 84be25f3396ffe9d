"""Training runs: `train(TrainConfig(...), RunFolder(path))`, and what a best response wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lazy_loader

if TYPE_CHECKING:
    from voormsi_agents.training.best_response import best_response
    from voormsi_agents.training.config import TrainConfig
    from voormsi_agents.training.run import train
    from voormsi_agents.training.run_folder import RunFolder

__all__ = ["RunFolder", "TrainConfig", "best_response", "train"]

__getattr__, __dir__, _ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "best_response": ["best_response"],
        "config": ["TrainConfig"],
        "run": ["train"],
        "run_folder": ["RunFolder"],
    },
)
