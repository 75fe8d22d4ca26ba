"""French typography as authors type it: plain characters, one ordinary space, no invisible ones.

`slips` finds what an editor would correct in a text, `canon` corrects it. No-break spaces, curly apostrophes and
superscripts are not here: the render adds them. Addresses, times, ratios and names such as "Help!" are left alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SPACE_BEFORE = "French puts a space before “{sign}”."
ELLIPSIS = "Three dots are one character: …"
APOSTROPHE = "Type the straight apostrophe ': livret prints the curly one."
QUOTES = "French quotation marks are « … »."
SPACE_INSIDE = "French puts a space inside « »."
DOUBLE_SPACE = "Two spaces in a row."
STRAY_SPACE = "No space here."
ORDINAL = "The ordinal is written “{right}”."
PERCENT = "A space separates the number from “{sign}”."
NUMERO = "A space follows n°."
ETC = "“etc.” needs no ellipsis."
LIGATURE = "“{wrong}” is written “{right}”."
CAPITAL = "Capitals keep their accents: “{right}”."


class Slip(NamedTuple):
    """A range of a text, what should stand there, and why."""

    start: int
    end: int
    right: str
    template: str
    values: tuple[tuple[str, str], ...]


_PROTECTED = re.compile(
    r"""(?xi)
    (?:https?://|www\.)[^\s<>«»"]+
  | [\w.+-]+@[\w-]+\.\w[\w.-]*
  | \b\d{1,2}:\d{2}(?::\d{2})?\b            # 12:30
  | \b\d{1,3}:\d{1,3}\b                     # 16:9
  | \b(?:ISBN|ISSN|EAN)[\s:]*[\d\ -]{8,}
  | `[^`\n]*`                               # code
  | \]\([^)\s]*\)                           # the target of a Markdown link
  | \b(?:yahoo|jeopardy|help|wham|uno|wanted|mamma\ mia|oh|olé)!
    """
)
_LIGATURES = {
    "coeur": "cœur", "soeur": "sœur", "oeuf": "œuf", "oeil": "œil", "oeillet": "œillet", "oeuvre": "œuvre",
    "boeuf": "bœuf", "noeud": "nœud", "voeu": "vœu", "voeux": "vœux", "moeurs": "mœurs", "manoeuvre": "manœuvre",
    "oesophage": "œsophage", "oedipe": "œdipe", "foetus": "fœtus", "choeur": "chœur", "rancoeur": "rancœur",
    "oenologue": "œnologue", "oenologie": "œnologie", "oecuménique": "œcuménique", "chef-d'oeuvre": "chef-d'œuvre",
    "hors-d'oeuvre": "hors-d'œuvre", "ex aequo": "ex æquo", "ex-aequo": "ex æquo", "oeufs": "œufs", "soeurs": "sœurs",
    "coeurs": "cœurs", "oeuvres": "œuvres", "boeufs": "bœufs", "noeuds": "nœuds", "choeurs": "chœurs",
}  # fmt: skip
_CAPITALS = {
    "Etat": "État", "Etats": "États", "Etats-Unis": "États-Unis", "Egypte": "Égypte", "Ecosse": "Écosse",
    "Equateur": "Équateur", "Elysée": "Élysée", "Emile": "Émile", "Eric": "Éric", "Edith": "Édith", "Eglise": "Église",
    "Ethiopie": "Éthiopie", "Erythrée": "Érythrée", "Ile-de-France": "Île-de-France", "Evangile": "Évangile",
    "Ile": "Île", "Iles": "Îles", "Ecole": "École", "Ere": "Ère", "Emirats": "Émirats", "Edouard": "Édouard",
    "Etienne": "Étienne", "Saint-Etienne": "Saint-Étienne", "Evian": "Évian", "Epinal": "Épinal", "Elise": "Élise",
}  # fmt: skip
_WORD_START = r"(?<![\w-])"


def _word(pattern: str) -> str:
    return _WORD_START + pattern + r"(?![\w])"


def _alternatives(words: dict[str, str]) -> str:
    return "(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + ")"


def _like(wrong: str, right: str) -> str:
    if wrong.isupper():
        return right.upper()
    return right[0].upper() + right[1:] if wrong[0].isupper() else right


def _ordinal(match: re.Match[str]) -> str:
    plural = "s" if match[0].endswith("s") else ""
    return f"{match['number']}e{plural}"


def _second(match: re.Match[str]) -> str:
    return match[0].replace("nd", "d")


# Pattern, replacement, message. Order matters only where two could meet on the same characters.
_SLIPS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str], str], ...] = (
    (re.compile(r"\betc(?:\.{2,}|\.?\s?…)", re.I), lambda _: "etc.", ETC),
    (re.compile(r"\.{3,}"), lambda _: "…", ELLIPSIS),
    (re.compile("[’ʼ‘]"), lambda _: "'", APOSTROPHE),
    (re.compile(r'"([^"\n]+)"|“([^”\n]+)”'), lambda m: f"« {(m[1] or m[2]).strip()} »", QUOTES),
    (re.compile(r"«(?=[^\s])"), lambda _: "« ", SPACE_INSIDE),
    (re.compile(r"(?<=[^\s])»"), lambda _: " »", SPACE_INSIDE),
    (re.compile(r"(?<=[^\s?!;:(\[])(?P<sign>[?!;]+)(?![\w)\]])"), lambda m: f" {m['sign']}", SPACE_BEFORE),
    (re.compile(r"(?<=[^\s:])(?P<sign>:)(?=\s|$)"), lambda m: f" {m['sign']}", SPACE_BEFORE),
    (re.compile(r"(?<=\S) {2,}(?=\S)"), lambda _: " ", DOUBLE_SPACE),
    (re.compile(r"(?<=\S) +(?=[,)](?:\s|$))|(?<=\w) +(?=\.(?:\s|$))|(?<=\() +"), lambda _: "", STRAY_SPACE),
    (re.compile(_word(r"1 ?(?:ère|ere)")), lambda _: "1re", ORDINAL),
    (re.compile(_word(r"(?P<number>\d+|[IVXLC]+) ?(?:ièmes?|[eè]mes?)")), _ordinal, ORDINAL),
    (re.compile(_word(r"2nde?s?")), _second, ORDINAL),
    (re.compile(r"(?<=\d)(?P<sign>[%‰€])"), lambda m: f" {m['sign']}", PERCENT),
    (re.compile(r"\b([nN])°(?=\d)"), lambda m: f"{m[1]}° ", NUMERO),
    (re.compile(_word(f"(?P<wrong>{_alternatives(_LIGATURES)})"), re.I),
     lambda m: _like(m["wrong"], _LIGATURES[m["wrong"].lower()]), LIGATURE),
    (re.compile(_word(_alternatives(_CAPITALS))), lambda m: _CAPITALS[m[0]], CAPITAL),
    (re.compile(r"(?:^|(?<=[.?!…] )|(?<=« ))A(?= (?:quel|qui|quoi|combien|partir|la |l'|un |une |votre |chaque ))"),
     lambda _: "À", CAPITAL),
)  # fmt: skip
# Characters and pairs that never stand in a right text, or that only the patterns can judge.
_NEVER = (
    *("...", "’", '"', "“", "ʼ", "‘", "  ", "( ", " ,", " )", " .", "n°", "N°", "etc", "A ", "Ile"),
    *("oe", "Oe", "OE", "ae", "AE", "2nd", "1ère", "1ere", "1 ère", "1 ere"),
)
# A sign, and how it stands when it is right: counting both is much faster than any pattern.
_PAIRS = (*((sign, f" {sign}") for sign in "?!;:»%€‰"), ("«", "« "))
_CAPITAL_E = re.compile(r"\bE[a-zév]")
_ORDINAL_END = re.compile(r"(?:\d|[IVXLC]) ?i?[eè]me")


def is_suspect(text: str) -> bool:
    """A cheap look that decides whether the patterns are tried at all: most texts have nothing to correct.

    Several texts may be joined by line ends and looked at together.
    """
    if any(wrong in text for wrong in _NEVER):
        return True
    if any(sign in text and text.count(sign) != text.count(right) for sign, right in _PAIRS):
        return True
    if "E" in text and _CAPITAL_E.search(text):
        return True
    return ("eme" in text or "ème" in text) and _ORDINAL_END.search(text) is not None


def slips(text: str) -> Iterator[Slip]:
    """What an editor would correct in a text, from left to right, without overlaps."""
    if not is_suspect(text):
        return
    protected = [match.span() for match in _PROTECTED.finditer(text)]
    found: list[Slip] = []
    for pattern, correct, template in _SLIPS:
        for match in pattern.finditer(text):
            start, end = match.span()
            right = correct(match)
            if right == match[0] or any(start < last and end > first for first, last in protected):
                continue
            groups = match.groupdict()
            values = (("right", right), ("sign", groups.get("sign") or ""), ("wrong", match[0]))
            found.append(Slip(start, end, right, template, values))
    last_end = -1
    for slip in sorted(found):
        if slip.start >= last_end and (slip.start, slip.end) != (last_end, last_end):
            last_end = slip.end
            yield slip


def canon(text: str) -> str:
    """The text as an editor would leave it."""
    for _ in range(4):
        corrected = _apply(text)
        if corrected == text:
            break
        text = corrected
    return text


def _apply(text: str) -> str:
    parts: list[str] = []
    at = 0
    for slip in slips(text):
        parts += [text[at : slip.start], slip.right]
        at = slip.end
    return "".join([*parts, text[at:]])
