"""Whatever the bytes: no traceback, no hang, every span inside the file, every message in both languages."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.checks import engine
from pipeline.core.catalogue import translator
from pipeline.project.check import contexts_of, load_games
from tests.toy import TODAY

if TYPE_CHECKING:
    from pipeline.checks.rule import Context

ROOT = Path(__file__).parent.parent
TRAPS = (
    ": ", " #", "\t", "- ", "[", "{", "}", "]", "'", '"', "|", ">", "&a ", "*a", "!x ", "%", "@", "`", "\u00a0",
    "\ufeff", "\r", "\x00", "\n", "---\n", "? ", "<<: ", "~", "null", "\u2028", "\x85", "é", "e\u0301", "\\",
    "\n\n  ", "...", "😀", "1e5", "nan", "\u202e",
)  # fmt: skip


@lru_cache(maxsize=1)
def corpus() -> list[tuple[str, bytes, Context]]:
    """Every real content file with its context."""
    games, _ = load_games(ROOT)
    contexts = contexts_of(games, TODAY)
    return [
        (file.path, (ROOT / file.path).read_bytes(), contexts[file.game, file.product])
        for game in games
        for file in game.files
    ]


def assert_sound(path: str, raw: bytes, context: Context) -> None:
    result = engine.check_file(path, raw, context)
    text = raw.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    french = translator("fr")
    for finding in result.findings:
        spans = [finding.span, *(other.span for other in finding.related)]
        for line, column, end_line, end_column in spans:
            assert 1 <= line <= end_line <= len(lines) + 1
            assert (line, column) <= (end_line, end_column)
            assert 1 <= column <= len(lines[line - 1]) + 2, finding
            assert end_column <= len([*lines, ""][end_line - 1]) + 2, finding
        assert finding.rule
        assert french(finding.message)
        assert "{" not in str(finding.message).replace("{id}", "") or "{" in text
    for repair in result.repairs:
        for edit in repair.edits:
            assert 0 <= edit.start <= edit.end <= len(text)


@pytest.mark.parametrize("seed", range(4))
def test_mutated_real_files_never_crash_the_check(seed: int) -> None:
    generator = random.Random(seed)
    for _ in range(120):
        path, raw, context = generator.choice(corpus())
        mutated = bytearray(raw)
        for _ in range(generator.randint(1, 6)):
            at = generator.randrange(len(mutated) + 1)
            choice = generator.random()
            if choice < 0.45:
                mutated[at:at] = generator.choice(TRAPS).encode()
            elif choice < 0.7:
                del mutated[at : at + generator.randint(1, 40)]
            elif choice < 0.85 and at < len(mutated):
                mutated[at] = generator.randrange(256)
            else:
                start = generator.randrange(len(mutated) + 1)
                mutated[at:at] = mutated[start : start + generator.randint(1, 80)]
        assert_sound(path, bytes(mutated), context)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 1000), st.binary(max_size=300))
def test_random_bytes_never_crash_the_check(which: int, raw: bytes) -> None:
    path, _, context = corpus()[which % len(corpus())]
    assert_sound(path, raw, context)


_KEYS = (
    "id page questions cards puzzles type answer answers accept waive dice attempts feedback solution columns rows"
    " panels keyword question title x"
).split()
_SCALARS = st.one_of(
    st.sampled_from(["", "1", "null", "x", "Qui ?", "cible", "-1", "nan", "a: b", "#"]), st.text(max_size=8)
)
_YAML = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(_KEYS), inner, max_size=5)),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 1000), _YAML)
def test_wrong_shapes_are_findings_in_every_kind_of_file(which: int, data: object) -> None:
    import json

    path, _, context = corpus()[which % len(corpus())]
    assert_sound(path, json.dumps(data, ensure_ascii=False).encode(), context)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_YAML)
def test_a_wrong_game_file_is_a_finding(data: object) -> None:
    import json

    raw = json.dumps(data, ensure_ascii=False).encode()
    result = engine.check_game("content/x/game.yaml", raw, "x")
    assert result.findings or result.game is not None
