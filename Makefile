# From a fresh checkout `make report` and `make test` do everything. Both need only make and a
# Python >= 3.11; name another one with `make test PYTHON=/path/to/python`.

PYTHON ?= python3
PRESET ?= quick
OUT ?= out/report
ARGS ?=

PACKAGES := analyzer engine_fast experiments reports
BIN := .venv/bin
PYTEST := -m pytest -q -n auto --maxprocesses 4 --dist worksteal

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help report test test-slow test-oldest lint format bench venv lock clean check-python FORCE

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

report: .venv/.installed ## run the standard experiments and write the report (PRESET=quick OUT=out/report)
	$(BIN)/cuttlelab report --preset "$(PRESET)" --out "$(OUT)" $(ARGS)

test: .venv/.installed ## the default tests (ARGS="-k word" for some of them)
	$(BIN)/python $(PYTEST) $(ARGS)

test-slow: .venv/.installed ## the long tests
	$(BIN)/python $(PYTEST) -m slow $(ARGS)

test-oldest: .venv-oldest/.installed ## the default tests with the lowest versions pyproject.toml allows
	.venv-oldest/bin/python $(PYTEST) -p no:cacheprovider $(ARGS)

lint: .venv/.installed ## formatting, ruff, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/.installed ## format, and mend what ruff can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/.installed ## measure speed
	$(BIN)/cuttlelab bench $(ARGS)

venv: .venv/.installed ## only make .venv

# An environment is made in two steps, each with a file written last, so that one whose making was
# interrupted is made anew: .locked when the locked versions are in, .installed when this checkout
# is. .locked holds the checkout's path: an environment that was copied along with its checkout
# still points to the old place, and is made anew too.
PIP_FLAGS := -qq --no-input --disable-pip-version-check
made_at = $(shell test -x $(1)/bin/python && cat $(1)/.locked 2>/dev/null)
force_unless_made_here = $(if $(filter-out "$(CURDIR)","$(call made_at,$(1))"),FORCE)

.venv/.locked: requirements.lock $(call force_unless_made_here,.venv) | check-python
.venv-oldest/.locked: requirements-oldest.lock $(call force_unless_made_here,.venv-oldest) | check-python

.venv/.locked .venv-oldest/.locked:
	@echo 'Making $(@D) from $<, about a minute'
	@rm -rf $(@D)
	@$(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip install $(PIP_FLAGS) --no-deps --require-hashes -r $<
	@printf '%s\n' '$(CURDIR)' > $@

.venv/.installed .venv-oldest/.installed: %/.installed: %/.locked pyproject.toml
	@$(@D)/bin/python -m pip install $(PIP_FLAGS) --no-deps --no-build-isolation -e .
	@touch $@

check-python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "cuttlelab needs Python 3.11 or newer, but '$(PYTHON)' is `$(PYTHON) --version 2>&1 || true`; try: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' has no venv module; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }

lock: check-python ## write both lock files anew (UPGRADE=1 for newer versions)
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install $(PIP_FLAGS) 'uv>=0.8'
	$(COMPILE) --universal --fork-strategy fewest $(if $(UPGRADE),--upgrade) -o requirements.lock
	$(COMPILE) --universal --fork-strategy fewest --upgrade --resolution lowest-direct -o requirements-oldest.lock

COMPILE = UV_CUSTOM_COMPILE_COMMAND='make lock' .venv-lock/bin/uv --quiet --no-config pip compile \
  pyproject.toml --extra test --generate-hashes --python-version 3.11 --no-emit-index-url

clean: ## remove environments, caches and out/
	rm -rf .venv .venv-oldest .venv-lock .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache out build dist
	find $(PACKAGES) tests -name __pycache__ -type d -prune -exec rm -rf {} +

FORCE:
