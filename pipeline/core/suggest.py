""" "Did you mean": the accepted word nearest to what the author typed, French words for our keys included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

# What French authors type for our English keys; the fuzzy match knows only spelling.
_FRENCH_KEYS = {
    "reponse": "answer", "reponses": "answers", "mot_cle": "keyword", "mot-cle": "keyword", "motcle": "keyword",
    "indice": "clue", "unite": "unit", "accepte": "accept", "variantes": "accept", "accepter": "accept",
    "difficulte": "difficulty", "niveau": "difficulty", "titre": "title", "texte": "text", "nom": "name",
    "nombre": "count", "valeur": "value", "valeurs": "values", "pouvoir": "ability", "capacite": "ability",
    "cartes": "cards", "enigmes": "puzzles", "essais": "attempts", "tentatives": "attempts", "des": "dice",
    "retour": "feedback", "egal": "equal", "inferieur": "lower", "superieur": "higher", "colonnes": "columns",
    "lignes": "rows", "panneaux": "panels", "joueurs": "players", "composants": "components", "materiel": "components",
    "mise_en_place": "setups", "produits": "products", "jeu": "game", "langue": "language", "duree": "minutes",
    "procedure": "procedure", "egalite": "tie", "devise": "motto", "stabilite": "stability", "numero": "page",
    "date": "as_of", "en_date_du": "as_of", "derogation": "waive", "genre": "kind", "sorte": "kind", "astuce": "hint",
    "rapidité": "rapidite", "vitesse": "rapidite", "pingpong": "ping-pong", "target": "cible", "hint": "clue",
    "list": "answers", "response": "answer", "responses": "answers", "solutions": "solution", "theme": "theme",
}  # fmt: skip
_ENOUGH = 65.0


def nearest(typed: str, accepted: Iterable[str]) -> str | None:
    """The accepted word that the author most likely meant, or None when nothing is near."""
    choices = list(accepted)
    folded = fold(typed).strip().replace(" ", "_")
    for choice in choices:
        if fold(choice) == folded:
            return choice
    translated = _FRENCH_KEYS.get(folded) or _FRENCH_KEYS.get(folded.replace("_", "-"))
    if translated in choices:
        return translated
    if len(folded) > 60:
        return None
    from rapidfuzz import fuzz, process

    best = process.extractOne(folded, {c: fold(c) for c in choices}, scorer=fuzz.ratio, score_cutoff=_ENOUGH)
    return best[2] if best else None
