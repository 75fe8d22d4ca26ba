"""A file for the screen can be read aloud: tagged, with a language, a title and bookmarks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pikepdf

from pipeline.core.finding import say
from pipeline.print.preflight.facts import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.print.preflight.facts import Case

NOT_TAGGED = "The file has no tags: a reader for the blind cannot follow it."
NO_LANGUAGE = "The file does not say in which language it is."
NO_TITLE = "The file has no title that is shown in the window."
NO_BOOKMARKS = "The file has no bookmarks."
SILENT = "{count} pictures have no description: nobody hears what they show."
SILENT_HINT = "Give each a description (Alt), or mark it as ornament (Artifact)."
ACCESS_HINT = "Export it as a tagged PDF (PDF/UA)."


def check(case: Case) -> Iterator[Fault]:
    """Only where PDF/UA is wanted."""
    if case.printer.profile.standard != "PDF/UA-1":
        return
    root = case.pdf.Root
    marked = root.get("/MarkInfo", {})
    if "/StructTreeRoot" not in root or not bool(marked.get("/Marked", False)):
        yield Fault("not-accessible", 0, say(NOT_TAGGED), say(ACCESS_HINT))
    if not str(root.get("/Lang", "")):
        yield Fault("not-accessible", 0, say(NO_LANGUAGE), say(ACCESS_HINT))
    if not bool(root.get("/ViewerPreferences", {}).get("/DisplayDocTitle", False)):
        yield Fault("not-accessible", 0, say(NO_TITLE), say(ACCESS_HINT))
    if "/Outlines" not in root or not int(root["/Outlines"].get("/Count", 0)):
        yield Fault("not-accessible", 0, say(NO_BOOKMARKS), say(ACCESS_HINT))
    silent = sum(map(_is_silent, case.pdf.objects))
    if silent:
        yield Fault("not-accessible", 0, say(SILENT, count=silent), say(SILENT_HINT))


def _is_silent(thing: Any) -> bool:
    """Whether it is the tag of a picture that says nothing."""
    return (
        isinstance(thing, pikepdf.Dictionary)
        and thing.get("/S") == "/Figure"
        and not str(thing.get("/Alt", ""))
        and not str(thing.get("/ActualText", ""))
    )
