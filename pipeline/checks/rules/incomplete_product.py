"""A product is not complete.

game.yaml says how many pages, cards or puzzles it has; some are missing. A warning while you write, an error on
release.

```bad deck
- {id: c1, value: 1, count: 2, name: Prima, text: La première.}
```

```good deck
- {id: c1, value: 1, count: 2, name: Prima, text: La première.}
- {id: c2, value: 2, count: 2, name: Secunda, text: La deuxième.}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Placed, ProductFacts, Rule
from pipeline.core.finding import say
from pipeline.core.pattern import lazy
from pipeline.kinds.game import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pipeline.checks.rule import FileFacts

RULE = Rule(code="LV402", name="incomplete-product", severity="warning", release=True, waivable=False)

_NUMBER = lazy(r"(\d+)\.yaml$")

GROUPS = "“{product}” has {count} of {wanted} {group}s."
PAGES_HINT = "Missing: {missing}."
HINT = "{missing} more to write."
ENTRIES = "“{product}” has {count} of {wanted} {entry}s."
ABSENT = "“{product}” has no file yet."
ABSENT_HINT = "Create {path}."


def check_product(facts: ProductFacts) -> Iterator[Placed]:
    kind = kind_of(facts.product)
    capacity = kind.capacity(facts.product)
    path, declared, *_ = facts.declared
    if not kind.suffix:
        return  # game.yaml says everything about it
    if not facts.files:
        where = f"content/{facts.game}/{facts.id}{kind.suffix}"
        if capacity.groups:
            where = f"content/{facts.game}/{facts.id}/01{kind.suffix}"
        yield Placed(path, declared._replace(message=say(ABSENT, product=facts.id), hint=say(ABSENT_HINT, path=where)))
        return
    groups = [group for file in facts.files for group in file.groups]
    if capacity.groups:
        numbers = _pages(facts.files) if capacity.group == "page" else set(range(1, len(groups) + 1))
        missing = sorted(set(range(1, capacity.groups + 1)) - numbers)
        broken = sum(not file.whole for file in facts.files)
        if len(missing) > (broken if capacity.group == "page" else broken * capacity.groups):
            count = capacity.groups - len(missing)
            message = say(GROUPS, product=facts.id, count=count, wanted=capacity.groups, group=capacity.group)
            pages = capacity.group == "page"
            hint = say(PAGES_HINT, missing=ranges(missing)) if pages else say(HINT, missing=len(missing))
            yield Placed(path, declared._replace(message=message, hint=hint))
        return
    count = sum(entry.copies for group in groups for entry in group.entries)
    refused = any(group.refused for group in groups)  # nobody knows how many copies those have
    if count < capacity.entries and not refused and all(file.whole for file in facts.files):
        message = say(ENTRIES, product=facts.id, count=count, wanted=capacity.entries, entry=capacity.entry)
        yield Placed(path, declared._replace(message=message, hint=say(HINT, missing=capacity.entries - count)))


def _pages(files: Iterable[FileFacts]) -> set[int]:
    """The pages that are there; a file with another page than its name says is a mistake of its own."""
    named = (_NUMBER.search(file.path) for file in files)
    return {group.number for file in files for group in file.groups} | {int(name[1]) for name in named if name}


def ranges(numbers: Iterable[int]) -> str:
    """3, 4, 5, 9 -> "3 to 5, 9" (with a dash, which needs no translation)."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts)
