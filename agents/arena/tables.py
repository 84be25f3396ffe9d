"""A tournament's results for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

Json = dict[str, Any]


def percent(estimate: Json) -> str:
    """A win rate in percent with its interval."""
    value, low, high = (estimate[name] for name in ("value", "low", "high"))
    if low is None or high is None:
        return f"{value:.1%}"
    return f"{value:.1%} ({100 * low:.1f}–{100 * high:.1f})"


def points(estimate: Json) -> str:
    """Points per deal with half the width of their interval."""
    if estimate["low"] is None or estimate["high"] is None:
        return f"{estimate['value']:+.3f}"
    return f"{estimate['value']:+.3f} ±{(estimate['high'] - estimate['low']) / 2:.3f}"


def _table(name: str, *numbers: str) -> Table:
    """A table whose first column may be folded and the others not."""
    table = Table(name, box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in numbers:
        table.add_column(column, no_wrap=True)
    return table


def match_table(results: Json) -> Table:
    """Every match: games, win rate, the same without the luck of the draw, points per deal."""
    table = _table("match", "games", "win rate (95%)", "without luck", "points a deal")
    for match in results["matches"]:
        title = Text(" – ".join(match["agents"]))
        if match["forfeit"] is not None:
            table.add_row(title, "0", Text(f"forfeited by {match['forfeit']['by']}"), "", "")
        for place, standing in enumerate(shown_standings(match)):
            stopped = " (stopped)" if match["stopped"] else ""
            table.add_row(
                title if place == 0 else Text(f"  of {standing['name']}"),
                f"{match['games']:,}{stopped}" if place == 0 else "",
                percent(standing["win_rate"]),
                percent(standing["win_rate_without_luck"]),
                points(standing["points_per_deal"]),
            )
    return table


def shown_standings(match: Json) -> list[Json]:
    """Of two entrants that share all games the first says it all; of three each has a line."""
    standings: list[Json] = match["standings"]
    return standings[:1] if len(match["agents"]) == 2 else standings


def rating_table(results: Json) -> Table:
    """All entrants by rating."""
    table = _table("agent", "rating", "95% interval", "above the next", "Nash weight")
    for agent in by_rating(results):
        rating, nash = agent["rating"], agent["nash"]
        if rating is None:
            table.add_row(Text(agent["name"]), "none", "", "", "")
            continue
        above = rating["above_next"]
        table.add_row(
            Text(agent["name"]),
            f"{rating['value']:+.0f}",
            f"{rating['low']:+.0f} to {rating['high']:+.0f}",
            "" if above is None else f"{above:.1%}",
            f"{nash['weight']:.2f}",
        )
    return table


def play_table(results: Json) -> Table:
    """How the entrants played, per hundred deals."""
    table = _table("in 100 deals", *PLAY_COLUMNS)
    for agent in results["agents"]:
        table.add_row(Text(agent["name"]), *play_numbers(agent["play"]))
    return table


PLAY_COLUMNS = (
    "tricks",
    "bonuses",
    "lost",
    "own goals",
    "annulled",
    "busts",
    "led 2/3/4",
)


def play_numbers(play: Json) -> list[str]:
    """The cells of `PLAY_COLUMNS`, per hundred deals; empty where nothing was played."""
    if not play["deals"]:
        return [""] * len(PLAY_COLUMNS)
    each = 100 / play["deals"]
    counts = [
        play["tricks"],
        sum(play["bonuses_won"].values()),
        sum(play["bonuses_lost"].values()),
        play["own_goals"],
        play["annulled"],
        play["busts"],
    ]
    leads = "/".join(f"{count * each:.1f}" for count in play["tricks_led_by_size"][1:])
    return [*(f"{count * each:.1f}" for count in counts), leads]


def time_table(results: Json) -> Table:
    """How long the agents thought."""
    table = _table("agent", "decisions", "microseconds each")
    for agent in results["times"]["agents"]:
        table.add_row(
            Text(agent["agent"]),
            f"{agent['decisions']:,}",
            f"{agent['microseconds_per_decision']:,.1f}",
        )
    return table


def by_rating(results: Json) -> list[Json]:
    """The entrants, the strongest first, those without a rating last."""
    return sorted(
        results["agents"],
        key=lambda agent: float("inf") if agent["rating"] is None else -agent["rating"]["value"],
    )


def warnings(results: Json) -> Iterator[str]:
    """What a reader must be told: matches given away, and results that are not transitive."""
    for match in results["matches"]:
        if forfeit := match["forfeit"]:
            where = "" if forfeit["set"] is None else f" (set {forfeit['set']}"
            where += "" if forfeit["set"] is None else f", seating {forfeit['seating']})"
            yield (
                f"{forfeit['by'] or 'nobody'} forfeited {' – '.join(match['agents'])}{where}: "
                f"{forfeit['what']}"
            )
    for cycle in results["transitivity"]["cycles"]:
        yield (
            f"not transitive: {' beats '.join([*cycle, cycle[0]])}; "
            f"read the Nash weights, not the ratings"
        )
    for pair in results["transitivity"]["misfits"]:
        one, other = pair["agents"]
        yield (
            f"the ratings do not tell how {one} does against {other}: "
            f"{pair['rate']:.1%} happened, {pair['predicted']:.1%} is predicted"
        )


def savings(results: Json) -> str | None:
    """What duplicate deals and taking the luck out saved in the match with most games."""
    matches = [match for match in results["matches"] if match["standings"]]
    if not matches:
        return None
    standing = max(matches, key=lambda match: match["games"])["standings"][0]
    duplicates, luck = standing["duplicates_save"], standing["luck_saves"]
    known = f"{duplicates:.2f}" if duplicates is not None else "any number of"
    return (
        f"variance: duplicate deals divide it by {known}, "
        f"taking out the luck of the draw by {luck:.2f} more"
    )
