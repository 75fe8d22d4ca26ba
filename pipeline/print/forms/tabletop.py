"""Tabletop Simulator: sheets of cards as pictures, and a saved object that lays the deck on the table."""

from __future__ import annotations

import io
import json
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.print import press, raster
from pipeline.print.paper import POINTS
from pipeline.print.press import printed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pipeline.print.fragment import Fragment
    from pipeline.print.making import Output
    from pipeline.print.plan import Plan
    from pipeline.print.press import Printed
    from pipeline.print.typefaces import Subsets

_HIDDEN = 1
"""The last place of a sheet is what other players see of a card in the hand: the back goes there."""
_LARGEST = 8192
"""Pixels: the largest texture that the game takes."""


class Planche(NamedTuple):
    """A sheet that is still to be drawn: pages of a PDF in rows."""

    name: str
    pdf: bytes
    pages: tuple[int, ...]
    last: int
    columns: int
    rows: int
    size: tuple[float, float]
    dpi: int

    def draw(self) -> bytes:
        """The sheet as a PNG."""
        from PIL import Image

        width, height = self.size
        dpi = min(self.dpi, _LARGEST / (width / 25.4 * self.columns), _LARGEST / (height / 25.4 * self.rows))
        cell = (int(width / 25.4 * dpi), int(height / 25.4 * dpi))
        sheet = Image.new("RGB", (cell[0] * self.columns, cell[1] * self.rows), "white")
        box = (0.0, 0.0, width * POINTS, height * POINTS)
        last = self.columns * self.rows - 1
        with raster.opened(self.pdf) as pages:
            kept: dict[int, Any] = {}
            for at, page in [*enumerate(self.pages), (last, self.last)]:
                if page not in kept:
                    kept[page] = pages.picture(page, dpi, box).resize(cell)
                sheet.paste(kept[page], (at % self.columns * cell[0], at // self.columns * cell[1]))
        out = io.BytesIO()
        sheet.save(out, "PNG")
        return out.getvalue()


def drawings(plan: Plan, fragments: Mapping[int, Fragment], subsets: Subsets) -> tuple[Any, ...]:
    """Sheets of fronts; sheets of backs where cards have backs of their own, otherwise one back."""
    pages = printed(plan, fragments)
    profile = plan.printer.profile
    data = press.only(plan, fragments, pages, subsets)
    each = profile.columns * profile.rows - _HIDDEN
    made = []
    for number, first in enumerate(range(0, len(pages) // 2, each), 1):
        cards = range(first, min(first + each, len(pages) // 2))
        fronts, backs = tuple(2 * card + 1 for card in cards), tuple(2 * card + 2 for card in cards)
        shape = (profile.columns, profile.rows, plan.size, profile.dpi)
        made.append(Planche(f"/{_name(plan, number, 'fronts')}", data, fronts, backs[0], *shape))
        if not _common(plan, pages):
            made.append(Planche(f"/{_name(plan, number, 'backs')}", data, backs, backs[0], *shape))
    if _common(plan, pages):
        shape = (1, 1, plan.size, profile.dpi)
        made.append(Planche(f"/{_name(plan, 1, 'back')}", data, (2,), 2, *shape))
    return tuple(made)


def outputs(plan: Plan, fragments: Mapping[int, Fragment]) -> tuple[Output, ...]:
    """The saved object: put it into Saved Objects, or send its JSON through the game's import."""
    from pipeline.print.making import Output

    text = json.dumps(saved(plan, printed(plan, fragments)), ensure_ascii=False, indent=1) + "\n"
    return (Output(f"/{plan.order.product_id}.json", text.encode()),)


def saved(plan: Plan, pages: Sequence[Printed]) -> dict[str, Any]:
    """A deck as Tabletop Simulator saves it; cards know their id, and what stands on them."""
    profile = plan.printer.profile
    each = profile.columns * profile.rows - _HIDDEN
    base = profile.url or ""
    decks: dict[str, Any] = {}
    for number in range(1, -(-(len(pages) // 2) // each) + 1):
        common = _common(plan, pages)
        back = _name(plan, 1, "back") if common else _name(plan, number, "backs")
        decks[str(number)] = {
            "FaceURL": base + _name(plan, number, "fronts"),
            "BackURL": base + back,
            "NumWidth": profile.columns,
            "NumHeight": profile.rows,
            "BackIsHidden": True,
            "UniqueBack": not common,
        }
    cards, ids = [], []
    for card, page in enumerate(pages[::2]):
        number, at = card // each + 1, card % each
        id_ = number * 100 + at
        ids.append(id_)
        entries = plan.leaves[page.leaf].entries
        texts = [str(getattr(entry.model, "question", "") or getattr(entry.model, "text", "")) for entry in entries]
        cards.append(
            {
                "Name": "CardCustom",
                "Transform": _transform(),
                "Nickname": _nickname(plan, page),
                "Description": "\n".join(text for text in texts if text),
                "GMNotes": page.id,
                "CardID": id_,
                "CustomDeck": {str(number): decks[str(number)]},
                "GUID": _guid(plan, f"{page.id}-{card}"),
            }
        )
    deck = {
        "Name": "DeckCustom",
        "Transform": _transform(),
        "Nickname": f"{plan.order.game.title} – {plan.order.product.title}",
        "Description": f"livret {plan.order.content_hash[:12]}",
        "DeckIDs": ids,
        "CustomDeck": decks,
        "ContainedObjects": cards,
        "GUID": _guid(plan, "deck"),
    }
    return {"ObjectStates": [deck]}


def _nickname(plan: Plan, page: Printed) -> str:
    entries = plan.leaves[page.leaf].entries
    model = entries[0].model if entries else None
    return str(getattr(model, "name", "") or getattr(model, "title", "") or page.id)


def _common(plan: Plan, pages: Sequence[Printed]) -> bool:
    return len({plan.keys[page.leaf] for page in pages[1::2]}) == 1


def _name(plan: Plan, number: int, part: str) -> str:
    return f"{plan.order.product_id}-{part}-{number}.png" if part != "back" else f"{plan.order.product_id}-back.png"


def _transform() -> dict[str, float]:
    return {"posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 180, "scaleX": 1, "scaleY": 1, "scaleZ": 1}


def _guid(plan: Plan, name: str) -> str:
    return blake2b(f"{plan.order.game.game}/{plan.order.product_id}/{name}".encode(), digest_size=3).hexdigest()
