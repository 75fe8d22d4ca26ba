"""A picture is not in printing inks.

It is converted by somebody else's rules. `livret build` converts a game's pictures with the profile of the paper by
itself; a PDF from elsewhere must bring them in CMYK.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV877", name="rgb-picture", severity="error", waivable=False)
