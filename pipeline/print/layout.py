"""Lay out what is not cached yet, on all cores, and try again smaller where a text does not fit."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pipeline.print.fragment import read
from pipeline.print.plan import layout_for, plan, squeeze

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pipeline.print.engine import Engine, Sheet
    from pipeline.print.fragment import Fragment
    from pipeline.print.plan import Plan

# Leaves that are laid out together: enough to spread the cost of a document, few enough to keep all cores busy.
_TOGETHER = 10
_FEW = 4  # so few are laid out here at once: another process takes longer to start
_TOLERANCE = 0.1  # mm
_MANY_OBJECTS = 1_000_000


class Shop(Protocol):
    """What layout needs: a cache, something that is slow to make, other processes."""

    jobs: int

    def fetch(self, key: str) -> bytes | None: ...
    def keep(self, key: str, data: bytes) -> None: ...
    def warm(self, name: str, make: Callable[[], Any]) -> Any: ...
    def spread(
        self, function: Callable[[Any, Any], Any], state: Any, items: Sequence[Any], label: str
    ) -> list[Any]: ...


class _Job(NamedTuple):
    """Leaves of one plan that no fragment is cached for."""

    plan: int
    leaves: tuple[int, ...]
    sheet: Sheet


def lay_out(
    plans: list[Plan], workshop: Shop, only: Mapping[int, Sequence[int]] | None = None
) -> list[dict[int, Fragment]]:
    """The fragments of all plans; with `only`, of these leaves of some plans.

    A column that is too long gets less room between its entries. What still does not fit is tried with smaller type,
    alone at first: all other leaves follow once it fits.
    """
    fragments: list[dict[int, Fragment]] = [{} for _ in plans]
    squeezed: list[set[int]] = [set() for _ in plans]
    every: dict[int, Sequence[int]] = {number: range(len(chosen.html)) for number, chosen in enumerate(plans)}
    pending = every if only is None else dict(only)
    while pending:
        _render(plans, pending, fragments, workshop)
        again: dict[int, Sequence[int]] = {}
        for number, tried in pending.items():
            chosen = plans[number]
            over = {leaf: _too_long(fragments[number][leaf]) for leaf in tried if fragments[number][leaf].overflows}
            fresh = {leaf: down for leaf, down in over.items() if down and leaf not in squeezed[number]}
            layout = layout_for(chosen.order, chosen.printer)
            smaller = [size for size in layout.sizes if size < chosen.points] if layout else []
            if fresh:
                plans[number] = squeeze(chosen, fresh)
                squeezed[number] |= set(fresh)
                again[number] = tried
            elif over and smaller:
                plans[number] = plan(chosen.order, chosen.printer, points=smaller[0])
                fragments[number], squeezed[number] = {}, set()
                again[number] = tuple(over)
            elif only is None and len(tried) < len(chosen.html):
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
    workshop: Shop,
) -> None:
    """Take the fragments of these leaves from the cache and lay out the others, on all cores."""
    # Equal leaves share one fragment, cached or not: it is printed once, and a PDF does not depend on the cache.
    known: dict[str, Fragment | None] = {}
    missing: dict[str, tuple[int, int]] = {}
    wanted: dict[str, list[tuple[int, int]]] = {}
    for number, leaves in pending.items():
        for leaf in leaves:
            key = plans[number].keys[leaf]
            if key not in known:
                cached = workshop.fetch(key)
                known[key] = read(cached) if cached is not None else None
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
