"""From laid-out leaves to the files of a printer, each looked at by preflight before anybody gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.kinds.game import kind_of
from pipeline.print import changes, paper, press
from pipeline.print.blame import Page
from pipeline.print.forms import pictures, screen, tabletop
from pipeline.print.passes.ghostscript import NoGhostscriptError
from pipeline.print.preflight.facts import Expected
from pipeline.print.preflight.inspect import inspect

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pipeline.print.forms.pictures import Drawing
    from pipeline.print.fragment import Fragment
    from pipeline.print.layout import Shop
    from pipeline.print.plan import Plan
    from pipeline.print.preflight.facts import Fault
    from pipeline.print.press import File


class Output(NamedTuple):
    """A file: how its name goes on after the product's, and its bytes."""

    name: str
    data: bytes


class Made(NamedTuple):
    """What was made of a plan: files, faults with their file and page, and pictures that are still to be drawn."""

    outputs: tuple[Output, ...] = ()
    faults: tuple[tuple[str, Fault, Page | None], ...] = ()
    drawings: tuple[Drawing, ...] = ()
    needs_ghostscript: bool = False
    pages: Mapping[str, str] = {}
    """A hash of what stands on each page or card."""


def make(state: tuple[list[Plan], list[dict[int, Fragment]], Shop], number: int) -> Made:
    """The files of one plan; runs in any process."""
    plans, fragments, shop = state
    plan, leaves = plans[number], fragments[number]
    form = plan.printer.profile.form
    try:
        if form == "pictures":
            faults = _faults(plan, leaves, [pictures.source(plan, leaves, shop)])
            return Made((), faults, pictures.drawings(plan, leaves, shop))
        if form == "tabletop":
            return Made(tabletop.outputs(plan, leaves), (), tabletop.drawings(plan, leaves, shop))
        files = [screen.file(plan, shop)] if form == "screen" else press.files(plan, leaves, shop)
    except NoGhostscriptError:
        return Made(needs_ghostscript=True)
    outputs = tuple(Output(f"{one.part}.pdf", one.data) for one in files)
    faults = () if _looked_at(plans, number) else _faults(plan, leaves, files)
    return Made(outputs, faults, pages=changes.hashes(plan))


def _looked_at(plans: Sequence[Plan], number: int) -> bool:
    """Whether these are sheets of pages that the same build makes for the press too: those are looked at, once."""
    plan = plans[number]
    return plan.printer.profile.form == "sheets" and any(
        other.order.product is plan.order.product
        and other.printer.profile.form == "pages"
        and other.printer.profile.colors == "cmyk"
        and other.printer.profile.least_text >= plan.printer.profile.least_text
        and other.printer.profile.least_ppi >= plan.printer.profile.least_ppi
        for other in plans
    )


def draw(made: Sequence[Made], shop: Shop) -> list[list[Output]]:
    """The pictures of all plans, on all cores."""
    jobs = [(number, at) for number, one in enumerate(made) for at in range(len(one.drawings))]
    drawn: list[list[Output]] = [[] for _ in made]
    if jobs:
        done = shop.spread(_draw, list(made), jobs, "Drawing")
        for (number, _), output in zip(jobs, done, strict=True):
            drawn[number].append(output)
    return drawn


def _draw(made: list[Made], job: tuple[int, int]) -> Output:
    drawing = made[job[0]].drawings[job[1]]
    return Output(drawing.name, drawing.draw())


def expected(plan: Plan, file: File) -> Expected:
    """What preflight may expect of a file of this plan."""
    profile = plan.printer.profile
    binding = kind_of(plan.order.product).printing.binding
    if profile.form == "sheets":
        return Expected(binding=binding, ours=True)
    offered = plan.printer.format_for(plan.size)
    size = paper.measure(offered.size) if offered else (plan.size[0] * profile.scale, plan.size[1] * profile.scale)
    return Expected(size, binding, len(file.pages) or None, ours=True)


def _faults(
    plan: Plan, leaves: Mapping[int, Fragment], files: Sequence[File]
) -> tuple[tuple[str, Fault, Page | None], ...]:
    found: list[tuple[str, Fault, Page | None]] = []
    alone = plan.printer.profile.form != "sheets"
    for file in files:
        for fault in inspect(file.data, plan.printer, expected(plan, file)):
            printed = file.pages[fault.page - 1] if alone and 0 < fault.page <= len(file.pages) else None
            page = Page(printed, leaves[printed.leaf].places if printed.leaf in leaves else ()) if printed else None
            found.append((file.part, fault, page))
    return tuple(found)
