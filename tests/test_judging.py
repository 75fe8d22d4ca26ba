"""The judge: what docs/judging.md promises, by the vectors that every implementation has to pass."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.judging import judge, ping_pong, rank, read_number
from pipeline.judging.numerals import decimal, distance, plain

ROOT = Path(__file__).parents[1]
VECTORS: dict[str, Any] = json.loads((ROOT / "schemas/judging.vectors.json").read_text(encoding="utf-8"))
SORTS = ("text", "list", "number", "ranking", "ping_pong")


def cases(sort: str) -> list[Any]:
    return [pytest.param(case, id=f"{number}") for number, case in enumerate(VECTORS[sort])]


def test_there_are_enough_vectors_and_none_twice() -> None:
    shown = [json.dumps(case, sort_keys=True) for sort in SORTS for case in VECTORS[sort]]
    assert len(shown) >= 300
    assert len(set(shown)) == len(shown)
    assert all(len(VECTORS[sort]) >= 25 for sort in SORTS), "each of the public functions is tried often"


@pytest.mark.parametrize("case", cases("text"))
def test_text(case: dict[str, Any]) -> None:
    verdict = judge(case["answer"], case["given"])
    assert (verdict.reason, verdict.right) == (case["reason"], case["reason"] in ("exact", "same", "typo"))


@pytest.mark.parametrize("case", cases("list"))
def test_list(case: dict[str, Any]) -> None:
    verdict = judge(case["answer"], case["given"], case["said"])
    assert (verdict.reason, verdict.item) == (case["reason"], case["item"])


@pytest.mark.parametrize("case", cases("number"))
def test_number(case: dict[str, Any]) -> None:
    number = read_number(case["given"], case["unit"])
    assert (None if number is None else plain(number)) == case["number"]


@pytest.mark.parametrize("case", cases("ranking"))
def test_ranking(case: dict[str, Any]) -> None:
    found = rank(case["answer"], case["proposals"], distinct=case["distinct"])
    assert (list(found.winners), found.exact, found.heard, list(found.distances)) == (
        case["winners"], case["exact"], case["heard"], case["distances"],
    )  # fmt: skip


@pytest.mark.parametrize("case", cases("ping_pong"))
def test_ping_pong(case: dict[str, Any]) -> None:
    found = ping_pong(case["answer"], case["given"])
    assert (list(found.verdicts), list(found.said), found.last_right, found.complete) == (
        case["verdicts"], case["said"], case["last_right"], case["complete"],
    )  # fmt: skip


def test_iran_and_irak_never_match_in_any_guise() -> None:
    for one, other in (("Iran", "Irak"), ("L'IRAN", "l'irak"), ("Guerre d'Iran", "guerre d'irak")):
        assert not judge({"kind": "text", "text": one, "accept": []}, other).right
        assert not judge({"kind": "text", "text": other, "accept": []}, one).right


def test_a_procedure_is_not_judged() -> None:
    assert judge({"kind": "procedure", "text": "Lancez."}, "oui").reason == "not-judged"


def test_the_javascript_judge_carries_the_same_tables() -> None:
    module = (ROOT / "pipeline/judging/judge.mjs").read_text(encoding="utf-8")
    inside = module.partition("a test compares them */ ")[2].partition("; // end of tables.json")[0]
    assert inside + "\n" == (ROOT / "pipeline/judging/tables.json").read_text(encoding="utf-8")


@given(st.text(max_size=400), st.text(min_size=1, max_size=40))
def test_no_text_can_break_the_judge(typed: str, answer: str) -> None:
    judge({"kind": "text", "text": answer, "accept": []}, typed)
    judge({"kind": "number", "value": 3, "unit": "m", "text": "3 m"}, typed)
    judge({"kind": "list", "items": [{"text": answer, "accept": []}]}, typed)


@given(st.text(min_size=1, max_size=40).filter(lambda text: text.strip() == text))
def test_an_answer_is_always_its_own_answer(answer: str) -> None:
    assert judge({"kind": "text", "text": answer, "accept": []}, answer).reason in ("exact", "empty")


@given(st.integers(-(10**12), 10**12), st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=6))
def test_the_nearest_proposal_wins(value: int, proposals: list[int]) -> None:
    found = rank({"kind": "number", "value": value, "text": ""}, [str(number) for number in proposals])
    gaps = [abs(value - number) for number in proposals]
    assert found.winners[0] == gaps.index(min(gaps))


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9, places=3))
def test_reading_a_number_gives_back_what_was_written(value: Any) -> None:
    number = decimal(str(value))
    assert number is not None
    assert decimal(plain(number)) == number
    assert distance(number, number).digits == 0
