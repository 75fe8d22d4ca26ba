"""How near a question of the bank is to a text that an author has in mind, which has no answer yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.duplicates.judge import overlap

if TYPE_CHECKING:
    from pipeline.duplicates.find import Text
    from pipeline.duplicates.signature import Signature
    from pipeline.duplicates.weights import Weights


def nearness(asked: Signature, text: Text, weigh: Weights) -> float:
    """0 to 1: the share of weight that both have, misspellings and words of the same meaning included."""
    return round(overlap(asked, text.sign(), weigh), 2)
