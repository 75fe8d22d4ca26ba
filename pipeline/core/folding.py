"""Text as a reader hears it: without case, accents, ligatures or articles, so that "L'Été" equals "ete"."""

from __future__ import annotations

import unicodedata
from _blake2 import blake2b  # not from hashlib, which loads OpenSSL first
from functools import lru_cache

from pipeline.core.numbers import NUMBER_WORDS
from pipeline.core.pattern import lazy

# What Unicode does not decompose. Tried one by one: `str.translate` is ten times slower on text that has none.
_LIGATURES = (
    ("œ", "oe"), ("Œ", "Oe"), ("æ", "ae"), ("Æ", "Ae"), ("’", "'"), ("ß", "ss"), ("ø", "o"), ("Ø", "O"), ("ł", "l"),
    ("Ł", "L"), ("đ", "d"), ("Đ", "D"),
)  # fmt: skip
_ACCENTS = lazy("[\u0300-\u036f]+")
_SILENT = lazy(r"[^a-z0-9\n]")
_SYMBOLS = lazy("[+<>=#~$£¥€¢×÷±²³¹½¼¾⁰⁴-⁹\u2190-\u2bff\U0001f000-\U0001ffff]")
_SPELT = frozenset(NUMBER_WORDS)
_ARTICLES = frozenset("le la les l un une des du de d the".split())

# Words that say nothing about an answer: grammar, question words, and nouns that name a whole class.
STOP_WORDS = frozenset(
    """
    le la les l un une des du de d a au aux en dans par pour sur avec sans sous entre vers chez et ou ni mais car
    donc que qu qui quoi dont ou quel quelle quels quelles lequel laquelle lesquels lesquelles est sont etait
    etaient fut furent ete etre avoir ont avait eu fait faire ce cet cette ces c son sa ses se s il elle on ils elles
    y ne n pas plus moins tres tout tous toute toutes comment combien quand pourquoi nom noms prenom appelle
    appelee nomme nommee citez cite nommez donnez j je me m nous vous votre vos notre nos leur leurs lui mon ma
    mes ton ta tes t tu premier premiere deuxieme troisieme dernier derniere petit petite petits petites grand
    grande grands grandes nouveau nouvelle vieux vieille saint sainte van von der den al el san
    mer ocean ile iles ville villes pays tour guerre roi reine mont lac fleuve riviere baie cap golfe desert
    siecle annee annees an ans jour jours fois monde oui non vrai faux rue place pont
    """.split()
)


def _latin_table() -> bytes:
    """Latin-1 byte -> the byte of its letter without accent; 0 for letters that become two."""
    table = bytearray(range(256))
    for code in range(0xC0, 0x100):
        letters = unicodedata.normalize("NFD", chr(code))
        if letters[0].isascii():
            table[code] = ord(letters[0])
        elif chr(code).isalpha():
            table[code] = 0
    return bytes(table)


def _spoken_table(folded: bytes) -> bytes:
    """Latin-1 byte -> what is heard of it: a small letter without accent, a digit or a space; 0 as in `folded`."""
    heard = folded.lower()
    kept = (0, ord("\n"))
    return bytes(code if code in kept or (chr(code).isascii() and chr(code).isalnum()) else 0x20 for code in heard)


# Almost all French text is Latin-1, where a table of bytes folds seven times faster than Unicode normalisation.
_LATIN = _latin_table()
_SPOKEN = _spoken_table(_LATIN)


def fold(text: str) -> str:
    """Lower case without accents or ligatures: "Œuvre d'Été" -> "oeuvre d'ete"."""
    return bare(text.lower())


def bare(text: str) -> str:
    """Without accents or ligatures; capitals stay: "Œuvre d'Été" -> "Oeuvre d'Ete"."""
    if text.isascii():
        return text
    try:
        folded = text.encode("latin-1").translate(_LATIN)
    except UnicodeEncodeError:
        return _fold_any(text)
    return _fold_any(text) if b"\0" in folded else folded.decode("latin-1")


def _fold_any(text: str) -> str:
    """Folding beyond Latin-1, and of letters that become two."""
    for ligature, letters in _LIGATURES:
        if ligature in text:
            text = text.replace(ligature, letters)
    decomposed = unicodedata.normalize("NFD", text)
    return decomposed if decomposed.isascii() else _ACCENTS.sub("", decomposed)


def words(text: str) -> list[str]:
    """The folded words of a text, in order: letters and digits only."""
    return _speak(text).split()


class Heard:
    """A text as a player hears it: its words in a row, one by one, and those that could give something away."""

    __slots__ = ("_telling", "spoken", "words")

    def __init__(self, spoken: str) -> None:
        self.spoken = spoken
        """Folded, with a space for all that is no letter or digit; ends of lines stay."""
        self.words = spoken.split()
        self._telling: frozenset[str] | None = None

    @property
    def telling(self) -> frozenset[str]:
        """The words that could give something away: no stop words; number words are digits. Few texts are asked."""
        if self._telling is None:
            self._telling = _with_digits(frozenset(self.words) - STOP_WORDS)
        return self._telling


# Two pages or so: rules ask again while a page is checked, and what the processor's own memory holds is faster.
@lru_cache(maxsize=256)
def hear(text: str) -> Heard:
    """The text as a player hears it."""
    return Heard(_speak(text))


def _with_digits(heard: frozenset[str]) -> frozenset[str]:
    """The words with digits instead of number words."""
    if _SPELT.isdisjoint(heard):
        return heard
    spelt = heard & _SPELT
    return (heard - spelt) | {str(NUMBER_WORDS[word]) for word in spelt}


def _speak(text: str) -> str:
    """One pass over the bytes of a Latin-1 text lowers, folds and drops punctuation, four times faster than `words`."""
    try:
        spoken = text.encode("latin-1").translate(_SPOKEN)
    except UnicodeEncodeError:
        return _SILENT.sub(" ", fold(text))
    return _SILENT.sub(" ", fold(text)) if b"\0" in spoken else spoken.decode("ascii")


def telling_words(text: str) -> frozenset[str]:
    """The folded words that could give something away."""
    return hear(text).telling


def number_or_word(word: str) -> str:
    """ "trois" and "3" are the same word."""
    number = NUMBER_WORDS.get(word)
    return word if number is None else str(number)


def number_of(text: str) -> int:
    """A number that is the same for questions with the same key, and hardly ever for others."""
    key = (_key(text, hear(text).words) + "".join(symbols(text))).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(key, digest_size=7).digest(), "big")


def surely_differ(heard: Heard) -> bool:
    """Whether no two lines of a text can be the same answer, from their last words: almost always, and seen at once."""
    last = [line.split()[-1:] for line in heard.spoken.split("\n")]
    ends = {word[0] for word in last if word}
    return len(ends) == len(last) and ends.isdisjoint(_ARTICLES) and ends.isdisjoint(_SPELT)


@lru_cache(maxsize=256)
def answer_key(text: str) -> str:
    """Two answers with the same key are the same answer: articles, accents, case and punctuation do not count."""
    return _key(text, words(text))


def symbols(text: str) -> list[str]:
    """Characters that are no letters and still say something: 7 + 3 is not 7 × 3, C++ not C#, a rebus not another."""
    return _SYMBOLS.findall(text)


def question_key(text: str) -> str:
    """Two questions with the same key are the same: as answers are compared, but symbols count."""
    found = symbols(text)
    return f"{answer_key(text)}\0{''.join(found)}" if found else answer_key(text)


def _key(text: str, heard: list[str]) -> str:
    kept = [word for word in heard if word not in _ARTICLES] or heard
    if not _SPELT.isdisjoint(kept):
        kept = [number_or_word(word) for word in kept]
    return " ".join(kept) or fold(text).strip()
