"""Imposition: a back lies behind its front, a folded booklet reads in order, a big page is cut without loss."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.print.impose import Sheet, booklet, cards, tiles

if TYPE_CHECKING:
    from typing import Literal

    from pipeline.print.impose import Place

A4 = (210.0, 297.0)


def folded(sheets: list[Sheet]) -> list[int]:
    """The pages in the order of the reader, after stacking the sheets, folding them once and turning the leaves."""
    leaves = []
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        (last, first), (second, before_last) = ([place.page for place in side.places] for side in (front, back))
        leaves.append((first, second, before_last, last))
    opening = [page for first, second, _, _ in leaves for page in (first, second)]
    closing = [page for _, _, third, fourth in reversed(leaves) for page in (third, fourth)]
    return opening + closing


@given(st.integers(1, 40))
def test_a_folded_booklet_reads_from_the_first_page_to_the_last(quarters: int) -> None:
    assert folded(booklet(4 * quarters, (148, 210), A4, 4)) == list(range(4 * quarters))


def test_a_booklet_of_24_pages_takes_six_sheets_in_the_usual_order() -> None:
    sheets = booklet(24, (148, 210), A4, 4)
    order = [tuple(place.page + 1 for place in sheet.places) for sheet in sheets]
    assert order[:4] == [(24, 1), (2, 23), (22, 3), (4, 21)]
    assert len(sheets) == 12


def test_a_booklet_page_is_made_smaller_until_a_home_printer_reaches_its_edges() -> None:
    sheet = booklet(4, (148, 210), A4, 4)[0]
    left, right = sheet.places
    assert (sheet.width, sheet.height) == (297, 210)
    assert left.scale == right.scale == pytest.approx(202 / 210)
    assert left.x >= 4
    assert right.x == 297 / 2
    assert right.x + 148 * right.scale <= 297 - 4


def test_a_page_count_that_cannot_be_folded_is_refused() -> None:
    with pytest.raises(ValueError, match="6 pages cannot be folded"):
        booklet(6, (148, 210), A4, 4)


def covered(place: Place, card: tuple[float, float]) -> tuple[float, float, float, float]:
    return (place.x, place.y, place.x + card[0], place.y + card[1])


def seen_from_the_front(area: tuple[float, ...], sheet: Sheet, flip: str) -> tuple[float, ...]:
    """An area of the back as it lies behind the front once the sheet was turned over one of its edges."""
    left, bottom, right, top = area
    upright = sheet.height >= sheet.width
    if (flip == "long") == upright:
        return (sheet.width - right, bottom, sheet.width - left, top)
    return (left, sheet.height - top, right, sheet.height - bottom)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("card", [(63.0, 88.0), (70.0, 120.0), (88.0, 63.0), (44.0, 68.0)])
@pytest.mark.parametrize("count", [1, 7, 60, 106])
def test_every_back_lies_exactly_behind_its_front(
    flip: Literal["long", "short"], card: tuple[float, float], count: int
) -> None:
    sheets = cards(count, card, A4, 4, flip)
    seen = []
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        fronts = {place.page: covered(place, card) for place in front.places}
        backs = {place.page: covered(place, card) for place in back.places}
        for page, area in fronts.items():
            assert seen_from_the_front(backs[page + 1], back, flip) == pytest.approx(area)
        assert all(place.turned == ((flip == "long") != (front.height >= front.width)) for place in back.places)
        seen += sorted(fronts)
    assert seen == [2 * number for number in range(count)]


@pytest.mark.parametrize(("card", "most"), [((63.0, 88.0), 9), ((70.0, 120.0), 4)])
def test_as_many_cards_as_fit_stand_on_a_sheet_without_touching_its_edge(card: tuple[float, float], most: int) -> None:
    sheet = cards(50, card, A4, 4, "long")[0]
    assert len(sheet.places) == most
    for place in sheet.places:
        left, bottom, right, top = covered(place, card)
        assert left >= 4
        assert bottom >= 4
        assert right <= sheet.width - 4
        assert top <= sheet.height - 4


def test_cards_do_not_overlap() -> None:
    card = (63.0, 88.0)
    areas = [covered(place, card) for place in cards(9, card, A4, 4, "long")[0].places]
    for number, one in enumerate(areas):
        for other in areas[number + 1 :]:
            apart = one[2] <= other[0] + 1e-9 or other[2] <= one[0] + 1e-9
            assert apart or one[3] <= other[1] + 1e-9 or other[3] <= one[1] + 1e-9


def test_a_card_larger_than_the_sheet_is_refused() -> None:
    with pytest.raises(ValueError, match="300 x 400 mm is larger than the sheet"):
        cards(1, (300, 400), A4, 4, "long")


def test_cut_marks_stand_outside_the_cards() -> None:
    sheet = cards(9, (63, 88), A4, 4, "long")[0]
    left = min(place.x for place in sheet.places)
    bottom = min(place.y for place in sheet.places)
    for mark in sheet.marks:
        inside_x = left < mark.x1 < left + 3 * 63 and left < mark.x2 < left + 3 * 63
        inside_y = bottom < mark.y1 < bottom + 3 * 88 and bottom < mark.y2 < bottom + 3 * 88
        assert not (inside_x and inside_y)


def test_a_board_is_cut_into_two_tiles_that_show_all_of_it_once() -> None:
    sheets = tiles(1, (390, 270), A4, 4)
    windows = [sheet.places[0].window for sheet in sheets]
    assert windows == [(0, 0, 195, 270), (195, 0, 390, 270)]
    assert all(sheet.places[0].scale == 1 for sheet in sheets)


def test_a_page_as_large_as_the_sheet_is_made_a_little_smaller_and_not_cut() -> None:
    (sheet,) = tiles(1, A4, A4, 4)
    assert sheet.places[0].scale == pytest.approx(202 / 210)


def test_a_small_page_keeps_its_size() -> None:
    (sheet,) = tiles(1, (148, 210), A4, 4)
    assert sheet.places[0].scale == 1
    assert not sheet.marks


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_gutter_keeps_backs_behind_fronts_and_shows_bleed_in_it(flip: Literal["long", "short"]) -> None:
    sheets = cards(9, (63, 88), A4, 4, flip, gutter=4, spill=3)
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        backs = {place.page: covered(place, (63, 88)) for place in back.places}
        for place in front.places:
            behind = seen_from_the_front(backs[place.page + 1], back, flip)
            assert behind == pytest.approx(covered(place, (63, 88)))
            assert place.window == (-2, -2, 65, 90)
    columns = sorted({place.x for place in sheets[0].places})
    assert columns[1] - columns[0] == pytest.approx(67)


def test_backs_are_moved_by_the_offset_of_the_printer_and_fronts_are_not() -> None:
    plain = cards(9, (63, 88), A4, 4, "long")
    moved = cards(9, (63, 88), A4, 4, "long", back=(0.5, -1.25))
    assert plain[0] == moved[0]
    for one, other in zip(plain[1].places, moved[1].places, strict=True):
        assert (other.x - one.x, other.y - one.y) == pytest.approx((0.5, -1.25))


def test_nine_cards_of_poker_size_stand_on_an_a4_sheet() -> None:
    assert len(cards(9, (63, 88), A4, 4, "long")) == 2


@given(st.integers(1, 12), st.floats(0, 0.4))
def test_creep_grows_inwards_and_is_cut_off_at_the_spine(quarters: int, caliper: float) -> None:
    sheets = booklet(4 * quarters, (148, 210), A4, 4, caliper=caliper)
    for number, sheet in enumerate(sheets):
        left, right = sheet.places
        creep = number // 2 * caliper
        middle = sheet.width / 2
        assert right.x == pytest.approx(middle - creep)
        assert left.x + left.scale * 148 == pytest.approx(middle + creep)
        for place in sheet.places:
            start, _, end, _ = place.window or (0, 0, 148, 210)
            assert place.x + place.scale * start >= middle - 1e-6 or place.x + place.scale * end <= middle + 1e-6


def test_twenty_pages_creep_by_four_tenths_of_a_millimetre() -> None:
    innermost = booklet(20, (148, 210), A4, 4, caliper=0.1)[-1]
    assert innermost.places[1].x == pytest.approx(297 / 2 - 0.4)


def test_a_booklet_turned_over_the_long_edge_has_its_backs_upside_down() -> None:
    front, back = booklet(4, (148, 210), A4, 4, flip="long")
    assert [place.turned for place in (*front.places, *back.places)] == [False, False, True, True]
    assert [place.page for place in back.places] == [2, 1]
