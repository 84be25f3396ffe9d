"""A run's curves as a plot: win rates with their intervals, against steps and against time."""

from __future__ import annotations

from matplotlib.figure import Figure

from voormsi_agents.training.run_folder import RunFolder
from voormsi_agents.training.tables import read_table
from voormsi_env.files import replacing

LONGEST_NAME = 40  # characters


def draw_curves(folder: RunFolder, even: float) -> None:
    """Draw the evaluations of a run into `curves.png`; nothing when there are none.

    Args:
        folder: of the run.
        even: the share of games that an equal player wins.
    """
    rows = read_table(folder.evaluations)
    if not rows:
        return
    figure = Figure(figsize=(10, 4), layout="constrained")
    for place, (column, unit, label) in enumerate(
        (("steps", 1e6, "million steps"), ("seconds", 60.0, "minutes"))
    ):
        axes = figure.add_subplot(1, 2, place + 1)
        for opponent in dict.fromkeys(row["opponent"] for row in rows):
            chosen = [row for row in rows if row["opponent"] == opponent]
            x = [float(row[column]) / unit for row in chosen]
            rate, low, high = (
                [100 * float(row[name]) for row in chosen] for name in ("rate", "low", "high")
            )
            axes.plot(x, rate, marker=".", label=f"against {_short(opponent)}")
            axes.fill_between(x, low, high, alpha=0.2)
        axes.axhline(100 * even, color="grey", linewidth=0.5)
        axes.set(xlabel=label, ylabel="games won, %", ylim=(0, 101))
        axes.grid(alpha=0.3)
        axes.legend(loc="lower right")
    with replacing(folder.curves) as partial:
        figure.savefig(partial, format="png", dpi=120)


def _short(name: str) -> str:
    """A name that leaves room for the curves: of a long path, the end."""
    return name if len(name) <= LONGEST_NAME else "…" + name[1 - LONGEST_NAME :]
