"""So many questions share some words that not each can be compared with each.

Questions that come from one template, hundreds of them with alike answers, would need millions of comparisons. Each of
them is compared with a few only: a near-duplicate among them may be missed, and this note says so. Everything else is
compared as usual, and the same question, word for word, is always found.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV908", name="crowded-words", severity="info")
