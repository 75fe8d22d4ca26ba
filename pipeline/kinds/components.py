"""Components: what the box holds besides books and cards, as sheets to print, cut out and fold.

There is no content file: game.yaml says in `components` what there is and, with `print`, how it is made of paper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.kinds.base import Capacity, Content, Kind, Leaf, Printing, Product
from pipeline.kinds.nets import cube, icosahedron

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.kinds.game import Component, Game
    from pipeline.kinds.nets import Edge, Net, Point
    from pipeline.source.document import Document

# Pieces that one A4 sheet holds.
_A_SHEET = {"token": 54, "pawn": 6, "d6": 9, "d20": 2}
# A sheet of big dice has room for so many small ones, which then need no sheet of their own.
_BESIDE = 2
# Edges in mm, with room to fold them by hand, and the depth of their tabs.
_D6, _D20, _TAB = 18, 26, 5.5


class Components(Product):
    """A set of cut-out sheets has no numbers of its own: they are those of `components`."""


def _read(document: Document, _product: Components) -> Content:
    return Content(document)


def _pieces(component: Component) -> Iterator[dict[str, Any]]:
    """Each piece of a component. A piece with a value has the colour and the rank of its value."""
    number = 0
    for rank, (value, count) in enumerate((component.values or {"": component.count}).items()):
        for _ in range(count):
            turn = rank if component.values else number
            number += 1
            yield {
                "name": component.name,
                "number": number,
                "value": value,
                "rank": rank,
                "color": component.colors[turn % len(component.colors)] if component.colors else None,
                "faces": list(component.faces),
            }


def _leaves(_product: Components, _contents: Sequence[Content], game: Game) -> Iterator[Leaf]:
    pieces: dict[str, list[dict[str, Any]]] = {form: [] for form in _A_SHEET}
    for component in game.components:
        if component.print:
            pieces[component.print] += _pieces(component)
    beside = _beside(pieces["d6"]) if pieces["d20"] else []
    pieces["d6"] = pieces["d6"][: len(pieces["d6"]) - len(beside)]
    nets = {"cube": _drawing(cube(_D6, _TAB)), "icosahedron": _drawing(icosahedron(_D20, _TAB))}
    sheets = [
        (form, pieces[form][start : start + most])
        for form, most in _A_SHEET.items()
        for start in range(0, len(pieces[form]), most)
    ]
    for number, (form, shown) in enumerate(sheets, start=1):
        data = {"pieces": shown, "number": number, "of": len(sheets), "nets": nets}
        if form == "d20":
            data["cubes"], beside = beside, []
        yield Leaf(form, data)


def _beside(cubes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    rest = len(cubes) % _A_SHEET["d6"]
    return cubes[-rest:] if 0 < rest <= _BESIDE else []


def _drawing(net: Net) -> dict[str, Any]:
    """A net as templates draw it: paths of an SVG in mm."""
    return {
        "width": net.width,
        "height": net.height,
        "faces": [
            {
                "number": face.number,
                "x": face.middle[0],
                "y": face.middle[1],
                "turn": face.turn,
                "path": _path(face.corners),
            }
            for face in sorted(net.faces, key=lambda face: face.number)
        ],
        "tabs": " ".join(map(_path, net.tabs)),
        "folds": " ".join(_line(edge) for edge in net.folds),
        "cuts": " ".join(_line(edge) for edge in net.cuts),
    }


def _path(corners: Sequence[Point]) -> str:
    return "M" + " L".join(f"{x:g} {y:g}" for x, y in corners) + " Z"


def _line(edge: Edge) -> str:
    (x1, y1), (x2, y2) = edge
    return f"M{x1:g} {y1:g} L{x2:g} {y2:g}"


KIND = Kind(
    name="components",
    summary="Tokens, pawns and dice of the box as sheets to cut out and fold; no file.",
    product=Components,
    read=_read,
    capacity=lambda _product: Capacity("file", 0, "file", 0),
    pack=lambda _product, _contents: {},
    printing=Printing((210, 297), "sheets", _leaves, margin=10),
    file_model=None,
    pack_schema=dict,
    suffix="",
)
