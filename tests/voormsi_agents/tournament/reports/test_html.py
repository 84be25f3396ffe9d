"""The report: one file that needs nothing else, right in what it says, readable at any width."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from voormsi_agents.tournament.reports.html import report
from voormsi_agents.tournament.reports.plots import plots_of

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), None)


class Parts(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.links, self.words, self.open = set(), [], [], []

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        for name, value in attributes:
            if name.split(":")[-1] in ("src", "href", "action", "data", "srcset", "poster"):
                self.links.append(value)

    def handle_data(self, data):
        self.words.append(data)


def parts_of(page):
    parts = Parts()
    parts.feed(page)
    return parts


def test_the_report_points_at_nothing_outside_itself(page):
    parts = parts_of(page)
    assert {"table", "svg", "title"} <= parts.tags
    assert not parts.tags & {"script", "iframe", "object", "embed", "base"}
    assert all(link.startswith(("#", "data:")) for link in parts.links)
    assert all(link.startswith("#") for link in re.findall(r"url\(['\"]?([^)'\"]*)", page))
    assert "@import" not in page


def test_the_report_says_what_the_results_say(page, results):
    words = " ".join(" ".join(parts_of(page).words).split())
    for agent in results["agents"]:
        assert agent["name"] in words
    for match in results["matches"]:
        for standing in match["standings"][:1]:
            assert f"{standing['win_rate']['value']:.1%}" in words
    bad = results["agents"][4]["name"]
    assert f"{bad} forfeited random – {bad} (set 3, seating 1): ValueError: <b>&\"'" in words
    assert "not transitive: random beats heuristic beats greedy beats random" in words


def test_results_with_nothing_that_counts_have_a_report(results):
    empty = {**results, "matches": results["matches"][-1:], "pairs": []}
    empty["agents"] = [{**agent, "rating": None, "nash": None} for agent in results["agents"]]
    for agent in empty["agents"]:
        agent["play"] = {**agent["play"], "deals": 0}
    assert "forfeited" in report(empty, plots_of(empty))


MEASURE = """
<!DOCTYPE html><meta charset="utf-8"><body>{frames}<pre id="said"></pre><script>
addEventListener("load", () => {{
  const said = [...document.querySelectorAll("iframe")].map(frame => {{
    const root = frame.contentDocument.documentElement;
    const pictures = [...root.querySelectorAll("svg")].map(p => p.getBoundingClientRect());
    return {{
      width: root.clientWidth,
      needed: root.scrollWidth,
      narrowest_name: Math.min(...[...root.querySelectorAll(".numbers td:first-child")].map(
        e => e.getBoundingClientRect().width)),
      tables: root.querySelectorAll("table").length,
      smallest_picture: Math.min(...pictures.map(p => p.width)),
      widest_picture: Math.max(...pictures.map(p => p.right)),
      smallest_text: Math.min(...[...root.querySelectorAll("body *:not(svg *)")].map(
        e => parseFloat(frame.contentWindow.getComputedStyle(e).fontSize))),
      requests: frame.contentWindow.performance.getEntriesByType("resource").map(r => r.name),
    }};
  }});
  document.getElementById("said").textContent = JSON.stringify(said);
}});
</script></body>
"""


BROWSER_STARTS = 4


def in_chromium(page, widths, folder):
    """What a browser measures of the page at some widths, and what it complains of."""
    frames = "".join(
        f'<iframe width="{width}" height="800" srcdoc="{escape(page)}"></iframe>'
        for width in widths
    )
    file = Path(folder) / "measure.html"
    file.write_text(MEASURE.format(frames=frames), encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--no-first-run"]
    options += ["--disable-dev-shm-usage", "--disable-background-networking"]
    options += ["--disable-component-update", "--disable-sync", "--enable-logging=stderr"]
    options += ["--virtual-time-budget=20000", "--window-size=1600,1000"]
    for number in range(BROWSER_STARTS):
        profile = f"--user-data-dir={folder}/profile-{number}"
        run = subprocess.run(
            [CHROMIUM, *options, profile, file.as_uri()],
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode >= 0:  # below: the browser itself crashed, as it may under heavy load
            break
    run.check_returncode()
    said = re.search(r'<pre id="said">(.*?)</pre>', run.stdout, re.DOTALL)
    return json.loads(said[1].replace("&amp;", "&")), [
        line for line in run.stderr.splitlines() if "CONSOLE" in line
    ]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_a_browser_shows_it_at_phone_and_desktop_width_without_complaints(page, tmp_path):
    measured, complaints = in_chromium(page, (390, 1280), tmp_path)
    assert complaints == []
    for found, width in zip(measured, (390, 1280), strict=True):
        assert width - 20 <= found["width"] <= width
        assert found["needed"] <= found["width"]
        assert found["tables"] == 5
        assert found["smallest_text"] >= 12
        assert found["narrowest_name"] >= 90
        assert found["requests"] == []
        assert found["widest_picture"] <= found["width"]
    assert measured[0]["smallest_picture"] > 330
    assert measured[1]["smallest_picture"] > 600


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_the_browser_would_complain(page, tmp_path):
    broken = page.replace("</body>", '<img src="https://voormsi.invalid/x.png"></body>')
    broken = broken.replace("</h1>", '</h1><div style="width: 2000px">wide</div>')
    measured, complaints = in_chromium(broken, (390,), tmp_path)
    assert complaints
    assert measured[0]["needed"] > measured[0]["width"]
