"""A file or folder cannot be read.

It vanished while livret was checking, its permissions forbid reading it, or it is a folder or a pipe with the name of a
page. Nothing else of it could be checked. Restore the file, or give yourself the right to read it. Links that lead out
of the content folder are not followed.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV001", name="unreadable-file", severity="error", waivable=False)

MESSAGE = "Cannot be read: {problem}."
HINT = "Restore the file, or its permissions."
