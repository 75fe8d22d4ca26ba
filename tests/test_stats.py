"""`livret stats`: what is counted, what leans, how it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from pipeline.core.balance import Asked, weigh
from pipeline.reporters.balance import as_text
from tests.command import livret

if TYPE_CHECKING:
    import pytest

    from tests.toy import Toy


def asked(theme: str = "sport", difficulty: int = 3, *, answer: str = "", stability: str = "stable") -> Asked:
    return Asked("plain", theme, difficulty, stability, "Qui ?", answer)


THEMES = [f"thème {letter}" for letter in "abcdefghij"]


def test_a_product_shows_completeness_types_and_themes(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, toy.root, "stats", "jouet/duo", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    (duo,) = ran.data["products"]
    assert duo["complete"] == {"page": {"count": 1, "wanted": 1}, "question": {"count": 2, "wanted": 2}}
    assert duo["types"] == {"cible": 1, "ping-pong": 1, "rapidite": 0}
    assert duo["difficulty"] == {"1": 0, "2": 0, "3": 0, "4": 0, "5": 0, "": 2}


def test_a_game_ends_with_all_its_products(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    products = livret(capsys, toy.root, "stats", "--format", "json").data["products"]
    assert products[-1]["product"] == ""
    assert products[-1]["questions"] == sum(one["questions"] for one in products[:-1]) == 5


def test_copies_of_cards_are_counted(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    (deck,) = livret(capsys, toy.root, "stats", "jouet/deck", "--format", "json").data["products"]
    assert deck["complete"] == {"card": {"count": 4, "wanted": 4}}


def test_broken_and_empty_content_has_a_balance_too(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write(
        "duo", "- {id: aaaaaa, type: rapidite, keyword: Ut, question: Qui chante ?, answer: Callas}\n- {type: x}\n"
    )
    toy.write_bytes("solo", b"\xff\x00: [")
    ran = livret(capsys, toy.root, "stats")
    assert ran.code == 0
    assert "1/2" in ran.out


def test_french_readers_read_french(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    out = livret(capsys, toy.root, "stats", "jouet/duo", "--lang", "fr").out
    assert "  Avancement\n" in out
    assert "  Difficulté\n    1 " in out
    assert "non indiqué" in out


def test_what_there_is_one_of_has_no_plural(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    assert "    plateau  " in livret(capsys, toy.root, "stats", "jouet/track", "--lang", "fr").out


def test_no_color_is_respected_and_nothing_is_wider_than_80(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    plain = livret(capsys, toy.root, "stats", env={"NO_COLOR": "1", "FORCE_COLOR": "1"}).out
    assert "\x1b" not in plain
    assert max(map(len, plain.splitlines())) <= 80
    assert "\x1b[36m█" in livret(capsys, toy.root, "stats", env={"FORCE_COLOR": "1"}).out


def test_a_misspelt_name_is_wrong_usage(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, toy.root, "stats", "jouet/dou")
    assert ran.code == 2
    assert "There is no game or product 'jouet/dou'. Did you mean 'jouet/duo'?" in ran.err


def test_a_page_with_too_much_of_a_theme_leans() -> None:
    even = [asked(theme, 1 + at % 5) for at, theme in enumerate(THEMES * 2)]
    sporty = [asked("thème a", 1 + at % 5) for at in range(6)] + even[6:]
    found = weigh(
        even + sporty, game="g", product="p", themes=THEMES, groups=[("page", 1, "", even), ("page", 2, "", sporty)]
    )
    assert [(one.number, one.field, one.value, one.times) for one in found.uneven] == [(2, "theme", "thème a", 7)]
    text = as_text([found], str, color=False, width=80)
    assert "page 2: 7 of 20 questions on “thème a”" in text


def test_a_card_of_one_difficulty_or_far_from_the_mean_leans() -> None:
    mixed = [asked(theme, level) for theme, level in zip(THEMES[:4], (2, 3, 3, 4), strict=True)]
    flat = [asked(theme, 3) for theme in THEMES[:4]]
    hard = [asked(theme, level) for theme, level in zip(THEMES[:4], (5, 5, 5, 4), strict=True)]
    groups = [("card", at, f"d{at}", mixed) for at in range(1, 9)] + [
        ("card", 9, "d9", flat),
        ("card", 10, "d10", hard),
    ]
    found = weigh([one for *_, some in groups for one in some], game="g", product="p", themes=THEMES, groups=groups)
    assert [(one.id, one.value, one.times) for one in found.uneven] == [("d9", "3", 4), ("d10", "4.8", 0)]


def test_answers_that_return_are_counted_whatever_their_case() -> None:
    found = weigh([asked(answer="Paris"), asked(answer="paris"), asked(answer="Lyon")], game="g")
    assert found.answers == (("Paris", 2),)


def test_perishable_facts_have_a_share() -> None:
    found = weigh([asked(stability="slow"), asked(stability="volatile"), asked(), asked()], game="g", product="p")
    assert "Perishable facts: 50 % (slow 1, volatile 1)." in as_text([found], str, color=False, width=80)


@given(st.lists(st.builds(asked, st.text(max_size=60), st.integers(0, 5), answer=st.text(max_size=40)), max_size=30))
def test_every_question_is_counted_once_and_bars_stay_in_their_columns(questions: list[Asked]) -> None:
    found = weigh(questions, game="g", product="p", groups=[("page", 1, "", questions)])
    for tally in (found.types, found.themes, found.difficulty):
        assert sum(count for _, count in tally) == len(questions)
    bars = [line for line in as_text([found], str, color=False, width=80).splitlines() if "█" in line]
    assert all(len(line[line.index("█") :]) <= 36 for line in bars)
