"""What `livret init` writes: a content repository with a small complete game. Files that are there stay."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pipeline.project import schemas
from pipeline.project.scaffold import modeline, write_new
from pipeline.project.stamp import CONTENT, DISTINCT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_GAME = """\
game: exemple
title: Exemple
edition: "1"
version: 0.1.0
language: fr
players: {min: 2, max: 6}
components:
  - {name: pion, count: 6}
products:
  duo: {kind: booklet, title: Duo, pages: 1, questions_per_page: 3, types: [cible, ping-pong, rapidite]}
  rules: {kind: rulebook, title: Règle du jeu}
"""
_PAGE = """\
page: 1
questions:
  - id: e001
    type: cible
    keyword: Toit du monde
    question: À combien de mètres culmine l'Everest ?
    answer: 8849
    unit: m
    theme: géographie
    difficulty: 2
  - id: e002
    type: ping-pong
    keyword: Boussole
    question: Citez les quatre points cardinaux.
    answers: [nord, est, sud, ouest]
    theme: géographie
    difficulty: 1
  - id: e003
    type: rapidite
    keyword: Chevalet
    question: Qui a peint *Guernica* ?
    answer: Pablo Picasso
    accept: [Picasso]
    theme: arts et lettres
    difficulty: 2
"""
_RULES = "# Règle du jeu\n\n## Matériel\n\nLa boîte contient [6 pions](component:pion).\n"
_TOML = """\
# Everything in here has a default; `livret explain` lists the rules.
[check]
language = "fr"                # messages: en or fr

[rules]
# superlative = "error"        # error, warning, info or off
"""
_IGNORED = "/build/\n/.livret-cache/\n/.venv/\n"
_HOOK = """\
# pre-commit install
repos:
  - repo: local
    hooks:
      - id: livret-check
        name: livret check
        entry: livret check
        language: system
        files: ^(content/|livret\\.toml$)
        pass_filenames: false
"""
_CI = """\
# An example: livret has to be installable there.
name: content
on: [push, pull_request]
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: python3 -m pip install livret
      - run: livret check --format github
      - run: livret build --only pack
"""


def start(folder: Path) -> Iterator[tuple[str, bool]]:
    """Write what is missing; gives each path and whether it was written."""
    for path, text in _files(example=not any((folder / CONTENT).glob("*/game.yaml"))).items():
        try:
            write_new(folder / path, text)
        except FileExistsError:
            yield path, False
        else:
            yield path, True


def _files(*, example: bool) -> dict[str, str]:
    game = {
        f"{CONTENT}/exemple/game.yaml": modeline("game", 2) + _GAME,
        f"{CONTENT}/exemple/duo/01.yaml": modeline("booklet", 3) + _PAGE,
        f"{CONTENT}/exemple/rules.md": _RULES,
    }
    return {
        **(game if example else {}),
        "livret.toml": _TOML,
        ".gitignore": _IGNORED,
        ".pre-commit-config.yaml": _HOOK,
        ".github/workflows/content.yml": _CI,
        ".vscode/extensions.json": _json({"recommendations": ["redhat.vscode-yaml"]}),
        ".vscode/settings.json": _json(
            {
                "yaml.schemaStore.enable": False,
                "yaml.schemas": {
                    "./schemas/game.schema.json": [f"{CONTENT}/*/game.yaml"],
                    "./schemas/not-duplicates.schema.json": [DISTINCT],
                },
                "[yaml]": {"editor.tabSize": 2, "editor.insertSpaces": True, "editor.wordWrap": "on"},
                "files.encoding": "utf8",
                "files.eol": "\n",
            }
        ),
        **{f"schemas/{name}": text for name, text in schemas.texts().items()},
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
