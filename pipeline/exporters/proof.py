"""Proofs of every product: contact sheet, front and back side by side, inks, what changed since a printing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline import __version__
from pipeline.core.catalogue import translator
from pipeline.core.finding import START, Problem, say
from pipeline.exporters.base import Artefact, Refusal, digest
from pipeline.exporters.pdf import Job, key_of, layout_refusals, planned, suits
from pipeline.kinds.game import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pipeline.exporters.base import GameContent, Workshop
    from pipeline.print.fragment import Fragment
    from pipeline.print.plan import Plan

NAME = "proof"
BY_DEFAULT = False

SWAPPED = "Front and back of “{id}” do not carry the same id."
SWAPPED_HINT = "Look at the sheet of pairs; the template of one side may print another card's id."

CHANGES = "Changes since the printing: {title}"
CHANGED = "Changed: {name}"
ADDED = "Added: {name}"
REMOVED = "Removed: {name}"
UNCHANGED = "Nothing has changed."


class _Proofs(NamedTuple):
    files: tuple[tuple[str, bytes], ...]
    swapped: tuple[str, ...]


def export(games: Sequence[GameContent], workshop: Workshop) -> Iterator[Artefact | Refusal]:
    """Proofs are made from the pages for the printer; kept while nothing has changed."""
    from pipeline.print.layout import lay_out

    printer = next((one for one in workshop.printers if one.profile.form == "pages"), None)
    if printer is None:
        return
    todo = []
    for game in games:
        for name in game.wanted:
            job = Job(game, name, printer)
            if not suits(printer, game, name):
                continue
            key = _key(job, workshop)
            if kept := workshop.kept(key):
                yield from (Artefact(path, None, key, NAME) for path in kept)
            else:
                todo.append(job)
    yield from _registration(games, workshop)
    refused, jobs, plans = planned(todo)
    yield from refused
    fragments = lay_out(plans, workshop)
    found = list(layout_refusals(jobs, plans, fragments))
    yield from found
    if refused or found:
        return
    made: list[_Proofs] = workshop.spread(_make, (plans, fragments, workshop), range(len(plans)), "Proofs")
    for job, one in zip(jobs, made, strict=True):
        for id_ in one.swapped:
            problem = Problem(START, say(SWAPPED, id=id_), say(SWAPPED_HINT), rule="swapped-backs")
            yield Refusal(f"content/{job.game.game.game}/game.yaml", problem, "", id_)
        for name, data in one.files:
            yield Artefact(f"proof/{job.game.game.game}/{job.name}{name}", data, _key(job, workshop), NAME)


def _make(state: tuple[list[Plan], list[dict[int, Fragment]], Workshop], number: int) -> _Proofs:
    from pipeline.print import press
    from pipeline.print.proofs import contact, inks, pairs

    plans, fragments, workshop = state
    plan, leaves = plans[number], fragments[number]
    pages = press.printed(plan, leaves)
    data = press.only(plan, leaves, pages, workshop)
    title = f"{plan.order.game.title} – {plan.order.product.title}"
    tell = translator(workshop.spoken)
    labels = [f"{at} {page.id}".strip() for at, page in enumerate(pages, 1)]
    files = [
        ("-contact.png", contact.draw(data, plan.size, labels, f"{title}  {plan.order.content_hash[:12]}")),
        ("-inks.md", inks.text(inks.measure(data, plan.printer), title, tell).encode()),
    ]
    swapped: tuple[str, ...] = ()
    if kind_of(plan.order.product).printing.binding == "cards":
        files.append(("-pairs.pdf", pairs.draw(plan, leaves, workshop, tell)))
        swapped = tuple(pair.id for pair in pairs.swapped(pairs.pairs(plan, leaves, workshop)))
    files += _changes(plan, leaves, workshop, title)
    return _Proofs(tuple(files), swapped)


def _changes(plan: Plan, leaves: Mapping[int, Fragment], workshop: Workshop, title: str) -> list[tuple[str, bytes]]:
    """The list of pages and cards that differ from a printing, and a PDF of only those."""
    from pipeline.print import changes, press

    if workshop.since is None:
        return []
    then = workshop.since.get(f"{plan.order.game.game}/{plan.order.product_id}", {})
    found = changes.compare(changes.hashes(plan), then)
    tell = translator(workshop.spoken)
    lines = [f"# {tell(say(CHANGES, title=title))}", ""]
    for what, names in ((CHANGED, found.changed), (ADDED, found.added), (REMOVED, found.removed)):
        lines += [f"- {tell(say(what, name=name))}" for name in names]
    lines += [] if found else [tell(say(UNCHANGED))]
    files = [("-changes.md", "\n".join([*lines, ""]).encode())]
    wanted = {*found.changed, *found.added}
    pages = [page for page in press.printed(plan, leaves) if changes.name(plan, page.leaf) in wanted]
    # Copies of a card are shown once.
    pages = list({(plan.keys[page.leaf], page.page, page.side, page.id): page for page in pages}.values())
    if pages:
        files.append(("-changes.pdf", press.only(plan, leaves, pages, workshop)))
    return files


def _registration(games: Sequence[GameContent], workshop: Workshop) -> Iterator[Artefact]:
    """The test sheet of the printer at home, once a game."""
    from pipeline.print.proofs import registration

    for printer in workshop.printers:
        if printer.profile.form != "sheets":
            continue
        data = registration.draw(printer, workshop, f"livret {__version__}", workshop.spoken)
        for game in games:
            yield Artefact(f"proof/{game.game.game}/registration-{printer.name}.pdf", data, "", NAME)


def _key(job: Job, workshop: Workshop) -> str:
    since = repr(sorted(workshop.since.items())) if workshop.since is not None else ""
    return digest("proof", key_of(job), since, workshop.spoken)
