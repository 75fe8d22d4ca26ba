"""Duplicates as an author meets them: findings, content/not-duplicates.yaml, the index, bad input, `similar`."""

from __future__ import annotations

import json
import sqlite3
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from pipeline.core.catalogue import translator
from pipeline.project import index as index_module
from pipeline.project import similar
from pipeline.project.stamp import CACHE_FOLDER
from tests.command import livret, process, report

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.core.finding import Finding
    from tests.toy import Toy

GENEVA = "- {id: aaaaaa, keyword: Rive, question: Sur quel lac se trouve la ville de Genève ?, answer: Léman}\n"
AGAIN = "- {id: bbbbbb, type: rapidite, keyword: Eau, question: %s, answer: %s}\n"
REWORDED = AGAIN % ("La ville de Genève se trouve au bord de quel lac ?", "Le lac Léman")


def alike(toy: Toy, **options: object) -> list[Finding]:
    return [finding for finding in toy.check(**options) if finding.code.startswith("LV9")]


def write_pair(toy: Toy, second: str) -> None:
    """A question in the solo booklet, and another one in the duo booklet."""
    toy.write("solo", GENEVA)
    toy.write("duo", second)


def test_near_duplicate_names_both_places_the_score_and_why(toy: Toy) -> None:
    write_pair(toy, REWORDED)
    (found,) = alike(toy)
    assert (found.rule, found.severity, found.path, found.id) == (
        "near-duplicate", "warning", "content/jouet/duo/01.yaml", "bbbbbb",
    )  # fmt: skip
    assert str(found.message) == (
        "Nearly the same question as “aaaaaa” in content/jouet/solo/01.yaml, line 3: the answers agree (score 0.82)."
    )
    assert str(found.hint) == (
        f"Keep one of them, or record in content/not-duplicates.yaml why both stay (`texts: {sealed(toy)}`).\n"
        "  here: La ville de Genève se trouve [au bord] de quel lac ? → Le lac Léman\n"
        "  there: [Sur] quel lac se trouve la ville de Genève ? → Léman"
    )
    (other,) = found.related
    assert (other.path, other.span.line, str(other.message)) == (
        "content/jouet/solo/01.yaml", 3, "there it stands without: bord",
    )  # fmt: skip
    lines = toy.path("duo").read_text(encoding="utf-8").splitlines()
    assert lines[found.span.line - 1][found.span.column - 1 :].startswith("La ville de Genève se")
    assert translator("fr")(found.message).startswith("Presque la même question que « aaaaaa »")


@pytest.mark.parametrize("folder", ["solo", "duo"])
def test_check_of_one_folder_shows_pairs_whose_other_question_stands_elsewhere(
    toy: Toy, capsys: pytest.CaptureFixture[str], folder: str
) -> None:
    write_pair(toy, REWORDED)
    ran = livret(capsys, toy.root, "check", f"content/jouet/{folder}")
    assert "near-duplicate" in ran.out


def test_same_question_differs_only_in_case_accents_punctuation_and_articles(toy: Toy) -> None:
    write_pair(toy, AGAIN % ("SUR QUEL LAC SE TROUVE UNE VILLE DE GENEVE…", "leman"))
    (found,) = alike(toy)
    assert (found.rule, found.severity) == ("same-question", "error")
    assert "(score 1.00)" in str(found.message)


def test_same_question_with_another_answer_is_an_error_of_its_own(toy: Toy) -> None:
    write_pair(toy, AGAIN % ("Sur quel lac se trouve la ville de Genève ?", "Lac de Neuchâtel"))
    (found,) = alike(toy)
    assert (found.rule, found.severity) == ("contradictory-answers", "error")
    assert "“Lac de Neuchâtel” here, “Léman” there" in str(found.message)


def test_sum_and_product_are_two_questions(toy: Toy) -> None:
    toy.write("solo", "- {id: aaaaaa, keyword: Somme, question: Combien font 7 + 3 ?, answer: dix}\n")
    toy.write("duo", AGAIN % ("Combien font 7 × 3 ?", "vingt et un"))
    assert not alike(toy)


def test_same_question_politely_with_another_answer_is_an_error_too(toy: Toy) -> None:
    write_pair(toy, AGAIN % ("Pouvez-vous me dire sur quel lac se trouve la ville de Genève ?", "Neuchâtel"))
    assert [found.rule for found in alike(toy)] == ["contradictory-answers"]


def test_reverse_and_doubtful_pairs_are_notes_that_fail_nothing(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("solo", "- {id: aaaaaa, keyword: Condor, question: Quelle est la capitale du Pérou ?, answer: Lima}\n")
    toy.write("duo", AGAIN % ("Lima est la capitale de quel pays ?", "Pérou"))
    ran = report(capsys, toy.root)
    found = [one for one in ran.data["diagnostics"] if one["code"].startswith("LV9")]
    assert [(one["rule"], one["severity"]) for one in found] == [("reversed-question", "info")]
    assert ran.code == 0
    assert found[0]["related"][0]["path"] == "content/jouet/solo/01.yaml"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Combien font 7 fois 8 ?", "Combien font 7 fois 9 ?"),
        ("Qui est le plus grand roi de Perse ?", "Qui est le plus petit roi de Perse ?"),
        ("Quel est le premier roi de Perse ?", "Quel est le dernier roi de Perse ?"),
        ("Quelle est la capitale du Pérou ?", "Quelle est la capitale du Chili ?"),
    ],
)
def test_texts_that_differ_in_a_telling_word_are_not_reported(toy: Toy, first: str, second: str) -> None:
    toy.write("solo", f"- {{id: aaaaaa, keyword: Rive, question: {first}, answer: Xerxès}}\n")
    toy.write("duo", AGAIN % (second, "Xerxès"))
    assert alike(toy) == []


def _answered(*answers: str) -> str:
    """Questions that have nothing in common but, perhaps, their answers."""
    asked = "Qui a peint Guernica ?|Quel Malaguène dessina une colombe ?|Quel ami de Braque colla des journaux ?".split(
        "|"
    )
    return "".join(
        f"- {{id: aaaaa{at}, type: rapidite, keyword: Mot {at}, question: {question}, answer: {answer}}}\n"
        for at, (question, answer) in enumerate(zip(asked, answers, strict=False))
    )


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Pablo Picasso, accept: [Picasso]", "Picasso", True),
        ("Picasso", "Pablo Picasso, accept: [Picasso]", True),
        ("Pablo Picasso, accept: [Picasso]", "Paloma Picasso, accept: [Picasso]", False),
        ("Pablo Picasso", "Georges Braque", False),
    ],
)
def test_form_that_one_question_of_a_page_accepts_is_no_answer_of_another(
    toy: Toy, first: str, second: str, same: bool
) -> None:
    toy.write("duo", _answered(first, second))
    assert ("same-answer-on-page" in [found.rule for found in toy.check()]) is same


@pytest.mark.parametrize(
    ("answers", "count"),
    [
        (("Pablo Picasso, accept: [Picasso]", "Picasso", "Pablo Picasso"), 3),
        (("Pablo Picasso, accept: [Picasso]", "Picasso, accept: [Pablo Picasso]", "Picasso"), 3),
        (("Pablo Picasso, accept: [Picasso]", "Paloma Picasso, accept: [Picasso]", "Picasso"), 0),
    ],
)
def test_answer_that_comes_too_often_is_counted_in_all_its_forms(
    toy: Toy, answers: tuple[str, ...], count: int
) -> None:
    toy.write("duo", _answered(*answers))
    often = [str(found.message) for found in toy.check() if found.rule == "same-answer-in-product"]
    assert [f"answer {count} times" in message for message in often] == [True] * bool(count)


def test_waiver_silences_a_near_duplicate(toy: Toy) -> None:
    waived = REWORDED.replace("}\n", ", waive: {near-duplicate: pour un autre public}}\n")
    write_pair(toy, waived)
    assert alike(toy) == []


def test_pair_that_an_editor_declared_distinct_is_not_reported(toy: Toy) -> None:
    write_pair(toy, REWORDED)
    line = f"- {{ids: [bbbbbb, aaaaaa], reason: deux publics, texts: {sealed(toy)}, reviewed: 2026-11}}\n"
    toy.write("distinct", line)
    assert alike(toy) == []


def sealed(toy: Toy) -> str:
    """The fingerprint that a finding tells to write."""
    (hint,) = (str(found.hint) for found in alike(toy) if "texts: " in str(found.hint))
    return hint.partition("texts: ")[2][:8]


def test_distinct_pair_counts_until_one_of_its_texts_is_rewritten(toy: Toy) -> None:
    """A question that became a true duplicate later is not hidden by an old line."""
    write_pair(toy, REWORDED)
    texts = sealed(toy)
    toy.write("distinct", f"- {{ids: [bbbbbb, aaaaaa], reason: deux publics, texts: {texts}}}\n")
    assert alike(toy) == []
    write_pair(toy, AGAIN % ("La ville de Genève se trouve sur quel lac ?", "Le lac Léman"))
    found = alike(toy)
    assert sorted(one.rule for one in found) == ["near-duplicate", "stale-distinction"]
    found.sort(key=lambda one: one.code, reverse=True)
    assert str(found[0].message) == (
        "“aaaaaa” or “bbbbbb” was rewritten since they were compared: this pair does not count any more."
    )
    assert str(found[0].hint).startswith("Compare them again. If both still have to stay, write `texts: ")
    assert texts not in str(found[0].hint)


def test_distinct_pair_that_does_not_say_which_texts_were_compared_is_told_what_to_write(toy: Toy) -> None:
    write_pair(toy, REWORDED)
    texts = sealed(toy)
    toy.write("distinct", "- {ids: [bbbbbb, aaaaaa], reason: deux publics}\n")
    (found,) = alike(toy)
    assert (found.rule, found.severity) == ("stale-distinction", "warning")
    assert str(found.hint) == f"Compare them, and write `texts: {texts}`."


@pytest.mark.parametrize(
    "question", ["Sur quel lac se trouve la ville de Genève ?", "Dites-moi sur quel lac se trouve la ville de Genève ?"]
)
def test_distinct_pair_excuses_another_answer_only_if_it_says_that_both_are_right(toy: Toy, question: str) -> None:
    write_pair(toy, AGAIN % (question, "Rhône"))
    texts = sealed(toy)
    line = f"- {{ids: [aaaaaa, bbbbbb], reason: le lac et le fleuve, texts: {texts}%s}}\n"
    toy.write("distinct", line % "")
    (found,) = alike(toy)
    assert (found.rule, found.severity) == ("contradictory-answers", "error")
    assert "both_right: yes" in str(found.hint)
    toy.write("distinct", line % ", both_right: yes")
    assert alike(toy) == []


def test_distinct_pair_that_is_no_longer_alike_is_stale(toy: Toy) -> None:
    write_pair(toy, AGAIN % ("Qui a peint *Guernica* ?", "Picasso"))
    path = toy.write("distinct", "- {ids: [aaaaaa, bbbbbb], reason: deux publics}\n")
    (found,) = alike(toy)
    assert (found.rule, found.severity, found.path) == ("stale-distinction", "warning", "content/not-duplicates.yaml")
    assert str(found.message) == "“aaaaaa” and “bbbbbb” are not alike any more: this pair says nothing."
    line = path.read_text(encoding="utf-8").splitlines()[found.span.line - 1]
    assert line[found.span.column - 1 :].startswith(("ids", "[aaaaaa"))


def test_distinct_pair_of_a_question_that_is_gone_is_stale(toy: Toy) -> None:
    toy.write("distinct", "- {ids: [solo01, zzzzzz], reason: deux publics}\n")
    (found,) = alike(toy)
    assert str(found.message) == "There is no question “zzzzzz” any more: this pair says nothing."


def test_stale_pairs_are_not_claimed_when_near_duplicates_were_not_looked_for(toy: Toy) -> None:
    write_pair(toy, REWORDED)
    toy.write("distinct", f"- {{ids: [aaaaaa, bbbbbb], reason: deux publics, texts: {sealed(toy)}}}\n")
    asked = frozenset({"stale-distinction"})
    assert toy.check(select=asked) == ()


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("- {ids: [aaaaaa], reason: seul}\n", "bad-distinction"),
        ("- {ids: [solo01, solo01], reason: le même}\n", "bad-distinction"),
        ("- {ids: [solo01, solo02]}\n", "missing-key"),
        ("- {ids: [solo01, solo02], reason: oui, raison: non}\n", "unknown-key"),
        ("- solo01\n", "wrong-shape"),
    ],
)
def test_mistake_in_the_file_of_distinct_pairs_is_a_finding_in_it(toy: Toy, text: str, rule: str) -> None:
    toy.write("distinct", text)
    found = [one for one in toy.check() if one.path == "content/not-duplicates.yaml" and one.severity == "error"]
    assert [one.rule for one in found] == [rule]
    assert found[0].span.line == 2


def test_pair_recorded_twice_points_at_the_first(toy: Toy) -> None:
    write_pair(toy, REWORDED)
    line = f"- {{ids: [aaaaaa, bbbbbb], reason: deux publics, texts: {sealed(toy)}}}\n"
    toy.write("distinct", line * 2)
    (found,) = alike(toy)
    assert (found.rule, found.span.line, found.related[0].span.line) == ("bad-distinction", 3, 2)


def test_broken_file_of_distinct_pairs_is_a_finding_and_no_crash(toy: Toy) -> None:
    toy.write_bytes("distinct", b"pairs: [\xff")
    assert {one.path for one in toy.check()} == {"content/not-duplicates.yaml"}


# ---- the index on disk


def pages(toy: Toy, random: Random, words: list[str]) -> None:
    """A few pages of random questions, many of them alike."""
    for page in range(1, 6):
        if random.random() < 0.6 or not (toy.folder / f"solo/{page:02}.yaml").exists():
            rows = "".join(
                f"  - {{id: p{page}q{number}, keyword: K{number},"
                f" question: Quel {' '.join(random.choices(words, k=5))} ?,"
                f" answer: {random.choice(words)}}}\n"
                for number in range(12)
            )
            (toy.folder / f"solo/{page:02}.yaml").write_text(f"page: {page}\nquestions:\n{rows}", encoding="utf-8")


def test_warm_index_says_the_same_as_a_search_of_everything(toy: Toy) -> None:
    """After any edits, an index that was carried along gives the findings of a cold one."""
    random = Random(5)
    words = "Lima Pérou volcan capitale fleuve zèbre opéra jouet sept 1789 grand petit montagne tableau".split()
    seen = 0
    for _ in range(8):
        pages(toy, random, words)
        if random.random() < 0.3:
            (toy.folder / "solo/05.yaml").unlink()
        warm, cold = alike(toy, cache=True), alike(toy, cache=False)
        assert warm == cold
        seen += len(cold)
    assert seen > 50


def test_edited_page_is_compared_without_searching_everything(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    toy.check(cache=True)
    monkeypatch.setattr(index_module, "_rebuild", None)
    write_pair(toy, REWORDED)
    monkeypatch.setattr(index_module, "_MOST_CHANGED", 1.0)
    assert [found.rule for found in alike(toy, cache=True)] == ["near-duplicate"]
    toy.write("duo", AGAIN % ("Qui a peint *Guernica* ?", "Picasso"))
    assert alike(toy, cache=True) == []


@pytest.mark.parametrize("damage", ["garbage", "empty", "other schema", "link"])
def test_broken_index_is_as_good_as_none(toy: Toy, damage: str) -> None:
    write_pair(toy, REWORDED)
    expected = alike(toy, cache=True)
    place = toy.root / CACHE_FOLDER / "duplicates.sqlite3"
    assert place.is_file()
    if damage == "garbage":
        place.write_bytes(b"SQLite format 3\0" + b"\xff" * 5_000)
    elif damage == "empty":
        place.write_bytes(b"")
    elif damage == "other schema":
        with sqlite3.connect(place) as database:
            database.execute("drop table bucket")
            database.execute("update file set digest = 'x'")
        database.close()
    else:
        target = toy.root / "elsewhere"
        place.rename(target)
        place.symlink_to(target)
    assert alike(toy, cache=True) == expected


def test_forged_digest_or_pair_in_an_index_never_runs_code_or_crashes(toy: Toy) -> None:
    write_pair(toy, REWORDED)
    toy.check(cache=True)
    with sqlite3.connect(toy.root / CACHE_FOLDER / "duplicates.sqlite3") as database:
        database.execute("insert into pair values (999, 998, 'probable', 1)")
    database.close()
    assert [found.rule for found in alike(toy, cache=True)] == ["near-duplicate"]


# ---- bad input


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def many(toy: Toy, questions: list[tuple[str, str]]) -> None:
    toy.game("products:\n  solo: {kind: booklet, title: Solo, pages: 1, questions_per_page: 20, types: [plain]}\n")
    rows = [
        f"  - {{id: q{number}, keyword: K, question: {_quoted(question)}, answer: {_quoted(answer)}}}\n"
        for number, (question, answer) in enumerate(questions)
    ]
    for file in toy.folder.glob("*.yaml"):
        if file.name != "game.yaml":
            file.unlink()
    toy.path("solo").write_text("page: 1\nquestions:\n" + "".join(rows), encoding="utf-8")


@pytest.mark.parametrize("rewording", ["", "dites-moi "])
def test_ten_thousand_identical_questions_give_few_findings_and_a_count(toy: Toy, rewording: str) -> None:
    many(toy, [(f"{rewording * (n % 2)}Sur quel lac se trouve la ville de Genève ?", "Léman") for n in range(10_000)])
    found = [one for one in alike(toy, cache=True) if one.code == "LV901"]
    assert len(found) == 51
    assert str(found[-1].message) == f"{9_949 - bool(rewording)} more findings of this rule in this file."


def test_ten_thousand_identical_questions_on_many_pages_give_few_findings_and_a_count(toy: Toy) -> None:
    many(toy, [])
    rows = "".join(f"  - {{keyword: K{n}, question: Où est Genève ?, answer: Suisse}}\n" for n in range(20))
    for page in range(500):
        (toy.folder / f"solo/{page:03}.yaml").write_text(f"page: {page + 1}\nquestions:\n{rows}", encoding="utf-8")
    found = [one for one in alike(toy) if one.code == "LV901"]
    assert len(found) == 201
    assert [str(one.message) for one in found if "other files" in str(one.message)] == [
        "9799 more findings of this rule in other files."
    ]


def test_thousands_of_questions_from_one_template_are_bounded(toy: Toy) -> None:
    letters = "bcdfghjklm"
    names = ["".join(letters[int(digit)] + "a" for digit in f"{number:04}") for number in range(5_000)]
    many(toy, [(f"Quelle ville du lac a pour maire la nièce préférée du tonton {name} ?", "Lima") for name in names])
    found = alike(toy, cache=True)
    assert 0 < len(found) <= 4 * 51 + 1


def test_words_that_too_many_questions_share_are_named_in_a_note(toy: Toy) -> None:
    """Not each of them is compared with each: nobody should rely on the silence."""
    letters = "bcdfghjklm"
    names = ["".join(letters[int(digit)] + "a" for digit in f"{number:04}") for number in range(800)]
    many(toy, [(f"Quelle ville a pour maire la nièce du tonton {name} ?", "Lima") for name in names])
    for _ in ("a search of everything", "the index as it is"):
        (found,) = (one for one in alike(toy, cache=True) if one.rule == "crowded-words")
        assert found.severity == "info"
        assert str(found.message).startswith("Too many questions share these words and much of their answers")
        assert "tonton (800)" in str(found.message)
    many(toy, [(f"Quelle ville a pour maire la nièce du tonton {name} ?", "Lima") for name in names[:40]])
    assert "crowded-words" not in [one.rule for one in alike(toy, cache=True)]


ODD = [
    "?", "a", "…", "🦆🦆🦆 ?", "ما هي عاصمة فرنسا؟", "איזו עיר היא בירת צרפת?", "日本の首都はどこですか",
    "'", "0" * 300,
]  # fmt: skip


def test_odd_questions_do_not_crash_and_are_found_when_they_are_the_same(toy: Toy) -> None:
    many(toy, [(text, "x") for text in ODD * 2])
    same = [one for one in alike(toy) if one.rule == "same-question"]
    assert len(same) == len(ODD)


def test_question_of_fifty_kilobytes_is_compared_by_its_beginning(toy: Toy) -> None:
    words = [f"mot{number}" for number in range(7_000)]
    long = " ".join(words)
    assert len(long) > 50_000
    many(toy, [(f"{long} ?", "Lima"), (f"Dites-moi {long} ?", "Lima"), (" ".join(reversed(words)) + " ?", "Lima")])
    assert [one.rule for one in alike(toy)] == ["near-duplicate"]


def test_empty_bank_has_no_duplicates(toy: Toy) -> None:
    many(toy, [])
    assert alike(toy, cache=True) == []


# ---- similar


def test_similar_shows_the_nearest_questions_with_score_place_and_answer(
    toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = livret(capsys, toy.root, "similar", "dans quelle ile se trouve bastia")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "1.00  content/jouet/solo/01.yaml:4:52  (solo02)",
        "      Dans quelle île est Bastia ? → La Corse",
    ]


def test_similar_as_data(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    found: Any = livret(capsys, toy.root, "similar", "points cardinaux", "--format", "json").data
    assert found["text"] == "points cardinaux"
    (near,) = found["similar"]
    assert (near["id"], near["path"], near["line"]) == ("duo002", "content/jouet/duo/01.yaml", 12)
    assert near["answers"] == [["nord"], ["est", "levant"], ["sud"], ["ouest"]]
    assert 0.5 < near["score"] <= 1


def test_similar_finds_a_fact_from_its_other_end_and_by_its_answer(
    toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in ("Quelle ville se trouve en Corse ?", "Corse"):
        assert "solo02" in livret(capsys, toy.root, "similar", text).out


def test_similar_sees_an_edit_at_once(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    assert livret(capsys, toy.root, "similar", "lac Genève", "--lang", "en").out == "Nothing similar was found.\n"
    toy.write("solo", GENEVA)
    assert "aaaaaa" in livret(capsys, toy.root, "similar", "lac Genève").out
    assert "aaaaaa" in livret(capsys, toy.root, "similar", "lac Genève", "--no-cache").out


def test_similar_reads_no_content_while_nothing_changed(toy: Toy) -> None:
    process(toy.root, "similar", "Bastia")
    ran = process(toy.root, "similar", "Bastia", env={"PYTHONVERBOSE": "1"})
    assert "solo02" in ran.out
    for heavy in ("click", "pydantic", "numpy", "pipeline.project.check"):
        assert f"import '{heavy}" not in ran.err


@pytest.mark.parametrize(
    "options",
    [
        ("dans quelle ile est bastia",),
        ("points cardinaux", "--format", "json"),
        ("--format=json", "points cardinaux", "--most", "1"),
        ("lac Genève", "--lang", "fr"),
        ("🦆",),
    ],
)
def test_similar_says_the_same_before_click_is_imported(
    toy: Toy, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    said = livret(capsys, toy.root, "similar", *options).out
    assert similar.answer(["-C", str(toy.root), "similar", *options]) == said


@pytest.mark.parametrize(
    "options",
    [
        (), ("",), ("x" * 50_001,), ("Bastia", "Genève"), ("Bastia", "--most", "0"), ("Bastia", "--most", "x"),
        ("Bastia", "--most"), ("Bastia", "--format", "xml"), ("Bastia", "--lang", "de"), ("Bastia", "--help"),
        ("--no-cache", "Bastia"), ("--", "-x"),
    ],
)  # fmt: skip
def test_what_is_not_a_plain_question_is_left_to_the_command_line(toy: Toy, options: tuple[str, ...]) -> None:
    process(toy.root, "similar", "Bastia")
    assert similar.answer(["-C", str(toy.root), "similar", "Bastia"])
    assert similar.answer(["-C", str(toy.root), "similar", *options]) is None
    assert similar.answer(["-C", str(toy.root / "content"), "similar", "Bastia"]) is None


def test_similar_after_an_edit_is_not_answered_from_before(toy: Toy) -> None:
    process(toy.root, "similar", "Bastia")
    toy.write("solo", GENEVA)
    assert similar.answer(["-C", str(toy.root), "similar", "Bastia"]) is None
    assert "aaaaaa" in process(toy.root, "similar", "Genève").out


@pytest.mark.parametrize("text", ["", "  ", "x" * 50_001])
def test_similar_without_a_text_is_wrong_usage(toy: Toy, capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert livret(capsys, toy.root, "similar", text).code == 2


@pytest.mark.parametrize("text", ODD)
def test_similar_answers_odd_texts(toy: Toy, capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert livret(capsys, toy.root, "similar", "--", text).code == 0


def test_similar_works_where_nothing_can_be_written(
    toy: Toy, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (toy.root / CACHE_FOLDER).symlink_to(tmp_path)
    assert "solo02" in livret(capsys, toy.root, "similar", "Bastia").out
