"""How many threads PyTorch computes with."""

from __future__ import annotations

import torch

from voormsi_agents.networks.torch_threads import one_torch_thread


def test_there_is_one_thread_while_the_block_runs() -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        with one_torch_thread():
            assert torch.get_num_threads() == 1
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
