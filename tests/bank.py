"""A small bank with every type of question and every awkward character, for exports and imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
game: essai
title: "L'Essai / A & B"
edition: "1"
version: 1.0.0
language: fr
players: {min: 2, max: 6}
products:
  duo: {kind: booklet, title: Duo, pages: 3, questions_per_page: 4, types: [cible, ping-pong, rapidite]}
  solo: {kind: booklet, title: Solo, pages: 40, questions_per_page: 20, types: [plain]}
  duel: {kind: question-cards, title: Duel, cards: 6, questions_per_card: 2, types: [chrono, cible, ping-pong, chance]}
  help: {kind: plain-cards, title: Aide, cards: 2}
"""
DUO = """\
# La première page, écrite à la main.
page: 1
questions:
  - id: qcible
    type: cible
    keyword: Toit du monde   # le mot-clé
    question: À combien de mètres culmine l'Everest ?
    answer: "8 849"
    unit: m
    theme: géographie
    difficulty: 2
    stability: slow
    as_of: 2020
    source: https://exemple.org/everest?a=1&b=2
  - id: qliste
    type: ping-pong
    keyword: Boussole
    question: "Citez les quatre points cardinaux : tous."
    answers:
      - nord
      - {answer: est, accept: [levant, orient]}   # l'orient aussi
      - sud
      - ouest
  - {id: qtexte, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?,
     answer: Pablo Picasso, accept: [Picasso]}
  - id: qsigne
    type: rapidite
    keyword: Signes
    question: "Que vaut {x} = ~1 # 2 : 3 \\\\ 4 <b>&amp;</b> | « oui » ?"
    answer: "=SOMME(1;2) | x"
"""
DUEL = """\
cards:
  - id: c001
    questions:
      - {type: chance, clue: Roulement, question: Faites rouler le dé., procedure: Le plus grand gagne., tie: Relancez.}
      - {type: cible, clue: Froid, question: Quelle température fait-il ?, answer: "-40,5", unit: °C}
"""
HELP = "cards:\n  - {id: h001, title: Aide, text: Regardez la carte., count: 2}\n"


def write_bank(root: Path) -> Path:
    """A content repository with the bank."""
    folder = root / "content" / "essai"
    texts = {"game.yaml": GAME, "duo/01.yaml": DUO, "duel/01.yaml": DUEL, "help.yaml": HELP}
    for name, text in texts.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return root
