"""A slow, plain second reading of the rules: cards, tricks and points, from docs/rules.md alone.

The engine is compared with this oracle play by play. Nothing here is clever on purpose:
every function says which section ("RULES n") it follows, everything that can be worked
out again from the list of plays is worked out again each time it is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

Record = dict[str, Any]  # a piece of the game record of RULES 10

TOQUTSIT = "JC"
VOORMSI = "KH"
THREE = "3D"

# RULES 4: the order of the cards, strongest first, within a row too; only JC and KH are equal.
ORDER: list[list[str]] = [
    ["JC", "KH"],
    ["8S"],
    ["9C", "9S", "9H", "9D"],
    ["AC", "AS", "AH", "AD"],
    ["JS", "JH", "JD"],
    ["6C", "6S", "6H", "6D"],
    ["5C", "5S", "5H", "5D"],
    ["8C", "8H", "8D"],
    ["QC", "QS", "QH", "QD"],
    ["KC"],
    ["KS"],
    ["7C", "7S", "7H", "7D"],
]
# RULES 4: the Sevens of a seven trick, strongest first.
SEVENS: list[str] = ["7C", "7S", "7H", "7D"]
# RULES 1 and 10: the whole pack, in the order in which records list cards (3D last).
PACK: list[str] = [card for row in ORDER for card in row] + [THREE]

HAND_SIZE = 4


@dataclass(frozen=True)
class OracleRules:
    """The options of docs/rules.md, by the names used there and in the record (RULES 10)."""

    players: int = 4
    """RULES 2 and 8: four in two teams, or three or two players, each for himself."""
    three_is_king: bool = False
    """RULES 3: whether 3D is led as a king."""
    show_hand_to: str = "left"
    """RULES 5: who sees the hand of a player claiming the bonus of Voormsi."""
    play_on: str = "unbeaten"
    """RULES 6: which run of tricks keeps a deal going after five."""
    bust: str = "rebound"
    """RULES 7: what becomes of points beyond the last."""
    settlement: str = "trick"
    """RULES 7: when bonus points are settled."""
    game_points: int | None = None
    """RULES 7 and 8: None stands for 9 (four or two players) or 12 (three)."""

    def __post_init__(self) -> None:
        if self.players not in (2, 3, 4):
            raise ValueError(f"players: {self.players}")
        if self.bust not in ("rebound", "deduct", "off"):
            raise ValueError(f"bust: {self.bust}")
        if self.settlement not in ("trick", "deal"):
            raise ValueError(f"settlement: {self.settlement}")
        if self.show_hand_to not in ("left", "opponents", "none"):
            raise ValueError(f"show_hand_to: {self.show_hand_to}")
        if self.play_on not in ("unbeaten", "streak"):
            raise ValueError(f"play_on: {self.play_on}")


# ---------------------------------------------------------------- the table


def number_of_teams(rules: OracleRules) -> int:
    """RULES 2 and 8: two teams, or with three players three teams of one."""
    return 3 if rules.players == 3 else 2


def team_of(seat: int, rules: OracleRules) -> int:
    """RULES 2 and 8: partners sit opposite; with two or three players each is a team."""
    return seat % 2 if rules.players == 4 else seat


def target(rules: OracleRules) -> int:
    """RULES 7 and 8: the points that win the game."""
    if rules.game_points is not None:
        return rules.game_points
    return 12 if rules.players == 3 else 9


def tricks_in_deal(rules: OracleRules) -> int:
    """RULES 3 and 8: nine tricks; twelve with three players."""
    return 12 if rules.players == 3 else 9


def plays_in_trick(rules: OracleRules) -> int:
    """RULES 3 and 8: one play each; with two players two plays each."""
    return 3 if rules.players == 3 else 4


# ---------------------------------------------------------------- cards


def rank(card: str) -> str:
    """The rank letter of a card."""
    return card[0]


def lead_rank(card: str, rules: OracleRules) -> str:
    """RULES 3: the rank of a card in a lead; 3D is a three, or a king by option."""
    if card == THREE and rules.three_is_king:
        return "K"
    return rank(card)


def sorted_cards(cards: Iterable[str]) -> list[str]:
    """RULES 10: cards in the order of section 4, JC before KH, 3D last."""
    return sorted(cards, key=PACK.index)


def stands_higher(later: str, earlier: str) -> bool:
    """RULES 4: does one card stand higher in the order than the other? (3D has no place.)

    The order runs on inside a row (clubs, spades, hearts, diamonds); only JC = KH.
    """
    in_order = [card for cards in ORDER for card in cards]
    if {later, earlier} == {TOQUTSIT, VOORMSI}:
        return False
    return in_order.index(later) < in_order.index(earlier)


# ---------------------------------------------------------------- which play beats which


def opening_index(plays: Sequence[Iterable[str]]) -> int:
    """RULES 4: the lead opens the trick, but after a lone led 3D the second play does."""
    return 1 if set(plays[0]) == {THREE} else 0


def is_seven_trick(plays: Sequence[Iterable[str]]) -> bool:
    """RULES 4: a trick opened with Sevens."""
    opening = opening_index(plays)
    return opening < len(plays) and all(rank(card) == "7" for card in plays[opening])


def card_beats(
    later: str, earlier: str, *, led: bool, opening: bool, seven_trick: bool, very_next: bool
) -> bool:
    """RULES 4: does the card `later` beat the card `earlier` of the heading play?

    led: the heading play is the lead; opening: it opened the trick; very_next: the play
    of `later` comes immediately after the heading play.
    """
    # 1. b is 3D
    if later == THREE:
        return True
    # 2. a is 3D
    if earlier == THREE:
        return led
    # 3. in a seven trick
    if seven_trick:
        return _beats_in_seven_trick(later, earlier, very_next)
    # 4. in any other trick
    if rank(later) == "7":
        return False
    if earlier == "KC" and opening and later == "KS" and very_next:
        return True
    if {later, earlier} == {TOQUTSIT, VOORMSI}:
        return True
    return stands_higher(later, earlier)


def _beats_in_seven_trick(later: str, earlier: str, very_next: bool) -> bool:
    """RULES 4, line 3."""
    if rank(earlier) == "7":
        if later == "KC":
            return True
        return rank(later) == "7" and SEVENS.index(later) < SEVENS.index(earlier)
    if earlier == "KC":
        return later == "KS" and very_next
    if earlier == "KS":
        return False
    raise AssertionError(f"{earlier} cannot be heading a seven trick")


def play_beats(plays: Sequence[Iterable[str]], heading: int, later: int) -> bool:
    """RULES 3: can play `later` be paired one to one with the heading play, card beating card?"""
    led = heading == 0
    opening = heading == opening_index(plays)
    seven_trick = is_seven_trick(plays)
    very_next = later == heading + 1
    heading_cards = list(plays[heading])
    for pairing in permutations(plays[later]):
        if all(
            card_beats(
                mine,
                theirs,
                led=led,
                opening=opening,
                seven_trick=seven_trick,
                very_next=very_next,
            )
            for mine, theirs in zip(pairing, heading_cards, strict=True)
        ):
            return True
    return False


def heading_after_each_play(plays: Sequence[Iterable[str]]) -> list[int]:
    """RULES 3: for every play of the trick, which play was heading when it had been made."""
    heads: list[int] = []
    for number in range(len(plays)):
        if number == 0 or play_beats(plays[: number + 1], heads[-1], number):
            heads.append(number)
        else:
            heads.append(heads[-1])
    return heads


def trick_winner(plays: list[list[str]], *, rules: OracleRules = OracleRules()) -> int:
    """RULES 3: the index of the play that wins a complete trick."""
    if len({lead_rank(card, rules) for card in plays[0]}) != 1:
        raise ValueError(f"not a lead of one rank: {plays[0]}")
    if len({len(cards) for cards in plays}) != 1:
        raise ValueError("plays of different sizes")
    return heading_after_each_play(plays)[-1]


# ---------------------------------------------------------------- points


def add_sum(score: int, points: int, rules: OracleRules) -> int:
    """RULES 7: put one sum on a team's ladder."""
    beyond = score + points - target(rules)
    if beyond <= 0:
        return score + points
    if rules.bust == "rebound":
        return target(rules) - beyond
    if rules.bust == "deduct":
        return score - beyond
    return target(rules)


def tricks_won(tricks: Sequence[Record], rules: OracleRules) -> list[int]:
    """RULES 3: how many tricks each team has won; a trick of n cards counts as n."""
    won = [0] * number_of_teams(rules)
    for trick in tricks:
        won[team_of(trick["winner"], rules)] += trick["size"]
    return won


def others(won: Sequence[int], team: int) -> list[int]:
    """The tricks of all teams but this one."""
    return [tricks for other, tricks in enumerate(won) if other != team]


def run_is_on(tricks: Sequence[Record], rules: OracleRules) -> bool:
    """RULES 6: is a run on after the last of these tricks?"""
    won = tricks_won(tricks, rules)
    if sum(won) == tricks_in_deal(rules):
        return False
    team = team_of(tricks[-1]["winner"], rules)
    if won[team] < 5:
        return False
    if rules.play_on == "unbeaten":
        return all(tricks == 0 for tricks in others(won, team))
    return all(tricks < 5 for tricks in others(won, team))


def play_has_ended(tricks: Sequence[Record], rules: OracleRules) -> bool:
    """RULES 6: does the deal's play end with the last of these tricks?"""
    if run_is_on(tricks, rules):
        return False
    won = tricks_won(tricks, rules)
    return max(won) >= 5 or sum(won) == tricks_in_deal(rules)


def won_five_first(tricks: Sequence[Record], team: int, rules: OracleRules) -> bool:
    """RULES 6: did this team win five tricks before another team won any?"""
    for number in range(1, len(tricks) + 1):
        won = tricks_won(tricks[:number], rules)
        if any(others(won, team)):
            return False
        if won[team] >= 5:
            return True
    return False


def points_for_tricks(tricks: Sequence[Record], team: int, rules: OracleRules) -> int:
    """RULES 6: what a team scores for its tricks at the end of a deal's play."""
    won = tricks_won(tricks, rules)[team]
    if won < 5:
        return 0
    return (2 if won_five_first(tricks, team, rules) else 1) + (won - 5)
