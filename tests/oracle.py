"""A slow, plain second reading of the rules: the game, written from docs/rules.md alone.

As in `oracle_rules.py`, whatever can be worked out again from the list of plays is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from oracle_deal import Deal, Play
from oracle_rules import (
    HAND_SIZE,
    PACK,
    THREE,
    TOQUTSIT,
    VOORMSI,
    OracleRules,
    Record,
    add_sum,
    heading_after_each_play,
    lead_rank,
    number_of_teams,
    play_has_ended,
    plays_in_trick,
    points_for_tricks,
    run_is_on,
    sorted_cards,
    target,
    team_of,
    tricks_in_deal,
    tricks_won,
)


class OracleGame:
    """One game, from the first deal to its end."""

    def __init__(
        self,
        rules: OracleRules,
        first_dealer: int,
        deck_of: Callable[[int], list[str]],
        start_scores: Sequence[int] | None = None,
        max_deals: int = 100,
    ) -> None:
        if first_dealer not in range(rules.players):
            raise ValueError(f"no such seat: {first_dealer}")
        if max_deals < 1:
            raise ValueError("max_deals must be at least 1")
        if start_scores is None:
            start_scores = [0] * number_of_teams(rules)
        if len(start_scores) != number_of_teams(rules):
            raise ValueError("start_scores: one entry a team")
        if any(score >= target(rules) for score in start_scores):
            raise ValueError("start_scores: the game would be over already")
        self.rules = rules
        self.scores: list[int] = list(start_scores)
        self.deals: list[Record] = []
        self.result: Record | None = None
        self.to_play: int | None = None
        self._deck_of = deck_of
        self._max_deals = max_deals
        self._start_deal(first_dealer)

    # ------------------------------------------------------------ what can be seen

    @property
    def hands(self) -> list[list[str]]:
        """The cards each seat holds now."""
        return [list(hand) for hand in self._deal.hands]

    @property
    def shown(self) -> list[tuple[int, tuple[int, ...], frozenset[str]]]:
        """RULES 5: the hands shown in this deal: seat, seats who saw, cards."""
        return list(self._deal.shown)

    def obliged_but_did_not(self) -> set[int]:
        """RULES 5: seats of this deal who faced the duty and did not play Toqutsit."""
        return set(self._deal.did_not)

    def current_deal(self) -> Record:
        """RULES 10: the deal in progress (or, when the game is over, the last one)."""
        deal = self._deal
        return {
            "dealer": deal.dealer,
            "deck": list(deal.deck),
            "plays": [
                {"seat": play.seat, "cards": sorted_cards(play.cards)} for play in deal.plays
            ],
            "tricks": [
                {**trick, "bonus": dict(trick["bonus"]) if trick["bonus"] else None}
                for trick in deal.tricks
            ],
            "annulled": deal.annulled,
            "scores": list(self.scores),
        }

    # ------------------------------------------------------------ legal plays

    def legal(self) -> set[frozenset[str]]:
        """Every legal play of the seat to play."""
        if self.to_play is None:
            return set()
        if not self._deal.trick:
            return self._legal_leads(self.to_play)
        return self._legal_follows(self.to_play)

    def _legal_leads(self, seat: int) -> set[frozenset[str]]:
        """RULES 3: 1 to 4 cards of one rank."""
        leads = set()
        hand = self._deal.hands[seat]
        for size in range(1, self._largest_lead(seat) + 1):
            for cards in combinations(hand, size):
                if len({lead_rank(card, self.rules) for card in cards}) == 1:
                    leads.add(frozenset(cards))
        return leads

    def _largest_lead(self, seat: int) -> int:
        """RULES 8: with two players, at most half of what the leader has still to play."""
        if self.rules.players != 2:
            return 4
        still_to_play = len(self._deal.hands[seat]) + len(self._deal.stock) // 2
        return min(4, still_to_play // 2)

    def _legal_follows(self, seat: int) -> set[frozenset[str]]:
        """RULES 3: as many cards as were led, of any ranks; RULES 5: and the duty."""
        hand = self._deal.hands[seat]
        size = len(self._deal.trick[0].cards)
        plays = {frozenset(cards) for cards in combinations(hand, size)}
        if self._is_obliged(seat) and TOQUTSIT in hand:
            plays = {cards for cards in plays if TOQUTSIT in cards}
        return plays

    def _is_obliged(self, seat: int) -> bool:
        """RULES 5, duty: the heading play contains Voormsi and belongs to the other team."""
        if not self._deal.trick:
            return False
        heading = self._heading_play()
        return VOORMSI in heading.cards and self._team(heading.seat) != self._team(seat)

    # ------------------------------------------------------------ playing

    def play(self, cards: Iterable[str]) -> None:
        """The seat to play puts down these cards."""
        listed = list(cards)
        chosen = frozenset(listed)
        if self.to_play is None:
            raise ValueError("the game is over")
        if len(chosen) != len(listed) or chosen not in self.legal():
            raise ValueError(f"illegal play: {listed}")
        seat = self.to_play
        if self._is_obliged(seat) and TOQUTSIT not in chosen:
            self._deal.did_not.add(seat)
        for card in chosen:
            self._deal.hands[seat].remove(card)
        self._deal.trick.append(Play(seat, chosen))
        self._deal.plays.append(Play(seat, chosen))

        if self._is_own_goal():
            self._end_with_own_goal(seat)
        elif len(self._deal.trick) == plays_in_trick(self.rules):
            self._end_trick()
        else:
            if self.rules.players == 2 and len(self._deal.trick) == 2:
                self._draw(self._heading_play().seat)
            self.to_play = self._next_seat()

    def _next_seat(self) -> int:
        """RULES 2, 3 and 8: who plays next to this trick."""
        trick = self._deal.trick
        if not trick:
            return self._deal.leader
        if self.rules.players == 2 and len(trick) == 2:
            return self._heading_play().seat
        return (trick[-1].seat + 1) % self.rules.players

    def _team(self, seat: int) -> int:
        return team_of(seat, self.rules)

    def _heads(self) -> list[int]:
        return heading_after_each_play([list(play.cards) for play in self._deal.trick])

    def _heading_play(self) -> Play:
        return self._deal.trick[self._heads()[-1]]

    def _beaten_by(self, number: int) -> Play | None:
        """The heading play that play `number` of this trick beat, if it did."""
        heads = self._heads()
        if number == 0 or heads[number] != number:
            return None
        return self._deal.trick[heads[number - 1]]

    # ------------------------------------------------------------ dealing and drawing

    def _start_deal(self, dealer: int) -> None:
        """RULES 2: deal four cards each, eldest first; the rest is the stock."""
        deck = list(self._deck_of(len(self.deals)))
        if sorted(deck) != sorted(PACK):
            raise ValueError("a deck must be the 36 cards of the pack")
        players = self.rules.players
        eldest = (dealer + 1) % players
        hands: list[list[str]] = [[] for _ in range(players)]
        for place in range(players):
            seat = (eldest + place) % players
            hands[seat] = deck[place * HAND_SIZE : (place + 1) * HAND_SIZE]
        self._deal = Deal(
            dealer=dealer,
            deck=deck,
            scores_before=list(self.scores),
            hands=hands,
            stock=deck[players * HAND_SIZE :],
            leader=eldest,
        )
        self.to_play = self._next_seat()

    def _draw(self, first: int) -> None:
        """RULES 2: one card at a time, round and round, until all have four or none are left."""
        deal = self._deal
        players = self.rules.players
        seats = [(first + place) % players for place in range(players)]
        while deal.stock and any(len(hand) < HAND_SIZE for hand in deal.hands):
            for seat in seats:
                if deal.stock and len(deal.hands[seat]) < HAND_SIZE:
                    deal.hands[seat].append(deal.stock.pop(0))

    # ------------------------------------------------------------ the matadors

    def _is_own_goal(self) -> bool:
        """RULES 5: has the last play beaten the partner's Voormsi by means of Toqutsit?"""
        number = len(self._deal.trick) - 1
        play = self._deal.trick[number]
        beaten = self._beaten_by(number)
        if beaten is None or VOORMSI not in beaten.cards:
            return False
        partners = beaten.seat != play.seat and self._team(beaten.seat) == self._team(play.seat)
        # With JC and 3D in one play it is the 3D that beats the partner's Voormsi.
        return partners and TOQUTSIT in play.cards and THREE not in play.cards

    def _bonus_of_trick(self) -> Record | None:
        """RULES 5: the one bonus paid for a complete trick, the last put in prospect."""
        prospect = None
        for number in range(1, len(self._deal.trick)):
            prospect = self._prospect_after(number, prospect)
        if self._voormsi_earns():
            return self._bonus(self._heading_play().seat, 1, "voormsi")
        return prospect

    def _bonus(self, seat: int, points: int, kind: str) -> Record:
        return {"team": self._team(seat), "points": points, "kind": kind}

    def _prospect_after(self, number: int, prospect: Record | None) -> Record | None:
        """RULES 5: the bonus in prospect after play `number`, given that before it."""
        play = self._deal.trick[number]
        beaten = self._beaten_by(number)
        if beaten is None:
            return prospect
        if VOORMSI in beaten.cards:
            opposing = self._team(beaten.seat) != self._team(play.seat)
            if TOQUTSIT in play.cards and opposing:
                return self._bonus(play.seat, 2, "toqutsit")
            if THREE in play.cards:
                return self._bonus(play.seat, 1, "three")
            # RULES 8: two players, his own Toqutsit on his own Voormsi: nothing.
            return prospect
        toqutsit_took = prospect is not None and prospect["kind"] == "toqutsit"
        if THREE in play.cards and TOQUTSIT in beaten.cards and toqutsit_took:
            return self._bonus(play.seat, 2, "three_on_toqutsit")
        return prospect

    def _voormsi_earns(self) -> bool:
        """RULES 5: does Voormsi, winning this complete trick, earn its bonus?"""
        deal = self._deal
        winning = self._heading_play()
        if VOORMSI not in winning.cards:
            return False
        if winning == deal.trick[-1]:
            return False
        played_up_to_voormsi: set[str] = set()
        for play in deal.plays:
            played_up_to_voormsi |= play.cards
            if VOORMSI in play.cards:
                break
        if TOQUTSIT in played_up_to_voormsi:
            return False
        return TOQUTSIT not in deal.hands[winning.seat]

    def _show_hand(self, seat: int) -> None:
        """RULES 5: he who takes Voormsi's bonus shows the cards left in his hand."""
        cards = frozenset(self._deal.hands[seat])
        seats = self._seats_who_see(seat)
        if cards and seats:
            self._deal.shown.append((seat, seats, cards))

    def _seats_who_see(self, seat: int) -> tuple[int, ...]:
        """RULES 5: the opponent on the left, all opponents, or nobody."""
        if self.rules.show_hand_to == "left":
            return ((seat + 1) % self.rules.players,)
        if self.rules.show_hand_to == "opponents":
            return tuple(
                other
                for other in range(self.rules.players)
                if self._team(other) != self._team(seat)
            )
        return ()

    # ------------------------------------------------------------ ends of tricks, deals, the game

    def _end_trick(self) -> None:
        """RULES 3, 5, 6 and 7: everything that happens after the last play of a trick."""
        deal = self._deal
        winner = self._heading_play().seat
        bonus = self._bonus_of_trick()
        deal.tricks.append({"winner": winner, "size": len(deal.trick[0].cards), "bonus": bonus})
        if bonus is not None and bonus["kind"] == "voormsi":
            self._show_hand(winner)

        if max(tricks_won(deal.tricks, self.rules)) == tricks_in_deal(self.rules):
            self._annul_deal()
        elif play_has_ended(deal.tricks, self.rules):
            self._settle_deal()
        else:
            self._settle_trick(bonus)

    def _annul_deal(self) -> None:
        """RULES 6: one team won all tricks; every point of the deal is taken back."""
        self._deal.annulled = True
        self.scores = list(self._deal.scores_before)
        self._finish_deal()

    def _settle_deal(self) -> None:
        """RULES 6 and 7: the sum of every team at the end of the deal's play."""
        tricks = self._deal.tricks
        # RULES 7: the last trick's bonus, or with settlement="deal" the bonuses of all.
        unpaid = tricks if self.rules.settlement == "deal" else tricks[-1:]
        for team in range(len(self.scores)):
            points = points_for_tricks(tricks, team, self.rules)
            for trick in unpaid:
                if trick["bonus"] is not None and trick["bonus"]["team"] == team:
                    points += trick["bonus"]["points"]
            self.scores[team] = add_sum(self.scores[team], points, self.rules)
        self._finish_deal()

    def _finish_deal(self) -> None:
        """The deal's play is over: the game may be, or the next player deals."""
        self.deals.append(self.current_deal())
        if target(self.rules) in self.scores:
            self._end_with_points()
        elif len(self.deals) >= self._max_deals:
            self._end_game(None, "truncated")
        else:
            self._start_deal((self._deal.dealer + 1) % self.rules.players)

    def _settle_trick(self, bonus: Record | None) -> None:
        """RULES 7: a trick after which play may go on; its bonus goes on the ladder at once."""
        if bonus is not None and self.rules.settlement == "trick":
            team = bonus["team"]
            self.scores[team] = add_sum(self.scores[team], bonus["points"], self.rules)
        run = run_is_on(self._deal.tricks, self.rules)
        if target(self.rules) in self.scores and not run:
            self.deals.append(self.current_deal())
            self._end_with_points()
        else:
            self._next_trick()

    def _next_trick(self) -> None:
        """RULES 2 and 3: draw, starting with the winner, who leads to the next trick."""
        deal = self._deal
        winner = deal.tricks[-1]["winner"]
        deal.trick = []
        deal.leader = winner
        self._draw(winner)
        self.to_play = self._next_seat()

    def _end_with_points(self) -> None:
        """RULES 7: the team at exactly game_points wins; several of them: a draw."""
        there = [team for team, score in enumerate(self.scores) if score == target(self.rules)]
        self._end_game(there[0] if len(there) == 1 else None, "points")

    def _end_with_own_goal(self, seat: int) -> None:
        """RULES 5: the team's score becomes 0 and the other team wins, at once."""
        team = self._team(seat)
        self.scores[team] = 0
        self.deals.append(self.current_deal())
        self._end_game(1 - team, "forfeit")

    def _end_game(self, winner: int | None, reason: str) -> None:
        self.to_play = None
        self.result = {"winner": winner, "reason": reason, "scores": list(self.scores)}
