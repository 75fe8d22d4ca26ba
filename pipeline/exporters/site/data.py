"""What the pages of the site know: one small file for the first view, one a game for the rest. Packs hold the texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline import __version__
from pipeline.core.catalogue import translator
from pipeline.exporters.site.places import Places, groups
from pipeline.kinds.game import kind_of
from pipeline.print import ink, library, light
from pipeline.types import TYPES
from pipeline.types.base import Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pipeline.core.finding import Finding, Message
    from pipeline.exporters.base import GameContent

FORMAT = "livret-site/1"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NONE = "-"
_STABILITY = {"stable": "s", "slow": "l", "volatile": "v"}
_LETTERS = {"error": "e", "warning": "w", "info": "i"}
_RANK = "-iwe"
_PROFILE = "icc/FOGRA39-free.icc"


class Download(NamedTuple):
    """A file that readers may want: its path in the site, its size and hash."""

    path: str
    bytes: int
    sha256: str
    old: bool = False
    """Whether it was made from content that has changed since."""


def overview(
    games: Sequence[dict[str, Any]], loose: Sequence[Finding], *, live: bool, content_hash: str
) -> dict[str, Any]:
    """What the first view shows. `loose` are findings that belong to no game."""
    return {
        "format": FORMAT,
        "tool": f"livret {__version__}",
        "content_hash": content_hash,
        "live": live,
        "types": {kind.name: {"title": kind.title, "icon": kind.icon or ""} for kind in TYPES.values()},
        "loose": [_finding(finding, None) for finding in loose],
        "games": list(games),
    }


def summary(
    game: GameContent, findings: Sequence[Finding], places: Places, downloads: Iterable[Download]
) -> dict[str, Any]:
    """A game in the first view: completeness cell by cell, and what to download."""
    worst = _worst(findings, places)
    themes: dict[str, int] = {}
    products = [_product(game, name, worst, themes) for name in game.products]
    found = {severity: sum(finding.severity == severity for finding in findings) for severity in _LETTERS}
    known = game.game
    play = getattr(known, "play", None)
    return {
        "id": known.game,
        "title": known.title,
        "edition": known.edition,
        "version": known.version,
        "language": known.language,
        "players": [known.players.min, known.players.max],
        "age": known.age,
        "minutes": known.minutes,
        "content_hash": game.content_hash,
        "mechanism": getattr(play, "mechanism", None),
        "findings": found,
        "themes": list(themes),
        "downloads": [download._asdict() for download in downloads],
        "products": products,
    }


def details(game: GameContent, findings: Sequence[Finding], places: Places) -> dict[str, Any]:
    """The rest: every finding, and where each question is written."""
    written = {
        name: [
            [number, game.paths[id(group.entries[0].document)], [entry.span().line for entry in group.entries]]
            for number, group in groups(game, name)
            if group.entries
        ]
        for name in game.products
    }
    return {"findings": [_finding(finding, places) for finding in findings], "written": written}


def _product(
    game: GameContent, name: str, worst: Mapping[tuple[str, int, int], str], themes: dict[str, int]
) -> dict[str, Any]:
    product = game.products[name]
    capacity = kind_of(product).capacity(product)
    names = list(TYPES)
    cells = []
    have = 0
    for number, group in groups(game, name):
        rows: list[list[str]] = [[], [], [], [], []]
        for place, entry in enumerate(group.entries, 1):
            model = entry.model
            at = entry.number if number else place
            while number and len(rows[0]) < at - 1:  # a question that cannot be read leaves its cell empty
                for row in rows:
                    row.append(" ")
            question = isinstance(model, Question)
            theme = (model.theme or "") if question else ""
            rows[0].append(_DIGITS[names.index(model.type)] if question else _NONE)
            rows[1].append(_DIGITS[themes.setdefault(theme, len(themes)) % len(_DIGITS)] if theme else _NONE)
            rows[2].append(str(getattr(model, "difficulty", None) or _NONE))
            rows[3].append(_STABILITY[model.stability] if question else _NONE)
            rows[4].append(worst.get((name, number, at), _NONE))
            count = getattr(model, "count", 1)
            have += count if isinstance(count, int) and not question else 1
        cells.append([number, *("".join(row) for row in rows), worst.get((name, number, 0), _NONE)])
    return {
        "id": name,
        "kind": product.kind,
        "title": product.title,
        "color": _screen(product.color or ink.BLACK),
        "icon": product.icon or "",
        "capacity": list(capacity),
        "want": (capacity.groups or 1) * capacity.entries,
        "have": have,
        "cells": cells,
        "themes": bool(getattr(product, "themes", None)),
        "types": list(getattr(product, "types", ())),
    }


def _worst(findings: Iterable[Finding], places: Places) -> dict[tuple[str, int, int], str]:
    """The gravest finding of each entry, as a letter."""
    worst: dict[tuple[str, int, int], str] = {}
    for finding in findings:
        place = places.at(finding.path, finding.entry, finding.span.line)
        if place:
            letter = _LETTERS[finding.severity]
            worst[place] = max(worst.get(place, _NONE), letter, key=_RANK.index)
    return worst


def _finding(finding: Finding, places: Places | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "rule": finding.rule,
        "code": finding.code,
        "severity": finding.severity,
        "path": finding.path,
        "line": finding.span.line,
        "column": finding.span.column,
        "message": _said(finding.message),
    }
    if finding.hint:
        found["hint"] = _said(finding.hint)
    if finding.id:
        found["id"] = finding.id
    place = places.at(finding.path, finding.entry, finding.span.line) if places else None
    if place:
        found["at"] = list(place)
    if finding.related:
        found["related"] = [
            {"path": one.path or finding.path, "line": one.span.line, "message": _said(one.message)}
            for one in finding.related
        ]
    return found


_french = translator("fr")


def _said(message: Message) -> list[str]:
    """A message in English and French."""
    return [str(message), _french(message)]


def _screen(color: str) -> str:
    """A product's inks as a screen shows them: #rrggbb."""
    inks = tuple(float(part) / 100 for part in color.split("/"))
    return "#" + "".join(f"{part:02x}" for part in light.rgb(inks, library.find(_PROFILE, {}) or b""))
