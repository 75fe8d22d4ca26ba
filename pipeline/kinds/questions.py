"""Reading and packing questions, for every kind of product that holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from pipeline.core.finding import FRESH_ID, Edit, Problem, say, shorten
from pipeline.core.suggest import nearest
from pipeline.kinds.base import Content, Entry, Group, Product, Quota
from pipeline.kinds.validation import CHOICE_HINT, MISSING, SHAPE_HINT, shape_message, validate
from pipeline.types import TYPES
from pipeline.types.scalars import Text

if TYPE_CHECKING:
    from pipeline.source.document import Document
    from pipeline.types.base import Question, QuestionType

UNKNOWN_TYPE = "There is no question type “{type}”."
UNKNOWN_TYPE_NEAR = "There is no question type “{type}”: did you mean “{best}”?"
OTHER_TYPE = "A {type} question does not have these keys: {keys}."
OTHER_TYPE_HINT = "They fit: {types}. Correct the type, or the keys."
MISSING_TYPE_HINT = "Add a line  type: …  with one of: {accepted}."


class QuestionProduct(Product):
    """What all products made of questions say in game.yaml."""

    types: tuple[Text, ...] = Field(description="The question types that it may hold.")
    themes: tuple[Text, ...] = Field((), description="The only themes that it may use; empty: any.")
    quotas: tuple[Quota, ...] = Field((), description="Balance of themes, types and difficulty.")


def read_questions(document: Document, content: Content, group: Group, raw: Any, product: QuestionProduct) -> None:
    """Validate each question by itself and add the good ones to the group."""
    path = (*group.path, "questions")
    if not isinstance(raw, list):
        return
    for index, data in enumerate(raw):
        _read_question(document, content, group, (*path, index), data, product)


def _read_question(
    document: Document,
    content: Content,
    group: Group,
    path: tuple[str | int, ...],
    data: Any,
    product: QuestionProduct,
) -> None:
    number = int(path[-1]) + 1
    if not isinstance(data, dict):
        found = "a list" if isinstance(data, list) else "text"
        message = shape_message(path, "", "a mapping", found)
        group.refused += 1
        content.refuse([Problem(document.span(path), message, say(SHAPE_HINT), rule="wrong-shape")], path)
        return
    id_ = data["id"] if isinstance(data.get("id"), str) else ""
    model, problems = _typed(document, path, data, product)
    if model is None:
        group.refused += 1
        content.refuse(problems, path, id_)
    else:
        group.entries.append(Entry(document, path, number, model, id_ or _card_question_id(group, number)))


def _typed(
    document: Document, path: tuple[str | int, ...], data: dict[str, Any], product: QuestionProduct
) -> tuple[Question | None, list[Problem]]:
    """The question by the model of its type."""
    name = data.get("type")
    if name is None:
        if "plain" not in product.types:
            if not TYPES.keys() >= set(product.types):
                return None, []  # a misspelt type in game.yaml is one mistake there
            accepted = ", ".join(product.types)
            meant = next((key for key in data if nearest(key, ["type"]) == "type"), None)
            if meant is None:
                message = say(MISSING, field="type", what="the question")
                hint = say(MISSING_TYPE_HINT, accepted=accepted)
                return None, [Problem(document.span(path), message, hint, rule="missing-key")]
            name = data[meant] if isinstance(data[meant], str) else ""
            known = name in TYPES
            return None, validate(
                TYPES[name if known else product.types[0]].model, data, document, path, what="a question"
            )[1][:1]
        name = "plain"
    question_type = TYPES.get(name) if isinstance(name, str) else None
    if question_type is None:
        shown, accepted = shorten(str(name), 40), ", ".join(product.types)
        best = nearest(shown, TYPES)
        message = say(UNKNOWN_TYPE_NEAR, type=shown, best=best) if best else say(UNKNOWN_TYPE, type=shown)
        problem = Problem(
            document.span((*path, "type")), message, say(CHOICE_HINT, accepted=accepted), rule="unknown-type"
        )
        return None, [problem]
    model, problems = validate(question_type.model, data, document, path, what=f"a {question_type.name} question")
    if any(problem.rule == "unknown-key" for problem in problems) and "type" in data:
        problems = _wrong_type(document, path, data, product, question_type) or problems
    return model, problems


def _wrong_type(
    document: Document,
    path: tuple[str | int, ...],
    data: dict[str, Any],
    product: QuestionProduct,
    question_type: QuestionType,
) -> list[Problem]:
    """The problem of a question that would be right with another type of its product."""
    others = [TYPES[name] for name in product.types if name in TYPES and name != question_type.name]
    fitting = [
        other.name
        for other in others
        if validate(other.model, data | {"type": other.name}, document, path, what="a question")[0] is not None
    ]
    if not fitting:
        return []
    keys = ", ".join(key for key in data if key not in question_type.model.model_fields)
    message = say(OTHER_TYPE, keys=keys, type=question_type.name)
    hint = say(OTHER_TYPE_HINT, types=", ".join(fitting))
    return [Problem(document.span((*path, "type")), message, hint, rule="unknown-key")]


def _card_question_id(group: Group, number: int) -> str:
    return f"{group.id}-{number}" if group.id else ""


def question_pack(entry: Entry, **place: int) -> dict[str, Any]:
    """A question as game engines read it. Editors' fields stay at home."""
    question: Question = entry.model
    pack: dict[str, Any] = {"id": entry.id, **place, "type": question.type}
    for name in ("keyword", "clue"):
        if getattr(question, name):
            pack[name] = getattr(question, name)
    pack |= {"question": question.question, "answer": question.answer_pack()}
    for name in ("theme", "difficulty", "as_of", "source"):
        value = getattr(question, name)
        if value is not None:
            pack[name] = value
    if question.stability != "stable":
        pack["stability"] = question.stability
    return pack


def question_face(entry: Entry) -> dict[str, Any]:
    """A question as a page template gets it: what engines get, and what is printed of it."""
    question: Question = entry.model
    return question_pack(entry, number=entry.number) | {"cue": question.cue, "answer_text": question.printed_answer()}


def new_id_edit(document: Document, path: tuple[str | int, ...]) -> tuple[Edit, ...]:
    """The edit that gives an entry an id."""
    edit = document.entry_edit(path, f"id: {FRESH_ID}")
    return (edit,) if edit else ()
