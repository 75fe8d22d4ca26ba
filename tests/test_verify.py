"""`livret verify`: everything in build/ comes from this content, or it is said what does not."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from pipeline.exporters.base import Packing
from pipeline.project.build import build
from pipeline.project.verify import verify
from pipeline.project.workshop import Workshop
from tests.command import livret
from tests.toy import TODAY, Toy

if TYPE_CHECKING:
    from pathlib import Path


def made(toy: Toy, *what: str, **packing: Any) -> Path:
    """Build the toy; gives build/."""
    found = build(toy.root, ["jouet"], what or ("pack",), TODAY, Workshop(toy.root, 1, packing=Packing(**packing)))
    assert not found.findings
    return toy.root / "build"


def problems(toy: Toy, *, rebuild: bool = False) -> list[str]:
    return [str(problem) for problem in verify(toy.root, TODAY, rebuild=rebuild).problems]


def test_fresh_build_is_proved(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    made(toy)
    made(toy, teaser=True)
    made(toy, lines=True)
    ran = livret(capsys, toy.root, "verify")
    assert (ran.code, ran.out) == (0, "3 artefacts come from exactly this content and were not altered.\n")
    french = livret(capsys, toy.root, "verify", "--lang", "fr")
    assert french.out == "3 fichiers viennent exactement de ce contenu et n'ont pas été modifiés.\n"


def test_minified_pack_is_proved_too(toy: Toy) -> None:
    made(toy, minify=True)
    assert problems(toy) == []


def test_changed_content_is_seen(toy: Toy) -> None:
    made(toy)
    toy.path("solo").write_text(toy.path("solo").read_text(encoding="utf-8").replace("Zola", "Zolla"), encoding="utf-8")
    assert problems(toy) == ["build/packs/jouet.json was made from other content."]


def test_altered_file_is_seen(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    pack = made(toy) / "packs/jouet.json"
    pack.write_bytes(pack.read_bytes().replace(b"8849", b"8848"))
    ran = livret(capsys, toy.root, "verify")
    assert ran.code == 1
    assert ran.err.splitlines() == [
        "build/packs/jouet.json was altered: its hash is not the one that was written down.",
        "Artefacts: 1, problems: 1.",
    ]


def test_alteration_with_a_forged_manifest_is_seen(toy: Toy) -> None:
    """A pack is made anew: a hash that was adjusted does not help."""
    from hashlib import sha256

    folder = made(toy)
    pack, manifest = folder / "packs/jouet.json", folder / "manifest.json"
    old = pack.read_bytes()
    pack.write_bytes(old.replace(b"8849", b"8848"))
    text = manifest.read_text(encoding="utf-8")
    forged = text.replace(sha256(old).hexdigest(), sha256(pack.read_bytes()).hexdigest())
    manifest.write_text(forged, encoding="utf-8")
    assert problems(toy) == ["build/packs/jouet.json is not what this content gives."]


def test_missing_and_foreign_files_are_seen(toy: Toy) -> None:
    folder = made(toy)
    (folder / "packs/jouet.json").unlink()
    (folder / "packs/other.json").write_text("{}", encoding="utf-8")
    (folder / "pdf").mkdir()
    (folder / "pdf/stray.pdf").write_bytes(b"%PDF")
    assert problems(toy) == [
        "build/packs/jouet.json is missing.",
        "build/packs/other.json was not made by `livret build`.",
        "build/pdf/stray.pdf was not made by `livret build`.",
    ]


def test_game_that_is_gone_is_seen(toy: Toy) -> None:
    made(toy)
    shutil.rmtree(toy.folder)
    assert problems(toy) == ["build/packs/jouet.json belongs to a game that is not in content/, or cannot be read."]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"artefacts": {"../x": {}}}', '{"artefacts": 3}', "[" * 5000])
def test_spoilt_manifest_is_said(toy: Toy, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    (made(toy) / "manifest.json").write_text(text, encoding="utf-8")
    ran = livret(capsys, toy.root, "verify")
    assert (ran.code, ran.err.splitlines()[0]) == (1, "build/manifest.json cannot be read: build again.")


def test_without_a_build_there_is_nothing_to_prove(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, toy.root, "verify", "--format", "json")
    assert ran.code == 1
    assert ran.data["problems"] == ["There is no build/manifest.json: `livret build` writes it."]


def test_pdf_is_proved_by_what_it_was_made_from_and_by_making_it_anew(
    toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    toy.game(
        "components: []\nsetups: []\nproducts:\n"
        "  solo: {kind: booklet, title: Solo, pnp: no, pages: 1, questions_per_page: 2, types: [plain]}\n"
    )
    folder = made(toy, "pdf")
    assert problems(toy) == []
    ran = livret(capsys, toy.root, "verify")
    assert (ran.code, ran.out) == (
        0,
        "0 of 3 artefacts were made anew and are the same, byte for byte."
        " The others are as build/manifest.json says, and it says that they were made from exactly this content.\n"
        "`livret verify --rebuild` makes the PDFs anew, too, and proves them.\n",
    )
    ran = livret(capsys, toy.root, "verify", "--rebuild")
    assert ran.out == "3 artefacts come from exactly this content and were not altered.\n"
    assert livret(capsys, toy.root, "verify", "--format", "json").data["proved"] == 0
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    path = "pdf/jouet/solo.pdf"
    assert path in manifest["artefacts"]
    (toy.folder / "templates/booklet").mkdir(parents=True)
    (toy.folder / "templates/booklet/style.css").write_text("/* other */", encoding="utf-8")
    assert f"build/{path} was made with other templates or by another livret." in problems(toy)
    (toy.folder / "templates/booklet/style.css").unlink()
    # A forger who adjusts the manifest, too, is found out by making the file anew.
    from hashlib import sha256

    pdf = folder / path
    forged = pdf.read_bytes().replace(b"%%EOF", b"%%EOF ")
    pdf.write_bytes(forged)
    manifest["artefacts"][path]["sha256"] = sha256(forged).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    assert problems(toy) == []
    assert problems(toy, rebuild=True) == [f"build/{path} is not what this content gives."]


def test_packs_are_verified_where_there_is_no_content(
    toy: Toy, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path_factory.mktemp("elsewhere")
    good, cut = folder / "good.json", folder / "cut.json"
    good.write_bytes((made(toy) / "packs/jouet.json").read_bytes())
    cut.write_bytes(good.read_bytes()[:500])
    ran = livret(capsys, None, "verify", str(good), str(cut), str(folder / "none.json"))
    assert ran.code == 1
    assert ran.out.startswith(f"{good}: complete, valid and not altered (livret-pack/1, content ")
    assert ran.err.splitlines()[0].startswith(f"{cut}: the pack is cut off at line ")
    assert ran.err.splitlines()[1] == f"{folder / 'none.json'}: the file cannot be read: No such file or directory."
