"""Front and back of a card do not belong together, or stand in the wrong order.

The answers of another card are the worst mistake of a quiz deck, and the hardest to see. Files of livret say which
card each page is a side of, and print its id on both.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV893", name="swapped-backs", severity="error", waivable=False)
