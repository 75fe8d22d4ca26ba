"""There is no game to check.

content/ has no folder with a game.yaml, so nothing was read and nothing was found. That is an error and no success: a
job with a wrong path, or with content that was not fetched, would otherwise be green for ever.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV124", name="no-game", severity="error", waivable=False)

MESSAGE = "content/ holds no game."
HINT = "A game is a folder with a game.yaml: content/GAME/game.yaml."
