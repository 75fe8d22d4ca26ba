"""What a game app in JavaScript relies on: the judge, the packs and the types, tried in Node."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pipeline.exporters.base import Packing
from pipeline.judging import judge, rank, read_number
from pipeline.judging.numerals import plain
from pipeline.project.build import build
from pipeline.project.workshop import Workshop
from tests.language_server import NODE_MODULES
from tests.toy import TODAY

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
    texts = sorted(
        {case["answer"].get("text", "") for case in vectors["text"]} | {case["given"] for case in vectors["number"]}
    )
    letters = "abcdefghijklmnopqrstuvwxyzéèêàçôœ0123456789 '’-–.,/½%°€²#🙂ivxlXVI"
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


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packs and teasers of all games."""
    root = tmp_path_factory.mktemp("packs")
    shutil.copytree(ROOT / "content", root / "content")
    games = sorted(path.parent.name for path in (ROOT / "content").glob("*/game.yaml"))
    for packing in (Packing(), Packing(teaser=True)):
        build(root, games, ["pack"], TODAY, Workshop(root, 1, packing=packing))
    return root / "build/packs"


def test_ajv_accepts_every_pack_and_every_teaser(packs: Path) -> None:
    needs_packages()
    teasers = sorted(map(str, packs.glob("*.teaser.json")))
    full = sorted(str(path) for path in packs.glob("*.json") if ".teaser." not in path.name)
    assert len(full) == len(teasers) >= 4
    for schema, paths in (("pack", full), ("teaser", teasers)):
        done = node("packs.test.mjs", str(ROOT / f"schemas/{schema}.schema.json"), *paths)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        assert done.stderr == f"{len(paths)} packs\n"


def test_ajv_refuses_a_pack_without_an_answer(packs: Path, tmp_path: Path) -> None:
    needs_packages()
    pack = json.loads((packs / "egomaster.json").read_text(encoding="utf-8"))
    solo = next(product for product in pack["products"] if product["kind"] == "booklet")
    del solo["questions"][0]["answer"]
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text(json.dumps(pack), encoding="utf-8")
    done = node("packs.test.mjs", str(ROOT / "schemas/pack.schema.json"), str(spoilt))
    assert "must have required property 'answer'" in done.stdout


ENGINE = """
import type { Pack, Question, Product } from "../schemas/pack";
import type { Teaser } from "../schemas/teaser";
import { judge, rank, pingPong, readNumber } from "../pipeline/judging/judge.mjs";

export function ask(pack: Pack, product: string, page: number, number: number, given: string): boolean {
  for (const one of pack.products) {
    if (one.kind !== "booklet" || one.id !== product) continue;
    const question: Question | undefined = one.questions.find((q) => q.page === page && q.number === number);
    if (!question) return false;
    if (question.type === "cible") return rank(question.answer, [given]).exact === 0;
    if (question.type === "ping-pong") return pingPong(question.answer, [given]).complete;
    return judge(question.answer, given).right;
  }
  return false;
}
export function cards(product: Product): number {
  return product.kind === "value-cards" ? product.cards.reduce((sum, card) => sum + card.value * card.count, 0) : 0;
}
export function points(pack: Pack): number | undefined {
  return pack.game.play?.mechanism === "code-breaking" ? pack.game.play.score.found : undefined;
}
export const number: string | null = readNumber("8 849 m", "m");
"""
MISTAKES = """
declare const teaser: Teaser;
for (const product of teaser.products) if (product.kind === "booklet") console.log(product.questions[0].answer);
declare const pack: Pack;
pack.game.titel;
"""


def compiled(folder: Path, text: str) -> str:
    """What the TypeScript compiler says about a program that uses the declarations."""
    needs_packages()
    for name in ("schemas", "pipeline/judging"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    (folder / "app").mkdir()
    (folder / "app/engine.ts").write_text(text, encoding="utf-8")
    program = [shutil.which("node") or "", str(NODE_MODULES / "typescript/lib/tsc.js"), "--noEmit", "--strict"]
    options = ["--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "app/engine.ts"]
    done = subprocess.run(
        [*program, *options], cwd=folder, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    return str(done.stdout)


def test_declarations_let_an_engine_be_written_without_a_cast(tmp_path: Path) -> None:
    assert compiled(tmp_path, ENGINE) == ""


def test_declarations_show_mistakes_of_an_engine(tmp_path: Path) -> None:
    said = compiled(tmp_path, ENGINE + MISTAKES)
    assert "Property 'answer' does not exist" in said
    assert "Property 'titel' does not exist" in said
