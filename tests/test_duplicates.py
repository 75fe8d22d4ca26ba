"""Duplicates: what the judge says of two questions, and that the index finds all that it accepts."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.duplicates import ALARMS, confusion, figures, judged, labelled, own_pairs, written_pairs
from pipeline.duplicates import find
from pipeline.duplicates.find import Text, accepts, budget, here, search
from pipeline.duplicates.judge import judge
from pipeline.duplicates.signature import asked, sign
from pipeline.duplicates.weights import Weights, caps_of
from pipeline.project.work import Hired, run_by

if TYPE_CHECKING:
    from pipeline.duplicates.find import Search

SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
needs_data = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/data is not there")


def verdict(first: tuple[str, str], second: tuple[str, str]) -> str | None:
    found = judge(sign(first[0], [first[1]]), sign(second[0], [second[1]]), Weights())
    return found.verdict if found else None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            ("Combien de nains habitent avec Blanche-Neige ?", "7"),
            ("Blanche-Neige habite avec combien de nains ?", "Sept"),
        ),
        (
            ("Quel roi fit bâtir Versailles ?", "Louis XIV"),
            ("Pouvez-vous me dire quel roi fit bâtir Versailles ?", "Louis 14"),
        ),
        (
            ("Qui a inventé le paratonnerre ?", "Franklin"),
            ("Qui est l'inventeur du paratonnerre ?", "Benjamin Franklin"),
        ),
        (
            ("Quel organe fut celui du Parti communiste français ?", "L'Humanité"),
            ("Quel organe fut celui du PCF ?", "L'Humanité"),
        ),
        (
            ("Qui entraîne Béla Guttmann au Portugal ?", "Benfica"),
            ("Qui entraîne Béla Gutman au Portugal ?", "Benfica"),
        ),
        (
            ("Quel chocolat contient le moins de sucre ?", "Noir"),
            ("Quel chocolat, parfois épicé, contient le moins de sucre ?", "Noir"),
        ),
    ],
)
def test_reworded_question_with_the_same_answer_is_probably_the_same(first: Any, second: Any) -> None:
    assert verdict(first, second) == verdict(second, first) == "probable"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Qui gagne le Tour de France en 1985 ?", "Hinault"), ("Qui gagne le Tour de France en 1982 ?", "Hinault")),
        (("Quel est le plus grand pays du monde ?", "Russie"), ("Quel est le plus petit pays du monde ?", "Vatican")),
        (
            ("Sur quel continent se trouve le Pérou ?", "Amérique"),
            ("Sur quel continent se trouve le Chili ?", "Amérique"),
        ),
        (("Qui est le premier empereur ?", "Auguste"), ("Qui est le dernier empereur ?", "Auguste")),
        (("Quel oiseau ne vole pas ?", "Autruche"), ("Quel oiseau vole ?", "Aigle")),
        (("Qui a peint la Joconde ?", "Léonard"), ("Quand a été peinte la Joconde ?", "1503")),
        (
            ("Sur quel continent se trouve le Niger ?", "Afrique"),
            ("Sur quel continent se trouve le Nigeria ?", "Afrique"),
        ),
        (("Qui a peint *Guernica* ?", "Picasso"), ("Qui a peint *La Joconde* ?", "Léonard de Vinci")),
    ],
)
def test_question_that_differs_in_a_telling_word_is_another_one(first: Any, second: Any) -> None:
    assert verdict(first, second) is verdict(second, first) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Quel pays est au nord du Mali ?", "Quel pays est à l'est du Mali ?"),
        ("Quel vin blanc vient d'Alsace ?", "Quel vin rouge vient d'Alsace ?"),
        ("Quel pays exporte le plus de riz ?", "Quel pays importe le plus de riz ?"),
        ("Quel muscle plie le bras ?", "Quel muscle tend le bras ?"),
        ("Qui est la mère de Zeus ?", "Qui est le fils de Zeus ?"),
        ("Quel roi naît à Cognac en 1494 ?", "Quel roi meurt à Cognac en 1494 ?"),
        ("Quel mot savant désigne l'hypertension ?", "Quel mot savant désigne l'hypotension ?"),
        ("Quel est l'acheteur de la Louisiane ?", "Quel est le vendeur de la Louisiane ?"),
        ("Quelles couleurs porte le drapeau italien ?", "Quelles couleurs porte le drapeau hongrois ?"),
        ("Comment dit-on « oui » en russe ?", "Comment dit-on « oui » en roumain ?"),
        ("Qui a réalisé Gran Torino ?", "Qui joue le rôle principal de Gran Torino ?"),
        ("Qui a remporté l'or à Tokyo au judo ?", "Qui a remporté l'argent à Tokyo au judo ?"),
        ("Quel dieu grec règne aux Enfers ?", "Quel dieu de Rome règne aux Enfers ?"),
    ],
)
def test_words_of_one_family_exclude_each_other_even_with_the_same_answer(first: str, second: str) -> None:
    assert verdict((first, "le même"), (second, "le même")) is verdict((second, "le même"), (first, "le même")) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Quel pays a pour capitale Ottawa ?", "Quel État a pour capitale Ottawa ?"),
        ("Quelle mer borde l'est de l'Italie ?", "Quelle mer borde l'Italie à l'est ?"),
        ("Quel symbole chimique désigne l'or ?", "De l'or, quel est le symbole chimique ?"),
    ],
)
def test_a_capital_by_custom_is_no_name_and_east_and_gold_are_no_empty_words(first: str, second: str) -> None:
    assert verdict((first, "le même"), (second, "le même")) == "probable"


@pytest.mark.parametrize(
    "polite",
    [
        "Pouvez-vous me dire {}",
        "S'il te plaît, dis-moi {}",
        "Auriez-vous la gentillesse de nous dire {}",
        "Mesdames et messieurs, {}",
        "J'aimerais savoir {}",
        "Vous rappelez-vous {}",
        "Essayez de deviner {}",
        "Question pour un champion : {}",
        "Pour 500 points, {}",
    ],
)
def test_what_is_said_to_the_players_is_not_asked(polite: str) -> None:
    plain = sign("Quel est le cri du cerf ?")
    assert sign(polite.format("quel est le cri du cerf ?")).stems == plain.stems


@pytest.mark.parametrize("end", ["s'il vous plaît", "je vous prie", "le savez-vous", "à votre avis", "merci"])
def test_what_is_said_to_the_players_at_the_end_is_not_asked_either(end: str) -> None:
    assert sign(f"Quel est le cri du cerf, {end} ?").stems == sign("Quel est le cri du cerf ?").stems


@pytest.mark.parametrize(
    ("spelt", "digits"),
    [
        ("au dix-neuvième siècle", "au XIXe siècle"),
        ("au XIXᵉ siècle", "au 19ème siècle"),
        ("le vingt et unième siècle", "le 21e siècle"),
        ("le cinquième siècle", "le Ve siècle"),
        ("la quatre-vingt-dix-neuvième page", "la 99e page"),
        ("le soixante-dix-septième jour", "le 77e jour"),
        ("la quatre-vingtième place", "la 80ième place"),
        ("les Mille et Une Nuits", "les 1001 Nuits"),
        ("cent un dalmatiens", "101 dalmatiens"),
        ("cent vingt et un mille trois cents habitants", "121 300 habitants"),
        ("Élisabeth Ire", "Élisabeth première"),
        ("le roi Henri V", "le roi Henri 5"),
        ("du H₂O", "du H2O"),
    ],
)
def test_numbers_are_the_same_in_words_digits_and_roman_numerals(spelt: str, digits: str) -> None:
    assert sign(spelt).stems == sign(digits).stems


def test_country_and_its_adjective_are_one_place_and_stand_beside_others() -> None:
    first = ("Quelle ville italienne est connue pour sa tour penchée ?", "Pise")
    assert verdict(first, ("Quelle ville d'Italie est connue pour sa tour penchée ?", "Pise")) == "probable"
    first = ("Dans quel musée français admire-t-on la Vénus de Milo ?", "le Louvre")
    second = ("Où est exposée la Vénus de Milo, sculpture grecque antique ?", "le Louvre")
    assert verdict(first, second) in ("probable", "review")


def test_fraction_is_not_read_as_one_number() -> None:
    assert sign("les deux cinquièmes").stems != sign("les 25es").stems


def test_same_fact_from_the_other_end() -> None:
    first, second = ("Quelle est la capitale du Pérou ?", "Lima"), ("Lima est la capitale de quel pays ?", "Le Pérou")
    assert verdict(first, second) == verdict(second, first) == "reverse"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # one side has variants, of which the other question needs only one
        (
            ("Dans quel pays se trouve Amsterdam ?", ["les Pays-Bas", "la Hollande"]),
            ("Quelle est la capitale des Pays-Bas ?", ["Amsterdam"]),
        ),
        (
            ("Qui a écrit Le Horla ?", ["Guy de Maupassant", "Maupassant"]),
            ("Quelle nouvelle fantastique Maupassant a-t-il écrite ?", ["Le Horla"]),
        ),
        # people are called by their surname in questions
        (("Qui a peint Guernica ?", ["Pablo Picasso"]), ("Quel tableau Picasso a-t-il peint en 1937 ?", ["Guernica"])),
        # the answers share a word, or nearly all of one
        (("Qui succéda à Louis XV ?", ["Louis XVI"]), ("À qui Louis XVI succéda-t-il ?", ["Louis XV"])),
        (("Quel mot latin signifie « homme » ?", ["homo"]), ("Que signifie « homo » en latin ?", ["homme"])),
        (
            ("Quelle vitamine empêche le scorbut ?", ["la vitamine C"]),
            ("Quelle maladie la vitamine C empêche-t-elle ?", ["le scorbut"]),
        ),
    ],
)
def test_reverse_is_found_whatever_way_the_answer_is_told(first: Any, second: Any) -> None:
    texts = [Text(question, tuple(answers), "text") for question, answers in (first, second)]
    assert [pair.verdict for pair in search(texts).found] == ["reverse"]
    assert [pair.verdict for pair in search(texts[::-1]).found] == ["reverse"]


def test_answers_that_are_offered_as_choices_do_not_make_a_reverse() -> None:
    first = ("Quelle ville est au nord de Paris : Lille ou Lyon ?", "Lille")
    assert verdict(first, ("Quelle ville est au sud de Paris : Lille ou Lyon ?", "Lyon")) is None


def test_letter_at_the_end_of_an_answer_tells() -> None:
    assert not set(sign("", ["vitamine C"]).keys) & set(sign("", ["vitamine D"]).keys)


def test_same_question_in_other_words_with_another_answer_is_a_contradiction() -> None:
    assert (
        verdict(("Combien d'os compte le corps ?", "206"), ("Dites-moi combien d'os compte le corps ?", "208"))
        == "contradiction"
    )


def test_built_by_whom_and_built_for_whom_do_not_contradict() -> None:
    first = ("Par qui le Taj Mahal a-t-il été construit ?", "Chah Jahan")
    assert verdict(first, ("Pour qui le Taj Mahal a-t-il été construit ?", "Mumtaz Mahal")) is None


def test_lists_agree_if_one_is_most_of_the_other() -> None:
    notes = ("do\nut", "ré", "mi", "fa", "sol", "la", "si")
    one = sign("Citez les sept notes de la gamme.", notes, "list")
    two = sign("Donnez les 7 notes de la gamme.", ("ut", "ré", "mi", "fa", "sol", "la", "si"), "list")
    other = sign("Citez les sept notes de la gamme indienne.", ("sa", "ga", "ma", "pa", "dha", "ni"), "list")
    found = judge(one, two, Weights())
    assert found is not None
    assert found.verdict == "probable"
    assert judge(one, other, Weights()) is None


def test_two_lists_of_the_same_items_are_looked_at_however_they_are_asked_for() -> None:
    signs = ("Bélier", "Taureau", "Gémeaux", "Cancer", "Lion", "Vierge")
    one = sign("Citez les signes du zodiaque.", signs, "list")
    found = judge(one, sign("Quels sont les signes astrologiques ?", signs[::-1], "list"), Weights())
    assert found is not None
    assert found.verdict == "review"
    assert judge(one, sign("Quels signes astrologiques sont de feu ?", ("Bélier", "Lion"), "list"), Weights()) is None


def test_template_that_is_filled_with_another_thing_is_no_duplicate() -> None:
    assert (
        verdict(("Quel est le cri du chameau ?", "il blatère"), ("Quel est le cri du bélier ?", "il blatère")) is None
    )
    assert (
        verdict(("De quel pays vient le gouda ?", "Pays-Bas"), ("De quel pays vient l'édam ?", "Pays-Bas")) == "review"
    )


@pytest.mark.parametrize(
    "misspelt",
    [
        "En combien de jours MMike Hoorn a-t-il traversé l'Antarctique ?",
        "En combien de jours Mike Hron a-t-il traversé l'Antarctiquue ?",
        "En combien de juors Mike Horn a-t-il traevrsé l'Antarctique ?",
        "En combien de jours iMke Horn a-t-il traversé l'Antarctique ?",
    ],
)
def test_slip_of_the_pen_hides_no_duplicate(misspelt: str) -> None:
    first = ("En combien de jours Mike Horn a-t-il traversé l'Antarctique ?", "57 jours")
    assert verdict(first, (misspelt, "57 jours")) in ("probable", "review")


def test_two_titles_of_few_words_are_only_looked_at() -> None:
    first = ("Qui a écrit L'École des femmes ?", "Molière")
    assert verdict(first, ("Qui a écrit Les Femmes savantes ?", "Molière")) == "review"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Combien font 7 + 3 ?", "Combien font 7 × 3 ?"),
        ("Qui a conçu le langage C++ ?", "Qui a conçu le langage C# ?"),
        ("Quel film se cache ici : 🦁👑 ?", "Quel film se cache ici : 🧊👸 ?"),
        ("Que vaut x² en 2 ?", "Que vaut x³ en 2 ?"),
    ],
)
def test_symbols_tell_questions_apart(first: str, second: str) -> None:
    assert asked(first) != asked(second)
    assert verdict((first, "le même"), (second, "le même")) is None
    assert verdict((first, "un"), (second, "autre")) is None


def test_superlative_within_another_place_is_only_looked_at() -> None:
    first = ("Quel est le plus long fleuve d'Europe ?", "la Volga")
    assert verdict(first, ("Quel est le plus long fleuve de la Russie d'Europe ?", "la Volga")) == "review"


def test_small_number_is_enough_for_a_note_if_the_questions_are_close() -> None:
    first, second = "Combien de cordes possède un violon ?", "Quel est le nombre de cordes d'un violon ?"
    assert verdict((first, "4"), (second, "quatre")) == "review"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Lancez deux dés : celui qui fait le plus grand total gagne.", "Jetez 2 dés. Le plus grand total l'emporte."),
        ("Tirez une carte : la plus forte gagne.", "Chaque joueur tire une carte et la plus forte l'emporte."),
        ("Tirez à la courte paille.", "Jouez à la courte paille."),
    ],
)
def test_rules_of_a_game_are_the_same_in_other_words(first: str, second: str) -> None:
    one, two = (sign(text, ["Égalité : on recommence."], "procedure") for text in (first, second))
    found = judge(one, two, Weights())
    assert found is not None
    assert found.verdict == "probable"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Lancez deux dés : le plus grand total gagne.", "Lancez deux dés : le plus petit total gagne."),
        ("Tirez une carte : la plus forte gagne.", "Tirez une carte : la plus forte perd."),
        ("Tirez une carte : rouge, vous gagnez.", "Tirez une carte : noire, vous gagnez."),
        ("Lancez trois dés : dépassez 10.", "Lancez trois dés : dépassez 15."),
        ("Tirez une carte : la plus forte gagne.", "Tirez une carte : la plus faible gagne."),
        ("Le joueur au prénom le plus long gagne.", "Le joueur au nom de famille le plus long gagne."),
    ],
)
def test_rules_of_a_game_that_say_something_else_are_another_game(first: str, second: str) -> None:
    one, two = (sign(text, ["Égalité : on recommence."], "procedure") for text in (first, second))
    assert judge(one, two, Weights()) is None


@pytest.mark.parametrize("pair", own_pairs(), ids=lambda pair: pair.first.question[:40])
def test_pairs_of_lists_and_free_answers_that_we_wrote(pair: Any) -> None:
    """List (Ping-pong) and free (Chance) answers, which the labelled sets do not have."""
    said = judged(pair)
    assert (said in ALARMS or said in ("review", "reverse")) == (pair.label != "different"), said


def test_quality_on_pairs_that_an_editor_wrote() -> None:
    """Reworded, in digits, polite, reversed, and different in a telling word; lists and free answers as well."""
    said = [(pair, judged(pair)) for pair in written_pairs()]
    wanted = [verdict for pair, verdict in said if pair.label != "different"]
    different = [verdict for pair, verdict in said if pair.label == "different"]
    found, wrong = (sum(verdict is not None for verdict in some) for some in (wanted, different))
    assert 2 * found / (found + wrong + len(wanted)) >= 0.94
    assert sum(verdict in ALARMS for verdict in different) <= 0.03 * len(different)
    for pair, verdict in said:
        assert judged(pair._replace(first=pair.second, second=pair.first)) == verdict, pair


@needs_data
def test_quality_on_the_labelled_sets() -> None:
    """The targets of the project; benchmarks/results/duplicates.md has the table."""
    reached = figures(SHARED)
    assert reached.f1 >= 0.94
    assert reached.edited_recall >= 0.98
    assert reached.wild_precision >= 0.85
    assert reached.false_alarms <= 0.03


@needs_data
def test_verdict_on_a_labelled_pair_does_not_depend_on_who_comes_first() -> None:
    for pair in [
        pair for name in ("pairs", "pairs-wild", "pairs-edited") for pair in labelled(SHARED / f"{name}.jsonl")
    ]:
        assert judged(pair) == judged(pair._replace(first=pair.second, second=pair.first)), pair


@needs_data
def test_confusion_table_counts_every_pair() -> None:
    pairs = labelled(SHARED / "pairs.jsonl")
    assert sum(sum(row.values()) for row in confusion(pairs).values()) == len(pairs)


def bank(size: int, seed: int) -> list[Text]:
    """Random questions of few words, so that many are alike; all kinds of answers."""
    random = Random(seed)
    words = "pays ville fleuve Lima Pérou Chili 1789 sept 7 capitale grand petit volcan zèbre Zébu opéra jouet".split()
    answers = "Lima Pérou 7 sept Mozart Mozzart Brel vrai rouge Léman".split()
    found = []
    for _ in range(size):
        question = " ".join(random.choices(words, k=random.randint(0, 6)))
        kind = random.choice(("text", "text", "text", "number", "list", "procedure"))
        count = {"list": random.randint(1, 4), "procedure": 0}.get(kind, random.randint(1, 2))
        found.append(Text(f"Quel {question} ?", tuple(random.choices(answers, k=count)), kind))  # type: ignore[arg-type]
    return list(dict.fromkeys(found))


def real(size: int) -> list[Text]:
    lines = (SHARED / "openquizzdb-fr.jsonl").read_text(encoding="utf-8").splitlines()[:size]
    rows = [json.loads(line) for line in lines]
    return list(dict.fromkeys(Text(row["question"], (row["answer"],), "text") for row in rows))


def by_brute_force(texts: list[Text], weigh: Weights) -> dict[tuple[str, ...], Any]:
    signed = [(text, text.sign()) for text in texts]
    pairs: dict[tuple[str, ...], Any] = {}
    for (first, one), (second, two) in combinations(signed, 2):
        if found := accepts(first, second, one, two, weigh):
            pairs[_name(first, second)] = found
    return pairs


def found_in(searched: Search, texts: list[Text]) -> dict[tuple[str, ...], Any]:
    return {_name(texts[pair.first], texts[pair.second]): (pair.verdict, pair.score) for pair in searched.found}


def _name(*texts: Text) -> tuple[str, ...]:
    return tuple(sorted(repr(text) for text in texts))


@pytest.mark.parametrize("seed", range(6))
def test_index_finds_exactly_what_brute_force_finds_on_random_questions(seed: int) -> None:
    texts = bank(260, seed)
    expected = by_brute_force(texts, Weights())
    assert expected
    assert found_in(search(texts), texts) == expected
    assert found_in(search(texts, few=0), texts) == expected


@needs_data
def test_index_finds_exactly_what_brute_force_finds_on_real_questions() -> None:
    texts = real(1_500)
    searched = search(texts)
    assert searched.caps, "the caps of a big bank are tested as well"
    expected = by_brute_force(texts, Weights(searched.caps))
    assert len(expected) > 10
    assert found_in(searched, texts) == expected
    assert found_in(search(texts, few=0), texts) == expected


def test_result_does_not_depend_on_the_order_or_on_who_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = bank(400, 9)
    expected = found_in(search(texts), texts)
    shuffled = list(texts)
    Random(1).shuffle(shuffled)
    monkeypatch.setattr(find, "_CHUNK", 37)
    with ThreadPoolExecutor(3) as pool:
        for run in (here, run_by(Hired(pool, 3))):
            for few in (0, 10_000):
                assert found_in(search(shuffled, run, few=few), shuffled) == expected


def test_word_that_everybody_uses_weighs_less_in_a_big_bank() -> None:
    texts = [Text(f"Quel pokémon habite la grotte {number}a ?", (f"rép{number}",), "text") for number in range(1_100)]
    assert "pokemon" in search(texts).caps
    assert caps_of({"pokemon": 900}, 1_000) == {}, "a small bank has no caps"


def test_crowd_is_compared_with_a_few_faces_only() -> None:
    """10,000 questions that differ in one word: no quadratic blow-up, the same result by both joins."""
    texts = [Text(f"Citez la ville dont le maire adore le mot {_word(n)} ?", ("Lima",), "text") for n in range(1_500)]
    few, many = search(texts), search(texts, few=0)
    assert few.crowded
    assert many.crowded
    assert found_in(few, texts) == found_in(many, texts)


def _word(number: int) -> str:
    letters = "bcdfghjklmnpqrstvwxz"
    return "".join(letters[(number // 20**place) % 20] + "aeiou"[(number // 7**place) % 5] for place in range(5))


def test_bank_of_templates_is_searched_within_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of texts a key: crowds get smaller until the budget is kept, by both joins and in any order."""
    texts = [
        Text(
            f"Quelle rivière {_word(n % 7)} traverse la ville de {_word(n)} en Lorraine ?",
            (f"la {_word(300 + n % 9)}",),
            "text",
        )
        for n in range(1_600)
    ]
    monkeypatch.setattr("pipeline.duplicates.find._PAIRS_PER_TEXT", 1_000)
    free = search(texts)
    monkeypatch.undo()
    assert not free.crowded
    assert free.compared > budget(len(texts))
    few, many, other_way = search(texts), search(texts, few=0), search(texts[::-1])
    assert few.crowded
    assert few.compared == many.compared < free.compared / 4
    assert found_in(few, texts) == found_in(many, texts) == found_in(other_way, texts[::-1])
    assert found_in(few, texts).items() <= found_in(free, texts).items()
