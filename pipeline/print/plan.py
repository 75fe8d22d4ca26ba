"""What is to be printed: the leaves of a product as HTML, with one type size for all of them."""

from __future__ import annotations

import re
from hashlib import blake2b
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.kinds.base import Leaf
from pipeline.kinds.game import identity, kind_of
from pipeline.print import fit, large, library, light, paper
from pipeline.print.confine import confined
from pipeline.print.engine import Sheet
from pipeline.print.templates import templates_of
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pipeline.kinds.base import Content, Product
    from pipeline.kinds.game import Game
    from pipeline.print.fragment import Fragment
    from pipeline.print.profile import Printer
    from pipeline.print.templates import Templates
    from pipeline.source.document import Document

_DEFAULT_INK = "0/0/0/100"
_ROOT = re.compile(r":root\s*\{([^}]*)\}")
_VARIABLE = re.compile(r"(--[\w-]+)\s*:\s*([^;}]+)")
_USE = re.compile(r"var\((--[\w-]+)\)")


class Order(NamedTuple):
    """A product to print, with everything that its templates may know."""

    game: Game
    product_id: str
    product: Product
    products: Mapping[str, Product]
    contents: Sequence[Content]
    own: Mapping[str, bytes]
    """The game's own templates and pictures, by their names in the library."""
    document: Document
    """game.yaml: where its texts stand, for findings."""
    content_hash: str
    """Of this product's files: what the imprint shows."""


class Plan(NamedTuple):
    """A product as leaves of HTML, in printed order, for one printer."""

    order: Order
    printer: Printer
    size: tuple[float, float]
    points: float
    css: tuple[str, ...]
    """The stylesheet of each leaf: they differ where a card has its own colour."""
    leaves: tuple[Leaf, ...]
    html: tuple[str, ...]
    keys: tuple[str, ...]
    filler: int
    """Where in `leaves` pages are put in to make a booklet's number a multiple of four."""
    shared: Mapping[str, Any]
    """What all templates of the product know."""

    def sheet(self, numbers: Sequence[int]) -> Sheet:
        """Some leaves of one stylesheet, to be laid out together."""
        first = self.leaves[numbers[0]]
        html = tuple(self.html[number] for number in numbers)
        return Sheet(self.css[numbers[0]], self.order.game.language, html, first.flows, self.order.own)


def plan(order: Order, printer: Printer, *, points: float | None = None) -> Plan:
    """The leaves of a product as HTML. `points` asks for a type size; otherwise the worst page chooses it."""
    printing = kind_of(order.product).printing
    templates = templates_of(order.own)
    printer = _enlarged(order, printer)
    layout = layout_for(order, printer)
    least = _least(order, printer)
    leaves = [*printing.leaves(order.product, order.contents, order.game)]
    if layout and least:
        leaves = [*large.spread(leaves, layout, layout.sizes[0])]
    if layout and points is None:
        models = [(leaf.template, [entry.model for entry in leaf.entries]) for leaf in leaves]
        points = fit.type_size(layout, models, kind_of(order.product).capacity(order.product).entries)
    filler = next((at for at, leaf in enumerate(leaves) if leaf.last), len(leaves))
    if printing.binding == "booklet":
        leaves.insert(filler, Leaf("notes"))
    size = _size(order, layout)
    shared = {
        "game": identity(order.game),
        "product": _product(order),
        "products": {name: _identity(product) for name, product in order.products.items()},
        "types": {kind.name: {"title": kind.title, "icon": kind.icon} for kind in TYPES.values()},
        "width": size[0],
        "height": size[1],
        "bleed": layout_bleed(printer, size),
        "layout": layout.numbers if layout else {},
        "large": bool(least),
        "points": points or 0,
        "hash": order.content_hash[:12],
    }
    colors = [leaf.color or order.product.color or _DEFAULT_INK for leaf in leaves]
    different = list(dict.fromkeys(colors))

    def render() -> list[str]:
        sheets = [_stylesheet(templates, order, shared, color) for color in different]
        places = (_place(number, leaves, layout, points or 0) for number in range(len(leaves)))
        return sheets + [
            _html(templates, order, leaf, shared | place) for leaf, place in zip(leaves, places, strict=True)
        ]

    rendered = _rendered(order, render)
    sheets = dict(zip(different, rendered, strict=False))
    css, html = tuple(sheets[color] for color in colors), tuple(rendered[len(different) :])
    order = order._replace(own=_own(order.own, printer))
    css, html = tuple(_dressed(sheet, printer) for sheet in css), tuple(_dressed(text, printer) for text in html)
    css = tuple(large.enlarge(sheet, least) for sheet in css) if least else css
    base = _base(order)
    keys = tuple(_key(base, sheet, text) for sheet, text in zip(css, html, strict=True))
    return Plan(order, printer, size, points or 0.0, css, tuple(leaves), html, keys, filler, shared)


def layout_for(order: Order, printer: Printer) -> fit.Layout | None:
    """The measures of a product's templates for a printer; None where nothing is measured."""
    least = _least(order, printer)
    found = fit.layout(order.product.kind, order.own, large=bool(least))
    return large.layout(found, least) if found and least else found


def _enlarged(order: Order, printer: Printer) -> Printer:
    """The printer for a product whose layout asks to be enlarged still more, so that readers get the type that they
    are promised: the words of a card are small."""
    least = _least(order, printer)
    found = fit.layout(order.product.kind, order.own, large=True) if least else None
    return printer.enlarged(found.zoom if found else 1.0)


def _size(order: Order, layout: fit.Layout | None) -> tuple[float, float]:
    """The trimmed size in mm, before it is enlarged. Measures of large print may be for another page."""
    if layout and layout.size:
        return layout.size
    return paper.measure(order.product.size) if order.product.size else kind_of(order.product).printing.size


def _least(order: Order, printer: Printer) -> float:
    """The type size that a printer promises to readers; 0 where measures are fixed and say nothing of large print."""
    found = fit.layout(order.product.kind, order.own)
    prepared = found is None or "large" in found.numbers
    return printer.least_read(kind_of(order.product).printing.binding) if prepared else 0.0


def layout_bleed(printer: Printer, size: tuple[float, float]) -> float:
    """The bleed of the pages themselves: what a larger format adds around them, less what is added by enlarging."""
    profile = printer.profile
    wanted = profile.bleed
    offered = printer.format_for(size)
    if offered is not None:
        width, height = paper.measure(offered.size)
        wanted += max(0.0, (width - size[0]) / 2, (height - size[1]) / 2)
    bleed = round(wanted / profile.scale, 3)
    return int(bleed) if bleed == int(bleed) else bleed


def _dressed(text: str, printer: Printer) -> str:
    """A stylesheet or a page in the type and the colours of the printer."""
    for family, other in printer.profile.typefaces.items():
        text = re.sub(rf"(font(?:-family)?:[^;}}\"]*?)\b{re.escape(family)}\b", rf"\g<1>{other}", text)
    if printer.profile.colors == "rgb" and (icc := printer.icc()):
        text = light.to_light(text, icc)
    return text


def _own(own: Mapping[str, bytes], printer: Printer) -> Mapping[str, bytes]:
    """The game's drawings in the colours of the printer."""
    if printer.profile.colors != "rgb":
        return own
    return {
        name: _dressed(data.decode("utf-8", "replace"), printer).encode() if name.endswith(".svg") else data
        for name, data in own.items()
    }


def squeeze(found: Plan, over: Mapping[int, float]) -> Plan:
    """The plan with less room between the entries of some leaves: their columns are so many mm too long.

    Entries are spread over a column by prediction. Where it missed lines there may still be room enough.
    """
    templates = templates_of(found.order.own)
    layout = layout_for(found.order, found.printer)
    html, keys, base = list(found.html), list(found.keys), _base(found.order)

    def render() -> list[str]:
        places = (_place(number, found.leaves, layout, found.points, mm) for number, mm in over.items())
        return [
            _html(templates, found.order, found.leaves[number], {**found.shared, **place})
            for number, place in zip(over, places, strict=True)
        ]

    for number, page in zip(over, _rendered(found.order, render), strict=True):
        html[number] = _dressed(page, found.printer)
        keys[number] = _key(base, found.css[number], html[number])
    return found._replace(html=tuple(html), keys=tuple(keys))


def fill(found: Plan, fragments: Sequence[Fragment]) -> list[int]:
    """The leaves in printed order, with as many notes pages as a booklet needs; none anywhere else."""
    numbers = [number for number, leaf in enumerate(found.leaves) if leaf.template != "notes"]
    if kind_of(found.order.product).printing.binding != "booklet":
        return numbers
    pages = sum(fragments[number].pages for number in numbers)
    at = numbers.index(found.filler + 1) if found.filler + 1 in numbers else len(numbers)
    profile = found.printer.profile
    multiple = lcm(profile.multiple, 4) if profile.form == "sheets" else profile.multiple  # four pages are a sheet
    return [*numbers[:at], *[found.filler] * (-pages % multiple), *numbers[at:]]


def template_of(order: Order, leaf: Leaf) -> str:
    """The template of a leaf, by its name in the library: of the kind, or shared by all kinds."""
    name = f"{order.product.kind}/{leaf.template}.html"
    return name if templates_of(order.own).has(name) else f"shared/{leaf.template}.html"


def resolve(css: str) -> str:
    """The stylesheet without variables: WeasyPrint would give every element a copy of each of them."""
    values = {name: value.strip() for block in _ROOT.findall(css) for name, value in _VARIABLE.findall(block)}
    css = _ROOT.sub("", css)
    for _ in range(len(values) + 1):
        resolved = _USE.sub(lambda match: values.get(match[1], match[0]), css)
        if resolved == css:
            break
        css = resolved
    return css


def _stylesheet(templates: Templates, order: Order, shared: Mapping[str, Any], color: str) -> str:
    """Measures and colours only: no word of the content reaches a stylesheet."""
    context = {name: shared[name] for name in ("width", "height", "bleed", "layout", "points", "large")}
    context["color"] = color
    context["colors"] = {name: product["color"] for name, product in shared["products"].items()}
    bound = kind_of(order.product).printing.binding == "booklet"
    matter = ("shared/matter.css",) if bound else ()
    names = ("shared/base.css", *matter, f"{order.product.kind}/style.css", "style.css")
    return resolve("\n".join(templates.render(name, context) for name in names if templates.has(name)))


def _html(templates: Templates, order: Order, leaf: Leaf, context: dict[str, Any]) -> str:
    """One leaf, marked with its template and side for the stylesheet."""
    inner = templates.render(template_of(order, leaf), context | dict(leaf.data))
    kind = "flow" if leaf.flows else f"leaf {context['side']}"
    return f'<section class="{kind} {leaf.template}">{inner}</section>\n'


def _rendered(order: Order, render: Callable[[], list[str]]) -> list[str]:
    """What `render` makes of templates; those that a game has brought itself may hurt nobody but themselves."""
    own = [name for name in sorted(order.own) if name.endswith((".html", ".css"))]
    return confined(render, own[0]) if own else render()


def _base(order: Order) -> str:
    return f"{library.digest(order.own)}\0{order.game.language}"


def _key(base: str, css: str, html: str) -> str:
    """Everything that decides how a leaf is laid out."""
    return blake2b(f"{base}\0{css}\0{html}".encode(), digest_size=16).hexdigest()


def _place(
    number: int, leaves: Sequence[Leaf], layout: fit.Layout | None, points: float, over: float = 0.0
) -> dict[str, Any]:
    """Where a leaf stands: left or right page, its folio, and how its boxes are spaced."""
    leaf = leaves[number]
    # The last leaves of a booklet are counted from its end: it has a multiple of four pages and ends on a left one.
    right = (len(leaves) - number) % 2 == 0 if leaf.last else number % 2 == 0
    models = [entry.model for entry in leaf.entries]
    boxes = [box for box in layout.boxes if box.template == leaf.template] if layout else []
    gaps = [_gap(box, together, points, over) for box in boxes for _, together in fit.columns(box, models)]
    return {"side": "right" if right else "left", "folio": number + 1, "gaps": gaps}


def _gap(box: fit.Box, models: Sequence[Any], points: float, over: float) -> float:
    """The room between the entries of a box, so that they fill it but for a line that prediction may have missed."""
    if len(models) < 2 or box.rows:
        return 0.0
    entries = box.entries or len(models)
    spare = box.height - sum(fit.heights(box, models, points)) - points * 0.42 - over
    return round(max(box.gap, min(spare / (entries - 1), box.height / entries)), 3)


def _product(order: Order) -> dict[str, Any]:
    return (
        _identity(order.product) | {"id": order.product_id} | order.product.model_dump(mode="json", exclude_none=True)
    )


def _identity(product: Product) -> dict[str, Any]:
    return {
        "title": product.title,
        "subtitle": product.subtitle or "",
        "kind": product.kind,
        "color": product.color or _DEFAULT_INK,
        "icon": product.icon or "",
    }
