"""What a tagged PDF says aloud: icons get their word, drawings without a title are ornament, links say their text.

WeasyPrint tags every drawing as a figure and every icon as text. A figure that says nothing is no PDF/UA, and a
character of an icon font is a gap in the sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Operator, String

from pipeline.print.preflight.letters import Font

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_PRIVATE = range(0xE000, 0xF900)
_PX = 0.75
"""Points a CSS pixel."""


def settle(pdf: pikepdf.Pdf, words: Mapping[str, str]) -> None:
    """Complete the tags of a file; `words` says what characters of the icon font mean."""
    numbers = list(pdf.Root["/StructTreeRoot"]["/ParentTree"]["/Nums"])
    owners = {int(numbers[at]): numbers[at + 1] for at in range(0, len(numbers), 2)}
    for page in pdf.pages:
        _Page(page.obj, owners[int(page.obj["/StructParents"])]).settle(page, words, owners)


class _Page:
    """A page with the elements of its tags: which owns which marked part of the contents."""

    def __init__(self, obj: Any, owners: Any) -> None:
        self._obj = obj
        self._owners = owners
        self._said: dict[Any, str] = {}

    def settle(self, page: pikepdf.Page, words: Mapping[str, str], everybody: Mapping[int, Any]) -> None:
        """Words for icons, ornament out of the way, true boxes of figures."""
        steps = list(pikepdf.parse_content_stream(page))
        texts = _texts(steps, self._obj)
        for number, owner in enumerate(self._owners):
            self._said[owner.objgen] = self._said.get(owner.objgen, "") + texts.get(number, "")
        ornaments = {number for number, owner in enumerate(self._owners) if self._is_ornament(owner, words)}
        for number in ornaments:
            _forget(self._owners[number])
            self._owners[number] = None
        self._obj["/Contents"] = pdf_stream(page, _without(steps, ornaments))
        for annotation in self._obj.get("/Annots", []):
            link = everybody.get(int(annotation.get("/StructParent", -1)))
            if link is not None and (text := " ".join(self._runs(link)).strip()):
                annotation["/Contents"] = String(text)

    def _is_ornament(self, owner: Any, words: Mapping[str, str]) -> bool:
        """Whether it says nothing; what does is told how."""
        if _is_silent(owner):
            return True
        if owner["/S"] == "/Figure":
            if "/Alt" not in owner:
                return True
            self._place(owner)
            return False
        text = self._said[owner.objgen].strip()
        if not text or any(ord(letter) not in _PRIVATE for letter in text):
            return False
        word = " ".join(words[letter] for letter in text if letter in words)
        if not word or any(run.strip().casefold() == word.casefold() for run in self._beside(owner)):
            return True
        owner["/ActualText"] = String(word)
        return False

    def _beside(self, owner: Any) -> Iterator[str]:
        """What is said around an icon: in the box that holds it, and beside that box."""
        icon = owner["/P"]
        around = icon["/P"]
        yield from self._runs(around)
        if around.get("/S") in ("/Span", "/NonStruct") and "/P" in around:
            yield from self._runs(around["/P"])

    def _runs(self, element: Any) -> Iterator[str]:
        """The texts of an element, one after the other; its own parts in one, too."""
        own = self._said.get(element.objgen, "")
        if own:
            yield own
        for kid in element.get("/K", []):
            if isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == "/StructElem":
                yield from self._runs(kid)

    def _place(self, figure: Any) -> None:
        """WeasyPrint gives the box of a figure in pixels from the top."""
        left, top, right, bottom = (float(edge) * _PX for edge in figure["/A"]["/BBox"])
        height = float(self._obj["/MediaBox"][3])
        figure["/A"]["/BBox"] = Array([round(edge, 2) for edge in (left, height - bottom, right, height - top)])


def _is_silent(element: Any) -> bool:
    """Whether it lies in something that is there for the eye alone."""
    while element.get("/S") not in ("/Sect", "/Document") and "/P" in element:
        if element["/S"] == "/Part":
            return True
        element = element["/P"]
    return False


def pdf_stream(page: pikepdf.Page, steps: list[Any]) -> Any:
    """Contents of a page, from steps."""
    contents: Any = page.obj["/Contents"]
    stream = contents[0] if isinstance(contents, pikepdf.Array) else contents
    stream.write(pikepdf.unparse_content_stream(steps))
    return stream


def _texts(steps: list[Any], obj: Any) -> dict[int, str]:
    """What each marked part of the contents says."""
    fonts: dict[str, Font] = {}
    resources = obj.get("/Resources", Dictionary())
    said: dict[int, str] = {}
    font: Font | None = None
    marked: list[int | None] = []
    for step in steps:
        operator, operands = str(step.operator), step.operands
        if operator in ("BDC", "BMC"):
            number = operands[1].get("/MCID") if operator == "BDC" and isinstance(operands[1], Dictionary) else None
            marked.append(None if number is None else int(number))
        elif operator == "EMC" and marked:
            marked.pop()
        elif operator == "Tf":
            name = str(operands[0])
            if name not in fonts:
                fonts[name] = Font(resources["/Font"][name])
            font = fonts[name]
        elif operator in ("Tj", "TJ") and font is not None and marked and marked[-1] is not None:
            parts = operands[0] if operator == "TJ" else operands
            text = "".join(font.run(bytes(part)).text for part in parts if isinstance(part, (pikepdf.String, bytes)))
            said[marked[-1]] = said.get(marked[-1], "") + text
    return said


def _without(steps: list[Any], ornaments: set[int]) -> list[Any]:
    """The same steps, with ornament marked as such."""
    artifact = pikepdf.ContentStreamInstruction([Name.Artifact], Operator("BMC"))
    return [artifact if _number(step) in ornaments else step for step in steps]


def _number(step: Any) -> int | None:
    if str(step.operator) != "BDC" or not isinstance(step.operands[1], Dictionary):
        return None
    return int(step.operands[1].get("/MCID", -1))


def _forget(element: Any) -> None:
    """Take an element out of the tree, and those around it that hold nothing else."""
    while "/P" in element and element.get("/S") not in ("/Sect", "/Document"):
        parent = element["/P"]
        kids = parent.get("/K", Array())
        parent["/K"] = Array(
            [kid for kid in kids if not (isinstance(kid, Dictionary) and kid.objgen == element.objgen)]
        )
        if len(parent["/K"]):
            return
        element = parent
