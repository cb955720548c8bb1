# `make run` plays; `make test` checks everything. Both make their own virtualenv first and
# need only Python 3.11 or later, make and the package registries.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TAPES ?= 2000
WORKERS ?= 2

.PHONY: run test lint unit soak bench clean

run: $(VENV)/.run
	@$(BIN)/pitboss

test: $(VENV)/.test lint unit

lint: $(VENV)/.test
	$(BIN)/ruff check src tests bench tools examples
	$(BIN)/ruff format --check src tests bench tools examples
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(VENV)/.test
	PITBOSS_TAPES=$(TAPES) $(BIN)/pytest -n $(WORKERS) --dist worksteal

# Long runs: a million random tapes per game, legal and illegal; every byte of a journal.
soak: $(VENV)/.test
	$(BIN)/python -m tests.soak

bench: $(VENV)/.bench
	$(BIN)/python -m bench

$(VENV)/.venv:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	@touch $@

$(VENV)/.run: $(VENV)/.venv pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[sim,report]"
	@touch $@

$(VENV)/.test: $(VENV)/.run
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group test
	@touch $@

$(VENV)/.bench: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group bench
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
