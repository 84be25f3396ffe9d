"""What numbers a training config allows: one sentence for each that it does not."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import NoReturn


class ConfigError(ValueError):
    """A key has a value that is not allowed."""


def refuse(key: str, value: object, allowed: str) -> NoReturn:
    """Say what is wrong with a key.

    Raises:
        ConfigError: always.
    """
    raise ConfigError(f"{key} is {value}; allowed are {allowed}")


def check_whole(section: str, config: object, **lowest: int) -> None:
    """Refuse whole numbers that are too small.

    Args:
        section: what the keys begin with: `ppo.`, or nothing.
        config: has the keys as attributes.
        lowest: the smallest value of each key.

    Raises:
        ConfigError: a value is below it.
    """
    for name, low in lowest.items():
        value = getattr(config, name)
        if value < low:
            refuse(f"{section}{name}", value, f"whole numbers from {low}")


def check_above_zero(section: str, config: object, *names: str) -> None:
    """Refuse numbers that are not above 0 and finite; None is let pass.

    Args:
        section, config: as for `check_whole`.
        names: of the keys.

    Raises:
        ConfigError: a value is not.
    """
    _check_finite(section, config, names, operator.gt, "numbers above 0")


def check_from_zero(section: str, config: object, *names: str) -> None:
    """Refuse numbers that are not at least 0 and finite, as `check_above_zero` does."""
    _check_finite(section, config, names, operator.ge, "numbers from 0")


def _check_finite(
    section: str,
    config: object,
    names: tuple[str, ...],
    fits: Callable[[float, float], bool],
    allowed: str,
) -> None:
    """Refuse numbers that are infinite or do not fit 0."""
    for name in names:
        value = getattr(config, name)
        if value is not None and not (fits(value, 0.0) and value < float("inf")):
            refuse(f"{section}{name}", value, allowed)


def check_share(section: str, config: object, *names: str) -> None:
    """Refuse numbers that are not from 0 to 1.

    Args:
        section, config, names: as for `check_above_zero`.

    Raises:
        ConfigError: a value is not.
    """
    for name in names:
        value = getattr(config, name)
        if not 0.0 <= value <= 1.0:
            refuse(f"{section}{name}", value, "numbers from 0 to 1")
