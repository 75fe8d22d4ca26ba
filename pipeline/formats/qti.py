"""QTI 3.0: a package with one item for each question, for learning platforms that speak the standard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core.pattern import lazy
from pipeline.formats.base import ITALICS, NO_ANSWER, NO_QUESTION, Asked, Format
from pipeline.formats.html import html, plain
from pipeline.formats.packed import member, packing
from pipeline.formats.xml import clean

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from pipeline.formats.base import Item, Writing

EACH_COUNTS = "two forms of the same item count as two answers"

_UNSAFE = lazy(r"[^A-Za-z0-9_.-]")
_SPACE = "http://www.imsglobal.org/xsd/imsqtiasi_v3p0"
_SCHEMA = f"{_SPACE} https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqti_asiv3p0_v1p0.xsd"
_RULES = "https://purl.imsglobal.org/spec/qti/v3p0/rptemplates"
_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" identifier="livret" \
xsi:schemaLocation="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1 \
https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqtiv3p0_imscpv1p2_v1p0.xsd">
<metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata>
<organizations/>
<resources>
"""


def write(items: Iterable[Item], out: BinaryIO, writing: Writing) -> None:
    """A package: items, and a manifest that lists them."""
    resources: list[str] = []
    with packing(out) as package:
        for number, item in enumerate(items, 1):
            if not isinstance(item, Asked):
                writing.leave_out(item, NO_QUESTION)
                continue
            if item.question.answer_kind == "procedure":
                writing.leave_out(item, NO_ANSWER, type=item.question.type)
                continue
            if item.question.answer_kind == "list" and item.question.accepted_texts():
                writing.simplify(item, EACH_COUNTS)
            identifier = f"q-{_UNSAFE.sub('-', item.id) or number}"
            path = f"items/{_UNSAFE.sub('-', item.game)}/{_UNSAFE.sub('-', item.product)}/{identifier}.xml"
            package.writestr(member(path), item_of(item, identifier).encode("utf-8", "replace"))
            resources.append(
                f'<resource identifier="r-{identifier}" type="imsqti_item_xmlv3p0" href="{path}">'
                f'<file href="{path}"/></resource>\n'
            )
        package.writestr(member("imsmanifest.xml"), _MANIFEST + "".join(resources) + "</resources>\n</manifest>\n")


def item_of(asked: Asked, identifier: str) -> str:
    """One item: how the answer is declared, what is shown, how it is scored."""
    question = asked.question
    kind = question.answer_kind
    declared, interaction, rules = {"number": _number, "list": _list, "text": _text}[kind](asked)
    title = clean(question.cue or plain(question.question)[:60])
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<qti-assessment-item xmlns="{_SPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
        f'xsi:schemaLocation="{_SCHEMA}" identifier="{identifier}" title="{title}" adaptive="false" '
        f'time-dependent="false" xml:lang="{asked.language}">\n'
        f"{declared}"
        '<qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float">'
        "<qti-default-value><qti-value>0</qti-value></qti-default-value></qti-outcome-declaration>\n"
        f"<qti-item-body>{interaction}</qti-item-body>\n"
        f'<qti-response-processing template="{_RULES}/{rules}.xml"/>\n'
        "</qti-assessment-item>\n"
    )


def _text(asked: Asked) -> tuple[str, str, str]:
    forms = [plain(text) for text in asked.question.answer_texts()]
    declared = _mapped("single", forms[:1], [(form, 1) for form in forms], upper=1)
    longest = max(map(len, forms)) + 4
    return declared, _entry(asked, longest), "map_response"


def _number(asked: Asked) -> tuple[str, str, str]:
    value = asked.question.answer_texts()[0]
    declared = (
        '<qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="float">'
        f"<qti-correct-response><qti-value>{value}</qti-value></qti-correct-response></qti-response-declaration>\n"
    )
    return declared, _entry(asked, len(value) + 2), "match_correct"


def _list(asked: Asked) -> tuple[str, str, str]:
    """One point for each right answer of the list, whatever their order and form."""
    items = [[plain(form) for form in item.split("\n")] for item in asked.question.answer_items()]
    mapped = [(form, 1) for item in items for form in item]
    declared = _mapped("multiple", [item[0] for item in items], mapped, upper=len(items))
    interaction = (
        f'<qti-extended-text-interaction response-identifier="RESPONSE" max-strings="{len(items)}" min-strings="0">'
        f"<qti-prompt>{html(asked.question.question)}</qti-prompt></qti-extended-text-interaction>"
    )
    return declared, interaction, "map_response"


def _mapped(cardinality: str, right: list[str], mapped: list[tuple[str, int]], *, upper: int) -> str:
    values = "".join(f"<qti-value>{clean(text)}</qti-value>" for text in right)
    entries = "".join(
        f'<qti-map-entry map-key="{clean(text)}" mapped-value="{points}" case-sensitive="false"/>'
        for text, points in dict(mapped).items()
    )
    return (
        f'<qti-response-declaration identifier="RESPONSE" cardinality="{cardinality}" base-type="string">'
        f"<qti-correct-response>{values}</qti-correct-response>"
        f'<qti-mapping lower-bound="0" upper-bound="{upper}" default-value="0">{entries}</qti-mapping>'
        "</qti-response-declaration>\n"
    )


def _entry(asked: Asked, length: int) -> str:
    unit = getattr(asked.question, "unit", None)
    return (
        f"<p>{html(asked.question.question)}</p>"
        f'<p><qti-text-entry-interaction response-identifier="RESPONSE" expected-length="{length}"/>'
        f"{' ' + html(unit) if unit else ''}</p>"
    )


FORMAT = Format(
    name="qti",
    summary="QTI 3.0 package: an item for each question, scored by the platform.",
    suffix=".zip",
    write=write,
    carries=frozenset(("keyword", "clue", ITALICS)),
)
