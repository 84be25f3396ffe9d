"""Where decks come from: a counter-based generator that any language can repeat.

All arithmetic is on whole numbers modulo 2**63 (keep the low 63 bits of each product and sum):

    mix(x):        x = (x ^ (x >> 30)) * 0x3F58476D1CE4E5B9
                   x = (x ^ (x >> 27)) * 0x14D049BB133111EB
                   x =  x ^ (x >> 31)
    combine(x, y): mix(x + (y + 1) * 0x1E3779B97F4A7C15)
    below(key, i, n): (combine(key, i) >> 31) * n >> 32      one of 0 to n - 1

(the finalizer of SplitMix64, Steele, Lea and Flood 2014, kept to 63 bits, so that it runs the
same on signed 64-bit integers and on Python's). With these,

- game number i of a series with a given seed has the seed combine(seed, i) >> 10, which is
  below 2**53, so that every reader of JSON keeps it exact;
- the first dealer of a game with a given seed is below(combine(seed, 0), 0, players);
- random start scores are below(combine(seed, 0), 1 + team, game_points);
- deck k (k = 0, 1, ...) is shuffled with key = combine(seed, k + 1): start from the cards 0 to
  35 in the order of section 4 (`3D` last); for i = 0 to 35 swap the cards at the places
  i and i + below(key, i, 36 - i).
"""

from __future__ import annotations

from voormsi_env.engine.bits import multiply_add
from voormsi_env.engine.jit import compiled

FIRST_FACTOR = 0x3F58476D1CE4E5B9
SECOND_FACTOR = 0x14D049BB133111EB
GOLDEN_STEP = 0x1E3779B97F4A7C15


@compiled
def mix(value: int) -> int:
    """A number of 63 well-stirred bits; different values give different numbers."""
    x = int(value)
    x = multiply_add(x ^ (x >> 30), FIRST_FACTOR, 0)
    x = multiply_add(x ^ (x >> 27), SECOND_FACTOR, 0)
    return x ^ (x >> 31)


@compiled
def combine(key: int, counter: int) -> int:
    """The key number `counter` of the stream of keys that starts at `key`."""
    return mix(multiply_add(int(counter) + 1, GOLDEN_STEP, int(key)))


@compiled
def below(key: int, counter: int, limit: int) -> int:
    """The number `counter` of the stream at `key`, as one of 0 to `limit` - 1.

    The bias against the rarest value is below limit / 2**32.
    """
    return ((combine(key, counter) >> 31) * limit) >> 32


DEALER_AND_SCORES_STREAM = 0
FIRST_DECK_STREAM = 1


@compiled
def game_seed(seed: int, index: int) -> int:
    """The seed of game number `index` of a series, below 2**53."""
    return combine(seed, index) >> 10


@compiled
def first_dealer_of(seed: int, players: int) -> int:
    """The first dealer of the game with a seed, as by a cut (section 2)."""
    return below(combine(seed, DEALER_AND_SCORES_STREAM), 0, players)


@compiled
def start_score_of(seed: int, team: int, game_points: int) -> int:
    """A team's random start score, 0 to `game_points` - 1, in the game with a seed."""
    return below(combine(seed, DEALER_AND_SCORES_STREAM), 1 + team, game_points)


@compiled
def deck_key_of(seed: int, deal: int) -> int:
    """The key of the shuffle of deck number `deal` in the game with a seed."""
    return combine(seed, FIRST_DECK_STREAM + deal)
