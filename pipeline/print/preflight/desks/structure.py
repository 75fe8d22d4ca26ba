"""The file as a whole: syntax, standard, output intent, number of pages, and what has no place on paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pikepdf

from pipeline.core.finding import say, shorten
from pipeline.print.preflight.damage import told
from pipeline.print.preflight.facts import Fault, Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.print.preflight.facts import Case

DAMAGED = "The file is damaged: {problem}"
DAMAGED_HINT = "Export it again; `qpdf --check` shows more."
ODD = "The file is damaged: something in it is of a kind that does not belong there."
STEP = "The step “{step}” of the page cannot be carried out: what it needs is missing or of the wrong kind."
TOO_DEEP = "Forms of the page lie too deep in each other, or are drawn too many times: not all of them were looked at."
UNREADABLE = "The page cannot be read: something in it is of a kind that does not belong there."
ENCRYPTED = "The file is encrypted."
ENCRYPTED_HINT = "Save it without a password: a printer's software cannot open it."
NO_INTENT = "The file does not say for which inks and paper it was made (no output intent)."
NO_INTENT_HINT = "Export it as {standard} for {condition}."
WRONG_INTENT = "The output intent is “{found}” instead of “{wanted}”."
INTENT_CHANNELS = "The profile of the output intent has {found} channels instead of 4."
NO_STANDARD = "The file claims “{found}” instead of “{wanted}”."
NO_STANDARD_HINT = "Export it as {wanted}."
TRAPPED = "The file does not say whether it is trapped."
TRAPPED_HINT = "Set `Trapped` to False in its properties."
NO_ID = "The file has no identifier."
NO_ID_HINT = "Save it again with a tool for PDF/X."
ANNOTATION = "There are {count} notes, links or fields on the page: they are not printed, or in the way."
ANNOTATION_HINT = "Remove them."
FORM = "The file has form fields."
SCRIPT = "The file starts a script or an action when it is opened."
ATTACHMENT = "Other files are attached to the file."
LAYER = "The layer “{name}” is not shown: nobody knows whether it will be printed."
LAYER_HINT = "Delete it, or show it; best export without layers."
COUNT = "The file has {found} pages: {what} needs a multiple of {wanted}."
COUNT_HINT = "Add {missing} pages, or remove {extra}."
PAGES = "The file has {found} pages instead of {wanted}."
PAGES_HINT = "Build it again from the whole content."
EMPTY = "The file has no pages."
NOT_PRINTED = "It is {found}; the printer “{printer}” prints {bindings}."
NOT_PRINTED_HINT = "Choose another printer: `livret printers`."
PDF_VERSION = "The file is PDF {found}; {standard} allows {wanted} at most."
_XMP = re.compile(rb"GTS_PDFXVersion(?:>|=[\"'])\s*([^<\"']+)")
_UA = re.compile(rb"pdfuaid:part(?:>|=[\"'])\s*(\d)")
_NONE = "-"
BOUND = {"booklet": "a booklet", "cards": "a deck with fronts and backs", "sheets": "a sheet"}
_LIMITS = {"PDF/X-1a:2003": "1.4", "PDF/X-4": "1.7"}


def check(case: Case) -> Iterator[Fault]:
    """Nothing of this belongs to one page, but for annotations."""
    if case.pdf.is_encrypted:
        yield Fault("encrypted", 0, say(ENCRYPTED), say(ENCRYPTED_HINT))
    for problem in [] if case.expected.ours else [str(one) for one in case.pdf.check_pdf_syntax()][:1]:
        yield Fault("damaged-pdf", 0, say(DAMAGED, problem=told(problem)), say(DAMAGED_HINT))
    if not case.pages:
        yield Fault("page-count", 0, say(EMPTY), say(PAGES_HINT))
    binding, printed = case.expected.binding, case.printer.profile.bindings
    if binding in BOUND and binding not in printed:
        message = say(NOT_PRINTED, found=BOUND[binding], printer=case.printer.name, bindings=", ".join(printed))
        yield Fault("not-for-printer", 0, message, say(NOT_PRINTED_HINT))
    yield from _broken(case)
    yield from _standard(case)
    yield from _interactive(case)
    yield from _layers(case)
    yield from _count(case)


def _broken(case: Case) -> Iterator[Fault]:
    """What could not be understood, once a page."""
    for page in case.pages:
        for step in page.broken[:1]:
            if isinstance(step, Trouble):
                message = say(TOO_DEEP) if step is Trouble.DEEP else say(UNREADABLE)
            else:
                message = say(STEP, step=shorten(step, 40))
            yield Fault("damaged-pdf", page.number, message, say(DAMAGED_HINT))


def _standard(case: Case) -> Iterator[Fault]:
    profile = case.printer.profile
    wanted = profile.standard
    if profile.colors == "cmyk" and profile.condition:
        yield from _intent(case)
    if not wanted:
        return
    metadata = _metadata(case.pdf)
    if wanted == "PDF/UA-1":
        match = _UA.search(metadata)
        if match is None or match[1] != b"1":
            yield Fault(
                "wrong-standard", 0, say(NO_STANDARD, found=_NONE, wanted=wanted), say(NO_STANDARD_HINT, wanted=wanted)
            )
        return
    info = _info(case.pdf)
    match = _XMP.search(metadata)
    found = match[1].decode("utf-8", "replace").strip() if match else str(info.get("/GTS_PDFXVersion", "-"))
    if found != wanted:
        message = say(NO_STANDARD, found=found, wanted=wanted)
        yield Fault("wrong-standard", 0, message, say(NO_STANDARD_HINT, wanted=wanted))
    if case.pdf.pdf_version > _LIMITS[wanted]:
        message = say(PDF_VERSION, found=case.pdf.pdf_version, standard=wanted, wanted=_LIMITS[wanted])
        yield Fault("wrong-standard", 0, message, say(NO_STANDARD_HINT, wanted=wanted))
    if str(info.get("/Trapped", "")) not in ("/True", "/False"):
        yield Fault("trapped-unknown", 0, say(TRAPPED), say(TRAPPED_HINT))
    if "/ID" not in case.pdf.trailer:
        yield Fault("no-file-id", 0, say(NO_ID), say(NO_ID_HINT))


def _intent(case: Case) -> Iterator[Fault]:
    profile = case.printer.profile
    hint = say(NO_INTENT_HINT, standard=profile.standard or "PDF/X", condition=profile.condition)
    intents = case.pdf.Root.get("/OutputIntents", [])
    wanted = [one for one in intents if one.get("/S") == "/GTS_PDFX"]
    if not wanted:
        yield Fault("output-intent", 0, say(NO_INTENT), hint)
        return
    found = str(wanted[0].get("/OutputConditionIdentifier", ""))
    if found != profile.condition:
        yield Fault("output-intent", 0, say(WRONG_INTENT, found=found, wanted=profile.condition), hint)
    stream = wanted[0].get("/DestOutputProfile")
    if stream is not None and int(stream.get("/N", 0)) != 4:
        yield Fault("output-intent", 0, say(INTENT_CHANNELS, found=int(stream.get("/N", 0))), hint)


def _interactive(case: Case) -> Iterator[Fault]:
    if case.printer.profile.form == "screen":
        return
    root = case.pdf.Root
    for page in case.pages:
        if page.annotations:
            yield Fault("annotation", page.number, say(ANNOTATION, count=page.annotations), say(ANNOTATION_HINT))
    if "/AcroForm" in root and len(root["/AcroForm"].get("/Fields", [])):
        yield Fault("annotation", 0, say(FORM), say(ANNOTATION_HINT))
    # To open a file at one of its pages is harmless, and usual.
    opening = root.get("/OpenAction")
    if "/AA" in root or (isinstance(opening, pikepdf.Dictionary) and opening.get("/S", "/GoTo") != "/GoTo"):
        yield Fault("script", 0, say(SCRIPT), say(ANNOTATION_HINT))
    names = root.get("/Names", {})
    if "/JavaScript" in names:
        yield Fault("script", 0, say(SCRIPT), say(ANNOTATION_HINT))
    if "/EmbeddedFiles" in names:
        yield Fault("attached-file", 0, say(ATTACHMENT), say(ANNOTATION_HINT))


def _layers(case: Case) -> Iterator[Fault]:
    """Optional content that a viewer hides."""
    given = case.pdf.Root.get("/OCProperties")
    if given is None or case.printer.profile.form == "screen":
        return
    usual = given.get("/D", {})
    hidden = list(usual.get("/OFF", []))
    if usual.get("/BaseState") == "/OFF":
        shown = {layer.objgen for layer in usual.get("/ON", [])}
        hidden += [layer for layer in given.get("/OCGs", []) if layer.objgen not in shown]
    if hidden:
        name = shorten(str(hidden[0].get("/Name", "")), 40)
        yield Fault("hidden-layer", 0, say(LAYER, name=name), say(LAYER_HINT))


def _count(case: Case) -> Iterator[Fault]:
    count, binding = len(case.pages), case.expected.binding
    if case.expected.pages is not None and count != case.expected.pages:
        message = say(PAGES, found=count, wanted=case.expected.pages)
        yield Fault("page-count", 0, message, say(PAGES_HINT))
        return
    if case.sheets or case.printer.profile.form == "pictures":
        return
    multiple = 1
    if binding == "booklet":
        multiple = case.printer.profile.multiple
    elif binding == "cards" and case.printer.profile.order != "backs-last":
        multiple = 2
    if count % multiple:
        extra = count % multiple
        message = say(COUNT, found=count, what=BOUND[binding], wanted=multiple)
        yield Fault("page-count", 0, message, say(COUNT_HINT, missing=multiple - extra, extra=extra))


def _info(pdf: Any) -> Any:
    return pdf.trailer.get("/Info", {})


def _metadata(pdf: Any) -> bytes:
    stream = pdf.Root.get("/Metadata")
    return bytes(stream.read_bytes()) if stream is not None else b""
