"""A plain `check` is understood without click: never otherwise than click would, and with the same answer."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.cli import plain
from pipeline.cli.check import command
from tests.command import environment, livret

if TYPE_CHECKING:
    from tests.toy import Toy

WORDS = [
    *plain.FLAGS, *plain.VALUES, "--fix", "--watch", "--cluster", "--lang=fr", "--format=json", "--jobs=2", "--jobs=0",
    "--release=yes", "--color=", "text", "sarif", "html", "fr", "auto", "never", "1", "256", "257", "-1", "LV2", "",
    "typography,LV201", "content", "--", "-h", "-j",
]  # fmt: skip
NAMES = {"--format": "format_"}


@given(st.lists(st.sampled_from(WORDS), max_size=6))
@example(["--select"])
@example(["--jobs", "2", "--release", "--format", "json"])
@example(["--jobs", "1", "--jobs=2"])
def test_what_is_understood_is_what_click_understands(words: list[str]) -> None:
    found = plain.options(["check", *words])
    if found is None:
        return
    context = command.make_context("check", list(words))
    told = {f"--{name.strip('_').replace('_', '-')}": value for name, value in context.params.items()}
    for name in plain.FLAGS:
        assert told[name] is (name in found)
    for name in plain.VALUES & set(found):
        assert str(told[name]) == (str(int(found[name])) if name == "--jobs" else found[name])
    assert not any(value for name, value in told.items() if name not in plain.FLAGS | plain.VALUES)


def test_every_option_without_an_explanation_is_an_option_of_check() -> None:
    options = {option for parameter in command.params for option in parameter.opts}
    assert options >= plain.FLAGS | plain.VALUES
    choices = {
        parameter.opts[0]: tuple(parameter.type.choices)
        for parameter in command.params
        if isinstance(parameter.type, click.Choice)
    }
    assert choices == {name: tuple(known) for name, known in plain.CHOICES.items()}


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--format", "json"],
        ["--format=github", "--lang=fr"],
        ["--statistics", "--no-cache", "--no-baseline"],
        ["--select", "LV2, typography", "--release"],
        ["--ignore=cible-not-a-number", "--jobs", "1", "--color=always"],
        ["--select", "typografy"],
        ["--format", "html"],
        ["--jobs", "many"],
        ["--lang"],
        ["--relese"],
    ],
)
def test_the_answer_is_the_same(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    toy.write(
        "duo", "- {id: duo001, type: cible, keyword: Toit, question: À combien de mètres culmine-t-il?, answer: haut}\n"
    )
    explained = livret(capsys, toy.root, "check", *arguments)
    monkeypatch.chdir(toy.root)
    assert livret(capsys, None, "check", *arguments) == explained


def test_a_plain_check_imports_no_click(toy: Toy) -> None:
    code = "import sys; from pipeline.cli import run; print(run(['check', '--format', 'json']), 'click' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=toy.root, capture_output=True, text=True, env=environment(), check=True
    )
    assert done.stdout.endswith("}\n0 False\n")


def test_outside_of_any_content_click_says_what_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(os.path.abspath(os.sep))  # noqa: PTH100
    ran = livret(capsys, None, "check")
    assert ran.code == 2
    assert "No folder content/ here or above" in ran.err
