"""Whatever another program means by a right answer: it is taken as that, or refused with the reason."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.formats import FORMATS
from pipeline.formats.base import Draft, Lost, Reading, Rejected
from pipeline.formats.cells import listed, split_items, typed_number, unlisted
from pipeline.formats.html import text_of
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def one(name: str, raw: bytes) -> tuple[Draft | Rejected, list[str]]:
    """The only question of a file, and what it has lost."""
    read = FORMATS[name].read
    assert read is not None
    events = list(read(raw, Reading("x")))
    (found,) = [event for event in events if isinstance(event, Draft | Rejected)]
    return found, [str(event.message) for event in events if isinstance(event, Lost)]


def answered(found: Draft | Rejected) -> str:
    """What was understood in one line: the answer or all of several, other forms, the note; or the reason."""
    if isinstance(found, Rejected):
        return f"refused: {found.message}"
    texts = found.texts
    parts = ["all of " * found.several + texts.get("answer", "nothing"), texts.get("unit", "")]
    parts += [f"or {texts['accept']}"] if "accept" in texts else []
    parts += [f"({texts['note']})"] if "note" in texts else []
    return " ".join(filter(None, parts))


# Moodle


def quiz(kind: str, answers: Sequence[tuple[str, str]], more: str = "") -> bytes:
    listed_ = "".join(f'<answer fraction="{part}"><text><![CDATA[{text}]]></text></answer>' for part, text in answers)
    asked = "<questiontext format='html'><text>Quoi ?</text></questiontext>"
    return f'<quiz><question type="{kind}">{asked}{more}{listed_}</question></quiz>'.encode()


ONE, MANY = "<single>true</single>", "<single>false</single>"
KM = (
    "<units><unit><multiplier>1000</multiplier><unit_name>km</unit_name></unit>"
    "<unit><multiplier>1.0</multiplier><unit_name>m</unit_name></unit></units>"
)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (quiz("multichoice", [("100", "un"), ("0", "deux")], ONE), "un (Autres propositions : deux.)"),
        (quiz("multichoice", [("100", "un"), ("100", "uno"), ("0", "deux")], ONE),
         "un or uno (Autres propositions : deux.)"),
        (quiz("multichoice", [("100", "un"), ("100", "deux"), ("-100", "gras")], MANY),
         "all of un | deux (Autres propositions : gras.)"),
        (quiz("multichoice", [("50", "un"), ("50", "deux"), ("-50", "gras")], MANY),
         "all of un | deux (Autres propositions : gras.)"),
        (quiz("multichoice", [("33.33333", "a / b"), ("33,33333", "c, d"), ("33.33333", "e = f")]),
         r"all of a / b | c, d | e \= f"),
        (quiz("multichoice", [("50", "un"), ("50", "uno"), ("0", "x")], ONE),
         "refused: No answer counts in full: 50 % at most."),
        (quiz("multichoice", [("83.33333", "un"), ("0", "x")], MANY),
         "refused: No answer counts in full: 83.3333 % at most."),
        (quiz("multichoice", [("0", "un"), ("-10", "x"), ("inf", "y"), ("beaucoup", "z")]),
         "refused: No answer counts as right."),
        (quiz("multichoice", [("50", "un"), ("50", "<img src='a.png'>")], MANY),
         "refused: One of its right answers has no text: it may be a picture or a formula."),
        (quiz("multichoice", [("100", "<p>H<sub>2</sub>O <em>gazeux </em></p>"), ("0", "10<sup>3</sup>")], ONE),
         "H₂O *gazeux* (Autres propositions : 10³.)"),
        (quiz("shortanswer", [("100", "H<2>O"), ("90", "eau")]), "H<2>O (Autres propositions : eau.)"),
        (quiz("shortanswer", [("100", "la balise <br> &amp; co")]), "la balise <br> &amp; co"),
        (quiz("shortanswer", [("100", "<p>Émile&nbsp;Zola</p>")]), "Émile Zola"),
        (quiz("shortanswer", [("100", r"M\*A\*S\*H"), ("0", "*")]), "M*A*S*H"),
        (quiz("shortanswer", [("100", "*Zola"), ("100", "Zola")]), "Zola"),
        (quiz("shortanswer", [("100", "*Zola")]),
         "refused: Its right answer is the pattern “*Zola”, in which * stands for any text: write out what counts."),
        (quiz("truefalse", [("0", "true"), ("100", "false")]), "faux"),
        (quiz("truefalse", [("100", "Vrai"), ("0", "Faux")]), "vrai"),
        (quiz("numerical", [("100", "3,5")], KM), "3.5 m"),
        (quiz("numerical", [("100", "6.02E3"), ("50", "6000")]), "6020 (Autres propositions : 6000.)"),
        (quiz("numerical", [("100", "2"), ("100", "-2")]), "2 (Compte aussi : -2.)"),
        (quiz("numerical", [("100", "*")]),
         "refused: Its right answer is the pattern “*”, in which * stands for any text: write out what counts."),
        (quiz("essay", [], "<graderinfo><text>Attendu : un · deux</text></graderinfo>"),
         "refused: Moodle's type “essay” cannot be a question of ours."),
        (quiz("matching", [("100", "un")]), "refused: Moodle's type “matching” cannot be a question of ours."),
        (quiz("cloze", []), "refused: Moodle's type “cloze” cannot be a question of ours."),
    ],
)  # fmt: skip
def test_the_right_answer_of_moodle(raw: bytes, said: str) -> None:
    found, _ = one("moodle", raw)
    assert answered(found) == said


def test_a_pattern_beside_an_answer_and_other_units_are_named() -> None:
    _, lost = one("moodle", quiz("shortanswer", [("100", "*Zola"), ("100", "Zola")]))
    assert lost == ["a pattern is no answer and is not taken: * stands for any text in it"]
    _, lost = one("moodle", quiz("numerical", [("100", "3")], KM))
    assert lost == ["other units of the number are not taken"]


def test_text_that_moodle_calls_plain_keeps_its_tags() -> None:
    raw = (
        quiz("shortanswer", [("100", "un saut")])
        .replace(b"Quoi ?", b"Que fait &lt;br> ?")
        .replace(b"html", b"plain_text")
    )
    found, _ = one("moodle", raw)
    assert isinstance(found, Draft)
    assert found.texts["question"] == "Que fait <br> ?"


# GIFT


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{=A ~%50%B ~C}", "A (Autres propositions : B, C.)"),
        ("{=%100%A ~%-100%B}", "A (Autres propositions : B.)"),
        ("{=%0%Mauvais =%100%Bon}", "Bon (Autres propositions : Mauvais.)"),
        ("{~%50%un ~%50%deux / zwei ~%-25%trois}", "all of un | deux / zwei (Autres propositions : trois.)"),
        ("{~%100%un ~%100%deux ~%-100%trois}", "all of un | deux (Autres propositions : trois.)"),
        ("{~%50%un ~%0%deux}", "refused: No answer counts in full: 50 % at most."),
        ("{~un ~deux}", "refused: No answer counts as right."),
        (r"{=a\=b =c\~d =\#1 =x\:y =\{z\} =p\\q}", r"a=b or c~d | #1 | x:y | {z} | p\\q"),
        ("{=A -> B}", "refused: Matching pairs cannot be a question of ours."),
        ("{=A -> B ~C}", "A -> B (Autres propositions : C.)"),
        (
            "{=*}",
            "refused: Its right answer is the pattern “*”, in which * stands for any text: write out what counts.",
        ),
        ("{=Jean* =Jean}", "Jean"),
        ("{=[html]<i>Moi</i> =<b>Toi</b>}", "*Moi* or Toi"),
        ("{=10<sup>3</sup>}", "10³"),
        ("{#3,5:0.1}", "3.5 (Tolérance : ± 0.1.)"),
        ("{#=2:0 =-2:0 =%50%4:1}", "2 (Compte aussi : -2. Autres propositions : 4:1.)"),
        ("{#-3.5e2}", "-350"),
        ("{#1..5}", "refused: A range of numbers (1..5) is not one right number."),
        ("{=A} et {=B} ?", "refused: It has two places for answers; ours have one."),
        ("{=}", "refused: One of its right answers has no text: it may be a picture or a formula."),
        ("{####modèle · de réponse}", "refused: A free text has no answer."),
    ],
)
def test_the_right_answer_of_gift(text: str, said: str) -> None:
    found, _ = one("gift", f"Quoi ? {text}".encode())
    assert answered(found) == said


def test_answers_are_in_the_format_of_their_question() -> None:
    found, _ = one("gift", b"[plain]Que fait <br> ? {=un saut <br> &amp; rien}")
    assert isinstance(found, Draft)
    assert found.texts == {"question": "Que fait <br> ?", "answer": "un saut <br> &amp; rien"}


# Anki


def deck(names: Sequence[str], fields: Sequence[str]) -> bytes:
    raw = BytesIO()
    with closing(sqlite3.connect(":memory:")) as database, ZipFile(raw, "w") as package:
        database.execute("create table col (models text)")
        database.execute(
            "insert into col values (?)", (json.dumps({"7": {"flds": [{"name": name} for name in names]}}),)
        )
        database.execute("create table notes (id, mid, flds, tags)")
        database.execute("insert into notes values (1, 7, ?, '')", ("\x1f".join(fields),))
        database.commit()
        package.writestr("collection.anki2", database.serialize())
    return raw.getvalue()


@pytest.mark.parametrize(
    ("names", "fields", "said"),
    [
        ("Front Back", ("Qui ?", "<ul><li>un</li><li>deux / zwei</li></ul>"), "all of un | deux / zwei"),
        ("Front Back", ("Qui ?", "<div>un</div><div>deux</div>"), "un\ndeux"),
        ("Front Back", ("Qui ?", "10<sup>3</sup>"), "10³"),
        ("Question A B C Answer", ("Qui ?", "x", "y", "z", "B"), "y (Autres propositions : x, z.)"),
        ("Question A B C Answer", ("Qui ?", "x", "", "z", "C"), "z (Autres propositions : x.)"),
        ("Question A B C Answer", ("Qui ?", "x", "", "z", "B"),
         "refused: Its answer “B” names a choice that is empty or not there."),
        ("Text Extra", ("{{c1::Ajaccio::ville}}, {{c1::Ajaccio}} !", ""), "Ajaccio"),
        ("Text Extra", ("La {{c1::Corse}} et la {{c1::Sicile}}", ""),
         "refused: Its gap hides several texts at once: Corse, Sicile; an answer of ours is one."),
        ("Text Extra", ("{{c1::A}} {{c2::B}}", ""), "refused: A note with 2 gaps is 2 questions; ours have one."),
        ("Text Extra", ("{{c1::A {{c2::B}}}}", ""),
         "refused: A gap stands inside another one: that cannot be a question of ours."),
    ],
)  # fmt: skip
def test_the_right_answer_of_anki(names: str, fields: Sequence[str], said: str) -> None:
    found, _ = one("anki", deck(names.split(), fields))
    assert answered(found) == said


# Tables


def table(*rows: str) -> list[str]:
    read = FORMATS["csv"].read
    assert read is not None
    events = read("\n".join(rows).encode(), Reading("x"))
    return [answered(event) for event in events if isinstance(event, Draft | Rejected)]


def test_an_answer_is_never_the_number_of_a_wrong_choice() -> None:
    assert table("Question;Mauvaise réponse 1;Mauvaise réponse 2;Bonne réponse", "1 + 1 ?;3;4;2") == [
        "2 (Autres propositions : 3, 4.)"
    ]


def test_a_number_beside_answers_in_words_is_not_guessed() -> None:
    assert table(
        "Question;Option 1;Option 2;Option 3;Réponse", "1 + 1 ?;3;4;5;2", "Capitale ?;Lyon;Nice;Lille;Paris"
    ) == [
        "refused: Its answer “2” may be the number of a choice, or the answer itself: other rows have answers in words."
        " Write the answer out.",
        "Paris (Autres propositions : Lyon, Nice, Lille.)",
    ]


def test_a_number_is_the_answer_where_all_choices_are_wrong_ones() -> None:
    """As in tables whose columns of choices do not say that they are wrong: the right one is never among them."""
    rows = [f"Capitale {number} ?;Lyon;Nice;Lille;Paris {number}" for number in range(9)]
    *_, last = table("Question;Option 1;Option 2;Option 3;Réponse", *rows, "1 + 1 ?;3;4;5;2", "Note ?;A;B;C;D")[:-1]
    assert last == "2 (Autres propositions : 3, 4, 5.)"


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("B", "y (Autres propositions : x, z.)"),
        ("c)", "z (Autres propositions : x, y.)"),
        ("Option 2", "y (Autres propositions : x, z.)"),
        ("AC", "x or z (Autres propositions : y.)"),
        ("A et C", "x or z (Autres propositions : y.)"),
        ("1/3", "x or z (Autres propositions : y.)"),
        ("Y", "y (Autres propositions : x, z.)"),
        ("D", "refused: Its answer “D” names a choice that is empty or not there."),
    ],
)
def test_columns_with_letters_are_choices(named: str, said: str) -> None:
    assert table("Question;A;B;C;Réponse", f"Lequel ?;x;y;z;{named}") == [said]


def test_the_types_of_quizizz_say_what_its_answers_are() -> None:
    assert table(
        "Question Text;Question Type;Option 1;Option 2;Option 3;Correct Answer",
        "Mer ?;Multiple Choice;Baltique;Méditerranée;;2",
        "Villes ?;Checkbox;Paris;Loire;Lyon;1,3",
        "Qui ?;Fill-in-the-Blank;Picasso;Pablo Picasso;;",
        "Et vous ?;Poll;a;b;;",
    ) == [
        "Méditerranée (Autres propositions : Baltique.)",
        "all of Paris | Lyon (Autres propositions : Loire.)",
        "Picasso or Pablo Picasso",
        "nothing (Autres propositions : a, b.)",
    ]


# What they share


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<em>Moi </em>et toi", "*Moi* et toi"),
        ("<i>a</i><i>b</i>", "*ab*"),
        ("a<em>b</em>c", "abc"),
        ("<em>a *b</em>", "a *b"),
        ("<em>ouvert", "ouvert"),
        ("10<sup>12,5</sup> m<sup>2</sup>", "10^12,5 m²"),
        ("1<sup>er</sup> x<sub>n</sub>", "1er xn"),
    ],
)
def test_html_says_in_text_what_it_shows(source: str, text: str) -> None:
    assert text_of(source) == (text, 0)


def test_numbers_of_other_programs_are_ours() -> None:
    given_ = ("+3", ".5", "007", "6.02E23", "1.", "0,10", "-0", "-", "8 849", "1,234.5", "abc", "1e500")
    assert [typed_number(text) for text in given_] == [
        "3", "0.5", "7", "602000000000000000000000", "1", "0.1", "0", "-", "8 849", "1,234.5", "abc", "1e500",
    ]  # fmt: skip


words = st.lists(st.sampled_from(["a", "·", "/", "//", "·/", "=", "|", "\\", "b/c"]), min_size=1, max_size=4)
forms = st.lists(words.map(" ".join), min_size=1, max_size=3, unique=True)


@given(st.lists(forms, min_size=1, max_size=4))
def test_a_list_on_one_line_is_the_same_list(items: list[list[str]]) -> None:
    answers: list[Mapping[str, object]] = [{"answer": first, "accept": more} for first, *more in items]
    question = TYPES["ping-pong"].model.model_validate({"type": "ping-pong", "question": "Quoi ?", "answers": answers})
    assert [[first, *more] for first, more in split_items(unlisted(listed(question)))] == items
