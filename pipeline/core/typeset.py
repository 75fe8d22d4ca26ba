"""French typography as it is printed: the invisible spaces, curly apostrophes, superscripts and italics of a text.

Authors type plain text (`typography.py`); this is the other end. Three steps, always in this order:

    typeset(text)      plain text in, plain text out: no-break spaces, ’, no-break hyphens, thousands
    avoid_widow(text)  plain text in, plain text out: no word alone on the last line, unless it is a long one
    markup(text)       plain text in, HTML out: escaped, typeset, then <i>, <sup> and small capitals

`display` is the first two. `markup` keeps what `display` did, so a template prints `markup(display(text))`.
A space is never added where none was typed, except inside long numbers: "Help!", 12:30 and 16:9 need no exception.
Rules see every space as an ordinary one, so that doing it twice is doing it once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core.pattern import lazy

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

NO_BREAK = "\u00a0"
THIN = "\u202f"
HYPHEN = "\u2011"

# A last line shorter than this looks forsaken, and so does one word unless it is long; glued words longer than that
# would leave holes in a narrow column.
_SHORT_END = 6
_LONE_WORD = 14
_LONGEST_GLUE = 22
_WORDS_OF_A_PARAGRAPH = 4
_LISTED = f"{NO_BREAK}· "
_GAPS_OF_A_LIST = 2

_MONTHS = frozenset(
    """janvier février mars avril mai juin juillet août septembre octobre novembre décembre
    janv. févr. avr. juill. sept. oct. nov. déc.""".split()
)
_DAYS = frozenset(map(str, range(1, 32)))
# What is counted or measured. Not "a" (are) nor "y": after a year they are verbs and pronouns.
_UNITS = frozenset(
    """
    mm cm dm m dam hm km µm nm mm² cm² dm² m² dam² hm² km² mm³ cm³ dm³ m³ km³ m2 km2 m3 ha
    mg cg dg g kg µg t q ml cl dl l L hl mL cL dL hL
    ms s min h j °C °F °K K ° Hz kHz MHz GHz W kW MW GW TW Wh kWh MWh GWh TWh V kV A mA J kJ kcal cal
    N Pa hPa bar bars dB Ω octet octets Ko Mo Go To ko kbit Mbit ppm dpi px pt ch
    € $ £ ¥ k€ M€ Md€ euro euros centime centimes franc francs dollar dollars livre livres yen yens sou sous
    an ans année années mois semaine semaines jour jours heure heures minute minutes seconde secondes siècle siècles
    millénaire millénaires nuit nuits fois
    mètre mètres kilomètre kilomètres centimètre centimètres millimètre millimètres hectomètre hectomètres
    décimètre décimètres hectare hectares are ares mille milles lieue lieues pied pieds pouce pouces
    année-lumière années-lumière parsec parsecs unité unités nœud nœuds
    gramme grammes kilogramme kilogrammes kilo kilos milligramme milligrammes tonne tonnes quintal quintaux once onces
    carat carats litre litres centilitre centilitres millilitre millilitres hectolitre hectolitres
    degré degrés watt watts kilowatt kilowatts volt volts ampère ampères joule joules hertz calorie calories
    kilocalorie kilocalories newton newtons pascal pascals décibel décibels
    mille millier milliers million millions milliard milliards billion billions
    habitant habitants hab. personnes âmes électeurs voix morts soldats
    point points page pages mot mots lettre lettres chapitres tomes volumes vers strophes notes touches cordes
    joueur joueurs carte cartes jeton jetons dé dés pion pions case cases tour tours essai essais manche manches
    question questions face faces but buts set sets
    av. apr.
    """.split()
)
# These stand before a number: n° 3, p. 12, acte III.
_REFERENCES = frozenset(
    """n° N° nº Nº p. pp. vol. chap. art. fig. t. § §§ l. v. f° page pages numéro numéros chapitre chapitres tome tomes
    volume acte scène article articles figure paragraphe case livre""".split()
)
_TITLES = frozenset("M. MM. Mme Mmes Mlle Mlles Mgr Me Mes Dr Drs Pr Prs St Ste Sts Stes".split())
_COURTEOUS = frozenset("M. MM. Mme Mmes Mlle Mlles Mgr".split())
_PARTICLES = frozenset("de du des la le les van von".split())
_BEFORE_CHRIST = frozenset(("av.", "apr.", "avant", "après"))
_NEVER_GLUED = frozenset(("à", "À", "a", "A", "y", "Y"))
_ROMANS = frozenset(
    tens + ones
    for tens in ("", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX")
    for ones in ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
) - {""}
_ROMAN_ORDINALS = frozenset(f"{roman}e" for roman in _ROMANS - {"I", "L"}) | {"Ier", "Ire", "Iers"}
_ORDINALS = _ROMAN_ORDINALS | {"1er", "1re", "1ers"} | frozenset(f"{number}e" for number in range(2, 100))
_ORDERED = frozenset(
    "siècle siècles millénaire millénaires arrondissement arrondissements dynastie régiment croisade".split()
)
# A long number after one of these is a name, not a quantity.
_IDENTIFIES = frozenset(
    """n° N° nº Nº numéro numéros code codes postal postaux CP matricule identifiant id réf. référence dossier
    ISBN ISSN EAN RFC brevet""".split()
)
_DATES = frozenset("en En an l’an année années".split()) | _MONTHS

_DIGITS = frozenset("0123456789")
_OPENING = '([{*«"“'
_CLOSING = ')]}*»"”.,;:!?…'

_CAPITALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŒ")

# The gaps where a rule may have something to say: most gaps of most texts are ordinary. The sign that is searched
# comes first in these patterns and the conditions on what precedes it later: the search then jumps from sign to sign.
_GAP = lazy(r" (?:(?=[0-9×IVXL]|[A-Z](?!\w))|(?<=[0-9.] )|(?<=[0-9IVX]e )|(?<=[1I]er )|(?<=[1I]re ))")
_TITLE = lazy(r"[MDPS](?<!\w.)(?:(?<=M)(?:mes?|lles?|gr|es?)|(?<=[DP])rs?|(?<=S)te?s?) ")
_DIGIT = lazy("[0-9]")
_BEFORE = r"[(\[{*«\"“]*[-−+±~≈<>]?"
_AFTER = r"[)\]}*»\"”.,;:!?…]*"
_NUMBER = lazy(rf"{_BEFORE}[0-9]+(?:[.,/][0-9]+)?")
_HEAD = lazy(rf"{_BEFORE}(?:[1-9][0-9]?|[0-9]{{3}})")
_TAIL = lazy(rf"[0-9]{{3}}(?:,[0-9]+)?{_AFTER}")
_LONG = lazy(rf"({_BEFORE})([1-9][0-9]{{3,}})(?:,[0-9]+)?{_AFTER}")
_FOUR_DIGITS = lazy("[0-9][0-9]{3}")
_INITIALS = lazy(r"(?:[A-ZÀ-Ý]|Ch|Th|Ph)\.(?:[-‑]?[A-ZÀ-Ý]\.)?")
_COLON = lazy(r" (?=:(?![\w:]))")
# Minutes and feet keep the straight sign: it is no apostrophe.
_PRIME = lazy(r"[0-9]'(?![^\W\d_])")
_NOT_PRIME = lazy(r"(?<![0-9])'|'(?=[^\W\d_])")
_PRONOUN = r"(?:je|tu|ils?|elles?|on|nous|vous|ce|moi|toi|lui|leur|les?|la|en|y|[mt]’(?:en|y))"
# "rendez-vous" is a noun and may be divided.
_INNER_HYPHEN = lazy(r"(?<=[^\W_])-(?=[^\W_])")
_TIED = lazy(
    rf"""(?x) [-‑] (?:
        (?<=[^\W\d_][-‑]) (?!(?<=endez[-‑])vous) (?:t[-‑])? {_PRONOUN} (?:[-‑]{_PRONOUN}){{0,2}} (?![\w‑-])
      | (?<=[A-Z]\.[-‑]) (?=[A-Z]\.)                      # J.-C., J.-S. Bach
    )"""
)
_INVISIBLE = lazy(f"[{NO_BREAK}{THIN}]")
# Every repetition that could start again at each character is bounded: time grows with the text, not with its square.
_VERBATIM = lazy(
    r"""(?x)
    `[^`\n]*`                                             # code
  | (?:[Hh]ttps?://|www\.)[^\s<>«»"*`]+
  | [\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}
  | \]\([^)\s]{0,400}\)                                   # the target of a Markdown link
  | (?:(?<=\bISBN\s)|(?<=\bISSN\s)|(?<=\bEAN\s)|(?<=\bIS[BS]N\s:\s)|(?<=\bEAN\s:\s)) [0-9](?:[ -]?[0-9X]){6,16}
    """
)

_ITALIC = lazy(r"\*(?<![\w*]\*)(?![\s*])([^*\n]*)(?<!\s)\*(?![\w*])")
_MAYBE_ORDINAL = lazy("[0-9IVX]L?[erd]")
_CENTURIES = r"""(?=
    (?: (?:-|–|,?\s(?:(?:et|ou|à|au|du|–)\s)?(?:(?:le|au|du|les)\s)?) [IVXL]{1,8}er? ){0,3}
    \s(?:siècle|millénaire)s?(?!\w)
)"""  # "aux XIXe et XXe siècles": both are centuries
_ORDINAL = lazy(
    rf"""(?x) (?<!\w)(?<![0-9][,.])
    (?: (?P<century>[IVX][IVXL]{{0,7}})(?P<rank>er?){_CENTURIES}
      | (?P<number>[0-9]+|[IVX][IVXL]{{0,7}})(?P<end>ers?|res?|es?|de?s?)(?!\w)
    )"""
)
_ENDS_OF_FIRST = frozenset(("er", "ers", "re", "res"))
_NUMERO = lazy(r"(?<!\w)([nN])[°º](?!\w)")
_MADAME = lazy(r"(?<!\w)M(mes?|lles?)(?!\w)")
_SPACE_BEFORE_TAG = lazy(
    f'[ {NO_BREAK}{THIN}](?<![ {NO_BREAK}{THIN}].)[ {NO_BREAK}{THIN}]*((?:<i>)?<span class="sc">|<i>)'
)


def typeset(text: str) -> str:
    """The text as it is printed, still plain: only spaces, apostrophes, hyphens and long numbers differ."""
    if "\n" in text:
        return "\n".join(map(_typeset_line, text.split("\n")))
    return _typeset_line(text)


def avoid_widow(text: str) -> str:
    """The text with its last words held together, so that none stands alone on the last line."""
    if "\n" in text:
        return "\n".join(map(_without_widow, text.split("\n")))
    return _without_widow(text)


def display(text: str) -> str:
    """The text as it is shown wherever there are no tags: typeset, without a widow."""
    return avoid_widow(typeset(text))


def markup(text: str) -> str:
    """The text as HTML. Whatever the text says, its only tags are <i>, <sup> and <span class="sc">."""
    # Escaped before the first tag is made, but after the spaces: the name of an entity must not look like a word.
    printed = typeset(text)
    html = _escape(printed)
    verbatim = _may_be_verbatim(printed)
    if "*" in html:
        html = _italicise(html, verbatim=verbatim)
    html = _raise_verbatim(html) if verbatim else _raise(html)
    # WeasyPrint breaks lines absurdly early when a space, no-break or not, stands just before an inline tag.
    if " <" in html or f"{NO_BREAK}<" in html or f"{THIN}<" in html:
        html = _SPACE_BEFORE_TAG.sub(_move_inside, html)
    return html


def _typeset_line(text: str) -> str:
    plain = text
    if NO_BREAK in text or THIN in text:
        plain = text.replace(NO_BREAK, " ").replace(THIN, " ")
    has_digits = _DIGIT.search(plain) is not None
    line = _with_signs_in_words(plain, has_digits=has_digits)
    printed = line.replace(" ?", "\u202f?").replace("« ", "«\u00a0").replace(" »", "\u00a0»")
    printed = printed.replace(" !", "\u202f!").replace(" ;", "\u202f;")
    printed = printed.replace(" etc.", "\u00a0etc.").replace(" ·", "\u00a0·")
    if " :" in printed:
        printed = _COLON.sub(NO_BREAK, printed)

    changes = _gaps(line)
    if "–" in line or "—" in line:
        changes.update(_dashes(line.split(" ")))
    if has_digits and _FOUR_DIGITS.search(line):
        changes.update(_thousands(line.split(" ")))
    # A no-break space that stands already, of a hand or of `avoid_widow`, stays where no rule has another opinion.
    if plain is not text:
        for found in _INVISIBLE.finditer(text):
            at = found.start()
            if printed[at] == " ":
                changes.setdefault(at, text[at])
    verbatim = _may_be_verbatim(plain)
    if not changes and not verbatim:
        return printed
    # So far the line has kept its length, so that positions in it are those in the text.
    characters = list(printed)
    for at, right in changes.items():
        characters[at] = right
    if verbatim:
        for found in _VERBATIM.finditer(plain):
            characters[found.start() : found.end()] = text[found.start() : found.end()]
    return "".join(characters)


def _with_signs_in_words(line: str, *, has_digits: bool) -> str:
    if "'" in line:
        line = _NOT_PRIME.sub("’", line) if has_digits and _PRIME.search(line) else line.replace("'", "’")
    return _TIED.sub(_tie, line) if "-" in line else line


def _tie(match: re.Match[str]) -> str:
    return match[0].replace("-", HYPHEN)


def _gaps(line: str) -> dict[int, str]:
    """The spaces between words that must not break: position in the line and what stands there."""
    changes: dict[int, str] = {}
    for found in _GAP.finditer(line):
        glue = _glue(line, found.start())
        if glue:
            changes[found.start()] = glue
    for found in _TITLE.finditer(line):
        glue = _glue(line, found.end() - 1)
        if glue:
            changes[found.end() - 1] = glue
    return changes


def _glue(line: str, at: int) -> str:
    """What stands at a space of the line: a no-break space, a thin one, or nothing in particular."""
    start = line.rfind(" ", 0, at) + 1
    end = line.find(" ", at + 1)
    left, right = line[start:at], line[at + 1 : end if end >= 0 else None]
    if not left or not right:
        return ""
    if left[-1] in _DIGITS:
        return _glue_after_number(left, right)
    name = left.rpartition("’")[2].lstrip(_OPENING)
    if right[0] in _DIGITS:
        continues = name in ("h", "min", "×") and line[max(start - 2, 0) : start - 1] in _DIGITS
        return NO_BREAK if continues or name in _REFERENCES else ""
    after = line[end + 1 : end + 2] if end >= 0 else ""
    return NO_BREAK if _is_one_name(name, right, after) else ""


def _glue_after_number(left: str, right: str) -> str:
    if right[0] in "%‰":
        return THIN
    if right[0] in _DIGITS:
        return THIN if _HEAD.fullmatch(left) and _TAIL.fullmatch(right) else ""
    if right == "×" or _is_unit(right):
        return NO_BREAK if _NUMBER.fullmatch(left) else ""
    if right in _MONTHS or right.rstrip(_CLOSING) in _MONTHS:
        return NO_BREAK if left.lstrip(_OPENING) in _DAYS else ""
    return ""


def _is_unit(word: str) -> bool:
    return word in _UNITS or word.rstrip(_CLOSING) in _UNITS or word.partition("/")[0] in _UNITS


def _is_one_name(left: str, right: str, after: str) -> bool:
    """Whether two words, neither of them a number, are read as one: Mme Curie, Louis XIV, XIXe siècle, vitamine C."""
    word = right.rstrip(_CLOSING)
    capital = right.lstrip(_OPENING)[:1] in _CAPITALS
    if right in _TITLES:
        return False
    if left in _TITLES:
        return capital or (left in _COURTEOUS and (right in _PARTICLES or right[:2] in ("d’", "l’")))
    if left in _ORDINALS:
        return word in _ORDERED or (word in _MONTHS and left == "1er") or (capital and left in _ROMAN_ORDINALS)
    if right.startswith("J.‑C."):
        return left in _BEFORE_CHRIST
    if left in _REFERENCES:
        return word in _ROMANS
    if left[-1:] == ".":
        return capital and left != "J.‑C." and _INITIALS.fullmatch(left) is not None
    return left not in _NEVER_GLUED and (left[-1:].isalpha() or left[-1:] == "*") and _is_numeral(left, right, after)


def _is_numeral(left: str, right: str, after: str) -> bool:
    """Whether a word is a number or a letter that tells things of one name apart. `after` begins the next word."""
    word = right.rstrip(_CLOSING)
    if len(word) == 1:
        is_initial = right[1:2] == "." and after in _CAPITALS
        return word.isascii() and word.isupper() and not is_initial
    return word in _ROMANS or (word in ("Ier", "Ire") and left[0] in _CAPITALS)


def _dashes(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Incises: the opening dash holds what follows – as here –, the closing one what precedes."""
    is_open = False
    at = 0
    last = len(words) - 1
    for index, word in enumerate(words):
        if word.rstrip(_CLOSING) in ("–", "—"):
            left = words[index - 1] if index else ""
            right = words[index + 1] if index < last else ""
            if is_open and left:
                is_open = False
                yield at - 1, NO_BREAK
            elif right and not (left[-1:] in _DIGITS and right[0] in _DIGITS):
                is_open = left[-1:] not in ("", "«")
                yield at + len(word), NO_BREAK
        elif word[-1:] in ("?", "!", "…") or (word[-1:] == "." and len(word) > 3):
            is_open = False
        at += len(word) + 1


def _thousands(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Where digits begin a group of three: each with a thin space before it."""
    at = 0
    for index, word in enumerate(words):
        if len(word) > 3:
            found = _LONG.fullmatch(word)
            if found and _is_quantity(words, index, found[2]):
                end = at + found.end(2)
                for place in range(end - 3, at + found.start(2), -3):
                    yield place, THIN + word[place - at]
        at += len(word) + 1


def _is_quantity(words: Sequence[str], index: int, digits: str) -> bool:
    """Years, postcodes and reference numbers are no quantities, nor is a number beside another one."""
    before = words[index - 1] if index else ""
    after = words[index + 1] if index + 1 < len(words) else ""
    if words[index][-1] not in _DIGITS:
        after = ""
    if before[-1:] in _DIGITS or after[:1] in _DIGITS:
        return False
    name = (words[index - 2] if before == ":" and index > 1 else before).lstrip(_OPENING)
    if name in _IDENTIFIES:
        return False
    is_measured = after[:1] in ("%", "‰") or (_is_unit(after) and after not in _BEFORE_CHRIST)
    if len(digits) == 4:
        return is_measured and name not in _DATES
    return is_measured or len(digits) > 5 or after[:1] not in _CAPITALS


def _without_widow(text: str) -> str:
    gap = text.rfind(" ")
    if gap < 0 or not _looks_forsaken(text[gap + 1 :]):
        return text
    if sum(map(_has_letter, text.split())) < _WORDS_OF_A_PARAGRAPH and text.count(_LISTED) < _GAPS_OF_A_LIST:
        return text
    # Again and again until the end is long enough: otherwise a second call would find a new short end.
    while gap > 0 and _looks_forsaken(text[gap + 1 :]):
        previous = text.rfind(" ", 0, gap)
        if gap - previous == 1 or len(text) - previous - 1 > _LONGEST_GLUE:
            break
        text = f"{text[:gap]}{NO_BREAK}{text[gap + 1 :]}"
        gap = previous
    # The half of a word is less than a word: États-Unis.
    start = max(text.rfind(" "), text.rfind(NO_BREAK)) + 1
    if "-" not in text[start:] or _may_be_verbatim(text):
        return text
    return text[:start] + _INNER_HYPHEN.sub(HYPHEN, text[start:])


def _looks_forsaken(end: str) -> bool:
    """Whether this is too little for a line of its own."""
    if len(end) <= _SHORT_END:
        return end != ""
    return len(end) <= _LONE_WORD and sum(map(_has_letter, end.split())) <= 1


def _has_letter(word: str) -> bool:
    return word.isalnum() or any(map(str.isalnum, word))


def _may_be_verbatim(text: str) -> bool:
    return (
        "`" in text or "@" in text or "://" in text or "www." in text or "](" in text
        or "ISBN" in text or "ISSN" in text or "EAN" in text
    )  # fmt: skip


def _escape(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#39;")


def _italicise(html: str, *, verbatim: bool) -> str:
    if not verbatim:
        return _ITALIC.sub(_slant, html)
    inside = {at for found in _VERBATIM.finditer(html) for at in range(*found.span())}
    return _ITALIC.sub(lambda m: m[0] if m.start() in inside or m.end() - 1 in inside else _slant(m), html)


def _slant(match: re.Match[str]) -> str:
    return f"<i>{match[1]}</i>"


def _move_inside(match: re.Match[str]) -> str:
    spaces = match[0][: -len(match[1])]
    return match[1] + spaces


def _raise_verbatim(html: str) -> str:
    parts: list[str] = []
    at = 0
    for found in _VERBATIM.finditer(html):
        parts += [_raise(html[at : found.start()]), found[0]]
        at = found.end()
    return "".join([*parts, _raise(html[at:])])


def _raise(html: str) -> str:
    """Superscripts and small capitals."""
    if _MAYBE_ORDINAL.search(html):
        html = _ORDINAL.sub(_raise_ordinal, html)
    if "°" in html or "º" in html:
        html = _NUMERO.sub(r"\1<sup>o</sup>", html)
    if "Mme" in html or "Mlle" in html:
        html = _MADAME.sub(r"M<sup>\1</sup>", html)
    return html


def _raise_ordinal(match: re.Match[str]) -> str:
    century, number, end = match["century"], match["number"], match["end"]
    if century:
        if century not in _ROMANS or (century == "I") != (match["rank"] == "er"):
            return match[0]
        return f'<span class="sc">{century.lower()}</span><sup>{match["rank"]}</sup>'
    if number == "I":
        # "Ire" is also a word: only after a name, where `typeset` put a no-break space, is it a rank.
        right = end == "er" or (end == "re" and match.string[match.start() - 1 : match.start()] == NO_BREAK)
    elif number == "1":
        right = end in _ENDS_OF_FIRST
    else:
        right = end in ("e", "es") or (number == "2" and end[0] == "d")
        right = right and (number[0] in _DIGITS or number in _ROMANS)
    return f"{number}<sup>{end}</sup>" if right else match[0]
