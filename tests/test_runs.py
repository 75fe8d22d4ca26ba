"""Where a printed list may be divided."""

from __future__ import annotations

import pytest

from pipeline.core.runs import Run, runs


@pytest.mark.parametrize(
    ("items", "found"),
    [
        ([], []),
        (["nord"], [(("nord",), True)]),
        (["nord", "sud"], [(("nord",), True), (("sud",), True)]),
        (["nord", "sud", "est"], [(("nord",), True), (("sud", "est"), True)]),
        (
            ["mer", "océan Atlantique", "Méditerranée"],
            [(("mer",), True), (("océan Atlantique",), True), (("Méditerranée",), True)],
        ),
        (["la tour de la cathédrale de Reims", "a", "b"], [
            (("la tour de la cathédrale de Reims",), False), (("a", "b"), True),
        ]),
    ],
)  # fmt: skip
def test_short_items_are_whole_and_the_last_one_is_not_alone(
    items: list[str], found: list[tuple[tuple[str, ...], bool]]
) -> None:
    assert runs(items) == [Run(*one) for one in found]
