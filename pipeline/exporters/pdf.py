"""Every product as a print-ready PDF, and as A4 sheets to print at home. Only what changed is laid out again."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pipeline import __version__
from pipeline.core.finding import Problem, Span, say
from pipeline.exporters.base import Artefact, Refusal, digest
from pipeline.print import library

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.exporters.base import GameContent, Workshop
    from pipeline.print.fragment import Fragment
    from pipeline.print.plan import Order, Plan

NAME = "pdf"
NEEDS: tuple[str, ...] = ()
PRINTER = "offset"
HOME = "home"

TEMPLATE = "The template cannot be used: {problem}."
TEMPLATE_HINT = "Repair the template, or delete it to use the one that comes with livret."


def export(games: Sequence[GameContent], workshop: Workshop) -> Iterator[Artefact | Refusal]:
    """Two files a product; a product whose files, templates and tools are those of the last build is kept."""
    todo: list[tuple[GameContent, str]] = []
    for game in games:
        for name in game.wanted:
            paths, key = _paths(game, name), _key(game, name)
            if all(workshop.made(path, key) for path in paths):
                yield from (Artefact(path, None, key) for path in paths)
            else:
                todo.append((game, name))
    if todo:
        yield from _print(todo, workshop)


def _print(todo: Sequence[tuple[GameContent, str]], workshop: Workshop) -> Iterator[Artefact | Refusal]:
    from pipeline.print import profile
    from pipeline.print.layout import lay_out
    from pipeline.print.plan import plan
    from pipeline.print.templates import TemplateFaultError

    printer = profile.load(PRINTER)
    plans: list[Plan] = []
    owners: list[GameContent] = []
    for game, name in todo:
        try:
            found = plan(order_of(game, name), printer)
        except TemplateFaultError as fault:
            yield _template_refusal(game, fault)
            continue
        if found.html:
            plans.append(found)
            owners.append(game)
    fragments = lay_out(plans, workshop)
    yield from _finish(plans, owners, fragments, workshop)


def _finish(
    plans: list[Plan], owners: list[GameContent], fragments: list[dict[int, Fragment]], workshop: Workshop
) -> Iterator[Artefact | Refusal]:
    """Refusals where something does not fit, otherwise the files."""
    from pipeline.print import refusals

    refused = [
        (game, found)
        for game, chosen, leaves in zip(owners, plans, fragments, strict=True)
        for found in refusals.of(chosen, leaves)
    ]
    for game, found in refused:
        path = game.paths[id(found.entry.document)] if found.entry else f"content/{game.game.game}/game.yaml"
        entry = (found.entry.pointer, found.entry.id) if found.entry else ("", "")
        yield Refusal(path, found.problem, *entry)
    if refused:
        return
    numbers = range(len(plans))
    for number, files in enumerate(workshop.spread(_assemble, (plans, fragments, workshop), numbers, "Binding")):
        game, name = owners[number], plans[number].order.product_id
        for path, data in zip(_paths(game, name), files, strict=True):
            yield Artefact(path, data, _key(game, name))


def _assemble(state: tuple[list[Plan], list[dict[int, Fragment]], Workshop], number: int) -> tuple[bytes, ...]:
    from pipeline.print.press import home, offset

    plans, fragments, workshop = state
    chosen = plans[number]
    files = [offset(chosen, fragments[number], workshop)]
    if chosen.order.product.pnp in ("yes", "true"):
        files.append(home(chosen, fragments[number], workshop))
    return tuple(files)


def order_of(game: GameContent, name: str) -> Order:
    """A product with everything that its templates may know."""
    from pipeline.print.plan import Order

    return Order(game.game, name, game.products[name], game.products, game.contents[name], game.own, game.hashes[name])


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


def _paths(game: GameContent, name: str) -> tuple[str, ...]:
    stem = f"pdf/{game.game.game}/{name}"
    at_home = game.products[name].pnp in ("yes", "true")
    return (f"{stem}.pdf", f"{stem}-pnp.pdf") if at_home else (f"{stem}.pdf",)


def _key(game: GameContent, name: str) -> str:
    """Everything that decides the bytes of a product's files."""
    return digest("pdf", __version__, PRINTER, HOME, game.hashes[name], library.digest(game.own), _tools())


@lru_cache(maxsize=1)
def _tools() -> str:
    from importlib.metadata import version

    return f"{version('weasyprint')} {version('pikepdf')}"
