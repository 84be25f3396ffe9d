"""`report.html`: everything about a tournament in one file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from string import Template

from matplotlib.figure import Figure

from voormsi_agents.tournament.reports.plots import svg
from voormsi_agents.tournament.reports.rows import (
    MATCH_COLUMNS,
    PLAY_COLUMNS,
    RATING_COLUMNS,
    TIME_COLUMNS,
    match_rows,
    names_of,
    play_rows,
    rating_rows,
    savings,
    time_rows,
    warnings,
)
from voormsi_agents.tournament.reports.summary import Json

CAPTIONS = {
    "cross_table": "Who wins how often against whom",
    "ratings": "Strength on one scale",
    "strength": "Strength against training steps",
    "play": "How they played",
}

PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="$policy">
<link rel="icon" href="data:,">
<title>$title</title>
<style>
:root { color-scheme: light; }
body { font: 1rem/1.5 system-ui, sans-serif; color: #1b2a33; background: #fff;
  max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin-top: 2rem; }
p, li { overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem .3rem 0; text-align: left; border-bottom: 1px solid #d5dde2;
  vertical-align: top; }
thead th { border-bottom-color: #1b2a33; }
.numbers td + td { white-space: nowrap; }
.numbers :is(th, td):first-child { position: sticky; left: 0; background: #fff;
  min-width: 7rem; max-width: 40vw; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .numbers { font-size: .875rem; } }
figure { margin: 1.5rem 0; }
figure svg { display: block; width: 100%; height: auto; max-width: 38rem; }
figcaption { font-weight: 600; }
.warning { border-left: .3rem solid #c8553d; background: #fbf0ed; padding: .5rem .8rem; }
.quiet { color: #54656f; font-size: .9rem; }
</style>
</head>
<body>
<h1>$title</h1>
$body
</body>
</html>
""")

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def report(results: Json, plots: dict[str, Figure]) -> str:
    """The page.

    Args:
        results: what `results.json` holds.
        plots: by name.
    """
    title = " · ".join(list(names_of(results).values())[:4])
    if len(results["agents"]) > 4:
        title += f" and {len(results['agents']) - 4} more"
    parts = [
        f"<p>{escape(_in_short(results))}</p>",
        *(f'<p class="warning">{escape(text)}</p>' for text in warnings(results)),
        *_section("Matches", MATCH_COLUMNS, match_rows(results)),
        f'<p class="quiet">{escape(savings(results) or "")}</p>',
        *_section("Ratings, in Elo units", RATING_COLUMNS, rating_rows(results)),
        *(_figure(name, plots[name]) for name in CAPTIONS if name in plots),
        *_section("Play", PLAY_COLUMNS, play_rows(results)),
        *_section("Time", TIME_COLUMNS, time_rows(results)),
        *_section("What was played", ("", ""), _settings(results), kind="words"),
    ]
    return PAGE.substitute(title=escape(title), policy=POLICY, body="\n".join(parts))


def _in_short(results: Json) -> str:
    return (
        f"{results['games']:,} games, every set of deals in all seatings. Win rates share draws; "
        f"intervals hold with {results['confidence']:.0%} and come from sets of deals, which are "
        f"what is independent. Ratings are Bradley–Terry strengths in Elo units, "
        f"{results['anchor']} = 0."
    )


def _settings(results: Json) -> Iterable[Sequence[str]]:
    yield "agents", ", ".join(agent["name"] for agent in results["agents"])
    rules = ", ".join(f"{name} {value}" for name, value in results["rules"].items())
    yield "rules", rules
    for name in ("schedule", "seed", "until", "max_deals", "version", "commit", "code"):
        yield name.replace("_", " "), str(results[name])
    yield "machine", results["times"]["machine"]
    yield "seconds", f"{results['times']['seconds']:,.1f}"


def _section(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "numbers"
) -> list[str]:
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return [
        f"<h2>{escape(title)}</h2>",
        f'<div class="wide"><table class="{kind}"><thead><tr>{head}</tr></thead>',
        f"<tbody>{body}</tbody></table></div>",
    ]


def _figure(name: str, figure: Figure) -> str:
    label = escape(CAPTIONS[name])
    plot = svg(name, figure).replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
    return f"<figure><figcaption>{label}</figcaption>{plot}</figure>"
