"""The benchmark's content: the same for the same seed, and nothing wrong with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchmarks.generate import LONGEST, SHORTEST, generate
from pipeline.project.check import Options, check
from pipeline.types import TYPES
from tests.toy import TODAY

if TYPE_CHECKING:
    from pathlib import Path

QUESTIONS = 60


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.yaml")}


def test_same_seed_same_bytes(tmp_path: Path) -> None:
    for name, seed in (("first", 7), ("second", 7), ("other", 8)):
        generate(tmp_path / name, QUESTIONS, seed=seed)
    first = _contents(tmp_path / "first")
    assert len(first) == QUESTIONS // 20 + 1
    assert first == _contents(tmp_path / "second")
    assert first != _contents(tmp_path / "other")


def test_generated_content_is_clean(tmp_path: Path) -> None:
    generate(tmp_path, QUESTIONS)
    report = check(tmp_path, Options(today=TODAY, cache=False))
    assert [str(finding.message) for finding in report.findings] == []
    assert sum(report.files.values()) == QUESTIONS


def test_an_incomplete_page_is_only_a_warning(tmp_path: Path) -> None:
    generate(tmp_path, 50)
    report = check(tmp_path, Options(today=TODAY, cache=False))
    assert [(finding.rule, finding.severity) for finding in report.findings] == [("incomplete-group", "warning")]
    assert sum(report.files.values()) == 50


def test_every_type_and_natural_length(tmp_path: Path) -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in generate(tmp_path, QUESTIONS))
    assert set(re.findall(r"^    type: (.+)$", text, re.MULTILINE)) == set(TYPES) - {"plain"}
    lengths = [len(question.strip('"')) for question in re.findall(r"^    question: (.+)$", text, re.MULTILINE)]
    assert len(lengths) == QUESTIONS
    assert min(lengths) >= SHORTEST
    assert max(lengths) <= LONGEST
