"""Read game records with nothing but Python: `python examples/read_records.py games.jsonl`."""

import json
import sys
from collections import Counter

wins, bonuses, games = Counter(), Counter(), 0
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        game, games = json.loads(line), games + 1
        if game["result"]["winner"] is not None:  # a team: seats winner, winner + teams, ...
            wins[game["agents"][game["result"]["winner"]]] += 1
        for deal in game["deals"]:
            bonuses.update(trick["bonus"]["kind"] for trick in deal["tricks"] if trick["bonus"])

print(f"{games} games")
for name, count in [*wins.most_common(), *bonuses.most_common()]:
    print(f"{name:<18}{count:>6}")
