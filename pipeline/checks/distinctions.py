"""content/not-duplicates.yaml: pairs of questions that look alike and are not the same, each with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pydantic import Field

from pipeline.core.finding import Problem, Related, say
from pipeline.kinds.mechanisms.base import YesNo
from pipeline.kinds.validation import validate
from pipeline.types.scalars import Date, Id, Model, Text

if TYPE_CHECKING:
    from pipeline.core.finding import Span
    from pipeline.source.document import Document

TWO = "A pair has two different ids; this one has {count}."
TWO_HINT = "Write both ids of the pair: ids: [k3f9q2, p8d1zz]."
AGAIN = "This pair is recorded already."
AGAIN_HINT = "Remove one of the two lines."
FIRST = "first here"


class Distinction(Model):
    """Two questions that an editor has compared."""

    ids: tuple[Id, ...] = Field(
        description="The ids of the two questions.", json_schema_extra={"minItems": 2, "maxItems": 2}
    )
    reason: Text = Field(description="Why they are not the same, or why both stay.")
    reviewed: Date | None = Field(None, description="When somebody compared them.")
    texts: Text | None = Field(None, description="What livret says of both texts as they were compared.")
    both_right: YesNo = Field("no", description="The same question with two answers that are both right.")


class DistinctionFile(Model):
    """Pairs of questions that look alike and are not the same, with the reason."""

    pairs: list[object] = Field(description="The pairs, each with its reason.")


class Recorded(NamedTuple):
    """A pair of ids, the smaller one first, and where it is recorded."""

    ids: tuple[str, str]
    span: Span
    texts: str = ""
    """The fingerprint of both questions with their answers, when they were compared."""
    both_right: bool = False


def read_distinctions(document: Document) -> tuple[list[Recorded], list[Problem]]:
    """The pairs of the file, and what is wrong with it."""
    _, problems = validate(DistinctionFile, document.data, document, (), what="a file of pairs")
    raw = document.data.get("pairs") if isinstance(document.data, dict) else None
    found: dict[tuple[str, str], Recorded] = {}
    for index, data in enumerate(raw if isinstance(raw, list) else []):
        path = ("pairs", index)
        model, wrong = validate(Distinction, data, document, path, what="a pair")
        problems += wrong
        if model is None:
            continue
        ids = sorted(set(model.ids))
        span = document.span((*path, "ids"))
        if len(ids) != 2 or len(model.ids) != 2:
            problems.append(Problem(span, say(TWO, count=len(ids)), say(TWO_HINT), rule="bad-distinction"))
            continue
        pair = Recorded((ids[0], ids[1]), span, model.texts or "", model.both_right in ("yes", "true"))
        first = found.setdefault(pair.ids, pair)
        if first is not pair:
            related = (Related(first.span, say(FIRST)),)
            problems.append(Problem(span, say(AGAIN), say(AGAIN_HINT), related=related, rule="bad-distinction"))
    return list(found.values()), problems
