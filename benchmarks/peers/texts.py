"""What stands on the pages of a product, as plain data that every peer can print: `NAME.json` for each product.

Texts are the same as in our own PDFs, French typography included; `*…*` is italic.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pipeline.checks import engine
from pipeline.core.typeset import display
from pipeline.kinds.game import kind_of
from pipeline.print import paper
from pipeline.print.templates import icons
from pipeline.project.check import contexts_of, load_games
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from pipeline.kinds.base import Leaf

_INK = "0/0/0/100"
_TODAY = "2026-01-01"


def write(root: Path, folder: Path) -> list[str]:
    """A file for each product of the games under `root`; gives their names."""
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for product in products(root):
        (folder / f"{product['id']}.json").write_text(json.dumps(product, ensure_ascii=False), encoding="utf-8")
        names.append(product["id"])
    return names


def products(root: Path) -> Iterator[dict[str, Any]]:
    """Every product of every game."""
    for loaded in load_games(root)[0]:
        contexts = contexts_of([loaded], _TODAY)
        for name, product in loaded.result.products.items():
            if loaded.result.game is None:
                continue
            printing = kind_of(product).printing
            files = [file for file in loaded.files if file.product == name]
            contents = [
                engine.read_content((root / file.path).read_bytes(), contexts[file.game, name].product)
                for file in files
            ]
            width, height = paper.measure(product.size) if product.size else printing.size
            leaves = list(printing.leaves(product, contents, loaded.result.game))
            yield {
                "id": f"{loaded.folder.name}-{name}",
                "game": loaded.result.game.title,
                "title": product.title,
                "kind": product.kind,
                "binding": printing.binding,
                "width": width,
                "height": height,
                "ink": [float(part) / 100 for part in (product.color or _INK).split("/")],
                "sign": product.icon or "book",
                "glyphs": icons(),
                "pages": [_page(leaf, product.title) for leaf in leaves],
            }


def _page(leaf: Leaf, title: str) -> dict[str, Any]:
    data = leaf.data
    page: dict[str, Any] = {"template": leaf.template, "head": title, "big": "", "items": [], "grid": []}
    if "questions" in data:
        page["big"] = str(data.get("page") or data.get("number"))
        page["items"] = [_question(question, leaf.template) for question in data["questions"]]
    elif "card" in data:
        page |= _card(data["card"], leaf.template)
    elif "puzzles" in data:
        page["items"] = [_puzzle(puzzle, leaf.template) for puzzle in data["puzzles"]]
    elif "sheet" in data:
        page |= _sheet(data["sheet"])
    elif "board" in data:
        page["head"] = data["board"]["title"]
        page["grid"] = [f"{square['product']} {square['amount']}" for square in data["board"]["squares"]]
    elif "pieces" in data:
        page["grid"] = [str(piece.get("value") or piece["name"]) for piece in data["pieces"]]
    elif "markdown" in data:
        page["markdown"] = data["markdown"]
    return page


def _question(question: Mapping[str, Any], template: str) -> dict[str, Any]:
    items = [item["text"] for item in question["answer"].get("items", ())]
    answer = " · ".join(items) or question["answer_text"]
    return {
        "number": question["number"],
        "icon": TYPES[question["type"]].icon or "",
        "cue": display(question["cue"]).upper(),
        "text": "" if template == "back" else display(question["question"]),
        "answer": "" if template == "front" else display(answer),
    }


def _card(card: Mapping[str, Any], template: str) -> dict[str, Any]:
    if template == "back":
        return {}
    texts = [display(str(card[name])) for name in ("motto", "text") if card.get(name)]
    items = [{"number": "", "icon": "", "cue": "", "text": text, "answer": ""} for text in texts]
    return {"head": card.get("name") or card.get("title"), "big": str(card.get("value", "")), "items": items}


def _puzzle(puzzle: Mapping[str, Any], template: str) -> dict[str, Any]:
    item = {"number": puzzle["number"], "icon": "", "cue": display(puzzle.get("title", "")), "text": "", "answer": ""}
    if template == "solutions":
        return item | {"answer": " ".join(map(str, puzzle["solution"])), "text": display(puzzle.get("hint", ""))}
    rows = [
        [
            [f"die-{die}" if die else "die-blank" for die in attempt["dice"]],
            [name for name in ("equal", "lower", "higher") for _ in range(attempt["feedback"][name])],
        ]
        for attempt in puzzle["attempts"]
    ]
    return item | {"rows": rows}


def _sheet(sheet: Mapping[str, Any]) -> dict[str, Any]:
    cells = [f"{row['name']} {column['name']}" for row in sheet["rows"] for column in sheet["columns"]]
    panels = [
        {"number": "", "icon": "", "cue": panel["title"], "text": display(panel["text"]), "answer": ""}
        for panel in sheet["panels"]
    ]
    return {"head": sheet["title"], "grid": cells, "items": panels}
