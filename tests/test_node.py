"""What a game app in JavaScript relies on: the judge, the packs and the types, tried in Node."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pipeline.judging import judge, rank, read_number
from pipeline.judging.numerals import plain
from tests.language_server import NODE_MODULES

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.node


def node(script: str, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run a script of tests/node."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("needs Node")
    return subprocess.run(
        [program, str(ROOT / "tests/node" / script), *arguments],
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_javascript_judge_passes_every_vector() -> None:
    done = node("judge.test.mjs")
    assert (done.returncode, done.stdout) == (0, "")
    assert int(done.stderr.split()[0]) >= 300


def test_python_and_javascript_agree_on_thousands_of_spoilt_answers() -> None:
    cases = list(_spoilt(3000))
    done = node("judge.batch.mjs", given=json.dumps(cases))
    assert done.returncode == 0, done.stderr
    for case, theirs in zip(cases, json.loads(done.stdout), strict=True):
        ours = judge(case["answer"], case["given"])
        number = read_number(case["given"], "m")
        ranked = rank({"value": 12.5, "unit": "m"}, [case["given"], "12"])
        mine: list[Any] = [
            ours.right,
            ours.reason,
            ours.form,
            ours.item,
            number and plain(number),
            list(ranked.distances),
        ]
        assert mine == theirs, case


def _spoilt(count: int) -> Any:
    """Real answers as careless people type them."""
    chance = random.Random(4)
    vectors = json.loads((ROOT / "schemas/judging.vectors.json").read_text(encoding="utf-8"))
    texts = sorted({case["answer"]["text"] for case in vectors["text"]} | {case["given"] for case in vectors["number"]})
    letters = "abcdefghijklmnopqrstuvwxyzéèêàçôœ0123456789 '’-.,%°€²#ivxlXVI"
    for _ in range(count):
        text, other = chance.choice(texts), chance.choice(texts)
        typed = list(chance.choice((text, text, other, f"{text} {other}", f"c'est {text}")))
        for _ in range(chance.randrange(4)):
            place = chance.randrange(len(typed) + 1)
            typed[place : place + chance.randrange(2)] = chance.choice(letters) * chance.randrange(2)
        given = "".join(typed)
        if chance.random() < 0.3:
            given = given.upper()
        kind: dict[str, Any] = {"kind": "text", "text": text, "accept": [other] if chance.random() < 0.2 else []}
        if chance.random() < 0.3:
            kind = {"kind": "list", "items": [{"text": one, "accept": []} for one in {text: 0, other: 0}]}
        yield {"answer": kind, "given": given}


def needs_packages() -> None:
    if not NODE_MODULES.is_dir():
        pytest.skip(f"needs the packages of the tests: npm install --no-package-lock --prefix {NODE_MODULES.parent}")
