"""A toy game with one product of every kind, and projects made of it for tests.

`Toy(tmp_path)` writes a complete, clean project; `toy.write("duo", text)` replaces a file's entries, `toy.check()`
gives the findings.
"""

from __future__ import annotations

import re
from textwrap import indent
from typing import TYPE_CHECKING

from pipeline.project.check import Options, Report, check

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.core.finding import Finding

TODAY = "2026-11-18"

GAME = {
    "game": "game: jouet",
    "title": "title: Jouet",
    "edition": 'edition: "1"',
    "version": "version: 1.0.0",
    "language": "language: fr",
    "players": "players: {min: 3, max: 6}",
    "components": "components:\n  - {name: pion, count: 6}\n  - {name: carte, count: 4, product: deck}",
    "setups": "setups:\n  - {name: donne, players: 3, each: {pion: 2}}",
    "abilities": "abilities:\n  shield: {name: Bouclier, text: Protège.}",
    "products": """products:
  solo:
    kind: booklet
    title: Solo
    pages: 1
    questions_per_page: 2
    types: [plain]
    themes: [arts, géographie]
    quotas: [{per: page, field: theme, max: 2}]
  duo: {kind: booklet, title: Duo, pages: 1, questions_per_page: 2, types: [cible, ping-pong, rapidite]}
  duel: {kind: question-cards, title: Duel, cards: 1, questions_per_card: 1, types: [chrono, cible, ping-pong, chance]}
  help: {kind: plain-cards, title: Aide, cards: 2}
  deck: {kind: value-cards, title: Paquet, cards: 4}
  puzzles: {kind: code-puzzles, title: Énigmes, puzzles: 1}
  board: {kind: sheet, title: Feuille, columns: 2, rows: 2}
  track: {kind: board, title: Plateau, squares: 2}
  material: {kind: components, title: Matériel}
  rules: {kind: rulebook, title: Règle du jeu}""",
}

FILES = {
    "solo": ("solo/01.yaml", "page: 1\nquestions:\n", """\
- {id: solo01, keyword: Coron, question: Qui a écrit *Germinal* ?, answer: Émile Zola, theme: arts}
- {id: solo02, keyword: Île de beauté, question: Dans quelle île est Bastia ?, answer: La Corse, theme: géographie}
"""),
    "duo": ("duo/01.yaml", "page: 1\nquestions:\n", """\
- id: duo001
  type: cible
  keyword: Toit du monde
  question: À combien de mètres culmine l'Everest ?
  answer: 8849
  unit: m
- id: duo002
  type: ping-pong
  keyword: Boussole
  question: Citez les quatre points cardinaux.
  answers: [nord, {answer: est, accept: [levant]}, sud, ouest]
"""),
    "duel": ("duel/01.yaml", "cards:\n  - id: d001\n    questions:\n", """\
- {type: chance, clue: Roulement, question: Faites rouler le dé., procedure: Le plus grand gagne., tie: Relancez.}
"""),
    "help": ("help.yaml", "cards:\n", "- {id: h001, title: Aide, text: Regardez la carte., count: 2}\n"),
    "deck": ("deck.yaml", "cards:\n", """\
- {id: v001, value: 1, count: 2, name: Prima, text: La première.}
- {id: v002, value: 2, count: 2, name: Secunda, ability: shield, text: La deuxième.}
"""),
    "puzzles": ("puzzles.yaml", "puzzles:\n", """\
- id: p001
  attempts:
    - {dice: [1, 2, 3, 4], feedback: {equal: 4}}
  solution: [1, 2, 3, 4]
"""),
    "board": ("board.yaml", "", """\
title: Feuille
columns: [{id: blue, name: Bleu}, {id: red, name: Rouge}]
rows: [{name: Essai 1, marks: 2}, {name: Solution}]
"""),
    "track": ("track.yaml", "", """\
title: Plateau
text: Avancez, puis jouez.
squares: [{product: solo, amount: 100}, {product: duo, amount: 200}]
"""),
    "rules": ("rules.md", "", "# Règle du jeu\n\n## Matériel\n\nLa boîte contient [6 pions](component:pion).\n"),
    "extra": ("extra.yaml", "", "page: 1\n"),
    "distinct": ("../not-duplicates.yaml", "pairs:\n", ""),
    "review": ("../reviews/ana.json", "", ""),
}  # fmt: skip


class Toy:
    """A project on disk."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "content" / "jouet"
        self.game()
        for name in FILES:
            if name not in ("extra", "distinct", "review"):
                self.write(name, FILES[name][2])

    def path(self, name: str) -> Path:
        return self.folder / FILES[name][0]

    def write(self, name: str, text: str, *, whole: bool = False) -> Path:
        """Write the entries of a file, or the whole file; gives its path."""
        head = "" if whole else FILES[name][1]
        depth = 6 if name == "duel" else 2
        body = indent(text, " " * depth, lambda line: bool(line.strip())) if head else text
        return self.write_bytes(name, (head + body).encode("utf-8"))

    def write_bytes(self, name: str, raw: bytes) -> Path:
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
        return path

    def game(self, changes: str = "") -> Path:
        """Write game.yaml; each top-level key of `changes` replaces the toy's own."""
        blocks = dict(GAME)
        for block in re.split(r"^(?=\w)", changes, flags=re.MULTILINE):
            if block.strip():
                blocks[block.partition(":")[0]] = block.rstrip("\n")
        path = self.folder / "game.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(blocks.values()) + "\n", encoding="utf-8")
        return path

    def report(self, **options: object) -> Report:
        values: dict[str, object] = {"today": TODAY, "cache": False} | options
        return check(self.root, Options(**values))  # type: ignore[arg-type]

    def check(self, **options: object) -> tuple[Finding, ...]:
        return self.report(**options).findings

    def rules(self, **options: object) -> list[str]:
        """The names of the rules that fired."""
        return [finding.rule for finding in self.check(**options)]


def marked(finding: Finding, root: Path) -> str:
    """The characters that a finding points at."""
    line = (root / finding.path).read_text(encoding="utf-8").split("\n")[finding.span.line - 1]
    end = finding.span.end_column if finding.span.end_line == finding.span.line else len(line) + 1
    return line[finding.span.column - 1 : end - 1]
