"""The tables of the judge, from tables.json: the JavaScript judge carries the same ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple


class Unit(NamedTuple):
    """A unit: what it measures, and how many of the smallest common measure it is, as a decimal."""

    name: str
    dimension: str
    factor: str


def _load() -> dict[str, object]:
    tables: dict[str, object] = json.loads(Path(__file__).with_name("tables.json").read_text(encoding="utf-8"))
    return tables


def singular(word: str) -> str:
    """A word without the s of its plural."""
    return word[:-1] if len(word) > 2 and word.endswith("s") else word


def _units(table: dict[str, dict[str, dict[str, str]]]) -> dict[str, Unit]:
    return {
        " ".join(singular(word) for word in form.split()): Unit(name, dimension, facts["factor"])
        for dimension, units in table.items()
        for name, facts in units.items()
        for form in facts["forms"]
    }


_TABLES: dict[str, object] = _load()
ARTICLES: frozenset[str] = frozenset(_TABLES["articles"])  # type: ignore[call-overload]
FILLERS: tuple[tuple[str, ...], ...] = tuple(
    tuple(word for word in filler.split() if word not in ARTICLES)
    for filler in _TABLES["fillers"]  # type: ignore[attr-defined]
)
ABBREVIATIONS: dict[str, str] = _TABLES["abbreviations"]  # type: ignore[assignment]
NUMBERS: dict[str, int] = _TABLES["numbers"]  # type: ignore[assignment]
ORDINALS: dict[str, int] = _TABLES["ordinals"]  # type: ignore[assignment]
LETTERS: dict[str, str] = _TABLES["letters"]  # type: ignore[assignment]
CONFUSABLE: frozenset[str] = frozenset(_TABLES["confusable"])  # type: ignore[call-overload]
UNITS: dict[str, Unit] = _units(_TABLES["units"])  # type: ignore[arg-type]
UNIT_OF: dict[str, Unit] = {unit.name: unit for unit in UNITS.values()}
DENIALS: dict[str, list[str]] = _TABLES["denials"]  # type: ignore[assignment]
LIMITS: dict[str, int] = _TABLES["limits"]  # type: ignore[assignment]
