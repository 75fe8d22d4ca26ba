"""What a game's templates can reach: the library, the game's own files, and nothing else of the disk or the network."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Any

import pikepdf
import pytest

from pipeline.print import library
from pipeline.print.engine import LOCKED, Engine, Sheet
from pipeline.print.templates import TemplateFaultError, Templates
from pipeline.project.build import build
from tests import pdfs
from tests.toy import TODAY, Toy, marked

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.core.finding import Finding
    from pipeline.print.fragment import Fragment

SHAPE = '<path id="x" d="M0 0h9v9z" fill="device-cmyk(0 1 0 0)"/>'
PICTURE = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{SHAPE}</svg>'
SIZE = "@page{size:80mm 60mm;margin:0}p,ul{font-family:Text}img{width:20mm}"
OWN = {"style.css": b""}
HIDDEN = "geheim"
INK = b"0 1 0 0 scn"  # of the shape


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file beside the project that is a picture, a template and a stylesheet at once."""
    place = tmp_path / "secret.svg"
    place.write_text(PICTURE.replace("<path", f"<desc>{HIDDEN}</desc><path"), encoding="utf-8")
    return place


def laid_out(engine: Engine, body: str, *, css: str = "", own: dict[str, bytes] | None = None) -> Fragment:
    (fragment,) = engine.render(Sheet(SIZE + css, "fr", (f"<section>{body}</section>",), False, own or OWN))
    return fragment


def drawn(fragment: Fragment) -> bytes:
    """All streams of a fragment, one after the other."""
    with pikepdf.open(io.BytesIO(fragment.pdf)) as pdf:
        return b"\n".join(thing.read_bytes() for thing in pdf.objects if isinstance(thing, pikepdf.Stream))


@pytest.mark.parametrize(
    "name",
    ["/etc/passwd", "//etc/passwd", "booklet//page.html", "../pyproject.toml", "booklet/../../pyproject.toml", "",
     "./booklet/page.html", "booklet/", "..", "booklet\\page.html", "C:/x", "file:///etc/passwd", "a\0b", "é.html",
     "booklet/page.html\n"],
)  # fmt: skip
def test_the_library_knows_files_by_plain_names_only(name: str) -> None:
    assert library.find(name, {}) is None
    assert library.find("booklet/page.html", {}) is not None


@pytest.mark.parametrize(
    "statement",
    ['{{% include "{}" %}}', '{{% include "/{}" %}}', '{{% import "{}" as x %}}{{{{ x }}}}',
     '{{% from "{}" import x %}}', '{{% extends "{}" %}}', '{{% include ["none.html", "{}"] %}}'],
)  # fmt: skip
def test_a_template_includes_no_file_of_the_disk(secret: Path, statement: str) -> None:
    templates = Templates({"own.html": statement.format(secret).encode()})
    with pytest.raises(TemplateFaultError) as raised:
        templates.render("own.html", {})
    assert "there is no template" in raised.value.fault.problem
    assert not templates.has(str(secret))


ROADS = {
    "a picture": '<img src="{}">',
    "a picture by another road": '<img src=".//{}">',
    "a picture of the library's host": '<img src="//library.invalid/{}">',
    "a picture by an address": '<img src="http://library.invalid/{}">',
    "a picture with signs in hexadecimal": '<img src="%2e%2e/%2e%2e/{}">',
    "a background": '<p style="height:9mm;background:url(//library.invalid/{})">a</p>',
    "content": "<style>p::before{{content:url(//library.invalid/{})}}</style><p>a</p>",
    "a list": '<ul><li style="list-style-image:url(//library.invalid/{})">a</li></ul>',
    "a border": '<p style="border:3mm solid;border-image-source:url(//library.invalid/{})">a</p>',
    "a stylesheet": '<link rel="stylesheet" href="//library.invalid/{}"><p>a</p>',
    "an import": "<style>@import url(//library.invalid/{});</style><p>a</p>",
    "a font": "<style>@font-face{{font-family:Zz;src:url(//library.invalid/{})}}</style><p>a</p>",
    "an attachment": '<a rel="attachment" href="//library.invalid/{}">a</a>',
    "an attachment of the page": '<link rel="attachment" href="//library.invalid/{}"><p>a</p>',
    "an object": '<object data="//library.invalid/{}"></object>',
    "an embedded thing": '<embed src="//library.invalid/{}">',
    "a drawing": '<svg width="20" height="20"><image href="//library.invalid/{}" width="9" height="9"/></svg>',
    "a profile": (
        "<style>@color-profile device-cmyk"
        "{{components:cyan,magenta,yellow,black;src:url(//library.invalid/{})}}</style>"
    ),
}


@pytest.mark.parametrize("scheme", ["", "file://"])
@pytest.mark.parametrize("road", ROADS)
def test_a_page_loads_no_file_of_the_disk(engine: Engine, secret: Path, road: str, scheme: str) -> None:
    text = ROADS[road].replace("//library.invalid/", scheme) if scheme else ROADS[road]
    fragment = laid_out(engine, text.format(secret))
    assert [line for line in fragment.complaints if LOCKED in line], road
    assert any(secret.name in line for line in fragment.complaints), fragment.complaints
    assert HIDDEN.encode() not in fragment.pdf + drawn(fragment)
    assert INK not in drawn(fragment)
    with pikepdf.open(io.BytesIO(fragment.pdf)) as pdf:
        assert "/Names" not in pdf.Root
        assert not [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/EF" in thing]


def test_an_address_that_carries_its_data_is_refused_with_everything_in_it(engine: Engine, secret: Path) -> None:
    inner = PICTURE.replace("<path", f'<image href="file://{secret}" width="9" height="9"/><path')
    data = base64.b64encode(inner.encode()).decode()
    fragment = laid_out(engine, f'<img src="data:image/svg+xml;base64,{data}">')
    assert len(fragment.complaints) == 1
    assert INK not in drawn(fragment)


def test_a_drawing_of_the_game_loads_no_file_of_the_disk(engine: Engine, secret: Path) -> None:
    """Pictures in pictures, entities, stylesheets: what is inside has no more rights than the page."""
    image = f'<image href="//library.invalid/{secret}" width="9" height="9"/>'
    fragment = laid_out(
        engine, '<img src="assets/a.svg">', own={"assets/a.svg": PICTURE.replace(SHAPE, image).encode()}
    )
    assert [line for line in fragment.complaints if LOCKED in line and secret.name in line]
    entity = f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file://{secret}">]>'
    drawing = entity + PICTURE.replace(SHAPE, '<text y="9">&x;</text>')
    fragment = laid_out(engine, '<img src="assets/a.svg">', own={"assets/a.svg": drawing.encode()})
    assert fragment.complaints
    assert HIDDEN.encode() not in drawn(fragment)


def test_an_entity_that_grows_without_end_is_no_picture(engine: Engine) -> None:
    entities = "".join(f'<!ENTITY a{level} "{f"&a{level - 1};" * 10}">' for level in range(1, 10))
    bomb = f'<!DOCTYPE svg [<!ENTITY a0 "aaaaaaaaaa">{entities}]>' + PICTURE.replace(SHAPE, "<text>&a9;</text>")
    fragment = laid_out(engine, '<img src="assets/a.svg">', own={"assets/a.svg": bomb.encode()})
    assert [line for line in fragment.complaints if "assets/a.svg" in line]


def test_a_picture_that_is_postscript_is_given_to_no_interpreter(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PIL import EpsImagePlugin

    def called(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(EpsImagePlugin, "Ghostscript", called)
    text = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 20 20\n%%EndComments\nshowpage\n"
    (line,) = laid_out(engine, '<img src="assets/a.png">', own={"assets/a.png": text}).complaints
    assert LOCKED in line


def test_a_font_that_a_game_brings_changes_no_page(engine: Engine) -> None:
    """A process lays out pages of many games: they share the fonts of the library and no others."""
    font = library.find("fonts/source-serif-4-400.ttf", {})
    assert font is not None
    before = laid_out(engine, "<p>Mots</p>")
    for source in ("assets/a.ttf", "fonts/source-serif-4-400.ttf"):
        face = f"@font-face{{font-family:Text;src:url({source})}}"
        fragment = laid_out(engine, f"<style>{face}</style><p>Mots</p>", own={"assets/a.ttf": font})
        assert [line for line in fragment.complaints if source in line]
    assert laid_out(engine, "<p>Mots</p>") == before


@pytest.mark.parametrize(
    "expression",
    ["icon.__globals__", "cycler.__init__.__globals__.os.environ", 'icon|attr("__globals__")',
     '"{0.__globals__}".format(icon)', '("{0.__globals__}"|fr).format(icon)', "''.__class__.__mro__",
     "self._TemplateReference__context.environment", "game.__class__", "lipsum.__globals__", "fr.__globals__",
     '"%s"|format(icon.__code__)', "games.update(a=1)", "[].append(1)", "(1).__class__.__base__.__subclasses__()"],
)  # fmt: skip
def test_a_template_stays_in_its_sandbox(expression: str) -> None:
    templates = Templates({"own.html": f"\n{{{{ {expression} }}}}".encode()})
    with pytest.raises(TemplateFaultError) as raised:
        templates.render("own.html", {"game": {"title": "Jouet"}, "games": {}})
    assert raised.value.fault.line == 2


def test_a_template_gets_values_and_no_objects_of_ours(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it is given has no method that reads a file, because it is text, numbers and lists of these."""
    given: list[str] = []
    names: set[str] = set()
    render = Templates.render

    def watched(self: Templates, name: str, context: Any) -> str:
        names.add(name)
        given.extend(_objects(dict(context), name))
        return render(self, name, context)

    monkeypatch.setattr(Templates, "render", watched)
    assert build(toy.root, ["jouet"], ["pdf"], TODAY).findings == ()
    assert {"booklet/page.html", "question-cards/back.html", "rulebook/text.html"} <= names
    assert given == []


def _objects(value: Any, path: str) -> list[str]:
    if isinstance(value, dict):
        return [found for key, inner in value.items() for found in _objects(inner, f"{path}.{key}")]
    if isinstance(value, (list, tuple)):
        return [found for inner in value for found in _objects(inner, f"{path}[]")]
    return [] if type(value) in (str, int, float, bool, type(None)) else [f"{path}: {type(value)}"]


def findings(toy: Toy, *targets: str) -> tuple[Finding, ...]:
    return build(toy.root, targets or ("jouet/duo",), ["pdf"], TODAY).findings


def own(toy: Toy, name: str, text: str) -> Path:
    place = toy.root / "content/jouet" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return place


HOWTO = "templates/booklet/howto.html"


@pytest.mark.parametrize("link", ["assets", "assets/inner", "assets/inner/a.svg"])
def test_a_link_that_leads_out_of_content_leads_to_nothing(toy: Toy, secret: Path, link: str) -> None:
    outside = secret.parent / "outside"
    (outside / "inner").mkdir(parents=True)
    (outside / "inner/a.svg").write_text(PICTURE, encoding="utf-8")
    place = toy.root / "content/jouet" / link
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(outside / link.removeprefix("assets").strip("/"))
    own(toy, HOWTO, '<img src="assets/inner/a.svg" style="width:40mm;margin:20mm">')
    (found,) = findings(toy)
    assert (found.rule, marked(found, toy.root)) == ("missing-picture", "assets/inner/a.svg")


def test_a_link_of_templates_that_leads_out_of_content_leads_to_nothing(toy: Toy, secret: Path) -> None:
    outside = secret.parent / "outside/booklet"
    outside.mkdir(parents=True)
    (outside / "howto.html").write_text(f'<p style="padding:20mm">{HIDDEN}</p>', encoding="utf-8")
    (toy.root / "content/jouet/templates").symlink_to(outside.parent)
    assert findings(toy) == ()
    assert HIDDEN not in pdfs.words(toy.root / "build/pdf/jouet/duo.pdf", 2)


def test_a_link_inside_content_is_a_picture_like_others(toy: Toy) -> None:
    """Games of one publisher share a logo."""
    (toy.root / "content/logo.svg").write_text(PICTURE, encoding="utf-8")
    (toy.root / "content/jouet/assets").mkdir()
    (toy.root / "content/jouet/assets/logo.svg").symlink_to("../../logo.svg")
    own(toy, HOWTO, '<img src="assets/logo.svg" style="width:40mm;margin:20mm">')
    assert findings(toy) == ()


def test_a_picture_may_have_spaces_and_accents_in_its_name(toy: Toy) -> None:
    own(toy, "assets/ma carte d’été.svg", PICTURE)
    own(toy, HOWTO, '<img src="assets/ma carte d’été.svg" style="width:40mm;margin:20mm">')
    assert findings(toy) == ()


@pytest.mark.parametrize("text", ["", "<svg", "{}", "GIF89a"])
def test_a_picture_that_is_none_is_an_error_where_it_is_named(toy: Toy, text: str) -> None:
    own(toy, "assets/a.svg", text)
    own(toy, HOWTO, '<p style="padding:20mm">\n<img src="assets/a.svg"></p>')
    (found,) = findings(toy)
    assert (found.rule, found.span.line, marked(found, toy.root)) == ("missing-picture", 2, "assets/a.svg")
    assert "cannot be read as a picture" in str(found.message)


@pytest.mark.parametrize("style", ["p{colr:red}", "p{\n  colr : red;\n}"])
def test_what_is_wrong_in_a_stylesheet_is_an_error_there_every_time(toy: Toy, style: str) -> None:
    """The engine says it once, when it reads the stylesheet; pages of the same process must say it again."""
    place = own(toy, "templates/style.css", style)
    for _ in range(2):
        (found,) = findings(toy)
        assert (found.rule, marked(found, toy.root)) == ("template-fault", "colr")
        assert toy.root / found.path == place
        assert "unknown property" in str(found.message)
        assert "style.css" in str(found.hint)


def test_a_page_that_the_engine_cannot_lay_out_is_an_error_of_its_template(toy: Toy) -> None:
    own(toy, HOWTO, '<iframe src="x"></iframe>')
    assert {one.rule for one in findings(toy)} == {"forbidden-css"}
    own(toy, HOWTO, "{{ '<i' ~ 'frame></i' ~ 'frame>' }}{{ ('<i' ~ 'frame></i' ~ 'frame>')|safe }}")
    (found,) = findings(toy)
    assert (found.rule, found.path) == ("template-fault", f"content/jouet/{HOWTO}")
    assert "cannot be laid out" in str(found.message)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@import url(other.css);", "@import url(other.css)"),
        ("@font-face{font-family:Text;src:url(assets/a.ttf)}", "@font-face"),
        ("<svg><use href='assets/a.svg#x'/></svg>", "<use href='assets/a.svg#x"),
        ('<svg><use xlink:href="a.svg#x"/></svg>', '<use xlink:href="a.svg#x'),
    ],
)
def test_what_the_engine_would_pass_over_in_silence_is_forbidden(toy: Toy, text: str, found: str) -> None:
    own(toy, HOWTO, f"\n{text if text.startswith('<') else f'<style>{text}</style>'}")
    assert [(one.rule, one.span.line, marked(one, toy.root)) for one in findings(toy)] == [("forbidden-css", 2, found)]


def test_a_shape_of_the_same_drawing_may_be_used_again(engine: Engine) -> None:
    drawing = f'<svg width="20" height="20"><defs>{SHAPE}</defs><use href="#x"/></svg>'
    fragment = laid_out(engine, drawing)
    assert fragment.complaints == ()
    assert INK in drawn(fragment)


@pytest.mark.parametrize(
    ("shape", "rule", "found"),
    [
        ('<use href="#nothing"/>', "forbidden-css", "#nothing"),
        ('<use xlink:href="b.svg#x"/>', "forbidden-css", "b.svg#x"),
        ('<text y="9" font-family="Arial">a</text>', "missing-font", "Arial"),
        ("<text y='9' font-family='Arial'>a</text>", "missing-font", "Arial"),
        ('<text y="9" style="font-family:Arial">a</text>', "missing-font", "Arial"),
        ('<text y="9" font-family="Text">ab<tspan>漢字</tspan></text>', "missing-glyph", "漢字"),
    ],
)
def test_what_a_drawing_would_leave_out_in_silence_is_an_error_there(
    toy: Toy, shape: str, rule: str, found: str
) -> None:
    own(toy, "assets/a.svg", PICTURE.replace(SHAPE, f"\n{SHAPE}\n{shape}"))
    (one,) = findings(toy)
    assert (one.rule, one.path, one.span.line, marked(one, toy.root)) == (rule, "content/jouet/assets/a.svg", 3, found)


def test_a_drawing_in_the_fonts_of_the_library_is_printed(toy: Toy) -> None:
    text = '<text y="9" font-family="Title" font-size="3" fill="device-cmyk(0 0 0 1)">Jouet</text><use href="#x"/>'
    own(toy, "assets/a.svg", PICTURE.replace(SHAPE, f"<!-- 漢 --><desc>漢</desc>{SHAPE}{text}"))
    own(toy, HOWTO, '<img src="assets/a.svg" style="width:40mm;margin:20mm">')
    assert findings(toy) == ()
