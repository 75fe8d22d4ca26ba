"""The number of pages cannot be bound, or is not that of the product.

A stapled booklet has a multiple of four pages; a deck has a back for every front.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV868", name="page-count", severity="error", waivable=False)
