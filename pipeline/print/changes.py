"""What stands on each page or card, as a hash: which of them differ from an earlier printing."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from pipeline.kinds.game import kind_of
from pipeline.print.press import card_id

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pipeline.kinds.base import Leaf
    from pipeline.print.plan import Plan


class Changes(NamedTuple):
    """Names of pages or cards."""

    changed: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.changed or self.added or self.removed)


def hashes(plan: Plan) -> dict[str, str]:
    """The hash of each page or card by its name. Templates do not count: only what authors write."""
    parts: dict[str, list[str]] = {}
    for number, leaf in enumerate(plan.leaves):
        parts.setdefault(name(plan, number), []).append(_content(leaf))
    return {
        page: blake2b("\0".join(dict.fromkeys(texts)).encode(), digest_size=8).hexdigest()
        for page, texts in parts.items()
    }


def name(plan: Plan, number: int) -> str:
    """What a leaf is called: its card's id, its page number, or its template."""
    leaf = plan.leaves[number]
    if kind_of(plan.order.product).printing.binding == "cards":
        return card_id(leaf.data, leaf.entries) or f"card {number // 2 + 1}"
    page = leaf.data.get("page")
    if page is not None:
        return f"page {page}"
    same = [other for other, one in enumerate(plan.leaves) if one.template == leaf.template]
    return leaf.template if len(same) == 1 else f"{leaf.template} {same.index(number) + 1}"


def compare(now: Mapping[str, str], then: Mapping[str, str]) -> Changes:
    """What differs, in the order of the product."""
    return Changes(
        tuple(page for page in now if page in then and now[page] != then[page]),
        tuple(page for page in now if page not in then),
        tuple(page for page in then if page not in now),
    )


def _content(leaf: Leaf) -> str:
    data = {key: value for key, value in leaf.data.items() if key != "total"}
    if isinstance(data.get("card"), dict):
        data.pop("number", None)  # a copy says the same as the card itself
    return json.dumps([leaf.template, data], ensure_ascii=False, sort_keys=True, default=str)
