"""The compiled arithmetic of the networks."""

from __future__ import annotations

import numpy as np

from voormsi_agents.networks.kernels import (
    NO_CARD,
    add_products,
    add_rows,
    number_of_plays,
    ones_by_row,
    score_plays,
    write_cards,
    write_products,
)

RNG = np.random.default_rng(1)


def floats(*shape: int) -> np.ndarray:
    return RNG.normal(size=shape).astype(np.float32)


def test_rows_of_ones_are_multiplied_by_adding_rows() -> None:
    inputs = (RNG.random((7, 12)) < 0.3).astype(np.int8)
    entries, starts = ones_by_row(inputs, 10)
    assert entries.tolist() == np.nonzero(inputs[:, :10])[1].tolist()
    assert np.diff(starts).tolist() == inputs[:, :10].sum(axis=1).tolist()
    weight, bias, out = floats(10, 6), floats(6), floats(7, 6)
    add_rows(entries, starts, weight, bias, out)
    assert np.allclose(out, inputs[:, :10] @ weight + bias, atol=1e-5)


def test_a_linear_layer_row_by_row() -> None:
    values, weight, bias = np.maximum(floats(5, 11), 0), floats(11, 6), floats(6)
    out = floats(5, 6)
    write_products(values, weight, bias, out)
    assert np.allclose(out, values @ weight + bias, atol=1e-5)
    more = np.ones(6, np.float32)
    add_products(values[0], weight, np.empty(12, np.int64), more)
    assert np.allclose(more, 1 + values[0] @ weight, atol=1e-5)


def test_cards_of_slots_and_their_scores() -> None:
    rows = np.zeros((2, 3 + 4 * 36), np.int8)
    hands = [[5, 20, 30], [7]]
    for row, hand in enumerate(hands):
        for slot, card in enumerate(hand):
            rows[row, 3 + slot * 36 + card] = 1
    cards = np.empty((2, 4), np.int64)
    write_cards(rows, 3, cards)
    assert cards.tolist() == [[5, 20, 30, NO_CARD], [7, NO_CARD, NO_CARD, NO_CARD]]
    assert [number_of_plays(row) for row in cards] == [7, 1]
    situation, vectors, score = floats(2, 16), floats(36, 16), floats(16)
    out = np.full((2, 15), np.nan, np.float32)
    score_plays(situation, cards, vectors, score, out)
    for row, hand in enumerate(hands):
        for action in range(number_of_plays(cards[row])):
            played = [card for slot, card in enumerate(hand) if action + 1 >> slot & 1]
            hidden = np.maximum(situation[row] + vectors[played].sum(axis=0), 0)
            assert np.isclose(out[row, action], hidden @ score, atol=1e-4)
    assert np.isnan(out[1, 1:]).all()
