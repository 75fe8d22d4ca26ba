"""Reading a file that is a list of entries: cards, puzzles. Each entry is validated by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.kinds.base import Content, Entry, Group
from pipeline.kinds.validation import validate

if TYPE_CHECKING:
    from pydantic import BaseModel

    from pipeline.source.document import Document


def raw_entries(document: Document, content: Content, file_model: type[BaseModel], key: str) -> list[Any]:
    """The list under `key` as it was written; what is wrong with the file as a whole goes to `content`."""
    what = "a file of puzzles" if key == "puzzles" else "a file of cards"
    _, problems = validate(file_model, document.data, document, (), what=what)
    content.refuse(problems)
    raw = document.data.get(key) if isinstance(document.data, dict) else None
    return raw if isinstance(raw, list) else []


def read_entries(
    document: Document, *, file_model: type[BaseModel], entry_model: type[BaseModel], key: str, what: str
) -> Content:
    """All entries of the list under `key` in one group; `what` names one of them in messages."""
    content = Content(document)
    group = Group("file", 1, ())
    content.groups.append(group)
    for index, data in enumerate(raw_entries(document, content, file_model, key)):
        path = (key, index)
        model, problems = validate(entry_model, data, document, path, what=what)
        id_ = data["id"] if isinstance(data, dict) and isinstance(data.get("id"), str) else ""
        if model is None:
            group.refused += 1
            content.refuse(problems, path, id_)
        else:
            group.entries.append(Entry(document, path, index + 1, model, id_))
    return content
