"""Rulebooks: what each construct of Markdown becomes on the page, and that no text becomes markup."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.print.engine import Engine, Sheet
from pipeline.print.markdown import Rules, Sign, render
from pipeline.print.plan import resolve
from pipeline.print.templates import Templates, icon
from pipeline.source.markdown import outline

ROOT = Path(__file__).parent.parent
RULEBOOKS = sorted((ROOT / "content").glob("*/rules.md"))
SIGNS = {
    "type:cible": Sign("cible"),
    "product:duo": Sign("pawn-2", "0/72/90/2"),
    "ability:shield": Sign("shield"),
}
TAGS = frozenset(
    "h1 h2 h3 h4 h5 h6 p ul ol li div table thead tbody tr th td pre b i em strong code span sup a br".split()
)
ATTRIBUTES = frozenset("class id href start style data-fit".split())
MARKS = "#>*_-+1.|`~[]()<>!&;:\"'\\/ \n\t=éÉ0aB:﷐\u00a0😀"
PIECES = (
    "# Titre\n", "## La mise\n", "### La mise\n", "1. **Un.** deux\n", "   - trois\n", "> **Exemple.** Un\n", "> - x\n",
    "| a | b |\n| --- | :-: |\n| 1 | **x** |\n", "[x](#la-mise)", "[*x*](type:cible)", "(voir [**y**](product:duo)",
    "```\n<b>\n", "<script>alert(1)</script>", "[x](javascript:alert(1))", "![<i>](x.png)", "&lt;b&gt;", "<!-- -->",
    '[a](#"onload="x)', "`<i>`", "\\<b>", "<https://example.org/?a=1&b=2>", "    code\n", "---\n", "\n\n",
)  # fmt: skip
MARKDOWN = st.one_of(
    st.text(max_size=200),
    st.text(alphabet=MARKS, max_size=200),
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
)


def named(name: str) -> str:
    return f'<span class="icon">{name}</span>'


def rules(text: str) -> Rules:
    return render(text, SIGNS, named)


def html(text: str) -> str:
    """Everything that is printed of a text."""
    found = rules(text)
    return f"{found.opening}{found.body}"


def tree(text: str) -> Xml.Element:
    return Xml.fromstring(f"<page>{html(text)}</page>")  # noqa: S314 - our own output


def words(element: Xml.Element) -> str:
    return "".join(element.itertext())


def test_headings_get_the_names_that_links_know_and_make_the_contents() -> None:
    found = rules("# Le jeu\n\nBienvenue.\n\n## L'enjeu : la mise\n\nUn.\n\n### À deux\n\nDeux.\n")
    assert found.opening == '<h1 id="le-jeu">Le jeu</h1>\n<p>Bienvenue.</p>'
    assert [(level, name) for level, name, _ in found.contents] == [(2, "l-enjeu-la-mise"), (3, "a-deux")]
    assert found.contents[0].heading == "L’enjeu\u00a0: la mise"
    assert found.body.startswith('<h2 id="l-enjeu-la-mise">')


def test_headings_that_are_called_the_same_do_not_clash() -> None:
    found = rules("## Un\n\n## Un\n\n## !\n\n## ?\n")
    assert [section.id for section in found.contents] == ["un", "un-2", "section", "section-2"]


def test_a_text_without_headings_is_all_introduction() -> None:
    assert rules("Un.") == Rules(rules("Un.").opening, (), rules("").body)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("[Cible](type:cible)", '<span class="signed"><span class="icon">cible</span>Cible</span>'),
        ("[bouclier](ability:shield)", '<span class="signed"><span class="icon">shield</span>bouclier</span>'),
        (
            "[livret Duo](product:duo)",
            '<span class="signed"><span style="color:device-cmyk(0 0.72 0.9 0.02)"><span class="icon">pawn-2</span>'
            "</span>livret Duo</span>",
        ),
        (
            "[cible qui ne tient pas ensemble](type:cible)",
            '<span class="signed"><span class="icon">cible</span>cible</span> qui ne tient pas\u00a0ensemble',
        ),
        ("[54 jetons](component:jeton)", "54\u00a0jetons"),
        ("[dés](<component:dé bleu>)", "dés"),
        ("[x](type:nothing)", "x"),
        ("[x](ftp://example.org)", "x"),
    ],
)
def test_a_link_to_a_part_of_the_game_gets_its_sign(text: str, printed: str) -> None:
    assert html(text) == f'<p><span class="ref">{printed}</span></p>'


def test_a_link_to_a_heading_says_its_page() -> None:
    found = rules("Voir [la mise](#la-mise).\n\n## La mise\n")
    at = '<span class="at">\u00a0(p.\u00a0<a class="folio" href="#la-mise"></a>)</span>'
    assert found.opening == f'<p>Voir<span class="ref"> la mise</span>{at}.</p>'


def test_inside_brackets_the_page_follows_a_comma() -> None:
    found = rules("Un (voir [la mise](#la-mise)) et [elle](#la-mise).\n\n## La mise\n")
    assert '<span class="at">, p.\u00a0<a' in found.opening
    assert found.opening.count("\u00a0(p.\u00a0") == 1


def test_a_heading_that_is_not_there_has_no_page() -> None:
    assert html("[x](#nowhere)") == '<p><span class="ref">x</span></p>'


def test_headings_have_neither_icons_nor_pages() -> None:
    found = rules("## La [Cible](type:cible) et [la mise](#la-mise)\n\n## La mise\n")
    assert found.contents[0].heading == "La Cible et la mise"
    assert 'class="icon"' not in found.body


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("[site](https://example.org/a)", 'site<span class="address">\u00a0(example.org/a)</span>'),
        ("[nous](mailto:a@example.org)", 'nous<span class="address">\u00a0(a@example.org)</span>'),
        ("<https://example.org/?a=1&b=2>", "https://example.org/?a=1&amp;b=2"),
        ("[example.org](https://example.org/)", "example.org"),
    ],
)
def test_an_address_is_printed_because_paper_cannot_be_clicked(text: str, printed: str) -> None:
    assert html(text) == f"<p>{printed}</p>"


def test_numbered_lists_are_steps_and_lists_inside_them_are_not() -> None:
    found = tree("3. Un\n   1. sous un\n   2. sous deux\n4. Deux\n")
    steps = found[0]
    assert (steps.tag, steps.get("class")) == ("ol", "steps whole")
    assert [words(item.findall("b")[0]) for item in steps] == ["3", "4"]
    inner = steps[0].find("ol")
    assert inner is not None
    assert inner.get("class") is None
    assert inner.get("start") == "1"


def test_a_number_that_the_font_of_the_chips_has_not_is_plain() -> None:
    assert [chip.get("class") for chip in tree("60. a\n61. b\n").iter("b")] == ["chip", "count"]


def test_an_item_may_start_with_its_title() -> None:
    found = html("- **Lancer.** Le dé.\n- **Poser** le dé.\n- **Quoi ?** Rien.\n")
    assert '<li><p><b class="run-in">Lancer<span class="stop">.</span></b> Le dé.</p></li>' in found
    assert "<li><p><strong>Poser</strong> le dé.</p></li>" in found
    assert '<b class="run-in">Quoi\u202f?</b>' in found


@pytest.mark.parametrize(
    ("text", "kind", "title"),
    [
        ("> **Exemple.** Un.", "panel is-exemple whole", "Exemple."),
        ("> **Choix de cette édition.** Un.", "panel is-choix-de-cette-edition whole", "Choix de cette édition."),
        ("> **Attention !** Un.", "panel is-attention whole", "Attention\u202f!"),
        ("> **Un** deux.", "panel is-plain whole", None),
        ("> Un.", "panel is-plain whole", None),
        ("> - Un.", "panel is-plain whole", None),
    ],
)
def test_a_quotation_is_a_panel_called_by_its_first_words(text: str, kind: str, title: str | None) -> None:
    panel = tree(text)[0]
    lead = panel.find("p/b[@class='lead']")
    assert panel.get("class") == kind
    assert (words(lead) if lead is not None else None) == title


def test_a_panel_keeps_all_its_blocks() -> None:
    panel = tree("> **Exemple.** Un.\n>\n> Deux.\n>\n> 1. Trois.\n")[0]
    assert [block.tag for block in panel] == ["p", "p", "ol"]


def test_a_title_in_italics_keeps_its_stop() -> None:
    assert '<b class="lead"><em>Un.</em></b> Deux.' in html("> **_Un._** Deux.")


def test_tables_have_a_head_and_numbers_in_the_middle() -> None:
    table = tree("| Joueurs | Jetons | Qui | Fin |\n| --- | --- | --- | --: |\n| 3 | 4 / 3 / 2 | tous | a |\n")[0][0]
    assert table.get("class") == "columns-4 whole"
    assert [cell.tag for cell in table.findall("thead/tr/*")] == ["th"] * 4
    assert [cell.get("class") for cell in table.findall("tbody/tr/td")] == ["center", "center", None, "right"]
    assert words(table.findall("tbody/tr/td")[1]) == "4\u00a0/\u00a03\u00a0/\u00a02"


def test_a_table_is_called_by_its_first_row_if_it_does_not_fit() -> None:
    assert tree('| A "b" | C |\n| --- | --- |\n')[0].get("data-fit") == 'A "b", C'


def test_what_is_short_stays_in_one_piece() -> None:
    assert 'class="steps"' in html("1. " + "long " * 120)
    assert 'class="panel is-plain"' in html("> " + "long " * 120)
    assert 'class="columns-1"' in html("| a |\n| --- |\n" + "| b |\n" * 10)


def test_a_paragraph_that_announces_something_stays_with_it() -> None:
    assert html("Voici :\n\n- un\n").startswith('<p class="ahead">')
    assert html("Voici.\n\n- un\n").startswith("<p>")
    assert html("Voici :\n\n## Titre\n").startswith("<p>")
    assert html("Voici :").startswith("<p>")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("L'un : « a » ?", "L’un\u00a0: «\u00a0a\u00a0»\u202f?"),
        ("Le **but** : un", "Le<strong> but</strong>\u00a0: un"),
        ("Un\n: deux", "Un\u00a0: deux"),
        ("Au XIXe siècle", 'Au<span class="sc"> xix</span><sup>e</sup>\u00a0siècle'),
        ("`l'un : a`", "<code>l&#x27;un : a</code>"),
        ("Un\\\ndeux", "Un<br/>deux"),
        ("\\*un\\*", "*un*"),
        ("*un* et **deux**", "<em>un</em> et<strong> deux</strong>"),
        ("![Un *plan*](plan.png)", "Un plan"),
    ],
)
def test_words_get_french_typography_and_code_none(text: str, printed: str) -> None:
    assert html(text) == f"<p>{printed}</p>"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Un <b>mot</b>.", "<p>Un &lt;b&gt;mot&lt;/b&gt;.</p>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("<div>\n\nUn", "<p>&lt;div&gt;</p>\n<p>Un</p>"),
        ("<!-- x -->", "<p>&lt;!-- x --&gt;</p>"),
        ("&lt;b&gt; &amp; &#60;", "<p>&lt;b&gt; &amp; &lt;</p>"),
        ("`<b>`", "<p><code>&lt;b&gt;</code></p>"),
        ("    <b>", "<pre>&lt;b&gt;\n</pre>"),
        ("```html\n<b>\n```", "<pre>&lt;b&gt;\n</pre>"),
        ("[x](javascript:alert)", "<p>[x](javascript:alert)</p>"),
        ("[x](data:text/html,a)", "<p>[x](data:text/html,a)</p>"),
    ],
)
def test_markup_in_the_text_is_printed_as_text(text: str, printed: str) -> None:
    assert html(text) == printed


def test_a_rule_between_paragraphs_is_drawn_by_the_stylesheet() -> None:
    assert html("Un\n\n***\n\nDeux") == '<p>Un</p>\n<div class="break"></div>\n<p>Deux</p>'


@given(MARKDOWN)
def test_any_text_gives_well_formed_pages_with_our_tags_only(text: str) -> None:
    clean = "".join(letter for letter in text if letter.isprintable() or letter in "\n\t\u00a0\u202f")
    found = rules(clean)
    page = Xml.fromstring(f"<page>{found.opening}{found.body}</page>")  # noqa: S314
    names = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(names) == len(set(names))
    for element in [element for element in page.iter() if element is not page]:
        assert element.tag in TAGS
        assert set(element.attrib) <= ATTRIBUTES
        assert element.get("href", "#")[1:] in {"", *map(str, names)}
    for section in found.contents:
        assert section.id in names
        Xml.fromstring(f"<p>{section.heading}</p>")  # noqa: S314


@pytest.mark.parametrize("text", [">" * 3000 + "x", "- " * 3000 + "x", "[" * 3000, "*a " * 3000, "|" * 3000])
def test_absurd_nesting_is_no_trouble(text: str) -> None:
    tree(text)


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.parent.name)
def test_the_contents_of_our_rulebooks_are_the_headings_that_the_checker_sees(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert RULEBOOKS
    found = rules(text)
    assert [section.id for section in found.contents] == [heading.slug for heading in outline(text).headings[1:]]
    pages = words(tree(text))
    assert "](" not in pages
    assert "**" not in pages


def test_the_pages_follow_the_cover_numbered_and_mirrored() -> None:
    """The cover is page 1: the text starts on page 2, a left one, and the contents count as readers do."""
    templates = Templates({})
    measures = {
        "width": 148,
        "height": 210,
        "bleed": 3,
        "layout": {},
        "points": 0,
        "large": False,
        "color": "0/0/0/100",
        "colors": {},
    }
    css = resolve("\n".join(templates.render(name, measures) for name in ("shared/base.css", "rulebook/style.css")))
    long = "Un mot de plus. " * 400
    data = {
        "game": {"title": "Un <jeu>", "players": {"min": 2, "max": 4}, "age": 7, "minutes": 15},
        "product": {"title": "Règle du jeu"},
        "products": {"duo": {"icon": "pawn-2", "color": "0/72/90/2"}},
        "types": {"cible": {"icon": "cible"}, "plain": {"icon": None}},
        "markdown": f"# Titre\n\n## But\n\n[Cible](type:cible), [duo](product:duo)\n\n{long}\n\n### Fin\n\n1. Un.\n",
    }
    leaf = f'<section class="flow text">{templates.render("rulebook/text.html", data)}</section>'
    assert icon("cible") in leaf
    engine = Engine()
    sheet = Sheet(css, "fr", (leaf,), True, {})
    (fragment,) = engine.render(sheet)
    assert not fragment.complaints
    assert not fragment.overflows
    assert not fragment.missing
    assert [(mark.level, mark.label, mark.page) for mark in fragment.bookmarks] == [
        (1, "Titre", 0), (2, "But", 1), (3, "Fin", fragment.pages - 1),
    ]  # fmt: skip
    for number, page in enumerate(engine._document(sheet).pages, 2):
        box = page._page_box
        outer, inner = (box.margin_left, box.margin_right) if number % 2 == 0 else (box.margin_right, box.margin_left)
        assert outer < inner
        side = "@bottom-left" if number % 2 == 0 else "@bottom-right"
        (folio,) = [margin for margin in box.children if getattr(margin, "at_keyword", "") == side]
        assert "".join(text.text for text in folio.descendants() if hasattr(text, "text")) == str(number)
