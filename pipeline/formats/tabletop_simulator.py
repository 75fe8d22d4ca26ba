"""Tabletop Simulator: a saved object with a bag for each product and a notecard for each question.

A notecard needs no picture and no server: the cue is its name, the question its text, and the answer a note that only
the reader sees, through a menu of the card. The script is the same on every card and holds no content.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import groupby
from json import dumps
from typing import TYPE_CHECKING, Any

from pipeline.formats.base import Asked, Format
from pipeline.formats.cells import with_forms
from pipeline.formats.html import plain
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from pipeline.formats.base import Item, Writing

_SCRIPT = """function onLoad()
  self.addContextMenuItem("Réponse", function(color)
    printToColor(self.getGMNotes(), color, {1, 1, 1})
  end)
end
"""
_DRAWN_AT_RANDOM = 2
_TABLE = 3.0
_ALIGNED = (
    ("posY", 1.0),
    ("rotX", 0.0),
    ("rotY", 180.0),
    ("rotZ", 0.0),
    ("scaleX", 1.0),
    ("scaleY", 1.0),
    ("scaleZ", 1.0),
)


def write(items: Iterable[Item], out: BinaryIO, writing: Writing) -> None:
    """One saved object: put it into Saves/Saved Objects of Tabletop Simulator."""
    bags = []
    for number, (_, group) in enumerate(groupby(items, key=lambda item: (item.game, item.product))):
        cards = [card for item in group for card in _cards(item)]
        if cards:
            name, contained = cards[0][0], [card for _, card in cards]
            bags.append(_bag(name, contained, number))
    saved = {
        "SaveName": writing.title,
        "GameMode": "",
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Date": "",
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "XmlUI": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "ObjectStates": bags,
    }
    out.write((dumps(saved, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace"))


def _cards(item: Item) -> list[tuple[str, dict[str, Any]]]:
    product = f"{item.game_title} – {item.product_title}"
    if isinstance(item, Asked):
        question = item.question
        found = TYPES[question.type]
        place = f"page {item.group_number}" if item.group == "page" else f"carte {item.group_number}"
        name = " · ".join(filter(None, (question.cue, found.title if found.icon else "", f"{place}, n° {item.number}")))
        answer = _answer(item)
        return [(product, _card(f"{item.game}/{item.id}", name, plain(question.question), answer))]
    return [
        (product, _card(f"{item.game}/{item.id}/{copy}", item.title, plain(item.text), ""))
        for copy in range(item.copies)
    ]


def _answer(asked: Asked) -> str:
    return " · ".join(plain(text) for text in with_forms(asked.question))


def _bag(name: str, cards: list[dict[str, Any]], number: int) -> dict[str, Any]:
    return _object("Bag", f"bag/{name}", name, f"{len(cards)} cartes", number * _TABLE) | {
        "Bag": {"Order": _DRAWN_AT_RANDOM},
        "ContainedObjects": cards,
    }


def _card(key: str, name: str, text: str, answer: str) -> dict[str, Any]:
    card = _object("Notecard", key, name, text, 0.0) | {"GMNotes": answer}
    return card | {"LuaScript": _SCRIPT} if answer else card


def _object(kind: str, key: str, name: str, text: str, x: float) -> dict[str, Any]:
    return {
        "GUID": blake2b(key.encode("utf-8", "surrogatepass"), digest_size=3).hexdigest(),
        "Name": kind,
        "Transform": {"posX": x, "posZ": 0.0, **dict(_ALIGNED)},
        "Nickname": name,
        "Description": text,
        "GMNotes": "",
        "ColorDiffuse": {"r": 0.98, "g": 0.96, "b": 0.9},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


FORMAT = Format(
    name="tabletop-simulator",
    summary="Saved object for Tabletop Simulator: a notecard for each question and card.",
    suffix=".json",
    write=write,
    carries=frozenset(("keyword", "clue")),
)
