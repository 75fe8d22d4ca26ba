"""French typography as authors type it: plain characters, one ordinary space, no invisible ones.

`slips` finds what an editor would correct in a text, `canon` corrects it. No-break spaces, curly apostrophes and
superscripts are not here: the render adds them. Addresses, times, ratios and names such as "Help!" are left alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.pattern import Lazy, lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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


_PROTECTED = lazy(
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


class Kind(NamedTuple):
    """One kind of slip. One of `signs` must stand in the text; `right` is how a sign stands when it is right."""

    signs: tuple[str, ...]
    pattern: Lazy
    correct: Callable[[re.Match[str]], str]
    template: str
    right: tuple[str, ...] = ()

    def is_possible(self, text: str) -> bool:
        """A cheap look before the pattern is tried: most texts have nothing to correct."""
        if not self.right:
            return any(sign in text for sign in self.signs)
        pairs = zip(self.signs, self.right, strict=True)
        return any(sign in text and text.count(sign) != text.count(right) for sign, right in pairs)


def _spaced(signs: str) -> dict[str, tuple[str, ...]]:
    return {"signs": tuple(signs), "right": tuple(f" {sign}" for sign in signs)}


# Order matters only where two could meet on the same characters.
_KINDS: tuple[Kind, ...] = (
    Kind(("etc.", "etc…", "etc …"), lazy(r"\betc(?:\.{2,}|\.?\s?…)", re.I), lambda _: "etc.", ETC),
    Kind(("...",), lazy(r"\.{3,}"), lambda _: "…", ELLIPSIS),
    Kind(("’", "ʼ", "‘"), lazy("[’ʼ‘]"), lambda _: "'", APOSTROPHE),
    Kind(('"', "“"), lazy(r'"([^"\n]+)"|“([^”\n]+)”'), lambda m: f"« {(m[1] or m[2]).strip()} »", QUOTES),
    Kind(("«",), lazy(r"«(?=[^\s,.;:!?…)»])"), lambda _: "« ", SPACE_INSIDE, ("« ",)),
    Kind(pattern=lazy(r"(?<=[^\s(«])»"), correct=lambda _: " »", template=SPACE_INSIDE, **_spaced("»")),
    Kind(
        pattern=lazy(r"(?<=[^\s?!;:(\[])(?P<sign>[?!;]+)(?![\w)\]])"),
        correct=lambda m: f" {m['sign']}", template=SPACE_BEFORE, **_spaced("?!;"),
    ),
    Kind(
        pattern=lazy(r"(?<=[^\s:])(?P<sign>:)(?=\s|$)"),
        correct=lambda m: f" {m['sign']}", template=SPACE_BEFORE, **_spaced(":"),
    ),
    Kind(("  ",), lazy(r"(?<=\S) {2,}(?=\S)"), lambda _: " ", DOUBLE_SPACE),
    Kind(
        (" ,", " )", " .", "( "), lazy(r"(?<=\S) +(?=[,)](?:\s|$))|(?<=\w) +(?=\.(?:\s|$))|(?<=\() +"),
        lambda _: "", STRAY_SPACE,
    ),
    Kind(("1è", "1e", "1 è", "1 e"), lazy(_word(r"1 ?(?:ère|ere)")), lambda _: "1re", ORDINAL),
    Kind(("ème", "eme"), lazy(_word(r"(?P<number>\d+|[IVXLC]+) ?(?:ièmes?|[eè]mes?)")), _ordinal, ORDINAL),
    Kind(("2nd",), lazy(_word(r"2nde?s?")), _second, ORDINAL),
    Kind(
        pattern=lazy(r"(?<=\d)(?P<sign>[%‰€])"),
        correct=lambda m: f" {m['sign']}", template=PERCENT, **_spaced("%‰€"),
    ),
    Kind(("n°", "N°"), lazy(r"\b([nN])°(?=\d)"), lambda m: f"{m[1]}° ", NUMERO),
    Kind(
        ("oe", "Oe", "OE", "ae", "Ae", "AE"), lazy(_word(f"(?P<wrong>{_alternatives(_LIGATURES)})"), re.I),
        lambda m: _like(m["wrong"], _LIGATURES[m["wrong"].lower()]), LIGATURE,
    ),
    Kind(("E", "Ile"), lazy(_word(_alternatives(_CAPITALS))), lambda m: _CAPITALS[m[0]], CAPITAL),
    Kind(
        ("A ",), lazy(r"(?:^|(?<=[.?!…] )|(?<=« ))A(?= (?:quel|qui|quoi|combien|partir|la |l'|une? |votre |chaque ))"),
        lambda _: "À", CAPITAL,
    ),
)  # fmt: skip


_RARE = frozenset("()°…I2")
"""Characters that hardly any page has: to find one of them absent takes a tenth of the time of two in a row."""


def _rarest(sign: str) -> str:
    return next((letter for letter in sign if letter in _RARE), "")


_SIGNS = tuple((_rarest(sign), sign, kind) for kind in _KINDS if not kind.right for sign in kind.signs)
_PAIRS = tuple((*pair, kind) for kind in _KINDS if kind.right for pair in zip(kind.signs, kind.right, strict=True))


def are_suspect(texts: Sequence[str]) -> bool:
    """Whether anything could be wrong in one of these texts.

    The first look of every check at every page, so it is written flat: signs are looked for in all texts at once, and
    patterns are tried only on texts that have the sign.
    """
    together = "\n".join(texts)
    for rare, sign, kind in _SIGNS:
        if rare in together and sign in together:
            for text in texts:
                if sign in text and kind.pattern.search(text):
                    return True
    for sign, right, kind in _PAIRS:
        # A text never has more of the right ones: if the sums are equal, they are in every text.
        if sign in together and together.count(sign) != together.count(right):
            for text in texts:
                if text.count(sign) != text.count(right) and kind.pattern.search(text):
                    return True
    return False


def slips(text: str) -> Iterator[Slip]:
    """What an editor would correct in a text, from left to right, without overlaps."""
    found: list[Slip] = []
    protected: list[tuple[int, int]] | None = None
    for kind in _KINDS:
        if not kind.is_possible(text):
            continue
        for match in kind.pattern.finditer(text):
            start, end = match.span()
            right = kind.correct(match)
            if protected is None:
                protected = [part.span() for part in _PROTECTED.finditer(text)]
            if right == match[0] or _meets(protected, start, end):
                continue
            groups = match.groupdict()
            values = (("right", right), ("sign", groups.get("sign") or ""), ("wrong", match[0]))
            found.append(Slip(start, end, right, kind.template, values))
    last_end = -1
    for slip in sorted(found):
        if slip.start >= last_end and (slip.start, slip.end) != (last_end, last_end):
            last_end = slip.end
            yield slip


def _meets(ranges: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether one of these ranges, in order and apart, shares characters with that from `start` to `end`."""
    before = bisect_left(ranges, end, key=itemgetter(0)) - 1  # the last that starts before the end
    return before >= 0 and ranges[before][1] > start


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
