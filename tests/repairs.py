"""What the repairs that loading proposes make of a text."""

from __future__ import annotations

from pipeline.project.fix import apply_edits
from pipeline.source.document import load


def fixed(text: str) -> str:
    """The text after all edits that loading proposes, again and again."""
    for _ in range(8):
        edits = [problem.edits for problem in load(text.encode()).problems if problem.edits]
        if not edits:
            return text
        text, _ = apply_edits(text, edits, set(), "")
    raise AssertionError(text)
