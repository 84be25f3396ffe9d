"""What the tables of a tournament say, row by row: the same in the terminal and in the report."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from voormsi_agents.tournament.reports.summary import Json

Row = tuple[str, ...]

MATCH_COLUMNS = ("match", "games", "win rate (95%)", "without card luck", "points a deal")
RATING_COLUMNS = ("agent", "rating", "95% interval", "above the next", "Nash weight", "skill")
PLAY_COLUMNS = (
    "per 100 deals",
    "tricks",
    "bonuses",
    "lost",
    "own goals",
    "annulled",
    "busts",
    "led 2/3/4",
    "illegal",
)
TIME_COLUMNS = ("agent", "decisions", "microseconds each")

PATH = re.compile(r"[^:,=+]*/([^/:,=+]+?)(?:\.safetensors)?(?=[,+]|$)")
NARROW = 0.002
SURE = 0.9995


def labels(names: Sequence[str]) -> dict[str, str]:
    """What tables and plots call entrants: files without their folders, where that will do."""
    shortened = {name: PATH.sub(r"\1", name) for name in names}
    count = Counter(shortened.values())
    return {name: label if count[label] == 1 else name for name, label in shortened.items()}


def names_of(results: Json) -> dict[str, str]:
    """The labels of all entrants."""
    return labels([agent["name"] for agent in results["agents"]])


def percent(estimate: Json | None) -> str:
    """A win rate in percent with its interval; two decimals where the interval is very narrow."""
    if estimate is None:
        return ""
    value, low, high = (estimate[name] for name in ("value", "low", "high"))
    if low is None or high is None:
        return f"{value:.1%}"
    digits = 2 if 0 < high - low < NARROW else 1
    return f"{value:.{digits}%} ({100 * low:.{digits}f}–{100 * high:.{digits}f})"


def points(estimate: Json) -> str:
    """Points per deal with half the width of their interval."""
    if estimate["low"] is None or estimate["high"] is None:
        return f"{estimate['value']:+.3f}"
    return f"{estimate['value']:+.3f} ±{(estimate['high'] - estimate['low']) / 2:.3f}"


def match_rows(results: Json) -> Iterator[Row]:
    """Every match; of two entrants that share all games the first says it all, of three each."""
    label = names_of(results)
    for match in results["matches"]:
        title = " – ".join(label[name] for name in match["agents"])
        if match["forfeit"] is not None:
            yield title, "0", f"forfeited by {label.get(match['forfeit']['by'], 'nobody')}", "", ""
            continue
        stopped = " (stopped)" if match["stopped"] else ""
        shown = match["standings"][:1] if len(match["agents"]) == 2 else match["standings"]
        for place, standing in enumerate(shown):
            yield (
                f"{title}{stopped}" if place == 0 else f"  of {label[standing['name']]}",
                f"{match['games']:,}" if place == 0 else "",
                percent(standing["win_rate"]),
                percent(standing["win_rate_without_card_luck"]),
                points(standing["points_per_deal"]),
            )


def rating_rows(results: Json) -> Iterator[Row]:
    """All entrants by rating."""
    label = names_of(results)
    for agent in by_rating(results):
        rating, nash = agent["rating"], agent["nash"]
        if rating is None:
            yield label[agent["name"]], "none", "", "", "", ""
            continue
        yield (
            label[agent["name"]],
            f"{rating['value']:+.0f}",
            f"{rating['low']:+.0f} to {rating['high']:+.0f}",
            _chance(rating["above_next"]),
            "" if nash is None else f"{nash['weight']:.2f}",
            "" if nash is None else f"{nash['skill']:+.3f}",
        )


def _chance(above: float | None) -> str:
    if above is None:
        return ""
    return f"{above:.1%}" if above < SURE else "over 99.9%"


def by_rating(results: Json) -> list[Json]:
    """The entrants, the strongest first, those without a rating last."""
    return sorted(
        results["agents"],
        key=lambda agent: float("inf") if agent["rating"] is None else -agent["rating"]["value"],
    )


def play_rows(results: Json) -> Iterator[Row]:
    """How the entrants played, per hundred deals; illegal plays are all there were."""
    label = names_of(results)
    for agent in results["agents"]:
        play = agent["play"]
        each = 100 / max(1, play["deals"])
        counts = (
            play["tricks"],
            sum(play["bonuses_won"].values()),
            sum(play["bonuses_lost"].values()),
            play["own_goals"],
            play["annulled"],
            play["busts"],
        )
        leads = "/".join(_short(count * each) for count in play["tricks_led_by_size"][1:])
        yield (
            label[agent["name"]],
            *(_short(count * each) for count in counts),
            leads,
            str(play["illegal_plays"]),
        )


def _short(number: float) -> str:
    return f"{number:.{1 if number < 100 else 0}f}"


def time_rows(results: Json) -> Iterator[Row]:
    """How long the agents thought."""
    label = labels([agent["agent"] for agent in results["times"]["agents"]])
    for agent in results["times"]["agents"]:
        microseconds = agent["microseconds_per_decision"]
        yield (
            label[agent["agent"]],
            f"{agent['decisions']:,}",
            f"{microseconds:,.{0 if microseconds >= 100 else 2}f}",
        )


def warnings(results: Json) -> Iterator[str]:
    """What a reader must be told: matches given away, and results that are not transitive."""
    for match in results["matches"]:
        if match["forfeit"] is not None:
            yield _forfeit(match)
    for cycle in results["transitivity"]["cycles"]:
        yield (
            f"not transitive: {' beats '.join([*cycle, cycle[0]])}; "
            f"where all have met, read the Nash weights, not the ratings"
        )
    misfits = results["transitivity"]["misfits"]
    if misfits:
        worst = max(misfits, key=lambda pair: abs(pair["rate"] - pair["predicted"]))
        one, other = worst["agents"]
        yield (
            f"one scale does not tell all: in {len(misfits)} of {len(results['pairs'])} pairs the "
            f"win rate is not what the ratings predict, the most for {one} against {other}: "
            f"{worst['rate']:.1%} happened, {worst['predicted']:.1%} is predicted"
        )


def _forfeit(match: Json) -> str:
    forfeit = match["forfeit"]
    by = forfeit["by"] or "nobody"
    where = ""
    if forfeit["set"] is not None:
        where = f" (set {forfeit['set']}, seating {forfeit['seating']})"
    who = f"{forfeit['agent']}: " if forfeit["agent"] not in (None, by) else ""
    return f"{by} forfeited {' – '.join(match['agents'])}{where}: {who}{forfeit['what']}"


def savings(results: Json) -> str | None:
    """What duplicate deals and taking card luck out saved, where the most was left to find out."""
    standings = [
        one
        for match in results["matches"]
        for one in match["standings"]
        if one["duplicates_save"] is not None
    ]
    if not standings:
        return None
    standing = min(standings, key=lambda one: abs(one["win_rate"]["value"] - 0.5))
    saved = standing["card_luck_saves"]
    more = "" if saved is None else f", taking out card luck by {saved:.2f} more"
    return (
        f"variance of {names_of(results)[standing['name']]}: duplicate deals divide it by "
        f"{standing['duplicates_save']:.2f}{more}"
    )
