"""The printed text: no-break spaces, apostrophes, thousands, widows, italics and superscripts.

In the tables `⍽` is a no-break space, `¦` a thin one and `=` a no-break hyphen; what is typed follows from it.
"""

from __future__ import annotations

import re
import time
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.core.typeset import HYPHEN, NO_BREAK, THIN, avoid_widow, display, markup, typeset
from pipeline.core.typography import canon

ROOT = Path(__file__).parents[1]
TRICKY = st.sampled_from(
    """Louis XIV XIXe Ve Ier Ire siècle siècles et M. Mme Mlle de Dupont Dr J. J.-C. av. n° p. 3 12 045 345 1998 12345
    1234567 8849 3,5 12345,678 (12 (12345) 1er 2e 2de mai juillet km m ans % : ; ? ! ?! « » – — * *Titre* *L'Iliade
    fin* ** est-ce propage-t-elle rendez-vous a à y A C vitamine etc. × h 04 min https://a.fr/dit-on?l'a a@b.fr `l'a ?`
    ISBN 978-2-07-036822-8 9782070368228 <b> & " ' aujourd'hui 5' 75011 Paris postal en En""".split()
)
SEPARATORS = st.sampled_from([" ", " ", " ", NO_BREAK, THIN, "", "\n", "  "])
FRENCH = st.lists(st.tuples(TRICKY, SEPARATORS), max_size=14).map(lambda parts: "".join(map("".join, parts)))
DENSE = st.text(alphabet="aeIVXLM'’*`«»?!;:,.%°n0123456789 \u00a0\u202f-‑–()&<\"\n", max_size=60)
TEXTS = st.one_of(FRENCH, DENSE, st.text(max_size=60))

PRINTED = [
    # High signs: the thin space; the colon and the quotation marks: the wide one.
    ("Qui a peint *Guernica*¦?", "after a title"),
    ("Vraiment¦?! Non¦!", "a run of signs is one sign"),
    ("Oui¦; non", "semicolon"),
    ("Qui a dit⍽: «⍽Je pense, donc je suis⍽»¦?", "all of them, and a question mark after »"),
    ("«⍽*Titre*⍽»", "a title in quotation marks"),
    ("(vraiment¦?)", "a bracket after the sign"),
    ("*Qui a peur de Virginia Woolf¦?*", "the sign belongs to the title"),
    ("Réponse⍽:", "a colon at the end"),
    ("*Attention⍽:* danger", "a colon before an asterisk"),
    ("pommes, poires,⍽etc.", "etc. never begins a line"),
    ("Mercure⍽· Vénus⍽· la Terre", "the dot of a list never begins a line"),
    ("Quoi?", "no space is added: `check` asks the author for it"),
    ("un :smile: ici", "not a colon of a sentence"),
    ("std ::vector", "nor is this"),
    # Apostrophes.
    ("L’été, aujourd’hui, d’*Abbey Road*", "curly everywhere"),
    ("rock ’n’ roll, les années ’60", "elision at the start of a word"),
    ("Il mesure 6' 2\", à 48° 51' N", "feet and minutes are no apostrophes"),
    ("le 4’s", "but a letter follows this one"),
    # Verbs with their pronoun.
    ("Comment se propage=t=elle¦?", "both hyphens"),
    ("dit=on, est=ce, puis=je, A=t=il", "one or two syllables"),
    ("va=t’en, donne=le=moi, vas=y", "imperatives"),
    ("le rendez-vous, les rendez-vous", "a noun"),
    ("Vitry-le-François, Aix-les-Bains, Saint-Germain-en-Laye", "towns"),
    ("peut-être, c’est-à-dire, celui-ci, m’as-tu-vu", "no verb with its subject"),
    ("un score de 3-0, 1914-1918", "digits"),
    # Numbers and what they count.
    ("25¦% de 1¦000⍽€¦!", "percent thin, currency wide"),
    ("5¦‰", "per mille"),
    ("quel % ?".replace(" ?", "¦?"), "percent without a number"),
    ("3,5⍽millions d’habitants", "a decimal"),
    ("72⍽ans, 20⍽points et 3⍽fois", "words"),
    ("120⍽km/h, 30⍽°C, 9,8⍽m/s²", "compound units"),
    ("(12⍽cm)", "brackets around"),
    ("50⍽m.", "a full stop after"),
    ("En 1998 a lieu, en 1998 y a-t-il eu".replace("a-t-il", "a=t=il"), "verbs after a year, not ares"),
    ("Apollo 11 est parti", "no unit"),
    ("4⍽×⍽100⍽m", "a product"),
    ("de 18⍽h⍽04 à 18⍽h⍽06", "hours"),
    ("en 2⍽min⍽30⍽s", "minutes and seconds"),
    ("Rendez-vous à 12:30, écran 16:9, cote 3:2", "times and ratios are as typed"),
    # Thousands. Where none was typed, the table below.
    ("11¦400 et 12¦345¦678,9", "typed with spaces"),
    ("chacun possède 1¦900.", "four digits typed with a space"),
    ("12¦045⍽km", "a group that begins with zero"),
    ("06 12 34 56 78", "a telephone number"),
    ("3,14159", "decimals"),
    ("En 1998, 300⍽personnes", "a year, then a quantity"),
    ("0 800 est un numéro", "nothing is grouped after zero"),
    # Names.
    ("Louis⍽XIV, Élisabeth⍽II et Jean-Paul⍽II", "kings, queens, popes"),
    ("François⍽Ier et Élisabeth⍽Ire", "the first of the name"),
    ("la mort d’Henri⍽IV¦?", "after an elision"),
    ("*Rocky*⍽IV", "after a title"),
    ("Malcolm⍽X, la vitamine⍽C, le plan⍽B.", "one capital"),
    ("de⍽A à Z", "not à"),
    ("il y a Y et il a X", "nor y, nor a"),
    ("M.⍽Dupont, Mme⍽Curie, Mlle⍽Chanel, Dr⍽House", "titles"),
    ("Mme⍽de Sévigné et M.⍽de La Fontaine, M.⍽d’Artagnan", "particles"),
    ("Mme⍽Élise", "an accented capital"),
    ("(Mme⍽Curie), «⍽M.⍽Hulot⍽»", "after brackets and quotation marks"),
    ("St⍽Pierre et Ste⍽Anne", "saints"),
    ("Me voilà, Me⍽Dupond", "a pronoun is no lawyer"),
    ("J.⍽R.⍽R.⍽Tolkien, J.⍽K.⍽Rowling", "initials"),
    ("par J.⍽R.⍽R.⍽Tolkien", "which a preposition does not join"),
    ("J.=S.⍽Bach", "compound initials"),
    ("en 52⍽av.⍽J.=C. Qui gagne¦?", "before Christ, then a new sentence"),
    ("avant⍽J.=C.", "in full"),
    ("Le Dromadaire et le Chameau", "ordinary capitals"),
    ("La CIA, le MIX, un CD et un DVD", "no Roman numerals"),
    # Ordinals, dates, references.
    ("au XIXe⍽siècle, aux XVIIIe et XIXe⍽siècles", "centuries"),
    ("le IIe⍽millénaire, le Ier⍽siècle", "millennia"),
    ("la Ve⍽République, le IIIe⍽Reich", "regimes"),
    ("le 16e⍽arrondissement, le 2e étage", "districts, not floors"),
    ("le 14⍽juillet 1789 et le 1er⍽mai", "day and month, not month and year"),
    ("le 31⍽déc. 1999", "a short month"),
    ("45 mars", "no day"),
    ("n°⍽3, p.⍽12, chap.⍽IV, §⍽5", "references"),
    ("acte⍽III, scène⍽II, page⍽12", "in full"),
    ("l’art.⍽5", "after an elision"),
    # Incises.
    ("Il vint –⍽sans elle⍽– hier.", "both dashes hold the incise"),
    ("Il vint –⍽sans elle⍽–, hier.", "a comma after the second"),
    ("Il vint –⍽seul. Elle vint –⍽seule.", "a full stop closes it"),
    ("–⍽Oui, dit=il.", "a dialogue"),
    ("1914 – 1918", "a span of years"),
    # Left alone.
    ("https://exemple.fr/a?b=c;d!l'a/dit-on".replace("=", "\ue000"), "an address"),
    ("voir www.exemple.fr/l'ami¦!", "an address and a sign after it"),
    ("jean.dit-on@exemple.fr", "an e-mail"),
    ("tapez `l'a ?  dit-on 12345 km`¦!", "code"),
    ("ISBN 978-2-07-036822-8¦?", "a book"),
    ("ISBN⍽: 9782070368228", "its digits are no quantity"),
    ("ISBN 978 2 070 36822 8", "nor are these"),
    ("La carte Help! se joue, Yahoo! aussi", "names that end in a sign"),
    ("Help!⍽: une fois par partie", "and a colon after one"),
    ("2 * 3 * 4", "a product of old"),
    ("", "nothing"),
    (" ", "a space"),
    ("deux  espaces", "are the author's"),
]

GROUPED = [
    ("8849 mètres", "8¦849⍽mètres", "four digits before a unit"),
    ("8849", "8849", "four digits alone"),
    ("en 1998.", "en 1998.", "a year"),
    ("juillet 1789 jours", "juillet 1789⍽jours", "a year after a month"),
    ("12345", "12¦345", "five digits"),
    ("(1234567)", "(1¦234¦567)", "in brackets"),
    ("12345,678 km", "12¦345,678⍽km", "not after the comma"),
    ("-12345 m", "-12¦345⍽m", "a sign"),
    ("3.14159", "3.14159", "a point"),
    ("le 75011 Paris", "le 75011 Paris", "a postcode"),
    ("code postal 75011", "code postal 75011", "a postcode that says so"),
    ("Matricule : 24601", "Matricule⍽: 24¦601", "an unknown word"),
    ("matricule : 24601", "matricule⍽: 24601", "a number that is a name"),
    ("n° 12345", "n°⍽12345", "a reference"),
    ("A12345 et 12345-67 et 00012345", "A12345 et 12345-67 et 00012345", "identifiers"),
    ("12345 678", "12345 678", "beside another number nobody knows"),
    ("1500 %", "1¦500¦%", "percent"),
    ("300000 km/s", "300¦000⍽km/s", "light"),
    ("10000, 20000.", "10¦000, 20¦000.", "signs after"),
]

HTML = [
    ("*Titre*", "<i>Titre</i>"),
    ("« *Titre* »", "«<i>⍽Titre</i>⍽»"),
    ("Qui a écrit *L'Assommoir* ?", "Qui a écrit<i> L’Assommoir</i>¦?"),
    ("2 * 3 * 4", "2 * 3 * 4"),
    ("2*3*4", "2*3*4"),
    ("**gras**", "**gras**"),
    ("*pas fini", "*pas fini"),
    ("*un\ndeux*", "*un\ndeux*"),
    ("* a*", "* a*"),
    ("d'*Abbey Road*, (*x*)", "d’<i>Abbey Road</i>, (<i>x</i>)"),
    ("1er, 2e, 3es", "1<sup>er</sup>, 2<sup>e</sup>, 3<sup>es</sup>"),
    ("1re, 2d, 2de", "1<sup>re</sup>, 2<sup>d</sup>, 2<sup>de</sup>"),
    ("3d, 4D, 1e5, a2e, 3,2e", "3d, 4D, 1e5, a2e, 3,2e"),
    ("Le Ve plan, Les Vers, Vie, Ive", "Le V<sup>e</sup> plan, Les Vers, Vie, Ive"),
    ("François Ier, Élisabeth Ire", "François⍽I<sup>er</sup>, Élisabeth⍽I<sup>re</sup>"),
    ("Ire divine", "Ire divine"),
    ("au XIXe siècle", 'au<span class="sc"> xix</span><sup>e</sup>⍽siècle'),
    ("au Ier siècle", 'au<span class="sc"> i</span><sup>er</sup>⍽siècle'),
    ("*XXe siècle*", '<i><span class="sc">xx</span><sup>e</sup>⍽siècle</i>'),
    ("Ve et XXe siècles", '<span class="sc">v</span><sup>e</sup> et<span class="sc"> xx</span><sup>e</sup>⍽siècles'),
    ("la Ve République", "la V<sup>e</sup>⍽République"),
    ("Le *IIe Empire*", "Le<i> II<sup>e</sup>⍽Empire</i>"),
    ("n° 3", "n<sup>o</sup>⍽3"),
    ("30 °C", "30⍽°C"),
    ("Mme Curie, Mlle, Mmes", "M<sup>me</sup>⍽Curie, M<sup>lle</sup>, M<sup>mes</sup>"),
    ("HMme", "HMme"),
    ('<img src="file:///etc/passwd">', "&lt;img src=&quot;file:///etc/passwd&quot;&gt;"),
    ("*<b>* & 'x", "<i>&lt;b&gt;</i> &amp; ’x"),
    ("5' `l'a`", "5&#39; `l&#39;a`"),
    ("`*a* 2e`", "`*a* 2e`"),
    ("https://x.fr/2e *y*", "https://x.fr/2e<i> y</i>"),
    ("*https://x.fr*", "<i>https://x.fr</i>"),
]  # fmt: skip


def shown(table: str) -> str:
    """What a table means."""
    return table.replace("⍽", NO_BREAK).replace("¦", THIN)


def typed(text: str) -> str:
    """What an author types for it, thousands aside."""
    return text.replace(NO_BREAK, " ").replace(THIN, " ").replace(HYPHEN, "-").replace("’", "'")


def spoken(text: str) -> str:
    """What typeset text and its HTML have in common: italics lose asterisks, small capitals their size, n° its sign."""
    return re.sub("n[°º]", "no", text.replace("*", "").lower())


def visible(text: str) -> str:
    """What a reader sees of both: spaces between digits may be added."""
    return re.sub(r"(?<=[0-9]) (?=[0-9]{3})", "", typed(text))


@pytest.mark.parametrize(("table", "why"), PRINTED)
def test_invisible_characters_stand_where_french_wants_them(table: str, why: str) -> None:
    right = shown(table.replace("=", HYPHEN)).replace("\ue000", "=")
    assert typeset(typed(right)) == right, why


@pytest.mark.parametrize(("text", "table", "why"), GROUPED)
def test_long_quantities_are_grouped_and_nothing_else(text: str, table: str, why: str) -> None:
    assert typeset(text) == shown(table), why


@pytest.mark.parametrize(("text", "html"), HTML)
def test_markup_adds_italics_superscripts_and_small_capitals(text: str, html: str) -> None:
    assert markup(text) == shown(html)


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("Quel roi de France est mort ici¦?", "Quel roi de France est mort⍽ici¦?"),
        ("Quel roi de France est né en 1638¦?", "Quel roi de France est né en⍽1638¦?"),
        ("Il dit à tous que non et que oui à tous", "Il dit à tous que non et que oui⍽à⍽tous"),
        ("Quelle ville est la capitale de l'Italie¦?", "Quelle ville est la capitale de⍽l'Italie¦?"),
        ("Quels pays sont riverains de la mer Caspienne.", "Quels pays sont riverains de la mer⍽Caspienne."),
        ("Quels sont les douze mois de l'année 1582¦?", "Quels sont les douze mois de l'année⍽1582¦?"),
        ("Que veut dire en anglais le mot «⍽New⍽»¦?", "Que veut dire en anglais le mot⍽«⍽New⍽»¦?"),
        (
            "Quel fruit vient à la fois de France et des États-Unis¦?",
            f"Quel fruit vient à la fois de France et des⍽États{HYPHEN}Unis¦?",
        ),
        ("Avez-vous peur de l'hippopotomonstrose¦?", "Avez-vous peur de l'hippopotomonstrose¦?"),
        ("Écrivez à la belle équipe de www.a-b.fr", "Écrivez à la belle équipe de⍽www.a-b.fr"),
        ("Où est le roi¦?", "Où est le⍽roi¦?"),
        ("Est-ce le roi¦?", "Est-ce le roi¦?"),
        ("forte⍽· faible⍽· gravitation", "forte⍽· faible⍽·⍽gravitation"),
        ("nord⍽· sud", "nord⍽· sud"),
        ("Il est un peu anticonstitutionnellement las", "Il est un peu anticonstitutionnellement las"),
        ("Un deux trois quatre cinq ", "Un deux trois quatre cinq "),
        ("Un deux trois quatre cinq\nUn deux trois quatre six", "Un deux trois quatre⍽cinq\nUn deux trois quatre⍽six"),
    ],
)
def test_no_word_is_left_alone_on_the_last_line_unless_it_is_long(text: str, table: str) -> None:
    assert avoid_widow(shown(text)) == shown(table)


@given(TEXTS)
@example("12345 678")
@example("12 345678")
def test_typesetting_twice_is_typesetting_once(text: str) -> None:
    once = typeset(text)
    assert typeset(once) == once


@given(TEXTS)
def test_no_visible_character_is_lost(text: str) -> None:
    assert visible(typeset(text)) == visible(text)
    assert visible(display(text)) == visible(text)


@given(TEXTS)
def test_widows_are_avoided_once_and_for_all(text: str) -> None:
    once = display(text)
    assert avoid_widow(once) == once
    assert typeset(once) == once
    assert display(once) == once


@given(TEXTS)
def test_no_monster_is_made(text: str) -> None:
    before = {len(part) for part in re.split("[ \n]", text)}
    for part in re.split("[ \n]", avoid_widow(text)):
        assert len(part) <= 22 or len(part) in before


class Reader(HTMLParser):
    """The text of an HTML fragment; asserts that it is well-formed and has no other tags than ours."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert (tag, attrs) in (("i", []), ("sup", []), ("span", [("class", "sc")]))
        assert tag not in self.open
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["span"]:
            assert data == data.lower()
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        pytest.fail(f"a comment: {data}")


def read(html: str) -> str:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return "".join(reader.text)


@given(TEXTS)
def test_markup_is_well_formed_and_says_what_typeset_says(text: str) -> None:
    html = markup(text)
    plain = re.sub(r"</?(?:i|sup|span)(?: class=\"sc\")?>", "", html)
    assert "<" not in plain
    assert ">" not in plain
    assert spoken(unescape(plain)) == spoken(typeset(text))


@given(FRENCH)
def test_a_parser_finds_only_our_tags(text: str) -> None:
    assert spoken(read(markup(text))) == spoken(typeset(text))


@given(TEXTS)
def test_no_space_stands_before_a_tag(text: str) -> None:
    assert not re.search(f"[ {NO_BREAK}{THIN}]<", markup(text))


@given(TEXTS)
def test_markup_keeps_what_display_glued(text: str) -> None:
    html = re.sub("<[^>]*>", "", markup(display(text)))
    assert spoken(unescape(html)) == spoken(display(text))


@pytest.mark.parametrize(
    "unit",
    ["a", " ", "*", "`", "1", "1 ", "12345 ", "X", "XIXe ", "](", "a@", "M. ", "-t-il", "’", "« ", NO_BREAK, "– ", "*a",
     "ISBN ", "ISBN 1 ", "&", "<", "https://", "n°", "Mme ", "\n", "I, ", "IXe, ", "a.", ".-A", "?", " ?", "'1'"],
)  # fmt: skip
def test_time_grows_with_the_text_and_no_faster(unit: str) -> None:
    text = unit * (20_000 // len(unit))
    start = time.process_time()
    markup(display(text + "@ `* ISBN – 1234 ://"))
    assert time.process_time() - start < 1.5


def texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for item in value.items() for text in texts(item)]
    if isinstance(value, list | tuple):
        return [text for item in value for text in texts(item)]
    return [str(value)]


@pytest.mark.parametrize("path", sorted(ROOT.glob("content/**/*.yaml")), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_text_of_the_games_comes_back_from_print(path: Path) -> None:
    for text in texts(yaml.load(path.read_text("utf-8"), yaml.BaseLoader)):  # noqa: S506
        right = canon(text)
        assert visible(typeset(right)) == visible(right)
        assert visible(display(right)) == visible(right)
        assert spoken(read(markup(right))) == spoken(typeset(right))
