"""Every product as a print-ready PDF, and as A4 sheets to print at home. Only what changed is laid out again."""

from __future__ import annotations

import gc
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pipeline import __version__
from pipeline.core.finding import Problem, Span, say
from pipeline.exporters.base import Artefact, Refusal, digest
from pipeline.print import library

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pipeline.exporters.base import GameContent, Workshop
    from pipeline.print.engine import Engine, Sheet
    from pipeline.print.fragment import Fragment
    from pipeline.print.plan import Order, Plan

NAME = "pdf"
PRINTER = "offset"
HOME = "home"

TEMPLATE = "The template cannot be used: {problem}."
TEMPLATE_HINT = "Repair the template, or delete it to use the one that comes with livret."

# Leaves that are laid out together: enough to spread the cost of a document, few enough to keep all cores busy.
_TOGETHER = 10
_FEW = 4  # so few are laid out here at once: another process takes longer to start
_TOLERANCE = 0.1  # mm
_MANY_OBJECTS = 1_000_000


class _Job(NamedTuple):
    """Leaves of one plan that no fragment is cached for."""

    plan: int
    leaves: tuple[int, ...]
    sheet: Sheet


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
    from pipeline.print.plan import plan
    from pipeline.print.templates import TemplateFaultError

    printer = profile.load(PRINTER)
    plans: list[Plan] = []
    owners: list[GameContent] = []
    for game, name in todo:
        try:
            found = plan(_order(game, name), printer)
        except TemplateFaultError as fault:
            yield _template_refusal(game, fault)
            continue
        if found.html:
            plans.append(found)
            owners.append(game)
    fragments = _lay_out(plans, workshop)
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


def _lay_out(plans: list[Plan], workshop: Workshop) -> list[dict[int, Fragment]]:
    """The fragments of all plans.

    A column that is too long gets less room between its entries. What still does not fit is tried with smaller type,
    alone at first: all other leaves follow once it fits.
    """
    from pipeline.print import fit, profile
    from pipeline.print.plan import plan, squeeze

    fragments: list[dict[int, Fragment]] = [{} for _ in plans]
    squeezed: list[set[int]] = [set() for _ in plans]
    pending: dict[int, Sequence[int]] = {number: range(len(chosen.html)) for number, chosen in enumerate(plans)}
    while pending:
        _render(plans, pending, fragments, workshop)
        again: dict[int, Sequence[int]] = {}
        for number, tried in pending.items():
            chosen = plans[number]
            over = {leaf: _too_long(fragments[number][leaf]) for leaf in tried if fragments[number][leaf].overflows}
            fresh = {leaf: down for leaf, down in over.items() if down and leaf not in squeezed[number]}
            layout = fit.layout(chosen.order.product.kind, chosen.order.own)
            smaller = [size for size in layout.sizes if size < chosen.points] if layout else []
            if fresh:
                plans[number] = squeeze(chosen, fresh)
                squeezed[number] |= set(fresh)
                again[number] = tried
            elif over and smaller:
                plans[number] = plan(chosen.order, profile.load(PRINTER), points=smaller[0])
                fragments[number], squeezed[number] = {}, set()
                again[number] = tuple(over)
            elif len(tried) < len(chosen.html):
                again[number] = range(len(chosen.html))
        pending = again
    return fragments


def _too_long(found: Fragment) -> float:
    """By how many mm the columns of a leaf are too long; 0 if nothing can be moved closer together."""
    downs = [overflow.down for overflow in found.overflows]
    return max(downs) + _TOLERANCE if all("-" in overflow.ref for overflow in found.overflows) else 0.0


def _render(
    plans: Sequence[Plan],
    pending: Mapping[int, Sequence[int]],
    fragments: list[dict[int, Fragment]],
    workshop: Workshop,
) -> None:
    """Take the fragments of these leaves from the cache and lay out the others, on all cores."""
    from pipeline.print import fragment

    # Equal leaves share one fragment, cached or not: it is printed once, and a PDF does not depend on the cache.
    known: dict[str, Fragment | None] = {}
    missing: dict[str, tuple[int, int]] = {}
    wanted: dict[str, list[tuple[int, int]]] = {}
    for number, leaves in pending.items():
        for leaf in leaves:
            key = plans[number].keys[leaf]
            if key not in known:
                cached = workshop.fetch(key)
                known[key] = fragment.read(cached) if cached is not None else None
            found = known[key]
            if found is not None:
                fragments[number][leaf] = found
            else:
                missing.setdefault(key, (number, leaf))
                wanted.setdefault(key, []).append((number, leaf))
    if not missing:
        return
    from pipeline.print.engine import Engine

    jobs = _jobs(plans, list(missing.values()), workshop.jobs)
    rendered = workshop.spread(_render_one, workshop.warm("engine", Engine), jobs, "Printing")
    for job, found_here in zip(jobs, rendered, strict=True):
        for leaf, made in zip(job.leaves, found_here, strict=True):
            key = plans[job.plan].keys[leaf]
            workshop.keep(key, made.write())
            for number, other in wanted[key]:
                fragments[number][other] = made


def _jobs(plans: Sequence[Plan], missing: Sequence[tuple[int, int]], cores: int) -> list[_Job]:
    """Leaves of one plan together, flowing text alone; the longest first, so that no core waits at the end."""
    together = max(_FEW, min(_TOGETHER, -(-len(missing) // cores)))
    groups: dict[tuple[int, str], list[int]] = {}
    jobs: list[tuple[int, tuple[int, ...]]] = []
    for number, leaf in missing:
        if plans[number].leaves[leaf].flows:
            jobs.append((number, (leaf,)))
        else:
            groups.setdefault((number, plans[number].css[leaf]), []).append(leaf)
    for (number, _), leaves in groups.items():
        jobs += [(number, tuple(leaves[at : at + together])) for at in range(0, len(leaves), together)]
    made = [_Job(number, leaves, plans[number].sheet(leaves)) for number, leaves in jobs]
    return sorted(made, key=lambda job: (-sum(map(len, job.sheet.leaves)), job.plan, job.leaves))


def _render_one(engine: Engine, job: _Job) -> list[Fragment]:
    fragments = engine.render(job.sheet)
    if gc.get_count()[0] > _MANY_OBJECTS:
        gc.collect()  # a laid-out document is full of cycles, and a command runs without the collector
    return fragments


def _order(game: GameContent, name: str) -> Order:
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
