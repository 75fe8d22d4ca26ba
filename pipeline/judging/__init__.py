"""Judging typed answers: one specification (docs/judging.md), this Python, judge.mjs, and vectors that both pass.

`judge.mjs` is data of this package: an ES module without dependencies, for Node and browsers.
"""

from __future__ import annotations

from pathlib import Path

from pipeline.judging.answers import Verdict, judge, read_number
from pipeline.judging.ranking import Count, Ranking, ping_pong, rank

MODULE = Path(__file__).with_name("judge.mjs")

__all__ = ["MODULE", "Count", "Ranking", "Verdict", "judge", "ping_pong", "rank", "read_number"]
