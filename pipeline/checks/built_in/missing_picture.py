"""A template asks for a picture that the game does not have.

Pictures stand in content/GAME/assets/ and are named from there: `assets/map.svg`. Nothing else on the disk or the network
can be loaded.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV853", name="missing-picture", severity="error", waivable=False)
