"""The compiled engine and the plain one are the same, byte for byte."""

from __future__ import annotations

import sys
from pathlib import Path

import numba
import numpy as np
from helpers import all_rules, bytes_of, in_plain_mode

from voormsi_env import Games, Rules

STEPS = 30
GAMES = 2


def some_rules() -> list[Rules]:
    """A few rules of each size, with every value of every option among them."""
    return [rules for players in (2, 3, 4) for rules in list(all_rules(players))[::11]]


def course(rules: Rules, seed: int) -> bytes:
    """All that a small batch of games holds, step by step."""
    games = Games(
        GAMES,
        rules,
        seed=seed,
        start_scores="random",
        episode="deal" if seed % 2 else "game",
        max_deals=2,
        reward="points" if seed % 3 else "outcome",
        auto_reset=True,
        observe=True,
    )
    seen = []
    for step in range(STEPS):
        seen += [bytes_of(games.states), bytes_of(games.finals), bytes_of(games.views())]
        seen += [games.observations.tobytes(), games.masks.tobytes(), games.ended.tobytes()]
        seen += [games.rewards.tobytes()]
        games.step(games.random_actions(step))
    return b"".join(seen)


def write_courses(path: Path) -> None:
    """Write the courses of some games under various rules into a file."""
    with path.open("wb") as file:
        for seed, rules in enumerate(some_rules()):
            file.write(course(rules, seed))


def test_plain_and_compiled_games_are_the_same_byte_for_byte(tmp_path: Path) -> None:
    assert not numba.config.DISABLE_JIT
    plain, compiled = tmp_path / "plain", tmp_path / "compiled"
    in_plain_mode(__file__, str(plain))
    write_courses(compiled)
    first, second = (np.frombuffer(path.read_bytes(), np.uint8) for path in (plain, compiled))
    assert len(first) == len(second)
    assert np.flatnonzero(first != second).tolist()[:10] == []


def test_the_rules_tried_have_every_value_of_every_option() -> None:
    tried = [rules.to_dict() for rules in some_rules()]
    for rules in (r for players in (2, 3, 4) for r in all_rules(players)):
        for option in rules.to_dict().items():
            assert any(option in options.items() for options in tried)


if __name__ == "__main__":
    assert numba.config.DISABLE_JIT
    write_courses(Path(sys.argv[1]))
