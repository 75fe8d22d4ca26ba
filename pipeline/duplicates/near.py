"""How near a question of the bank is to a text that an author has in mind, which has no answer yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.duplicates.judge import hard_dice, overlap

if TYPE_CHECKING:
    from pipeline.duplicates.find import Text
    from pipeline.duplicates.signature import Signature
    from pipeline.duplicates.weights import Weights


def nearness(asked: Signature, text: Text, weigh: Weights) -> float:
    """0 to 1: the share of weight that both have, misspellings and words of the same meaning included. A text that
    tells the answer is compared with the whole fact: "Lima" is near to the capital of Peru."""
    own, known = text.sign(), frozenset(asked.stems)
    ways = [way for told in own.told if (way := frozenset(told.split(" "))) <= known]
    facts = [hard_dice(known, way.union(own.stems), weigh) for way in ways]
    return round(max(overlap(asked, own, weigh), *facts, 0.0), 2)
