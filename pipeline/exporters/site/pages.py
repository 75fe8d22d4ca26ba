"""Printed pages for the browser: which there are, what stands on them, and their pictures."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.exporters.base import digest
from pipeline.exporters.pdf import order_of
from pipeline.kinds.game import kind_of
from pipeline.print import preview, profile
from pipeline.print.plan import layout_bleed, plan

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pipeline.exporters.base import GameContent, Workshop
    from pipeline.exporters.site.places import Places
    from pipeline.print.fragment import Fragment
    from pipeline.print.plan import Plan

DPI = 150
_PRINTER = "offset"
_SMALL, _QUICK = 1, 0
"""How hard WebP tries to make a picture small. Trying takes three times as long as drawing."""


class Picture(NamedTuple):
    """A leaf to draw: its key and its fragment."""

    key: str
    fragment: Fragment


def plan_of(game: GameContent, name: str) -> Plan:
    """The pages of a product as HTML. Raises `TemplateFaultError` where a template cannot be used."""
    return plan(order_of(game, name), profile.load(_PRINTER))


def listed(found: Plan, places: Places, fragments: Mapping[int, Fragment] | None = None) -> dict[str, Any]:
    """The pages of a product as data: keys of pictures, entries, and where these stand, as far as it is known."""
    binding = kind_of(found.order.product).printing.binding
    leaves = []
    for number, leaf in enumerate(found.leaves):
        if leaf.template == "notes":
            continue  # blank pages that fill up a booklet
        shown: dict[str, Any] = {"key": found.keys[number], "template": leaf.template}
        label = leaf.data.get("page", leaf.data.get("number"))
        if isinstance(label, int):
            shown["number"] = label
        if leaf.flows:
            shown["flows"] = True
        if leaf.entries:
            shown["entries"] = [places.of(entry) for entry in leaf.entries]
        if fragments is not None:
            shown |= laid(fragments[number])
        leaves.append(shown)
    width, height = found.size
    bleed = float(layout_bleed(found.printer, found.size))
    return {
        "size": [width, height],
        "bleed": bleed,
        "safe": found.printer.safe(binding),
        "binding": binding,
        "points": found.points,
        "leaves": leaves,
    }


def laid(fragment: Fragment) -> dict[str, Any]:
    """What is known about a leaf after it was laid out: pages, where entries stand (mm), what does not fit."""
    known: dict[str, Any] = {"pages": fragment.pages}
    if fragment.places:
        known["places"] = [list(place) for place in fragment.places]
    if fragment.answers:
        known["answers"] = [list(place) for place in fragment.answers]
    if fragment.overflows:
        known["overflows"] = [overflow.ref for overflow in fragment.overflows]
    return known


def drawn(pictures: Sequence[Picture], workshop: Workshop, *, quickly: bool = False) -> dict[str, bytes]:
    """The pictures of leaves by their path: `pages/KEY-1.webp`. Only what is not kept from an earlier time is drawn.

    `quickly` makes bigger files: they only go to a browser on the same machine, and somebody waits.
    """
    files: dict[str, bytes] = {}
    missing: list[Picture] = []
    for picture in {one.key: one for one in pictures}.values():
        known = [kept(picture, page, workshop, quickly=quickly) for page in range(1, picture.fragment.pages + 1)]
        if any(data is None for data in known):
            missing.append(picture)
        else:
            files |= {path(picture.key, page): data for page, data in enumerate(known, 1) if data is not None}
    made = workshop.spread(_draw_quickly if quickly else _draw, workshop, missing, "Drawing")
    for picture, drawings in zip(missing, made, strict=True):
        for page, data in enumerate(drawings, 1):
            workshop.keep(_kept(picture.key, page, _QUICK if quickly else _SMALL), data)
        files |= {path(picture.key, page): data for page, data in enumerate(drawings, 1)}
    return files


def kept(picture: Picture, page: int, workshop: Workshop, *, quickly: bool = False) -> bytes | None:
    """A picture from an earlier time; those of a build will do where it has to be quick."""
    small = workshop.fetch(_kept(picture.key, page, _SMALL))
    return workshop.fetch(_kept(picture.key, page, _QUICK)) if small is None and quickly else small


def path(key: str, page: int) -> str:
    """Where the picture of a page stands in the site."""
    return f"pages/{key}-{page}.webp"


def _draw(workshop: Workshop, picture: Picture, method: int = _SMALL) -> list[bytes]:
    """Draw the pages of a leaf."""
    drawings = []
    for image in preview.images(picture.fragment, profile.load(_PRINTER), workshop, DPI):
        out = io.BytesIO()
        image.save(out, "WEBP", lossless=True, method=method)
        drawings.append(out.getvalue())
    return drawings


def _draw_quickly(workshop: Workshop, picture: Picture) -> list[bytes]:
    return _draw(workshop, picture, _QUICK)


def _kept(key: str, page: int, method: int) -> str:
    return digest("picture", key, page, DPI, f"webp-{method}")
