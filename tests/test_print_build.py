"""Building pages of a small game: what is refused, what is kept, what cannot be loaded."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pytest

from pipeline.print import confine, profile
from pipeline.print.engine import Engine
from pipeline.print.plan import plan
from pipeline.print.press import Printed, only
from pipeline.project.build import build
from pipeline.project.workshop import Workshop
from tests import pdfs
from tests.command import process
from tests.toy import TODAY, Toy, marked

if TYPE_CHECKING:
    from pipeline.core.finding import Finding
    from pipeline.project.check import LoadedGame

ROOT = Path(__file__).parent.parent


def findings(toy: Toy, *targets: str) -> tuple[Finding, ...]:
    return build(toy.root, targets or ("jouet",), ["pdf"], TODAY).findings


def question(text: str, **fields: str) -> str:
    more = "".join(f"  {name}: {value}\n" for name, value in fields.items())
    return f"- id: duo001\n  type: rapidite\n  keyword: Chevalet\n  question: {text}\n  answer: Picasso\n{more}"


def test_a_toy_with_a_product_of_every_kind_is_printed(toy: Toy) -> None:
    built = build(toy.root, ["jouet"], ["pdf"], TODAY)
    assert built.findings == ()
    names = {artefact.path for artefact in built.written}
    assert {"build/pdf/jouet/duo.pdf", "build/pdf/jouet/duo-pnp.pdf", "build/pdf/jouet/rules.pdf"} <= names
    for artefact in built.written:
        with pdfs.opened(toy.root / artefact.path) as pdf:
            assert pdfs.foreign_colours(pdf) == set(), artefact.path


def test_a_question_full_of_html_is_printed_as_text_and_loads_nothing(toy: Toy) -> None:
    toy.write("duo", question("\"<img src='file:///etc/passwd'> {{ 7 * 7 }} <b>gras</b> ?\""))
    assert findings(toy, "jouet/duo") == ()
    said = pdfs.words(toy.root / "build/pdf/jouet/duo.pdf", 3)
    assert "<img src=’file:///etc/passwd’>" in said
    assert "{{ 7 * 7 }}" in said
    assert "<b>gras</b>" in said
    with pdfs.opened(toy.root / "build/pdf/jouet/duo.pdf") as pdf:
        assert not [
            thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image"
        ]


def test_a_text_that_overflows_is_an_error_at_its_line_with_millimetres(toy: Toy) -> None:
    toy.write(
        "help", "- {id: h001, title: Aide, text: " + "Regardez bien la carte avant de jouer. " * 60 + ", count: 2}\n"
    )
    found = findings(toy, "jouet/help")
    assert found[0].rule == "text-overflow"
    assert found[0].path == "content/jouet/help.yaml"
    assert found[0].span.line == 2
    assert "mm too long for its box" in str(found[0].message)
    assert not (toy.root / "build").exists()


def test_a_word_that_cannot_be_broken_is_too_wide(toy: Toy) -> None:
    toy.write("help", f"- {{id: h001, title: Aide, text: {'Regardez' * 30}, count: 2}}\n")
    assert any("too wide" in str(one.message) for one in findings(toy, "jouet/help"))


def test_a_column_that_is_too_long_blames_its_longest_question(toy: Toy) -> None:
    long = " ".join(["Citez"] * 900)
    toy.write(
        "duo", question("Qui ?") + f"- {{id: duo002, type: rapidite, keyword: Long, question: {long} ?, answer: Non}}\n"
    )
    (found,) = findings(toy, "jouet/duo")
    assert (found.rule, found.id) == ("text-overflow", "duo002")
    assert marked(found, toy.root) == f"{long} ?"
    assert "The column is" in str(found.message)


@pytest.mark.parametrize("beyond", [5, 50, 500])
def test_the_millimetres_of_an_overflow_do_not_end_with_the_page(toy: Toy, beyond: float) -> None:
    """A worse text is a larger fault: twice as many lines too many, twice as many millimetres."""
    line = 6.8 * 1.24 * 25.4 / 72  # at the smallest type size of plain cards
    lines = round((53.5 + beyond) / line)
    text = " ".join(["anticonstitutionnellement"] * lines)  # one a line
    toy.write("help", f"- {{id: h001, title: Aide, text: {text}, count: 2}}\n")
    (found,) = findings(toy, "jouet/help")
    assert abs(float(dict(found.message.values)["mm"]) - beyond) < line


def test_nothing_that_is_too_long_reaches_the_page_after_it(toy: Toy) -> None:
    """Leaves are laid out together: the rest of a card must not be kept as a part of the next one."""
    long = "Regardez bien la carte avant de jouer. " * 60
    second = "- {id: h002, title: Autre, text: Rien ici., count: 1}\n"
    toy.write("help", f"- {{id: h001, title: Aide, text: {long}, count: 1}}\n{second}")
    workshop = Workshop(toy.root, jobs=1)
    assert build(toy.root, ["jouet/help"], ["pdf"], TODAY, workshop).findings
    toy.write("help", f"- {{id: h001, title: Aide, text: Court., count: 1}}\n{second}")
    assert build(toy.root, ["jouet/help"], ["pdf"], TODAY, workshop).findings == ()
    assert "Regardez" not in pdfs.words(toy.root / "build/pdf/jouet/help.pdf", 3)


def test_a_character_without_a_glyph_is_an_error_at_its_place(toy: Toy) -> None:
    toy.write("duo", question("Que veut dire 漢 en japonais ?"))
    (found,) = findings(toy, "jouet/duo")
    assert found.rule == "missing-glyph"
    assert (found.span.line, found.span.column) == (6, 29)
    assert "“漢” (U+6F22" in str(found.message)


def test_check_finds_the_same_missing_characters_as_build_at_the_same_places(toy: Toy) -> None:
    toy.write("duo", question("Que veut dire 漢字, et שלום עולם, et 🎲 ?", accept="[漢]"))
    built = findings(toy, "jouet/duo")
    checked = [one for one in toy.check() if one.rule == "missing-glyph"]
    assert [one._replace(entry="") for one in built] == [one._replace(entry="") for one in checked]
    assert [marked(one, toy.root) for one in checked] == ["漢字", "שלום עולם", "🎲"]


def test_a_missing_character_of_the_title_is_shown_in_game_yaml_once(toy: Toy) -> None:
    toy.game("title: Jouet 漢字")
    (found,) = findings(toy)
    assert (found.rule, found.path, marked(found, toy.root)) == ("missing-glyph", "content/jouet/game.yaml", "漢字")


def test_a_title_that_is_too_long_is_shown_in_game_yaml(toy: Toy) -> None:
    title = " ".join(["Jouet"] * 20)
    toy.game(f"title: {title}")
    (found,) = findings(toy, "jouet/deck")
    assert (found.rule, found.path, marked(found, toy.root)) == ("text-overflow", "content/jouet/game.yaml", title)


def own(toy: Toy, name: str, text: str) -> None:
    place = toy.root / "content/jouet" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


def test_a_game_replaces_a_template_by_dropping_a_file(toy: Toy) -> None:
    own(toy, "templates/booklet/howto.html", '<p style="padding:20mm">Notre mode d\'emploi</p>')
    assert findings(toy, "jouet/duo") == ()
    assert "Notre mode d'emploi" in pdfs.words(toy.root / "build/pdf/jouet/duo.pdf", 2)


def test_a_faulty_template_of_a_game_is_an_error_with_its_line(toy: Toy) -> None:
    own(toy, "templates/booklet/howto.html", "<p>\n{{ nobody.name }}</p>")
    (found,) = findings(toy, "jouet/duo")
    assert (found.rule, found.path, found.span.line) == (
        "template-fault",
        "content/jouet/templates/booklet/howto.html",
        2,
    )
    assert "nobody" in str(found.message)


@pytest.mark.parametrize(
    "text", [f"<p>{'mot ' * 3000}</p>", f'<div style="position:absolute;top:190mm;width:60mm">{"mot " * 200}</div>']
)
def test_a_template_with_too_much_text_for_its_page_is_an_error_with_millimetres(toy: Toy, text: str) -> None:
    own(toy, "templates/booklet/howto.html", text)
    (found,) = findings(toy, "jouet/duo")
    assert (found.rule, found.path) == ("text-overflow", "content/jouet/templates/booklet/howto.html")
    assert "“howto” is " in str(found.message)
    assert "too long for its page" in str(found.message)


def test_what_is_wrong_with_the_page_of_a_template_is_shown_in_the_template(toy: Toy) -> None:
    name = "templates/booklet/howto.html"
    own(toy, name, '<div style="position:absolute;left:1mm;top:1mm">Mode</div>')
    (unsafe,) = findings(toy, "jouet/duo")
    assert (unsafe.rule, marked(unsafe, toy.root)) == ("unsafe-text", "Mode")
    own(toy, name, '<p style="padding:20mm">Le\nsigne 漢</p>')
    (glyph,) = findings(toy, "jouet/duo")
    assert (glyph.rule, marked(glyph, toy.root)) == ("missing-glyph", "漢")
    own(toy, name, '<p style="padding:20mm">Le</p>\n<link rel="stylesheet" href="file:///etc/passwd">')
    (sheet,) = findings(toy, "jouet/duo")
    assert (sheet.rule, marked(sheet, toy.root)) == ("template-fault", "file:///etc/passwd")
    assert "Error" not in str(sheet.message)
    assert {one.path for one in (unsafe, glyph, sheet)} == {f"content/jouet/{name}"}


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "/etc/passwd", "../game.yaml", "https://example.org/x.png", "assets/none.svg"]
)
def test_a_template_can_load_nothing_but_the_game_s_pictures(toy: Toy, address: str) -> None:
    own(toy, "templates/booklet/howto.html", f'<img src="{address}">')
    (found,) = findings(toy, "jouet/duo")
    assert found.rule == "missing-picture"
    assert not (toy.root / "build").exists()


def test_a_picture_of_the_game_is_printed(toy: Toy) -> None:
    shape = '<path d="M0 0h9v9z" fill="device-cmyk(0 1 0 0)"/>'
    own(toy, "assets/picture.svg", f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{shape}</svg>')
    own(toy, "templates/booklet/howto.html", '<img src="assets/picture.svg" style="width:40mm;margin:20mm">')
    assert findings(toy, "jouet/duo") == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('<p>\n{{ "a" * 3000000000 }}</p>', "room"),
        ('<p>\n{{ "%0999999999d" % 1 }}</p>', "room"),
        (
            '{% set all = namespace(a="ab") %}\n{% for n in range(60) %}{% set all.a = all.a ~ all.a %}{% endfor %}',
            "room",
        ),
        ("{% for a in range(99999) %}\n{% for b in range(99999) %}{% endfor %}{% endfor %}", "long"),
        ("\n{% macro again() %}{{ again() }}{{ again() }}{% endmacro %}{{ 7 ** 999999999 }}", "long"),
    ],
)
def test_a_template_that_needs_too_much_time_or_memory_is_an_error_with_its_line(
    toy: Toy, monkeypatch: pytest.MonkeyPatch, text: str, problem: str
) -> None:
    monkeypatch.setattr(confine, "_SECONDS", 2)
    own(toy, "templates/booklet/howto.html", text)
    (found,) = findings(toy, "jouet/duo")
    assert (found.rule, found.path) == ("template-fault", "content/jouet/templates/booklet/howto.html")
    assert problem in str(found.message)
    assert found.span.line == 2 or "**" in text  # such a power cannot be interrupted: it is killed


def test_a_template_that_makes_far_too_long_a_page_is_refused_before_it_is_laid_out(toy: Toy) -> None:
    own(toy, "templates/booklet/howto.html", '{{ "mot " * 1000000 }}')
    (found,) = findings(toy, "jouet/duo")
    assert (found.rule, found.path) == ("template-fault", "content/jouet/templates/booklet/howto.html")


@pytest.mark.parametrize(
    "measures",
    ['{"sizes": [', '{"sizes": [9], "large": {"zoom": "much"}}', '{"sizes": [9], "large": {"size": [105]}}'],
)
def test_broken_measures_of_a_game_are_a_finding_of_check(toy: Toy, measures: str) -> None:
    own(toy, "templates/booklet/layout.json", measures)
    (found,) = [one for one in toy.check() if one.rule == "template-fault"]
    assert found.path == "content/jouet/templates/booklet/layout.json"


def test_an_unchanged_product_is_kept_and_a_changed_one_made_again(toy: Toy) -> None:
    build(toy.root, ["jouet"], ["pdf"], TODAY)
    place = toy.root / "build/pdf/jouet"
    before = {path.name: path.stat().st_ino for path in place.iterdir()}
    toy.write("duo", question("Qui a peint *Guernica* ?"))
    build(toy.root, ["jouet"], ["pdf"], TODAY)
    after = {path.name: path.stat().st_ino for path in place.iterdir()}
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"duo.pdf", "duo-pnp.pdf"}


def test_a_file_that_was_altered_in_build_is_made_again(toy: Toy) -> None:
    build(toy.root, ["jouet/duo"], ["pdf"], TODAY)
    place = toy.root / "build/pdf/jouet/duo.pdf"
    right = place.read_bytes()
    place.write_bytes(right[:-10])
    build(toy.root, ["jouet/duo"], ["pdf"], TODAY)
    assert place.read_bytes() == right


def test_a_product_that_is_gone_leaves_build(toy: Toy) -> None:
    build(toy.root, ["jouet"], ["pdf"], TODAY)
    game = toy.root / "content/jouet/game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text("\n".join(line for line in text.split("\n") if "help:" not in line), encoding="utf-8")
    (toy.root / "content/jouet/help.yaml").unlink()
    built = build(toy.root, ["jouet"], ["pdf"], TODAY)
    assert built.findings == ()
    assert not (toy.root / "build/pdf/jouet/help.pdf").exists()


@pytest.mark.parametrize("name", ["duo", "duel", "help", "deck", "puzzles", "board", "track"])
def test_fragments_give_the_same_pages_as_the_whole_document(toy: Toy, tmp_path: Path, name: str) -> None:
    """The proof behind the cache: pixels and text of assembled pages are those of WeasyPrint's own file."""
    from pipeline.project.check import load_games

    (loaded,) = load_games(toy.root)[0]
    same_pages(toy.root, loaded, name, tmp_path)


@pytest.mark.parametrize("target", ["egomaster/multi", "defizz/duel", "egocentric-world/deck", "masterdice/material"])
def test_fragments_of_the_real_games_give_the_same_pages_too(tmp_path: Path, target: str) -> None:
    """Many fonts and glyphs, icons, superscripts, colours that differ from card to card."""
    from pipeline.project.check import load_games

    game, _, name = target.partition("/")
    (loaded,) = [one for one in load_games(ROOT)[0] if one.folder.name == game]
    same_pages(ROOT, loaded, name, tmp_path, most=8)


def same_pages(root: Path, loaded: LoadedGame, name: str, folder: Path, most: int = 99) -> None:
    """The first leaves, each laid out for itself and all as one document."""
    from pipeline.exporters.pdf import order_of
    from pipeline.project.build import _content

    settings = {"black_overprints": "no"}
    chosen = plan(order_of(_content(root, loaded, TODAY, {""}), name), profile.load("longpack", {}, settings))
    inner = [number for number, leaf in enumerate(chosen.leaves) if leaf.template != "notes" and not leaf.last]
    numbers = [number for number in inner[:most] if chosen.css[number] == chosen.css[inner[0]]]
    assert numbers
    engine = Engine()
    whole = folder / "whole.pdf"
    whole.write_bytes(engine._document(chosen.sheet(numbers)).write_pdf())
    fragments = {number: engine.render(chosen.sheet([number]))[0] for number in numbers}
    parts = folder / "parts.pdf"
    parts.write_bytes(only(chosen, fragments, [Printed(number, 0, "", "") for number in numbers], NoCache()))
    for page in range(1, len(numbers) + 1):
        one, other = (pdfs.pixels(path, page, 150) for path in (whole, parts))
        inside = (0, 0, one.width - 1, one.height - 1)  # the page may end in the middle of the last pixel
        assert pdfs.difference(one.crop(inside), other.crop(inside)) == 0, page
        assert pdfs.text(whole, page) == pdfs.text(parts, page), page


class NoCache:
    """Fonts are cut every time."""

    def fetch(self, key: str) -> bytes | None:
        return None

    def keep(self, key: str, data: bytes) -> None:
        pass


def test_a_file_without_fonts_of_its_own_opens_as_a_fragment(toy: Toy) -> None:
    from pipeline.exporters.pdf import order_of
    from pipeline.project.build import _content
    from pipeline.project.check import load_games

    (loaded,) = load_games(toy.root)[0]
    chosen = plan(order_of(_content(toy.root, loaded, TODAY, {""}), "duo"), profile.load("offset"))
    (fragment,) = Engine().render(chosen.sheet([2]))
    with pikepdf.open(io.BytesIO(fragment.pdf)) as pdf:
        assert "/Font" not in pdf.pages[0].obj.Resources
    assert {glyphs.file for glyphs in fragment.fonts.values()} >= {"source-sans-3-400.ttf", "livret-icons.ttf"}
    assert len(fragment.pdf) < 30_000


def test_a_build_leaves_no_temporary_files(toy: Toy, tmp_path: Path) -> None:
    """WeasyPrint copies every font to a folder of its own: 3 MB a build."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    built = process(toy.root, "build", "jouet/duo", "--only", "pdf", env={"TMPDIR": str(temporary)})
    assert (built.code, [*temporary.iterdir()]) == (0, [])
    assert (toy.root / "build/pdf/jouet/duo.pdf").exists()


def whole(root: Path) -> dict[str, str]:
    """The artefacts of build/ with their hashes, which must be those of the manifest."""
    manifest = json.loads((root / "build/manifest.json").read_text(encoding="utf-8"))["artefacts"]
    found = {
        path.relative_to(root / "build").as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in (root / "build").rglob("*.*")
        if path.name != "manifest.json"
    }
    assert found == {path: entry["sha256"] for path, entry in manifest.items()}
    return found


def test_a_killed_build_leaves_the_old_artefacts_or_the_new_ones(toy: Toy) -> None:
    build(toy.root, ["jouet/duo"], ["pdf", "pack"], TODAY)
    old = whole(toy.root)
    toy.write("duo", question("Qui a peint *Guernica* en 1937 ?"))
    command = [sys.executable, "-m", "pipeline", "-C", str(toy.root), "build", "jouet/duo"]
    seen = []
    for seconds in (0.2, 0.6, 1.2):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        seen.append(whole(toy.root))
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    new = whole(toy.root)
    assert new != old
    assert all(one in (old, new) for one in seen)


def test_an_unchanged_build_is_answered_without_any_import_and_a_touched_file_is_noticed(toy: Toy) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "pipeline", "-C", str(toy.root), "build", "jouet/duo"]

    def again() -> tuple[str, bool]:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout, "pydantic" not in done.stderr

    first, _ = again()
    time.sleep(0.1)  # files that have just changed are not trusted
    second, _ = again()
    third, replayed = again()
    assert first == second == third
    assert replayed
    (toy.root / "build/pdf/jouet/duo.pdf").write_bytes(b"altered")
    fourth, replayed = again()
    assert fourth == first
    assert not replayed
    assert (toy.root / "build/pdf/jouet/duo.pdf").read_bytes().startswith(b"%PDF")
