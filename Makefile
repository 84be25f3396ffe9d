# Everything here sets up its own virtual environment: Python 3.11 or newer, make and pip suffice.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# One thread for each of the libraries below: the work is shared out in processes and batches.
export OMP_NUM_THREADS := 1

.PHONY: demo test coverage integration lint benchmark clean

## Train a team for five minutes at most, then measure it against the rule-based players.
demo: $(READY)
	rm -rf runs/demo results/demo
	$(BIN)/python train.py --config configs/quick.yaml --out runs/demo
	$(BIN)/python evaluate.py --schedule gauntlet --agents checkpoint:runs/demo/policy.safetensors random heuristic \
		--games 400 --seed 1 --out results/demo

## The test suite, under eight minutes on two cores, and how much of both packages it runs.
test: $(READY)
	$(BIN)/python -m pytest -n 2 --timeout 900 --cov --cov-report=
	@echo "coverage: $$($(BIN)/coverage report --format=total)% of both packages"

## The test suite, and which lines it does not reach.
coverage: test
	$(BIN)/coverage report --show-missing --skip-covered

## The same checks at full length.
integration: $(READY)
	$(BIN)/python -m pytest -n 2 -m integration

## Style, lint and types.
lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy voormsi_env agents/voormsi_agents

## Speed of the environment, in ratios to an empty loop and to other environments if installed.
benchmark: $(READY)
	$(BIN)/python benchmarks/throughput.py

clean:
	rm -rf $(VENV) build dist *.egg-info

# torch comes first and by its exact version, so that no other package chooses one.
$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt torch
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[train,ray,dev]"
	touch $(READY)
