"""Numbers, folded text, leaks and typography: the small mechanisms that many rules stand on."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.checks.leaks import given_away, leaked_word, offers_choice, place_of
from pipeline.core.finding import fill, say, shorten
from pipeline.core.folding import answer_key, fold, hear, surely_differ, telling_words, words
from pipeline.core.numbers import NUMBER_WORDS, plain, read_decimal, read_whole, significant_digits
from pipeline.core.suggest import nearest
from pipeline.core.typography import are_suspect, canon, slips
from pipeline.types.base import TextQuestion

FRENCH = st.text(alphabet="aeéèçœàîEAÀ '’\"«»?!;:,.…%0123456789n°IVX-()*oe ", max_size=60)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("8849", "8849"), ("8 849", "8849"), ("8849,5", "8849.5"), ("-40", "-40"), ("0", "0"), ("0,5", "0.5"),
        ("12 345 678,9", "12345678.9"), ("3.10", "3.10"), ("8\u202f849", "8849"), ("8\u00a0849", "8849"),
    ],
)  # fmt: skip
def test_plain_and_french_notation_are_numbers(text: str, number: str) -> None:
    assert read_decimal(text) == Decimal(number)


@pytest.mark.parametrize(
    "text",
    ["nan", "inf", "1_000", " 12", "12 ", "010", "+3", "1e5", "", "douze", "12-15", "environ 12", "1 00", "1,2,3",
     "1.000.000", "٣", "１２", "0x10", "12 km", "1 2345", "--1", "9" * 31],
)  # fmt: skip
def test_anything_else_is_not_a_number(text: str) -> None:
    assert read_decimal(text) is None


@pytest.mark.parametrize("text", ["1.0", "1,0", "1 000", "010", "+1", "", "½", "1_0"])
def test_whole_numbers_are_plain_digits(text: str) -> None:
    assert read_whole(text) is None


@given(st.integers(-(10**12), 10**12))
def test_a_whole_number_is_read_back_from_every_notation(number: int) -> None:
    assert read_whole(str(number)) == number
    assert read_decimal(f"{number:,}".replace(",", " ")) == number
    assert read_decimal(plain(Decimal(number))) == number


@given(st.decimals(-(10**9), 10**9, places=4))
def test_a_decimal_is_read_back_with_comma_and_point(number: Decimal) -> None:
    text = plain(number)
    assert read_decimal(text) == read_decimal(text.replace(".", ",")) == number


@given(st.text(max_size=40))
def test_reading_a_number_never_fails(text: str) -> None:
    assert read_decimal(text) is None or isinstance(read_decimal(text), Decimal)


@pytest.mark.parametrize(
    ("value", "digits"), [("8849", 4), ("150000000", 2), ("0.05", 1), ("40075", 5), ("0", 1), ("1.50", 2)]
)
def test_significant_digits_are_those_that_a_player_must_know(value: str, digits: int) -> None:
    assert significant_digits(Decimal(value)) == digits


@pytest.mark.parametrize(
    ("word", "number"),
    [("un", 1), ("vingt-et-un", 21), ("soixante-dix", 70), ("soixante-et-onze", 71), ("quatre-vingts", 80),
     ("quatre-vingt-un", 81), ("quatre-vingt-dix-neuf", 99), ("cent", 100), ("deux-cents", 200), ("septante", 70)],
)  # fmt: skip
def test_french_number_words_are_known(word: str, number: int) -> None:
    assert NUMBER_WORDS[word] == number


def test_folding_hears_the_same_word_in_every_dress() -> None:
    assert fold("Œuvre d'ÉTÉ") == "oeuvre d'ete"
    assert answer_key("L'Été") == answer_key("ete") == "ete"
    assert answer_key("Les trois mousquetaires") == answer_key("3 mousquetaires !")
    assert answer_key("La") == "la"
    assert telling_words("Quelle est la capitale du Pérou ?") == {"capitale", "perou"}


@given(st.text(max_size=60))
def test_folding_is_idempotent(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.one_of(st.text(), st.text(st.characters(max_codepoint=255))))
def test_words_are_the_letters_and_digits_of_the_folded_text_whatever_its_alphabet(text: str) -> None:
    assert words(text) == re.findall("[a-z0-9]+", fold(text))
    assert hear(text).words == words(text)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Quel pays habitent les Norvégiens ?", "La Norvège"),
        ("Quel instrument joue un guitariste ?", "La guitare"),
        ("Combien de nains entourent Blanche-Neige et les Sept Nains ?", "7"),
        ("Dans quelle ville se visite le château de Versailles ?", "Versailles"),
        ("Avec Marie Curie, qui reçoit le prix Nobel en 1903 ?", "Pierre Curie"),
        ("Quel fromage naît à Roquefort ?", "Le roquefort"),
        ("En quelle année finit la guerre de 1918 ?", "1918"),
    ],
)
def test_a_word_of_the_same_root_gives_the_answer_away(text: str, answer: str) -> None:
    assert leaked_word(answer, text) is not None


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Quelle mer borde Nice ?", "La mer Méditerranée"),
        ("Quel est le petit de la chatte ?", "Le chaton"),
        ("Quel roi est surnommé le Roi-Soleil ?", "Louis XIV"),
        ("Qui a écrit *L'Assommoir* ?", "Émile Zola"),
        ("Combien de côtés a un pentagone ?", "5"),
        ("Quel pays a pour capitale Oslo ?", "La Norvège"),
    ],
)
def test_classes_and_other_words_give_nothing_away(text: str, answer: str) -> None:
    assert leaked_word(answer, text) is None


def test_an_accepted_form_leaks_only_as_a_whole_because_players_repeat_what_they_hear() -> None:
    question = TextQuestion(
        type="rapidite", question="Qui ?", answer="Tarzan", accept=("lord Greystoke", "l'homme-singe")
    )
    assert given_away(question, "Quel lord anglais grandit chez les grands singes ?") is None
    assert given_away(question, "Quel homme élevé par un singe est lord ?") == ("l'homme-singe", "singe")
    assert given_away(question, "Qui est Tarzan ?") == ("Tarzan", "tarzan")


def test_a_question_that_offers_a_choice_may_name_the_answer() -> None:
    assert offers_choice("De la Seine ou du Rhin, quel fleuve arrose Bâle ?", "Le Rhin")
    assert offers_choice("Vrai ou faux : la Lune brille d'elle-même ?", "Faux")
    assert not offers_choice("Quel fleuve ou canal arrose Bâle ?", "Le Rhin")


def test_a_leak_is_pointed_at_in_the_original_text() -> None:
    text = "Où vivent les Norvégiens ?"
    start, end = place_of("norvegiens", text)
    assert text[start:end] == "Norvégiens"


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("Qui a peint *Guernica*?", "Qui a peint *Guernica* ?"),
        ("Quoi!", "Quoi !"),
        ("Attention: danger", "Attention : danger"),
        ("«Oui»", "« Oui »"),
        ('Il dit "oui" ici', "Il dit « oui » ici"),
        ("L’été", "L'été"),
        ("Et puis...", "Et puis…"),
        ("etc...", "etc."),
        ("Le 2ème et le 1ère", "Le 2e et le 1re"),
        ("Le XVIIème siècle", "Le XVIIe siècle"),
        ("25% de 3€", "25 % de 3 €"),
        ("Le n°5", "Le n° 5"),
        ("Un coeur, un boeuf, une OEUVRE", "Un cœur, un bœuf, une ŒUVRE"),
        ("Les Etats-Unis et l'Egypte", "Les États-Unis et l'Égypte"),
        ("A quelle heure ?", "À quelle heure ?"),
        ("deux  espaces", "deux espaces"),
        ("un , deux", "un, deux"),
        ("( non )", "(non)"),
        ("Vraiment ?!", "Vraiment ?!"),
    ],
)
def test_slips_are_corrected(typed: str, right: str) -> None:
    assert canon(typed) == right


@pytest.mark.parametrize(
    "text",
    [
        "Rendez-vous à 12:30 sur https://exemple.fr/a?b=c;d!",
        "Un écran 16:9 et un score de 3:2",
        "La carte Help! se joue une fois",
        "Qui a dit : « Je pense, donc je suis » ?",
        "*Qui a peur de Virginia Woolf ?*",
        "À combien de mètres culmine l'Everest ?",
        "Poésie : ISBN 978-2-07-036822-8",
        "Le prix ? 25 % de 1 000 € !",
        "phoenix, coexister, Israël, aérien",
    ],
)
def test_what_is_right_stays_as_it_is(text: str) -> None:
    assert list(slips(text)) == []


@given(FRENCH)
def test_correcting_twice_is_correcting_once(text: str) -> None:
    assert canon(canon(text)) == canon(text)


@given(FRENCH)
def test_slips_lie_inside_the_text_and_do_not_overlap(text: str) -> None:
    end = 0
    for slip in slips(text):
        assert end <= slip.start <= slip.end <= len(text)
        end = slip.end


def test_did_you_mean_knows_french_and_misspelt_keys() -> None:
    keys = ["answer", "answers", "keyword", "question", "difficulty"]
    assert nearest("reponse", keys) == "answer"
    assert nearest("réponses", keys) == "answers"
    assert nearest("mot-clé", keys) == "keyword"
    assert nearest("quesiton", keys) == "question"
    assert nearest("zzz", keys) is None


def test_values_with_braces_stay_as_they_are() -> None:
    assert str(say("“{text}” and {other}", text="{other}", other="{x}")) == "“{other}” and {x}"
    assert fill("{a}", (("a", "{"),)) == "{"


@given(st.text(max_size=200), st.integers(2, 60))
def test_a_shortened_value_is_one_short_line(text: str, limit: int) -> None:
    short = shorten(text, limit)
    assert len(short) <= limit
    assert "\n" not in short


@given(st.lists(FRENCH, max_size=4))
def test_a_page_is_suspect_when_one_of_its_texts_has_a_slip(texts: list[str]) -> None:
    if any(next(slips(text), None) for text in texts):
        assert are_suspect(texts)


def test_a_quotation_mark_that_one_text_misses_is_not_made_up_for_by_another() -> None:
    assert are_suspect(["Qui a dit : « Veni ?", "Le « Titanic »", "L’Iliade »"])
    assert not are_suspect(["Qui a dit : « Veni » ?", "Le « Titanic »"])


@given(st.lists(st.sampled_from(["le Nil", "Nil", "nil !", "les trois", "3", "Trois mousquetaires", "la", "", "北京"])))
def test_answers_that_surely_differ_have_different_keys(answers: list[str]) -> None:
    if surely_differ(hear("\n".join(answers))):
        assert len({answer_key(answer) for answer in answers}) == len(answers)


def test_different_answers_are_mostly_seen_to_differ_at_once() -> None:
    assert surely_differ(hear("Mercure\nVénus\nla Terre\nMars"))
    assert not surely_differ(hear("Mercure\nVénus\nvenus"))
