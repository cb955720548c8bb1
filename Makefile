# `make run` opens a floor of play money tables in the browser; `make test` checks everything. Both make their own virtualenv first and
# need only Python 3.11 or later, make and the package registries.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TAPES ?= 40
# More than there are cores: many tests wait for a server or a browser.
WORKERS ?= 3

.PHONY: run test quick services lint unit soak bench site clean

run: $(VENV)/.run
	@$(BIN)/pitboss serve --demo

# Two things at a time: types are checked on one core while the tests begin.
test:
	@$(MAKE) --no-print-directory -j2 $(VENV)/.test services
	@$(MAKE) --no-print-directory -j2 lint unit

# PostgreSQL and Chromium, for the tests that need them. Where they are missing and this is
# root on a Debian machine they are installed; elsewhere those tests say why they are skipped.
services:
	@if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || ! command -v chromium >/dev/null; \
	then if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
	    --no-install-recommends postgresql chromium >/dev/null; \
	else echo "PostgreSQL or Chromium is missing: some tests will be skipped"; fi; fi

lint: $(VENV)/.test
	$(BIN)/ruff check src tests bench tools examples site
	$(BIN)/ruff format --check src tests bench tools examples site
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(VENV)/.test
	PITBOSS_TAPES=$(TAPES) $(BIN)/pytest -n $(WORKERS) --dist worksteal

# What one wants to know while working on a game, in under a minute: `make quick GAME=red-dog`.
# Style, types and rooms, and every test that has the game's name in its own.
GAME ?= red-dog
quick: lint
	PITBOSS_TAPES=20 $(BIN)/pytest -n $(WORKERS) -x tests/law tests/golden tests/games tests/perft \
	  tests/studies tests/test_conformance.py tests/test_citations.py tests/test_purity.py \
	  -k "$(GAME) or $(subst -,_,$(GAME))"

# Long runs: 1,000 kills of servers under load on each database, disks that are full, cannot be
# written or fail, damaged logs, forgeries; keno under kills, a day of it, whether 10^9 of its
# numbers are fair; a night of the poker room; what the tests leave out or shorten (ten times the rounds, long searches,
# every game at a training table, every page at both widths); random tapes of every game, legal and illegal, kernels against
# procedures, every byte of a journal, for twenty minutes (PITBOSS_SOAK_MINUTES); every case of the
# conformance kit through its runner.
soak: $(VENV)/.test services
	$(BIN)/python -m tests.server.faults 1000
	$(BIN)/python -m tests.server.storage 10
	$(BIN)/pytest tests/server/test_forgeries.py
	$(BIN)/python -m tests.server.keno_faults 100
	$(BIN)/python -m tests.server.keno_day
	$(BIN)/python -m tests.server.poker_night
	$(BIN)/python -m tests.server.casino_week
	$(BIN)/python -m tests.keno_numbers
	PITBOSS_SOAK=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal tests/studies tests/analysis \
	  tests/examples tests/browser/test_accessible.py tests/server/test_school.py tests/server/test_faults.py
	$(BIN)/python -m tests.soak
	rm -rf $(VENV)/kit && $(BIN)/python -m tools.conformance $(VENV)/kit
	$(BIN)/python $(VENV)/kit/run.py --jobs $(WORKERS) $(BIN)/pitboss settle - --json

bench: $(VENV)/.bench services
	$(BIN)/python -m bench

# The site, in build/site: docs/, site/, a page a game, the Python reference, the gallery executed,
# and the page that settles disputes in the browser (needs npm, which it fetches Pyodide by).
site: $(VENV)/.site
	$(BIN)/python -m tools.site

$(VENV)/.venv:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	@touch $@

$(VENV)/.run: $(VENV)/.venv pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[sim,report,server,school]"
	@touch $@

$(VENV)/.test: $(VENV)/.run
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group test
	@touch $@

$(VENV)/.bench: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group bench
	@touch $@

$(VENV)/.site: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group site
	@touch $@

clean:
	rm -rf build $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
