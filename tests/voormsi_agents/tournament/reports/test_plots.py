"""Plots: the same for the same results."""

from __future__ import annotations

from voormsi_agents.tournament.reports.plots import plots_of, svg


def test_plots_are_the_same_for_the_same_results(results, plots, steps):
    again = plots_of(results, steps)
    assert list(plots) == ["cross_table", "ratings", "play", "strength"]
    for name, figure in plots.items():
        assert svg(name, figure) == svg(name, again[name])
