"""The layers of PyTorch: what they compute, and their gradients."""

from __future__ import annotations

import torch

from voormsi_agents.networks.layers import BinaryLinear, CardHead


def test_the_binary_layer_is_a_linear_layer() -> None:
    torch.manual_seed(0)
    layer = BinaryLinear(40, 16)
    inputs = (torch.rand(33, 40) < 0.2).float()
    weights = torch.randn(33, 16)
    found = _gradients(layer, lambda: layer(inputs), weights)
    wanted = _gradients(layer, lambda: inputs @ layer.weight + layer.bias, weights)
    for a, b in zip(found, wanted, strict=True):
        assert torch.allclose(a, b, atol=1e-5)


def test_the_card_head_scores_plays_as_its_formula_says() -> None:
    torch.manual_seed(0)
    head = CardHead(8, 16)
    hands = torch.zeros(30, 4, 36)
    for row in range(30):
        for slot, card in enumerate(torch.randperm(36)[: row % 4 + 1].tolist()):
            hands[row, slot, card] = 1
    inputs = torch.cat([torch.randn(30, 8), hands.reshape(30, -1)], dim=1)
    weights = torch.randn(30, 15)

    def formula() -> torch.Tensor:
        slots = torch.tensor([[(a + 1) >> s & 1 for s in range(4)] for a in range(15)]).float()
        held = (slots @ (1 - hands.sum(2)).T == 0).T
        hidden = head.situation(inputs[:, :8])[:, None] + slots @ (hands @ head.cards)
        return (torch.relu(hidden) * head.score).sum(2) * held

    found = _gradients(head, lambda: head(inputs), weights)
    wanted = _gradients(head, formula, weights)
    for a, b in zip(found, wanted, strict=True):
        assert torch.allclose(a, b, atol=1e-4)


def _gradients(module, forward, weights):  # type: ignore[no-untyped-def]
    module.zero_grad()
    out = forward()
    (out * weights).sum().backward()
    return [out.detach()] + [parameter.grad.clone() for parameter in module.parameters()]
