"""Packs: the same bytes for the same content, complete, sealed, and read safely whatever was done to them."""

from __future__ import annotations

import copy
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pipeline.core.typeset import display
from pipeline.exporters.base import Packing
from pipeline.judging import judge
from pipeline.packs.display import _PLAIN, printed
from pipeline.packs.format import encode, encode_lines, encode_small, seal, sealed
from pipeline.packs.read import read_bytes, read_file
from pipeline.packs.schema import first_mistake
from pipeline.packs.teaser import teaser
from pipeline.packs.unlike import add_unlike
from pipeline.project.build import build
from pipeline.project.schemas import texts
from pipeline.project.workshop import Workshop
from tests.command import livret
from tests.toy import TODAY, Toy

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads(texts()["pack.schema.json"])


def packed(toy: Toy, **options: Any) -> Path:
    """Build the toy's pack with options; gives its path."""
    workshop = Workshop(toy.root, 1, packing=Packing(**options))
    (written,) = build(toy.root, ["jouet"], ["pack"], TODAY, workshop).written
    return toy.root / written.path


def data(toy: Toy, **options: Any) -> dict[str, Any]:
    pack = read_file(packed(toy, **options), teasers=True).pack
    assert pack is not None
    return pack


def product(pack: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in pack["products"] if one["id"] == name)
    return found


# Writing


def test_three_layouts_hold_the_same_pack_with_the_same_seal(toy: Toy) -> None:
    paths = [packed(toy), packed(toy, minify=True), packed(toy, lines=True)]
    assert [path.name for path in paths] == ["jouet.json", "jouet.json", "jouet.jsonl"]
    full = data(toy)
    assert data(toy, minify=True) == full
    assert data(toy, lines=True) == full


def test_minified_pack_is_smaller_and_has_one_line(toy: Toy) -> None:
    normal, small = packed(toy).read_bytes(), packed(toy, minify=True).read_bytes()
    assert small.count(b"\n") == 1
    assert len(small) < len(normal)


def test_every_question_has_a_line_of_its_own(toy: Toy) -> None:
    lines = packed(toy).read_text(encoding="utf-8").splitlines()
    assert [line.count('"question":') for line in lines if '"id":"solo0' in line] == [1, 1]


def test_pack_of_one_product_stands_beside_the_whole_one(toy: Toy) -> None:
    whole = packed(toy)
    part = packed(toy, products=("duo",))
    assert part.name == "jouet.duo.json"
    assert whole.is_file()
    assert [one["id"] for one in data(toy, products=("duo",))["products"]] == ["duo"]


def test_command_builds_what_its_options_say(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    def built(*options: str) -> list[str]:
        ran = livret(capsys, toy.root, "build", "--only", "pack", *options)
        assert ran.code == 0, ran.err
        return [line.split()[0] for line in ran.out.splitlines()]

    assert built() == ["build/packs/jouet.json"]
    assert built("--without-answers") == ["build/packs/jouet.teaser.json"]
    assert built("--lines", "--product", "duo") == ["build/packs/jouet.duo.jsonl"]
    assert built("--product", "duo", "--product", "solo", "--without-answers") == [
        "build/packs/jouet.solo+duo.teaser.json"
    ]
    assert len(list((toy.root / "build/packs").iterdir())) == 4, "one form of a pack does not replace another"
    wrong = livret(capsys, toy.root, "build", "--only", "pack", "--product", "dou")
    assert wrong.code == 2
    assert "There is no product 'dou'. Did you mean 'duo'?" in wrong.err


def test_a_product_that_is_not_among_the_targets_is_wrong_usage(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = livret(capsys, toy.root, "build", "jouet/duo", "--product", "rules", "--only", "pack")
    assert wrong.code == 2
    assert "There is no product 'rules' in jouet/duo. Products: duo." in wrong.err
    wrong = livret(capsys, toy.root, "build", "jouet/dou", "--product", "duo", "--only", "pack")
    assert wrong.code == 2
    assert "There is no product 'jouet/dou'." in wrong.err
    right = livret(capsys, toy.root, "build", "jouet/duo", "--product", "duo", "--only", "pack")
    assert right.code == 0


def test_display_is_there_where_print_differs(toy: Toy) -> None:
    cible, list_ = product(data(toy), "duo")["questions"]
    assert cible["answer"]["display"] == "8\u202f849\u00a0m"
    assert all("display" not in item for item in list_["answer"]["items"])


@given(st.from_regex(_PLAIN._source, fullmatch=True))
def test_texts_that_look_plain_print_as_they_are(text: str) -> None:
    assert printed(text) == text == display(text)


# Other words a slip away


def unlike(*answers: dict[str, Any], language: str = "fr") -> list[list[str]]:
    """What answers of one pack get as other words."""
    add_unlike([{"questions": [{"answer": answer} for answer in answers]}], language)
    return [part.get("unlike", []) for answer in answers for part in answer.get("items", (answer,))]


def answer(text: str, *accept: str) -> dict[str, Any]:
    return {"kind": "text", "text": text, "accept": list(accept)}


def test_french_words_and_other_answers_are_no_slips_of_an_answer() -> None:
    cheval, delorme = answer("le cheval"), answer("Delorme")
    unlike(cheval, delorme, answer("Philibert Delorne"), answer("Delomre"))
    assert "chenal" in cheval["unlike"]
    assert delorme["unlike"] == ["delomre", "delorne"]
    assert judge(cheval, "le chevval").reason == "typo"
    assert judge(cheval, "chenal").reason == judge(delorme, "Delorne").reason == "wrong"


def test_plurals_are_slips_but_a_town_is_no_tower() -> None:
    tours, chats, title, alps = unlike(answer("Tours"), answer("chats"), answer("Les Misérables"), answer("Manche"))
    assert "tour" in tours
    assert "chat" not in chats
    assert "miserable" not in title
    assert "manches" not in alps


def test_what_an_answer_accepts_is_not_among_its_other_words() -> None:
    assert unlike(answer("Delorme", "Delorne"), answer("Delorne")) == [[], ["delorme"]]


def test_items_of_a_list_have_other_words_too_and_short_words_have_none() -> None:
    found = unlike({"kind": "list", "items": [answer("amande"), answer("Iran"), answer("Irak")]})
    assert "amende" in found[0]
    assert found[1:] == [[], []]


def test_french_words_are_for_french_packs() -> None:
    assert unlike(answer("amande"), language="en") == [[]]


def test_other_words_are_what_the_judge_would_forgive() -> None:
    """Nothing is listed in vain, and nothing that the judge would forgive is missing."""
    words = [*"carmin carmen carman marron macron tortue torture amande amende poison planete plante planetes".split()]
    answers = [answer(word) for word in words]
    for own, found in zip(words, unlike(*answers, language="en"), strict=True):
        near = {
            one
            for one in words
            if one != own and judge(answer(own), one).reason == "typo" and one not in (own + "s", own[:-1])
        }
        assert set(found) == near, own


# The teaser

SECRETS = [
    ("solo", "Émile Zola", "Jules Verne"),
    ("duo", "8849", "1234"),
    ("duo", "nord, {answer: est, accept: [levant]}", "haut, {answer: bas, accept: [fond, sol]}"),
    ("duel", "Le plus grand gagne.", "Le plus petit gagne."),
    ("duel", "Relancez.", "Recommencez."),
]


@pytest.mark.parametrize(("file", "old", "new"), SECRETS)
def test_teaser_does_not_depend_on_any_answer(toy: Toy, file: str, old: str, new: str) -> None:
    """Nothing of an answer can leak, not even through a hash: another answer gives the same bytes."""
    before = packed(toy, teaser=True).read_bytes()
    whole = packed(toy).read_bytes()
    path = toy.path(file)
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert packed(toy).read_bytes() != whole
    assert packed(toy, teaser=True).read_bytes() == before


def test_teaser_keeps_what_makes_people_curious(toy: Toy) -> None:
    public = data(toy, teaser=True)
    assert public["format"] == "livret-teaser/1"
    first = product(public, "duo")["questions"][0]
    assert first["keyword"] == "Toit du monde"
    assert "answer" not in first
    assert "solution" not in product(public, "puzzles")["puzzles"][0]
    assert "8849" not in json.dumps(public)


def test_teaser_has_no_attempts_from_which_a_code_follows(toy: Toy) -> None:
    pack = data(toy)
    (puzzle, *_) = product(pack, "puzzles")["puzzles"]
    before = teaser(pack)
    (shown, *_) = product(before, "puzzles")["puzzles"]
    assert shown.keys() <= {"id", "number", "title", "difficulty", "attempts_total"}
    assert shown["attempts_total"] == len(puzzle["attempts"])
    puzzle["attempts"] = [{} for _ in puzzle["attempts"]]
    puzzle["solution"] = []
    assert teaser(pack) == before


def test_teaser_fits_its_schema(toy: Toy) -> None:
    Draft202012Validator(json.loads(texts()["teaser.schema.json"])).validate(data(toy, teaser=True))


# Reading


def said(raw: bytes) -> str:
    reading = read_bytes(raw, "p.json")
    assert reading.pack is None
    return str(reading.trouble)


def test_pack_that_is_cut_off_says_where(toy: Toy) -> None:
    raw = packed(toy).read_bytes()
    for length in range(1, len(raw) - 2, 97):
        assert "cut off" in said(raw[:length]) or "no JSON" in said(raw[:length]) or "UTF-8" in said(raw[:length])
    assert said(b"") == "p.json: the pack is cut off at line 1, column 1."
    lines = packed(toy, lines=True).read_bytes().splitlines(keepends=True)
    assert said(b"".join(lines[:-1])) == f"p.json: the pack is cut off: {len(lines) - 2} of {len(lines) - 1} lines."


def test_pack_that_was_altered_is_refused(toy: Toy) -> None:
    pack = data(toy)
    product(pack, "duo")["questions"][0]["answer"]["value"] = 9000
    raw = json.dumps(pack).encode()
    assert said(raw) == "p.json: the pack was altered: its integrity hash is not that of its content."


def test_pack_with_a_second_key_is_not_the_pack_that_was_sealed(toy: Toy) -> None:
    """Python takes the last of two keys, others the first: the seal would be right, and the pack another."""
    raw = packed(toy).read_bytes()
    assert read_bytes(raw, "p.json").pack
    doubled = raw.replace(b'"answer":', b'"answer":{"kind":"text","text":"faux","accept":[]},"answer":', 1)
    assert said(doubled).startswith("p.json: this is no pack: the key “answer” stands twice in one object")
    lines = packed(toy, lines=True).read_bytes().replace(b'"entry":', b'"entry":{},"entry":', 1)
    assert "the key “entry” stands twice" in said(lines)


def test_pack_of_a_newer_format_says_so(toy: Toy) -> None:
    newer = sealed(data(toy) | {"format": "livret-pack/2"})
    assert said(encode(newer)).startswith(
        "p.json: the pack has the format “livret-pack/2”; this livret reads livret-pack/1"
    )


def test_pack_that_breaks_its_schema_says_where(toy: Toy) -> None:
    pack = data(toy)
    del product(pack, "duo")["questions"][0]["answer"]["value"]
    assert said(encode(sealed(pack))) == (
        "p.json: the pack does not fit its schema at /products/1/questions/0/answer: “value” is missing."
    )


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "nested too deeply"),
        (b'{"format": "livret-pack/1", "n": ' + b"9" * 100_000 + b"}", "a number in it is too long"),
        (b'{"format": "livret-pack/1", "n": NaN}', "this is no JSON: NaN is no number there."),
        (b'{"format": "livret-pack/1", "n": -Infinity}', "this is no JSON: -Infinity is no number there."),
        (b'{"format": "evil", "format": "livret-pack/1"}', "the key “format” stands twice in one object"),
        (b'{"format": "livret-pack/1", "game": {"id": "a", "id": "a"}}', "the key “id” stands twice in one object"),
        (b'\xef\xbb\xbf{"format": "livret-pack/1"}', "a byte order mark stands before it"),
        (b'{"format": "livret-pack/1", "lines": 1}\n{"list": NaN}\n', "NaN is no number there"),
        (b'{"format": "livret-pack/1", "lines": 1}\n\n{"list": x, "entry": 1}\n', "no JSON: line 3, column 10"),
        (b'{"format": "livret-pack/1", "n": 1e999}', "does not fit its schema"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b"[]", "it has no “format”"),
        (b"null", "it has no “format”"),
        (b'{"format": 3}', "it has no “format”"),
        (b'{"format": "other/1"}', "is not a format of ours"),
        (b'{"format": "livret-pack/1", "lines": 1}\n{"list": "questions"}\n', "line 2 belongs to none of its products"),
        (b'{"format": "livret-teaser/1"}', "this is a teaser"),
        (b"{'format': 1}", "no JSON: line 1, column 2"),
    ],
)
def test_hostile_files_get_a_message(raw: bytes, expected: str) -> None:
    assert expected in said(raw)


@given(st.binary(max_size=300))
def test_no_bytes_can_break_the_reader(raw: bytes) -> None:
    assert read_bytes(raw, "p.json").pack is None


def test_our_validation_agrees_with_jsonschema_on_spoilt_packs(toy: Toy) -> None:
    pack, chance = data(toy), random.Random(7)
    reference = Draft202012Validator(SCHEMA)
    assert first_mistake(pack, SCHEMA) is None
    spoilt = 0
    for _ in range(400):
        changed = copy.deepcopy(pack)
        _spoil(changed, chance)
        ours, theirs = first_mistake(changed, SCHEMA) is None, reference.is_valid(changed)
        assert ours == theirs, changed
        spoilt += not ours
    assert spoilt > 100


def _spoil(pack: Any, chance: random.Random) -> None:
    """Change one value somewhere."""
    here = pack
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = chance.choice(keys)
        inner = here[key]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.9:
            here = inner
            continue
        if isinstance(here, dict) and chance.random() < 0.3:
            del here[key]
        else:
            here[key] = chance.choice([None, True, 0, -1, 1.5, 2.0, "", "x", [], {}, "cible", 10**9])
        return


# Sealing


def test_seal_is_the_same_whatever_the_order_of_keys(toy: Toy) -> None:
    pack = data(toy)
    assert seal(dict(reversed(list(pack.items())))) == pack["integrity"]
    assert json.loads(encode(pack)) == json.loads(encode_small(pack)) == pack
    assert read_bytes(encode_lines(pack), "p").pack == pack
