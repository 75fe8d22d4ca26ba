"""amc2moodle, which reads the files of Moodle for printed examinations, reads ours; and Moodle's own as we do."""

from __future__ import annotations

import sys
from decimal import Decimal
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from lxml import etree

from pipeline.formats import FORMATS
from pipeline.formats.base import Draft, Reading
from pipeline.formats.cells import split_items
from pipeline.formats.html import text_of
from tests.bank import write_bank
from tests.command import livret

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def create(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes a question of an element. Pictures alone would need ImageMagick, and there are none here."""
    pictures = ModuleType("wand.image")
    pictures.Image = None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "wand.image", pictures)
    return import_module("amc2moodle.moodle2amc._questions").CreateQuestion


def elements(place: Path) -> Iterator[Any]:
    yield from etree.parse(place, etree.XMLParser(strip_cdata=False)).getroot().iterfind("question")


def words(node: Any) -> str:
    return " ".join("".join(node.itertext()).split())


def ours(place: Path) -> dict[str, Draft]:
    read = FORMATS["moodle"].read
    assert read is not None
    return {event.place: event for event in read(place.read_bytes(), Reading("x")) if isinstance(event, Draft)}


def test_numbers_and_lists_say_there_what_was_meant(
    tmp_path: Path, create: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_bank(tmp_path)
    page = root / "content/essai/duo/01.yaml"
    asked = "Citez < tous > & les *quatre* points cardinaux ?"
    text = page.read_text(encoding="utf-8").replace("Citez les quatre points cardinaux : tous.", asked)
    page.write_text(text, encoding="utf-8")
    place = root / "b.xml"
    assert livret(capsys, root, "export", "moodle", "essai", "-o", str(place)).code == 0
    found = {}
    for node in elements(place):
        kind = node.get("type")
        if kind in ("numerical", "essay"):
            made = create(kind, node).transform("c")
            number = made.find("AMCnumericChoices")
            found[node.findtext("idnumber")] = (words(made[0]), number.get("target") if number is not None else None)
    assert found == {
        "qcible": ("À combien de mètres culmine l'Everest ?", "8849"),
        "qliste": (r"Citez < tous > & les \emph{quatre} points cardinaux ?", None),
        "c001-2": ("Quelle température fait-il ?", "-40.5"),
    }


def test_questions_that_moodle_has_written_have_the_same_right_answers(create: Any) -> None:
    """An export of a real Moodle, which comes with amc2moodle for its own tests."""
    package = find_spec("amc2moodle")
    assert package is not None
    assert package.origin is not None
    place = Path(package.origin).parent / "tests/payload_test_moodle2amc/moodle-bank-exemple.xml"
    drafts = ours(place)
    compared = 0
    for node in elements(place):
        kind = node.get("type")
        if kind not in ("multichoice", "numerical") or node.findall(".//file") or b"svg" in etree.tostring(node):
            continue
        made = create(kind, node).transform("c")
        draft = drafts[f"{node.sourceline}"]
        number = made.find("AMCnumericChoices")
        if number is not None:
            assert Decimal(draft.texts["answer"]) == Decimal(number.get("target"))
        else:
            choices = [text_of(choice.findtext("text"))[0] for choice in node.iterfind("answer")]
            right = [choices[int(choice.get("order"))] for choice in made.iter("correctchoice")]
            listed = [first for first, _ in split_items(draft.texts["answer"])]
            assert (listed if draft.several else [draft.texts["answer"]]) == right
        compared += 1
    assert compared >= 7
