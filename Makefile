# Two commands: `make build` and `make test`. Both set everything up first and say what they do.
.DEFAULT_GOAL := help
.PHONY: help build test setup format schemas bench update clean

LIVRET := .venv/bin/livret
PYTHON := .venv/bin/python

help: ## what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

build: ## set up, check all content, build every artefact into build/
	@sh tools/setup.sh build
	$(LIVRET) check
	$(LIVRET) build

test: ## set up, then formatting, lint, types, import directions and all tests
	@sh tools/setup.sh test
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	$(PYTHON) -m pytest -n auto

setup: ## the virtual environment and system packages only
	@sh tools/setup.sh test

format: ## format the code
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

schemas: ## write schemas/ again after a change of the models
	$(LIVRET) schema

bench: ## measure against yamllint and check-jsonschema (several minutes)
	@sh tools/setup.sh test
	$(PYTHON) -m benchmarks.check

update: ## newest versions of all packages into requirements-dev.txt
	rm -rf .venv && python3 -m venv .venv
	$(PYTHON) -m pip install --quiet --upgrade pip
	$(PYTHON) -m pip install --quiet --editable '.[dev,bench]' hatchling
	{ head -n 2 requirements-dev.txt; $(PYTHON) -m pip freeze --exclude-editable; } > requirements-dev.new
	mv requirements-dev.new requirements-dev.txt

clean: ## remove what was built or installed
	rm -rf .venv build dist .livret-cache tests/node/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
