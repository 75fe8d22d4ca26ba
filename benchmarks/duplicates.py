"""How good and how fast duplicates are found: `python -m benchmarks.duplicates` writes results/duplicates.md.

Quality is measured on the labelled pairs of ../shared/data and on pairs of lists and free answers that we wrote. Speed
is measured in one run beside brute force by rapidfuzz and beside datasketch's LSH. Seconds belong to a machine:
only the ratios are targets.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pipeline.duplicates.find import Text
from pipeline.duplicates.judge import judge
from pipeline.duplicates.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Iterable

HOME = Path(__file__).resolve().parent.parent
DATA = HOME.parent / "shared" / "data"
RESULTS = HOME / "benchmarks" / "results" / "duplicates.md"
OWN = HOME / "benchmarks" / "pairs-own.jsonl"

ALARMS = ("contradiction", "probable")  # the classes that fail or warn
CLASSES = (*ALARMS, "review", "reverse", None)


class LabelledPair(NamedTuple):
    """Two questions and what they are to each other: duplicate, reverse or different."""

    first: Text
    second: Text
    label: str
    category: str


class Figures(NamedTuple):
    """What has to be reached."""

    f1: float
    precision: float
    recall: float
    edited_recall: float
    wild_precision: float
    false_alarms: float
    hard_negatives: int


def labelled(path: Path) -> list[LabelledPair]:
    """The pairs of a file of ../shared/data."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if "old" in row:
            first, second = (Text(row[key], (row["answer"],), "text") for key in ("old", "new"))
            found.append(LabelledPair(first, second, "duplicate", "edited"))
        else:
            first, second = (Text(row[f"q{side}"], (row[f"a{side}"],), "text") for side in (1, 2))
            found.append(LabelledPair(first, second, row["label"], row["cat"]))
    return found


def own_pairs() -> list[LabelledPair]:
    """Pairs of lists (Ping-pong) and free answers (Chance), written for this benchmark."""
    rows = [json.loads(line) for line in OWN.read_text(encoding="utf-8").splitlines()]
    return [
        LabelledPair(
            Text(row["q1"], tuple(row["a1"]), row["kind"]),
            Text(row["q2"], tuple(row["a2"]), row["kind"]),
            row["label"],
            f"own_{row['kind']}",
        )
        for row in rows
    ]


def judged(pair: LabelledPair) -> str | None:
    """The class of a pair, by the weights of any small bank."""
    found = judge(pair.first.sign(), pair.second.sign(), Weights())
    return found.verdict if found else None


def confusion(pairs: Iterable[LabelledPair]) -> dict[tuple[str, str], Counter[str | None]]:
    """Category and label -> how often each class was given."""
    table: defaultdict[tuple[str, str], Counter[str | None]] = defaultdict(Counter)
    for pair in pairs:
        table[pair.category, pair.label][judged(pair)] += 1
    return dict(sorted(table.items()))


def figures(data: Path) -> Figures:
    """The figures that have targets."""
    said = [(pair, judged(pair)) for pair in labelled(data / "pairs.jsonl")]
    right = sum(verdict is not None for pair, verdict in said if pair.label != "different")
    wrong = sum(verdict is not None for pair, verdict in said if pair.label == "different")
    wanted = sum(pair.label != "different" for pair, _ in said)
    hard = [v for pair, v in said if pair.category.startswith("neg_") or pair.category == "hand_hardneg"]
    edited = [judged(pair) for pair in labelled(data / "pairs-edited.jsonl")]
    wild = [pair.label == "duplicate" for pair in labelled(data / "pairs-wild.jsonl") if judged(pair) == "probable"]
    return Figures(
        f1=2 * right / (right + wrong + wanted),
        precision=right / (right + wrong),
        recall=right / wanted,
        edited_recall=sum(verdict is not None for verdict in edited) / len(edited),
        wild_precision=sum(wild) / len(wild),
        false_alarms=sum(verdict in ALARMS for verdict in hard) / len(hard),
        hard_negatives=len(hard),
    )
