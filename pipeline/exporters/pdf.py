"""Every product for every printer that is asked for: PDFs, pictures, sheets. Only what changed is laid out again."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pipeline import __version__
from pipeline.core.finding import START, Problem, Related, Span, say
from pipeline.exporters.base import Artefact, Refusal, digest
from pipeline.kinds.game import kind_of
from pipeline.print import library, paper

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.exporters.base import GameContent, Workshop
    from pipeline.print.fragment import Fragment
    from pipeline.print.making import Made, Output
    from pipeline.print.plan import Order, Plan
    from pipeline.print.profile import Printer
    from pipeline.print.refusals import Refused

NAME = "pdf"

TEMPLATE = "The template cannot be used: {problem}."
TEMPLATE_HINT = "Repair the template, or delete it to use the one that comes with livret."
NOT_FOR = "The printer “{printer}” prints {bindings}, and there are none here."
NOT_FOR_HINT = "Choose another printer: `livret printers`."
NO_FORMAT = "The printer “{printer}” has no format of {found} mm. It has: {formats}."
NO_FORMAT_HINT = "Choose another printer, or give the product the size of a format in game.yaml."
NO_SHEET = "A page of {found} mm does not fit the sheets of “{printer}”: {sheet} mm, with white edges of {margin} mm."
NO_SHEET_HINT = "Set a larger `sheet` or a smaller `margin`, or choose another printer."
NEEDS_GHOSTSCRIPT = "The printer “{printer}” wants letters as shapes or nothing transparent: that needs Ghostscript."
NEEDS_GHOSTSCRIPT_HINT = "Install it (Debian: `apt-get install ghostscript`), or choose another printer."
ON_PAGE = "this page, {x} mm from the left and {y} mm from the top"
THIS_PAGE = "this page"


class Job(NamedTuple):
    """A product for a printer."""

    game: GameContent
    name: str
    printer: Printer


def export(games: Sequence[GameContent], workshop: Workshop) -> Iterator[Artefact | Refusal]:
    """The files of all products; one whose files, templates, printer and tools are those of the last build is kept."""
    jobs = [
        Job(game, name, printer)
        for game in games
        for name in game.wanted
        for printer in workshop.printers
        if suits(printer, game, name)
    ]
    useless = [printer for printer in workshop.printers if games and not _prints_any(printer, games)]
    for printer in useless or (() if jobs else workshop.printers[:1] if games else ()):
        yield _not_for(games[0], printer)
    made: dict[str, list[Artefact]] = {}
    todo: dict[str, Job] = {}
    for job in jobs:
        key, by = key_of(job), f"{NAME}/{job.printer.name}"
        if kept := workshop.kept(key):
            made[key] = [Artefact(path, None, key, by) for path in kept]
        elif refusal := _no_format(job) or _no_sheet(job):
            yield refusal
        else:
            todo[key] = job
    for result in _print(list(todo.values()), workshop) if todo else ():
        if isinstance(result, Refusal):
            yield result
        else:
            made.setdefault(result.key, []).append(result)
    # In the order of the games, whatever was kept and whatever is new.
    for job in jobs:
        yield from made.get(key_of(job), ())


def _print(todo: Sequence[Job], workshop: Workshop) -> Iterator[Artefact | Refusal]:
    from pipeline.print import making
    from pipeline.print.layout import lay_out

    refused, jobs, plans = planned(todo)
    yield from refused
    if refused:
        return
    fragments = lay_out(plans, workshop)
    found = list(layout_refusals(jobs, plans, fragments))
    yield from found
    if found:
        return
    made: list[Made] = workshop.spread(making.make, (plans, fragments, workshop), range(len(plans)), "Binding")
    found = [
        refusal for job, chosen, one in zip(jobs, plans, made, strict=True) for refusal in _faults(job, chosen, one)
    ]
    yield from found
    if found:
        return
    drawn = making.draw(made, workshop)
    for job, one, pictures in zip(jobs, made, drawn, strict=True):
        key, by = key_of(job), f"{NAME}/{job.printer.name}"
        outputs: list[Output] = [*one.outputs, *pictures]
        for output in outputs:
            yield Artefact(f"{_stem(job)}{output.name}", output.data, key, by, one.pages)


def planned(todo: Sequence[Job]) -> tuple[list[Refusal], list[Job], list[Plan]]:
    """The plan of each job, or why there is none."""
    from pipeline.print import house
    from pipeline.print.plan import plan
    from pipeline.print.templates import TemplateFaultError

    refused: list[Refusal] = []
    jobs: list[Job] = []
    plans: list[Plan] = []
    for game in {id(job.game): job.game for job in todo}.values():
        refused += [Refusal(house.place(game.game.game, name), problem) for name, problem in house.inspect(game.own)]
    for job in todo:
        try:
            found = plan(order_of(job.game, job.name), job.printer)
        except TemplateFaultError as fault:
            refused.append(_template_refusal(job.game, fault))
            continue
        if found.html:
            plans.append(found)
            jobs.append(job)
    return list(dict.fromkeys(refused)), jobs, plans


def layout_refusals(
    jobs: Sequence[Job], plans: Sequence[Plan], fragments: Sequence[dict[int, Fragment]]
) -> Iterator[Refusal]:
    """What does not fit or was not found while pages were laid out."""
    from pipeline.print import refusals

    for job, chosen, leaves in zip(jobs, plans, fragments, strict=True):
        for found in refusals.of(chosen, leaves):
            yield _refusal(job.game, found)


def _refusal(game: GameContent, found: Refused) -> Refusal:
    """A problem of a page in the file of its entry, in a template of the game, or in game.yaml."""
    if found.entry:
        return Refusal(game.paths[id(found.entry.document)], found.problem, found.entry.pointer, found.entry.id)
    path = f"content/{game.game.game}/templates/{found.template}" if found.template else _game_yaml(game)
    return Refusal(path, found.problem)


def _faults(job: Job, chosen: Plan, made: Made) -> Iterator[Refusal]:
    """What preflight refuses, at the question that is to blame."""
    from pipeline.print import blame

    if made.needs_ghostscript:
        message = say(NEEDS_GHOSTSCRIPT, printer=job.printer.name)
        yield Refusal(
            _game_yaml(job.game), Problem(START, message, say(NEEDS_GHOSTSCRIPT_HINT), rule="needs-ghostscript")
        )
    for part, fault, page in made.faults:
        where = f"build/{_stem(job)}{part}.pdf"
        place = say(ON_PAGE, x=fault.at[0], y=fault.at[1]) if fault.at else say(THIS_PAGE)
        related = (Related(Span(fault.page, 1, fault.page, 1), place, where),) if fault.page else ()
        problem = Problem(START, fault.message, fault.hint, related=related, rule=fault.rule)
        yield _refusal(job.game, blame.refused(chosen, page, fault, problem))


def order_of(game: GameContent, name: str) -> Order:
    """A product with everything that its templates may know."""
    from pipeline.print.plan import Order

    product, contents, hashed = game.products[name], game.contents[name], game.hashes[name]
    return Order(game.game, name, product, game.products, contents, game.own, game.document, hashed)


def key_of(job: Job) -> str:
    """Everything that decides the bytes of a product's files."""
    game, name, printer = job
    hashed = (game.game.game, name, game.hashes[name], library.digest(game.own), printer.digest())
    return digest("pdf", __version__, *hashed, _tools())


def suits(printer: Printer, game: GameContent, name: str) -> bool:
    """Whether the printer prints such things; a product may ask for no version for home."""
    at_home = printer.profile.form == "sheets"
    return _prints(printer, game, name) and not (at_home and game.products[name].pnp not in ("yes", "true"))


def _prints(printer: Printer, game: GameContent, name: str) -> bool:
    return kind_of(game.products[name]).printing.binding in printer.profile.bindings


def _prints_any(printer: Printer, games: Sequence[GameContent]) -> bool:
    return any(_prints(printer, game, name) for game in games for name in game.wanted)


def _not_for(game: GameContent, printer: Printer) -> Refusal:
    message = say(NOT_FOR, printer=printer.name, bindings=", ".join(printer.profile.bindings))
    return Refusal(_game_yaml(game), Problem(START, message, say(NOT_FOR_HINT), rule="not-for-printer"))


def _no_format(job: Job) -> Refusal | None:
    product = job.game.products[job.name]
    size = paper.measure(product.size) if product.size else kind_of(product).printing.size
    formats = job.printer.profile.formats
    if not formats or job.printer.format_for(size):
        return None
    listed = ", ".join(f"{one.name} ({one.size})" for one in formats)
    message = say(NO_FORMAT, printer=job.printer.name, found=f"{size[0]:g} x {size[1]:g}", formats=listed)
    return Refusal(_game_yaml(job.game), Problem(START, message, say(NO_FORMAT_HINT), rule="not-for-printer"))


def _no_sheet(job: Job) -> Refusal | None:
    profile, product = job.printer.profile, job.game.products[job.name]
    if profile.form != "sheets":
        return None
    from pipeline.print import impose

    printing = kind_of(product).printing
    size = paper.measure(product.size) if product.size else printing.size
    sheet, margin = paper.measure(profile.sheet or "a4"), profile.margin
    if impose.fits(size, sheet, margin, gutter=profile.gutter, binding=printing.binding):
        return None
    found, measured = (f"{one[0]:g} x {one[1]:g}" for one in (size, sheet))
    message = say(NO_SHEET, printer=job.printer.name, found=found, sheet=measured, margin=f"{margin:g}")
    return Refusal(_game_yaml(job.game), Problem(START, message, say(NO_SHEET_HINT), rule="not-for-printer"))


def _template_refusal(game: GameContent, raised: Exception) -> Refusal:
    from pipeline.print.templates import TemplateFaultError

    if not isinstance(raised, TemplateFaultError):
        raise raised
    fault = raised.fault
    own = fault.template in game.own
    path = f"content/{game.game.game}/templates/{fault.template}" if own else f"templates/{fault.template}"
    span = Span(fault.line, 1, fault.line, 1)
    problem = Problem(span, say(TEMPLATE, problem=fault.problem.rstrip(".")), say(TEMPLATE_HINT), rule="template-fault")
    return Refusal(path, problem)


def _stem(job: Job) -> str:
    return f"{job.printer.folder}/{job.game.game.game}/{job.name}{job.printer.profile.suffix}"


def _game_yaml(game: GameContent) -> str:
    return f"content/{game.game.game}/game.yaml"


@lru_cache(maxsize=1)
def _tools() -> str:
    from importlib.metadata import version

    return " ".join(version(name) for name in ("weasyprint", "pikepdf", "pypdfium2"))
