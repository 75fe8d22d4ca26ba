"""Edits that change keys of one mapping in a file and nothing else: comments, order and style stay the author's."""

from __future__ import annotations

from difflib import SequenceMatcher
from json import dumps
from typing import TYPE_CHECKING, Any

from pipeline.core.finding import Edit
from pipeline.source.writing import flow, keyed, scalar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pipeline.source.document import Document

    Path = tuple[str | int, ...]


class ImpossibleError(Exception):
    """A change that would lose a comment or is not possible where it stands."""


def change(document: Document, path: Path, changes: Mapping[str, Any], order: Sequence[str]) -> list[Edit]:
    """Edits that give keys of the mapping at `path` new values; None removes a key, a new one comes in `order`.

    Raises ImpossibleError where that cannot be done without harm.
    """
    if document.shifts or document.recovered or document.changed:
        raise ImpossibleError
    mapping = _at(document, path)
    if not isinstance(mapping, dict):
        raise ImpossibleError
    edits: list[Edit] = []
    added: dict[str, list[str]] = {}
    for key, value in changes.items():
        if key in mapping and value is None:
            edits.append(_remove(document, mapping, key))
        elif key in mapping:
            edits += _replace(document, path, mapping, key, value)
        elif value is not None:
            kept = [name for name in mapping if name is not None and changes.get(name, "") is not None]
            added.setdefault(_anchor(kept, key, order), []).append(key)
    for anchor, keys in added.items():
        edits += _insert(document, mapping, anchor, {key: changes[key] for key in keys})
    return edits


def append(document: Document, path: Path, text: str) -> Edit:
    """An edit that puts `text`, whole lines, after the last item of the block list at `path`."""
    items = _at(document, path)
    if document.shifts or document.recovered or document.changed or not isinstance(items, list) or not items:
        raise ImpossibleError
    start, end = _range(document, items[-1])
    if "-" not in document.text[_line_start(document.text, start) : start]:
        raise ImpossibleError  # written between brackets
    at = _line_end(document.text, end)
    return Edit(at, at, "\n" + text.rstrip("\n")) if at == len(document.text) else Edit(at + 1, at + 1, text)


def indent_of(document: Document, path: Path) -> int:
    """How far the dashes of the block list at `path` stand from the left."""
    items = _at(document, path)
    if not isinstance(items, list) or not items:
        raise ImpossibleError
    start, _ = _range(document, items[0])
    line = document.text[_line_start(document.text, start) : start]
    if "-" not in line:
        raise ImpossibleError
    return line.rindex("-")


def _at(document: Document, path: Path) -> Any:
    here = document.positions
    for step in path:
        if isinstance(here, dict) and step in here:
            here = here[step][1]
        elif isinstance(here, list) and isinstance(step, int) and step < len(here):
            here = here[step]
        else:
            raise ImpossibleError
    return here


def _offset(document: Document, mark: Any) -> int:
    return document.line_offset(mark.line + 1) + int(mark.column)


def _range(document: Document, node: Any) -> tuple[int, int]:
    """Where a value starts and ends; a container from its first to its last child, with its brackets if it has any."""
    if isinstance(node, dict):
        start = _offset(document, node[None].start_mark)
        children = [found[1] for key, found in node.items() if key is not None]
        end = _range(document, children[-1])[1] if children else start + 1
        return start, _closed(document.text, end, "}") if node[None].flow_style else end
    if isinstance(node, list):
        if not node:
            raise ImpossibleError
        start, end = _range(document, node[0])[0], _range(document, node[-1])[1]
        opening = document.text.rfind("[", _line_start(document.text, start), start)
        if opening >= 0 and not document.text[opening + 1 : start].strip():
            return opening, _closed(document.text, end, "]")
        return start, end
    start, end = _offset(document, node.start_mark), _offset(document, node.end_mark)
    return start, start + len(document.text[start:end].rstrip())


def _closed(text: str, at: int, bracket: str) -> int:
    """Behind the bracket that closes a container whose last child ends at `at`."""
    while at < len(text) and text[at] in " \n,":
        at += 1
    if at >= len(text) or text[at] != bracket:
        raise ImpossibleError  # a comment stands there
    return at + 1


def _replace(document: Document, path: Path, mapping: Any, key: str, value: Any) -> list[Edit]:
    key_event, node = mapping[key]
    in_flow = bool(mapping[None].flow_style)
    if isinstance(node, list) and not node:
        raise ImpossibleError
    start, end = _range(document, node)
    raw = document.text[start:end]
    if isinstance(node, list) and isinstance(value, list) and not raw.startswith("["):
        return _items(document, (*path, key), node, value)
    if ("\n" in raw and "#" in raw) or isinstance(node, dict) or (isinstance(node, list) and not raw.startswith("[")):
        raise ImpossibleError
    new = flow(value) if isinstance(value, list | dict) else scalar(str(value), flow=in_flow)
    gap = "" if start > _offset(document, key_event.end_mark) + 1 else " "
    return [Edit(start, end, gap + new)]


def _items(document: Document, path: Path, nodes: list[Any], new: list[Any]) -> list[Edit]:
    """Only the items of a block list that differ are changed, removed or added."""
    data = document.data
    for step in path:
        data = data[step]
    old_keys, new_keys = ([dumps(item, sort_keys=True) for item in items] for items in (data, new))
    dash = indent_of(document, path)
    edits: list[Edit] = []
    text = document.text
    for tag, a, b, c, d in SequenceMatcher(a=old_keys, b=new_keys, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        pairs = min(b - a, d - c)
        for number in range(pairs):
            start, end = _range(document, nodes[a + number])
            if "\n" in text[start:end] and "#" in text[start:end]:
                raise ImpossibleError
            edits.append(Edit(start, end, _item(new[c + number])))
        if b - a > pairs:
            end = _line_end(text, _range(document, nodes[b - 1])[1])
            if a + pairs:  # from the end of the line before: another key may be added after the list
                edits.append(Edit(_line_end(text, _range(document, nodes[a + pairs - 1])[1]), end, ""))
            elif b < len(nodes):
                edits.append(Edit(_line_start(text, _range(document, nodes[0])[0]), end + 1, ""))
            else:
                raise ImpossibleError
        if d - c > pairs:
            lines = "".join(f"\n{' ' * dash}- {_item(item)}" for item in new[c + pairs : d])
            if a + pairs == 0:
                start = _line_start(text, _range(document, nodes[0])[0])
                edits.append(Edit(start, start, lines[1:] + "\n"))
            else:
                at = _line_end(text, _range(document, nodes[a + pairs - 1])[1])
                edits.append(Edit(at, at, lines))
    return edits


def _item(value: Any) -> str:
    return flow(value) if isinstance(value, dict) else scalar(str(value))


def _remove(document: Document, mapping: Any, key: str) -> Edit:
    text = document.text
    names = [name for name in mapping if name is not None]
    at = names.index(key)
    key_event, node = mapping[key]
    start, (_, end) = _offset(document, key_event.start_mark), _range(document, node)
    following = _offset(document, mapping[names[at + 1]][0].start_mark) if at + 1 < len(names) else None
    if mapping[None].flow_style:
        if following is not None:
            return Edit(start, following, "")
        if at == 0:
            return Edit(start, end, "")
        return Edit(_range(document, mapping[names[at - 1]][1])[1], end, "")
    line = _line_start(text, start)
    if text[line:start].strip():  # the first key, behind a dash
        if following is None or "#" in text[end:following]:
            raise ImpossibleError
        return Edit(start, following, "")
    return Edit(line, min(_line_end(text, end) + 1, len(text)), "")


def _anchor(names: Sequence[str], key: str, order: Sequence[str]) -> str:
    """The key after which a new one comes: the last one that stands before it in the usual order."""
    before = order[: order.index(key)] if key in order else order
    return next((name for name in reversed(names) if name in before), names[-1])


def _insert(document: Document, mapping: Any, anchor: str, new: Mapping[str, Any]) -> list[Edit]:
    key_event, node = mapping[anchor]
    _, end = _range(document, node)
    if mapping[None].flow_style:
        return [Edit(end, end, "".join(f", {key}: {flow(value)}" for key, value in new.items()))]
    column = int(key_event.start_mark.column)
    pad = "\n" + " " * column
    at = _line_end(document.text, end)
    return [Edit(at, at, "".join(pad + keyed(key, value, column) for key, value in new.items()))]


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found
