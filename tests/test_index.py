"""The index on disk is carried along with edits: it always holds what a search of everything would find."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from pipeline.duplicates import find
from pipeline.duplicates.find import Text, here, search
from pipeline.duplicates.signature import sign
from pipeline.project import index as index_module
from pipeline.project.index import Doc, Index, refresh
from tests.test_duplicates import _word, bank, found_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_TABLES = (
    "select * from pair",
    "select * from crowd",
    "select * from file",
    "select * from text",
    "select * from stem where count > 0",
)


class Bank:
    """Pages of texts that change, and their index."""

    def __init__(self, folder: Path, texts: list[Text], page: int = 10) -> None:
        self._folder = str(folder)
        self._turn = 0
        self.pages = {f"content/{n:04}.yaml": texts[n : n + page] for n in range(0, len(texts), page)}
        self._states: dict[str, tuple[str, None]] = dict.fromkeys(self.pages, ("", None))
        self.index(keep=True).close()

    def write(self, path: str, texts: list[Text]) -> None:
        self._turn += 1
        self.pages[path] = texts
        self._states[path] = (str(self._turn), None)

    def index(self, *, keep: bool) -> Index:
        return refresh(self._folder, "test", self._states, self._docs, here, keep=keep)

    def same_as_cold(self) -> Index:
        """The index on disk, which was not made anew, after a comparison with one that was."""
        warm, cold = self.index(keep=True), self.index(keep=False)
        assert not warm.rebuilt
        assert _content(warm) == _content(cold)
        cold.close()
        return warm

    def _docs(self, path: str) -> list[Doc]:
        return [Doc(f"questions/{number}", f"q{number}", 3, 5, text) for number, text in enumerate(self.pages[path])]


def _content(index: Index) -> dict[str, Any]:
    """Everything that an index says; counts that are zero again say nothing."""
    found: dict[str, Any] = {rows: sorted(index._db.execute(rows)) for rows in _TABLES}
    found["posts"] = b"".join(data for (data,) in index._db.execute("select data from bucket order by number"))
    return {**found, "size": index.meta("size", 0), "most": index.meta("most", 0), "caps": index.weights().caps}


def _template(random: Random) -> Text:
    """Hundreds of texts a key, and a budget that makes crowds smaller."""
    n = random.randrange(4_000)
    question = f"Quelle rivière {_word(n % 7)} traverse la ville de {_word(n)} en Lorraine ?"
    return Text(question, (f"la {_word(300 + n % 9)}",), "text")


def _crossed(random: Random) -> Text:
    """Texts whose answers stand in each other's questions."""
    what = random.choice(("la capitale", "le joyau"))
    question = f"Zorglub {_word(random.randrange(40))} est {what} du {_word(900 + random.randrange(6))} ?"
    return Text(question, (_word(random.randrange(40)),), "text")


def _any(random: Random) -> Text:
    return random.choice(_ANY)


_ANY = bank(700, 4)


@pytest.mark.parametrize("few", [10_000, 0], ids=["without numpy", "with numpy"])
@pytest.mark.parametrize(("make", "size", "crowd"), [(_template, 500, 30), (_crossed, 400, 9), (_any, 300, 10)])
def test_crowded_index_is_carried_along_with_edits(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[Random], Text],
    size: int,
    crowd: int,
    few: int,
) -> None:
    monkeypatch.setattr(find, "crowd", lambda _: crowd)
    monkeypatch.setitem(search.__kwdefaults__ or {}, "few", few)
    random = Random(3)
    pages = Bank(tmp_path, [make(random) for _ in range(size)])
    crowded = 0
    for _ in range(6):
        path = random.choice(list(pages.pages))
        pages.write(path, [make(random) if random.random() < 0.7 else text for text in pages.pages[path]])
        index = pages.same_as_cold()
        crowded += index.crowds(0)[0]
        index.close()
    assert crowded


def test_word_whose_weight_moves_is_weighed_anew_in_place(tmp_path: Path) -> None:
    """Pikachu comes into one question of 128, and leaves again."""
    plain = [
        Text(f"Quel {_word(n)} habite la grotte {_word(n + 3_000)} ?", (_word(n % 50),), "text") for n in range(1_200)
    ]
    pages = Bank(tmp_path, plain)
    before = pages.index(keep=True).weights().caps
    hero = [Text(f"Quel Pikachu {_word(n)} habite la grotte ?", (_word(n % 5),), "text") for n in range(17)]
    pages.write("content/0000.yaml", hero)
    (stem,) = sign("Pikachu").stems
    assert stem not in before
    assert stem in pages.same_as_cold().weights().caps
    pages.write("content/0000.yaml", hero[:5])
    assert stem not in pages.same_as_cold().weights().caps


def test_word_that_the_table_calls_common_moves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its weight is below any cap already: that many questions use it is no news."""
    plain = [Text(f"Quel {_word(n)} habite la grotte {_word(n + 3_000)} ?", (_word(n),), "text") for n in range(1_200)]
    pages = Bank(tmp_path, plain)
    pages.write("content/0000.yaml", [Text(f"Quelle ville de {_word(n)} ?", (_word(n),), "text") for n in range(40)])
    monkeypatch.setattr(index_module, "_rebuild", None)
    pages.index(keep=True).close()


def test_bank_that_becomes_big_enough_for_caps_is_searched_again(tmp_path: Path) -> None:
    texts = [Text(f"Quel pokémon habite la grotte {_word(n)} ?", (_word(n),), "text") for n in range(1_040)]
    pages = Bank(tmp_path, texts[:1_020])
    pages.write("content/0000.yaml", [*pages.pages["content/0000.yaml"], *texts[1_020:]])
    index = pages.index(keep=True)
    assert index.rebuilt
    assert index.weights().caps == search(texts).caps != {}


def test_both_joins_find_the_same_in_a_crowded_bank() -> None:
    """A pair that only a crowded key would propose is not found through another key that asks for more."""
    texts = bank(1_500, 4)
    few, many = search(texts), search(texts, few=0)
    assert few.crowded == many.crowded != {}
    assert (few.most, few.sizes) == (many.most, many.sizes)
    assert found_in(few, texts) == found_in(many, texts)


def test_damaged_bucket_is_as_good_as_no_index(tmp_path: Path) -> None:
    pages = Bank(tmp_path, bank(60, 1))
    index = pages.index(keep=True)
    index._db.execute("update bucket set data = substr(data, 1, 7)")
    index._db.commit()
    index.close()
    pages.write("content/0000.yaml", bank(70, 2)[:9])
    assert pages.index(keep=True).rebuilt
