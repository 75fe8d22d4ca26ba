"""Booklet: pages of numbered questions, one file a page; two dice find the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from pipeline.kinds.base import Capacity, Content, Group, Kind, Leaf, Printing
from pipeline.kinds.questions import QuestionProduct, question_face, question_pack, read_questions
from pipeline.kinds.validation import validate
from pipeline.types.scalars import Count, Model, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.kinds.game import Game
    from pipeline.source.document import Document


class Booklet(QuestionProduct):
    """The numbers of a booklet."""

    pages: Count = Field(description="Content pages: the white die gives the page.")
    questions_per_page: Count = Field(description="Questions a page: the black die gives the question.")


class Page(Model):
    """One booklet page. The questions are numbered by their order."""

    page: whole_number(1, 10_000) = Field(description="The page's number, as on the die.")  # type: ignore[valid-type]
    questions: list[Any] = Field(description="The page's questions; their order is their number.")


def _read(document: Document, product: Booklet) -> Content:
    content = Content(document)
    page, problems = validate(Page, document.data, document, (), what="a booklet page")
    content.refuse(problems)
    group = Group("page", page.page if page else 0, ())
    content.groups.append(group)
    if isinstance(document.data, dict):
        read_questions(document, content, group, document.data.get("questions"), product)
    return content


def _pages(contents: Sequence[Content]) -> list[Group]:
    return sorted((group for content in contents for group in content.groups), key=lambda group: group.number)


def _pack(product: Booklet, contents: Sequence[Content]) -> dict[str, Any]:
    return {
        "pages": product.pages,
        "questions_per_page": product.questions_per_page,
        "questions": [
            question_pack(entry, page=group.number, number=entry.number)
            for group in _pages(contents)
            for entry in group.entries
        ],
    }


def _leaves(_product: Booklet, contents: Sequence[Content], _game: Game) -> Iterator[Leaf]:
    yield Leaf("cover")
    yield Leaf("howto")
    for page in _pages(contents):
        questions = [question_face(entry) for entry in page.entries]
        yield Leaf("page", {"page": page.number, "questions": questions}, tuple(page.entries), each="questions")
    yield Leaf("imprint", last=True)
    yield Leaf("back", last=True)


KIND = Kind(
    name="booklet",
    summary="Pages of numbered questions, one file a page.",
    product=Booklet,
    read=_read,
    capacity=lambda product: Capacity("page", product.pages, "question", product.questions_per_page),
    pack=_pack,
    printing=Printing((148, 210), "booklet", _leaves),
    file_model=Page,
    pack_schema=lambda: {
        "pages": {"type": "integer", "minimum": 1},
        "questions_per_page": {"type": "integer", "minimum": 1},
        "questions": {"type": "array", "items": {"$ref": "#/$defs/question"}},
    },
    grows="page",
)
