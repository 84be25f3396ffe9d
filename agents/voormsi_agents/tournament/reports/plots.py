"""A tournament's results as plots: PNG and SVG."""

from __future__ import annotations

import io
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from voormsi_agents.tournament.reports.rows import by_rating, names_of
from voormsi_agents.tournament.reports.summary import BONUSES, Json
from voormsi_env.files import replacing, writing

WIDTH = 5.0
DOTS_PER_INCH = 160
INK = "#1f3a4d"
COLORS = ("#1f6f8b", "#e0a030", "#7a5195", "#c8553d", "#5b8c5a")
MOST_LABELLED = 14
SHORTEST = 24


def plots_of(results: Json, steps: dict[str, float] | None = None) -> dict[str, Figure]:
    """The plots of a tournament, by name.

    Args:
        results: what `results.json` holds.
        steps: training steps of the entrants that are checkpoints of a run, by name.
    """
    drawn = {}
    if len(results["agents"]) > 1 and any(match["standings"] for match in results["matches"]):
        drawn["cross_table"] = cross_table(results)
        drawn["ratings"] = rating_plot(results)
        drawn["play"] = play_plot(results)
    if steps:
        drawn["strength"] = strength_plot(results, steps)
    for figure in drawn.values():  # a layout that is made anew each time it is drawn may drift
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
    return drawn


def cross_table(results: Json) -> Figure:
    """Win rates of row against column as a heat map, the strongest first."""
    names = [agent["name"] for agent in by_rating(results)]
    shown = [short(names_of(results)[name]) for name in names]
    rates = _rates(results, names)
    side = max(3.2, min(0.62 * len(names) + 1.6, 11))
    figure = Figure(figsize=(max(WIDTH, side + 0.8), side), layout="constrained")
    axes = figure.add_subplot()
    image = axes.imshow(100 * rates, cmap="RdBu", vmin=0, vmax=100)
    axes.set_xticks(range(len(names)), shown, rotation=40, ha="right")
    axes.set_yticks(range(len(names)), shown)
    axes.set_title("win rate of the row against the column, %")
    if len(names) <= MOST_LABELLED:
        for row, column in np.argwhere(~np.isnan(rates)):
            rate = rates[row, column]
            color = "white" if abs(rate - 0.5) > 0.3 else "black"
            axes.text(column, row, f"{100 * rate:.0f}", ha="center", va="center", color=color)
    figure.colorbar(image, shrink=0.8)
    return figure


def _rates(results: Json, names: list[str]) -> NDArray[np.float64]:
    """Win rates by what `pairs` of the results says, NaN where two never met."""
    rates = np.full((len(names), len(names)), np.nan)
    for pair in results["pairs"]:
        one, other = (names.index(name) for name in pair["agents"])
        rates[one, other] = pair["rate"]
        rates[other, one] = 1 - pair["rate"]
    return rates


def rating_plot(results: Json) -> Figure:
    """Ratings with their intervals, the strongest at the top."""
    rated = [agent for agent in by_rating(results) if agent["rating"] is not None]
    figure = Figure(figsize=(WIDTH, 1.2 + 0.34 * len(rated)), layout="constrained")
    axes = figure.add_subplot()
    for place, agent in enumerate(rated):
        rating = agent["rating"]
        axes.plot([rating["low"], rating["high"]], [place, place], color=COLORS[0], linewidth=2.5)
        axes.plot([rating["value"]], [place], "o", color=INK)
    label = names_of(results)
    axes.set_yticks(range(len(rated)), [short(label[agent["name"]]) for agent in rated])
    axes.set_ylim(len(rated) - 0.5, -0.5)
    axes.set_xlabel(f"Elo, {short(names_of(results)[results['anchor']])} = 0, with 95% intervals")
    axes.grid(axis="x", alpha=0.3)
    return figure


def play_plot(results: Json) -> Figure:
    """How the entrants played: bonuses by kind, what went wrong, how many cards they led."""
    agents = [agent for agent in by_rating(results) if agent["play"]["deals"]]
    figure = Figure(figsize=(WIDTH, 3 * (1.3 + 0.3 * len(agents))), layout="constrained")
    panels = figure.subplots(3, 1)
    names = [short(names_of(results)[agent["name"]]) for agent in agents]
    _stacked(
        panels[0],
        names,
        {kind.replace("_", " "): [_per_100(a, a["play"]["bonuses_won"][kind]) for a in agents]
         for kind in BONUSES},
        "bonuses won per 100 deals",
    )  # fmt: skip
    _stacked(
        panels[1],
        names,
        {
            name.replace("_", " "): [_per_100(agent, agent["play"][name]) for agent in agents]
            for name in ("busts", "annulled", "own_goals")
        },
        "busts, annulled deals and own goals per 100 deals",
    )
    _stacked(
        panels[2],
        names,
        {
            f"{size} cards": [
                _per_100(agent, agent["play"]["tricks_led_by_size"][size - 1]) for agent in agents
            ]
            for size in (2, 3, 4)
        },
        "leads of several cards per 100 deals",
    )
    return figure


def _per_100(agent: Json, count: int) -> float:
    return 100 * count / float(agent["play"]["deals"])


def _stacked(axes: Axes, names: list[str], parts: dict[str, list[float]], label: str) -> None:
    left = np.zeros(len(names))
    for color, (name, values) in zip(COLORS, parts.items(), strict=False):
        axes.barh(range(len(names)), values, left=left, color=color, label=name, height=0.7)
        left += np.array(values)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel(label)
    axes.margins(x=0.05)
    axes.legend(
        fontsize="small", loc="lower right", bbox_to_anchor=(1, 1), ncols=len(parts), frameon=False
    )
    axes.grid(axis="x", alpha=0.3)


def strength_plot(results: Json, steps: dict[str, float]) -> Figure:
    """The ratings of a run's checkpoints against their training steps, the others as lines."""
    figure = Figure(figsize=(WIDTH, 4), layout="constrained")
    axes = figure.add_subplot()
    rated = [agent for agent in results["agents"] if agent["rating"] is not None]
    curve = sorted(
        ((steps[agent["name"]], agent["rating"]) for agent in rated if agent["name"] in steps),
        key=lambda point: point[0],
    )
    x = [step for step, _ in curve]
    axes.plot(x, [rating["value"] for _, rating in curve], marker="o", color=COLORS[0])
    axes.fill_between(
        x,
        [rating["low"] for _, rating in curve],
        [rating["high"] for _, rating in curve],
        color=COLORS[0],
        alpha=0.2,
    )
    for agent in rated:
        if agent["name"] not in steps:
            axes.axhline(agent["rating"]["value"], color="grey", linewidth=0.8, linestyle="--")
            axes.annotate(
                short(names_of(results)[agent["name"]]), (1, agent["rating"]["value"]),
                xycoords=("axes fraction", "data"), ha="right", va="bottom", fontsize="small",
            )  # fmt: skip
    axes.set_xlabel("training steps")
    axes.set_ylabel(f"Elo, {short(names_of(results)[results['anchor']])} = 0")
    axes.grid(alpha=0.3)
    return figure


def short(name: str) -> str:
    """A name that fits beside a plot: its end says more than its beginning."""
    return name if len(name) <= SHORTEST else "…" + name[1 - SHORTEST :]


def svg(name: str, figure: Figure) -> str:
    """A plot as an SVG element, the same for the same numbers."""
    with mpl.rc_context({"svg.hashsalt": name}):
        stream = io.StringIO()
        figure.savefig(stream, format="svg", metadata=dict.fromkeys(SVG_NOTES))
    text = stream.getvalue()
    return text[text.index("<svg") :]


SVG_NOTES = ("Creator", "Date", "Format", "Type")


def write_plots(folder: Path, drawn: dict[str, Figure]) -> None:
    """Write every plot as NAME.png and NAME.svg.

    Raises:
        OSError: a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, figure in drawn.items():
        with replacing(folder / f"{name}.png") as path:
            figure.savefig(path, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
        with writing(folder / f"{name}.svg") as stream:
            stream.write('<?xml version="1.0" encoding="utf-8"?>\n' + svg(name, figure))
