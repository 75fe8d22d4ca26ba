"""The studio: what the server answers and refuses, the site on disk, and the page in a real browser."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pipeline.exporters.site.bundle import BundleError, bundle
from pipeline.exporters.site.shell import modules_of, script, shell
from pipeline.print import library
from pipeline.project.build import build
from pipeline.project.serve import ADDRESS, Server, hosts
from pipeline.project.studio import Studio
from pipeline.project.workshop import Workshop
from tests.command import environment, livret
from tests.language_server import NODE_MODULES
from tests.toy import TODAY, Toy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Content, Product
    from tests.command import Ran

ROOT = Path(__file__).parents[1]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
HOSTILE = "<script>globalThis.hit=1</script> \"quotes\" 'single' & 🦊"


# ---- the server


@pytest.fixture
def server(toy: Toy) -> Iterator[Server]:
    studio = Studio(toy.root, lambda: TODAY)
    studio.refresh()
    running = Server(studio, 0)
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield running
    running.shutdown()
    running.server_close()


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """A request with exactly these headers, path unchanged."""
    connection = http.client.HTTPConnection(ADDRESS, server.server_port, timeout=20)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.putrequest(method, path, skip_host="Host" in named, skip_accept_encoding=True)
    for name, value in named.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, dict(answer.getheaders()), content


def test_the_server_listens_on_loopback_only(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/studio.js", "text/javascript; charset=utf-8"),
        ("/data/site.json", "application/json; charset=utf-8"),
        ("/data/jouet.json", "application/json; charset=utf-8"),
        ("/packs/jouet.json", "application/json; charset=utf-8"),
        ("/pages/jouet/duo.json", "application/json; charset=utf-8"),
        ("/fonts/livret-icons.woff2", "font/woff2"),
    ],
)
def test_the_files_of_the_site_are_served_with_guards(server: Server, path: str, kind: str) -> None:
    status, headers, content = ask(server, path)
    assert (status, headers["Content-Type"]) == (200, kind)
    assert content
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert ask(server, path, "HEAD")[2] == b""


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/pages/..%2f..%2fcontent/jouet/game.json",
        "/pdf/../../content/jouet/game.yaml",
        "/content/jouet/game.yaml",
        "//etc/passwd",
        "/data/%00.json",
        "/data/site.json/..",
        "/pages/0123456789abcdef0123456789abcdef-1.webp",
        "/pages/jouet/nothing.json",
        "/worker.js",
    ],
)
def test_what_is_no_file_of_the_site_is_not_found(server: Server, path: str) -> None:
    assert ask(server, path)[0] == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"},
        {"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "cors"},
    ],
)
@pytest.mark.parametrize("path", ["/", "/packs/jouet.json", "/events"])
def test_requests_of_other_sites_are_refused(server: Server, headers: dict[str, str], path: str) -> None:
    assert ask(server, path, **headers)[0] == 403


def test_our_own_page_and_a_link_from_elsewhere_are_welcome(server: Server) -> None:
    host = f"localhost:{server.server_port}"
    assert ask(server, "/", Host=host, Origin=f"http://{host}", Sec_Fetch_Site="same-origin")[0] == 200
    assert ask(server, "/", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")[0] == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_can_be_written_through_the_server(server: Server, method: str) -> None:
    status, headers, content = ask(server, "/data/site.json", method)
    assert (status, content) == (501, b"501 Not Implemented\n")
    assert "default-src 'self'" in headers["Content-Security-Policy"]


def test_every_refusal_is_plain_text_with_guards(server: Server) -> None:
    for path, expected in (("/nothing", 404), (f"/{'a' * 70_000}", 414)):
        status, headers, content = ask(server, path)
        assert (status, headers["Content-Type"]) == (expected, "text/plain; charset=utf-8")
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert b"<" not in content


@pytest.mark.parametrize(
    ("request_line", "hosts", "status"),
    [("GET http://[ HTTP/1.1", 1, b"400"), ("GET / HTTP/1.1", 2, b"403"), ("GET / HTTP/1.1", 1, b"200")],
)
def test_an_address_that_is_none_and_two_hosts_are_refused(
    server: Server, request_line: str, hosts: int, status: bytes
) -> None:
    host = f"Host: 127.0.0.1:{server.server_port}\r\n" * hosts
    with socket.create_connection((ADDRESS, server.server_port), timeout=20) as connection:
        connection.sendall(f"{request_line}\r\n{host}\r\n".encode())
        assert connection.recv(4096).split()[1] == status


def test_a_look_at_the_head_of_the_stream_of_messages_ends(server: Server) -> None:
    status, headers, content = ask(server, "/events", "HEAD")
    assert (status, headers["Content-Type"], content) == (200, "text/event-stream", b"")


def test_a_bug_of_ours_is_an_answer_and_a_line_in_the_terminal(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(path: str) -> bytes:
        raise RuntimeError(path)

    monkeypatch.setattr(server.studio, "file", broken)
    assert ask(server, "/data/site.json")[::2] == (500, b"500 Internal Server Error\n")
    assert "livret has a bug: RuntimeError: data/site.json" in capsys.readouterr().err


def test_a_page_that_comes_back_hears_whether_it_missed_something(server: Server) -> None:
    first, again = (json.loads(server.listen().get(timeout=1)) for _ in range(2))
    assert first == again
    listener = server.listen()
    server.tell({"changed": ["data/site.json"]})
    assert json.loads(listener.get(timeout=1)) == first
    told = json.loads(listener.get(timeout=1))
    assert told["changed"] == ["data/site.json"]
    assert told["state"] != first["state"]
    assert json.loads(server.listen().get(timeout=1)) == {"state": told["state"]}


def test_a_host_is_ours_in_capitals_and_without_the_port_that_browsers_leave_out(server: Server) -> None:
    host = f"LocalHost:{server.server_port}"
    assert ask(server, "/", Host=host, Origin=f"http://{host}", Sec_Fetch_Site="same-origin")[0] == 200
    assert hosts(80) == {"127.0.0.1", "localhost", "127.0.0.1:80", "localhost:80"}
    assert hosts(8765) == {"127.0.0.1:8765", "localhost:8765"}


def test_a_page_is_laid_out_when_it_is_asked_for_and_only_the_changed_one_gets_a_new_name(toy: Toy) -> None:
    studio = Studio(toy.root, lambda: TODAY)
    studio.refresh()
    before = _leaves(studio, "duo")
    page = next(leaf for leaf in before if leaf["template"] == "page")
    picture = studio.file(f"pages/{page['key']}-1.webp")
    assert picture
    assert picture[8:12] == b"WEBP"
    laid = json.loads(studio.file(f"pages/{page['key']}.json") or b"")
    assert laid["pages"] == 1
    assert {place[0] for place in laid["places"]} == {0, 1}
    toy.path("duo").write_text(toy.path("duo").read_text().replace("culmine l'Everest", "s'élève l'Everest"))
    changed = studio.refresh().changed
    assert {"packs/jouet.json", "data/site.json", "pages/jouet/duo.json"} <= set(changed)
    after = _leaves(studio, "duo")
    fresh = [leaf["template"] for leaf in after if leaf["key"] not in {old["key"] for old in before}]
    assert fresh == ["page", "imprint"]  # the imprint prints the hash of the content
    assert studio.refresh().changed == ()


def test_the_changed_page_is_drawn_before_the_check_for_those_who_look_at_it(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pipeline.project import studio as module

    studio = Studio(toy.root, lambda: TODAY)
    studio.refresh()
    old = next(leaf["key"] for leaf in _leaves(studio, "duo") if leaf["template"] == "page")
    assert studio.file(f"pages/{old}-1.webp")
    toy.path("duo").write_text(toy.path("duo").read_text().replace("culmine l'Everest", "s'élève l'Everest"))
    with monkeypatch.context() as patched:
        patched.setattr(module, "check", None)  # it is not asked
        assert studio.read() == ("pages/jouet/duo.json",)
        studio.prepare()
        patched.setattr(module, "lay_out", None)  # all is done when the browser asks
        fresh = next(leaf["key"] for leaf in _leaves(studio, "duo") if leaf["template"] == "page")
        assert fresh != old
        assert studio.file(f"pages/{fresh}-1.webp")
        assert studio.read() == ()
    assert studio.refresh().changed == ("data/site.json", "packs/jouet.json")


def test_a_page_that_has_not_heard_of_a_change_still_gets_its_pictures(toy: Toy) -> None:
    studio = Studio(toy.root, lambda: TODAY)
    studio.refresh()
    old = next(leaf["key"] for leaf in _leaves(studio, "duo") if leaf["template"] == "page")
    toy.path("duo").write_text(toy.path("duo").read_text().replace("culmine l'Everest", "s'élève l'Everest"))
    studio.refresh()
    assert studio.file(f"pages/{old}-1.webp")
    assert old not in {leaf["key"] for leaf in _leaves(studio, "duo")}
    assert studio.file(f"pages/{old}.json")


def test_only_the_file_that_changed_is_read_again(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    from pipeline.checks import engine

    other = toy.path("duo").read_text().replace("page: 1", "page: 2").replace("duo00", "two00")
    toy.path("duo").with_name("02.yaml").write_text(other)
    studio = Studio(toy.root, lambda: TODAY)
    studio.refresh()
    toy.path("duo").write_text(toy.path("duo").read_text().replace("culmine l'Everest", "s'élève l'Everest"))
    read: list[bytes] = []
    real = engine.read_content

    def noted(raw: bytes, product: Product) -> Content:
        read.append(raw)
        return real(raw, product)

    monkeypatch.setattr(engine, "read_content", noted)
    studio.read()
    assert read == [toy.path("duo").read_bytes()]


def _leaves(studio: Studio, product: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads(studio.file(f"pages/jouet/{product}.json") or b"")["leaves"]
    return listed


def test_content_with_errors_is_shown_as_far_as_it_can_be_read(toy: Toy) -> None:
    toy.write("duo", "- {id: duo001, type: cible, keyword: Toit, question: Combien ?, answer: haut}\n")
    toy.write("board", "title: [", whole=True)
    studio = Studio(toy.root, lambda: TODAY)
    refreshed = studio.refresh()
    assert refreshed.errors >= 2
    site = json.loads(studio.file("data/site.json") or b"")
    duo = next(product for product in site["games"][0]["products"] if product["id"] == "duo")
    assert duo["have"] == 0
    findings = json.loads(studio.file("data/jouet.json") or b"")["findings"]
    bad = next(finding for finding in findings if finding["rule"] == "cible-not-a-number")
    assert bad["message"][1].startswith("«")
    assert bad["at"] == ["duo", 1, 0]  # the question is not there; its page is
    (row,) = duo["cells"]
    assert row[6] == "e"
    toy.game("game: [")
    assert studio.refresh().errors
    assert json.loads(studio.file("data/site.json") or b"")["loose"]


def test_what_is_wrong_with_the_text_of_a_file_is_shown_at_the_question_where_it_stands(toy: Toy) -> None:
    text = toy.path("duo").read_text()
    toy.path("duo").write_text(text.replace("keyword: ", 'keyword: "', 2).replace('keyword: "', "keyword: ", 1))
    studio = Studio(toy.root, lambda: TODAY)
    studio.refresh()
    findings = json.loads(studio.file("data/jouet.json") or b"")["findings"]
    assert [(one["rule"], one["at"]) for one in findings] == [("unquoted-text", ["duo", 1, 2])]


def test_pictures_of_pages_that_changed_several_times_are_still_there_for_a_slow_browser(toy: Toy) -> None:
    studio = Studio(toy.root, lambda: TODAY)
    studio.refresh()
    keys = []
    for height in range(8840, 8843):
        toy.path("duo").write_text(re.sub(r"answer: 88\d\d", f"answer: {height}", toy.path("duo").read_text()))
        studio.read()
        keys.append(next(leaf["key"] for leaf in _leaves(studio, "duo") if leaf["template"] == "page"))
    assert len(set(keys)) == 3
    assert all(studio.file(f"pages/{key}-1.webp") for key in keys)


def test_what_is_saved_while_the_studio_starts_is_a_change(toy: Toy) -> None:
    from pipeline.project.watch import changes, stamp

    seen = stamp(toy.root)
    toy.path("duo").write_text(toy.path("duo").read_text() + "\n")
    assert next(changes(toy.root, seen)) is None


def test_the_port_must_be_free_if_it_was_asked_for(
    toy: Toy, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = livret(capsys, toy.root, "serve", "--no-open", "--port", str(server.server_port))
    assert ran.code == 2
    assert f"Port {server.server_port} is taken by another program." in ran.err


# ---- the site as files


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The toy's site, built once a process."""
    toy = Toy(tmp_path_factory.mktemp("site"))
    toy.write("duo", DUO)
    built = build(toy.root, ["jouet"], ["site"], TODAY, Workshop(toy.root, jobs=1), toy.check())
    assert built.findings == ()
    return toy.root / "build" / "site"


DUO = """\
- id: duo001
  type: cible
  keyword: Toit du monde
  question: À combien de mètres culmine l'Everest ?
  answer: 8849
  unit: m
  theme: géographie
  difficulty: 2
- id: duo002
  type: ping-pong
  keyword: Boussole
  question: Citez les quatre points cardinaux.
  answers: [nord, {answer: est, accept: [levant]}, sud, ouest]
"""


def test_the_site_holds_all_that_its_pages_ask_for_and_its_downloads_have_their_hashes(site: Path) -> None:
    from hashlib import sha256

    first = json.loads((site / "data/site.json").read_bytes())
    (game,) = first["games"]
    assert (first["live"], game["mechanism"]) == (False, None)
    paths = [download["path"] for download in game["downloads"]]
    assert {"packs/jouet.json", "pdf/jouet/duo.pdf", "pdf/jouet/duo-pnp.pdf"} <= set(paths)
    for download in game["downloads"]:
        data = (site / download["path"]).read_bytes()
        assert (len(data), sha256(data).hexdigest()) == (download["bytes"], download["sha256"])
    for product in game["products"]:
        listed = json.loads((site / f"pages/jouet/{product['id']}.json").read_bytes())
        for leaf in listed["leaves"]:
            for page in range(1, leaf["pages"] + 1):
                assert (site / f"pages/{leaf['key']}-{page}.webp").is_file()
    assert 'http-equiv="Content-Security-Policy" content="default-src' in (site / "index.html").read_text()
    worker = (site / "worker.js").read_text()
    for path in json.loads(re.search(r"FILES = (\[.*?\]);", worker, re.DOTALL)[1]):  # type: ignore[index]
        assert (site / path).is_file()


def test_only_the_site_is_written_and_a_second_build_gives_the_same_bytes(toy: Toy, tmp_path: Path) -> None:
    names = {}
    for number in range(2):
        built = build(toy.root, ["jouet"], ["site"], TODAY, Workshop(toy.root, jobs=1), toy.check())
        assert {artefact.path.split("/")[1] for artefact in built.written} == {"site"}
        names[number] = {artefact.path: artefact.sha256 for artefact in built.written}
    assert names[0] == names[1]
    assert sorted(path.name for path in (toy.root / "build").iterdir()) == ["manifest.json", "site"]


def test_verify_proves_that_the_site_comes_from_this_content(toy: Toy) -> None:
    from pipeline.project.verify import verify

    build(toy.root, ["jouet"], ["site"], TODAY, Workshop(toy.root, jobs=1), toy.check())
    assert verify(toy.root, TODAY).problems == ()
    toy.path("duo").write_text(toy.path("duo").read_text().replace("culmine", "s'élève"))
    assert "build/site/data/jouet.json was made from other content" in str(verify(toy.root, TODAY).problems[0])


def test_the_command_says_the_size_of_the_site_in_one_line(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    ran: Ran = livret(capsys, toy.root, "build", "--only", "site")
    assert ran.code == 0, ran.err
    assert re.fullmatch(r"build/site/index\.html +[\d,]+ bytes +\d+ files\n", ran.out)


# ---- the script


def test_modules_become_one_script_in_the_order_of_their_imports() -> None:
    modules = {
        "a.mjs": 'import { two } from "./lib/b.mjs";\nexport const one = two + 1;\nglobalThis.found = one;\n',
        "lib/b.mjs": "export const two = 2;\nexport function* three() { yield two; }\n",
    }
    made = bundle(modules, "a.mjs")
    assert made.index("two = 2") < made.index("two + 1")
    assert "export" not in made.replace("exports", "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('import x from "./b.mjs";\n', "cannot bundle"),
        ("export default 3;\n", "cannot bundle"),
        ('import { x } from "./missing.mjs";\n', "missing.mjs, which is not there"),
        ('import { x } from "./a.mjs";\n', "imports itself"),
    ],
)
def test_a_module_that_cannot_be_bundled_is_refused(text: str, said: str) -> None:
    with pytest.raises(BundleError, match=said):
        bundle({"a.mjs": text}, "a.mjs")


def test_no_module_makes_elements_of_text() -> None:
    """Content can only become text: nothing in the page parses markup or code."""
    for name, text in modules_of(library.home() / "site").items():
        found = re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser", text
        )
        assert found is None, f"{name}: {found}"
    assert "https://" not in script().replace("https?", "")


def test_both_languages_have_the_same_sentences_and_every_sentence_is_used() -> None:
    folder = library.home() / "site"
    text = (folder / "app/dictionary.mjs").read_text("utf-8")
    names = [
        re.findall(r'(?:[{,]\s+|^\s+)"?([\w-]+)"?: "', part, re.MULTILINE) for part in text.split("export const FR")
    ]
    english, french = map(set, names)
    assert english == french
    assert list(map(len, names)) == [len(english), len(french)]  # the second of two equal names would hide the first
    code = "".join(path.read_text("utf-8") for path in folder.rglob("*.mjs") if path.name != "dictionary.mjs")
    # Names that are put together: t(`by-${field}`).
    joined = ("by-", "mark-", "leaf-", "colour-", "marks-")
    for name in english:
        assert name.startswith(joined) or re.search(rf'["`]{re.escape(name)}["`]', code), name
    for name in re.findall(r'\b(?:t|tell|show)\((?:\w+, )?"([\w-]+)"', code):
        assert name in english, name


def test_the_first_view_is_small() -> None:
    import gzip

    files = shell()
    first = sum(len(gzip.compress(files[name])) for name in ("index.html", "studio.css", "studio.js"))
    fonts = sum(len(data) for name, data in files.items() if name.endswith(".woff2"))
    assert first + fonts < 130_000  # the data of 2,000 questions come to it; benchmarks/site.py measures the whole


# ---- in the browser


def browser(name: str, *arguments: str, timeout: int = 120) -> str:
    """Run a script of tests/node that drives Chromium; gives what it says beside failures."""
    node = shutil.which("node")
    if node is None or not Path(CHROMIUM).exists() or not (NODE_MODULES / "playwright-core").is_dir():
        pytest.skip("needs Node, Chromium and the packages of tests/node: `make test` installs them")
    done = subprocess.run(
        [node, str(ROOT / "tests/node" / name), *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
        # The layout engine hides the fonts of the machine from this process; Chromium needs them.
        env={key: value for key, value in environment().items() if key != "FONTCONFIG_FILE"} | {"CHROMIUM": CHROMIUM},
    )
    assert done.returncode == 0, f"{done.stdout[:4000]}\n{done.stderr[-2000:]}"
    return done.stderr


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """A plain web host for static files."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{host.server_port}/index.html"
    finally:
        host.shutdown()
        host.server_close()


@contextmanager
def served(root: Path) -> Iterator[str]:
    """`livret serve` as a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pipeline", "serve", "--no-open", "--port", "0"],
        cwd=root,
        env=environment(),
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert found, said
        yield found[0]
    finally:
        process.terminate()
        process.communicate(timeout=20)


@pytest.mark.node
def test_every_view_works_online_offline_and_from_the_disk_for_everybody(site: Path) -> None:
    with hosted(site) as url:
        browser("site.views.mjs", url, str(site), "jouet", "duo", "eve met", "1", "jouet/duo/1/1")


@pytest.mark.node
def test_reviewers_mark_questions_and_the_author_finds_the_marks_beside_them(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with hosted(site) as url:
        browser("site.review.mjs", url, "jouet", "jouet/duo/1/1", "duo001", str(tmp_path))
    toy = Toy(tmp_path / "author")
    toy.write("duo", DUO)
    ran = livret(capsys, toy.root, "import", str(tmp_path / "review.json"))
    assert (ran.code, ran.err) == (0, "")
    assert "marks: 1, not taken: 0" in ran.out
    (found,) = toy.check()
    assert (found.rule, found.id, found.path) == ("reviewer-mark", "duo001", "content/jouet/duo/01.yaml")
    assert "L'Everest <b>aussi</b> ?" in str(found.message)


@pytest.mark.node
def test_whole_games_of_each_kind_are_played_at_the_table_on_a_phone(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "content", tmp_path / "content")
    with served(tmp_path) as url:
        browser("site.play.mjs", url, str(tmp_path / "content/egomaster/duo/01.yaml"))


@pytest.mark.node
def test_every_game_and_variant_ends_and_no_token_or_card_is_made_or_lost(tmp_path: Path) -> None:
    """The rules of the table without the page: many seeds, many players."""
    site = library.home() / "site"
    shutil.copytree(site / "app", tmp_path / "app")
    for name, text in modules_of(site).items():
        (tmp_path / name).write_text(text, "utf-8")
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node")
    shutil.copytree(ROOT / "content", tmp_path / "content")
    names = [folder.name for folder in (tmp_path / "content").iterdir() if folder.is_dir()]
    built = build(tmp_path, names, ["pack"], TODAY)
    assert len(built.written) == len(names)
    done = subprocess.run(
        [node, str(ROOT / "tests/node/play.games.mjs"), str(tmp_path / "app"), str(tmp_path / "build/packs")],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) >= 100


@pytest.mark.node
def test_the_page_follows_the_files_and_shows_hostile_content_as_text(toy: Toy) -> None:
    quoted = json.dumps(HOSTILE, ensure_ascii=False)
    toy.game(f"title: {quoted}\ncredits: [{quoted}]\n")
    toy.write(
        "duo",
        f"- {{id: duo001, type: cible, keyword: {quoted}, question: {quoted}, answer: 8849, unit: {quoted},"
        f" theme: {quoted}}}\n"
        f"- {{id: duo002, type: ping-pong, keyword: {quoted}, question: {quoted}, answers: [{quoted}, b, c]}}\n",
    )
    toy.write("deck", f"- {{id: v001, value: 1, count: 4, name: {quoted}, text: {quoted}, motto: {quoted}}}\n")
    with served(toy.root) as url:
        browser("site.live.mjs", url, "jouet", "duo", str(toy.path("duo")), "answer: 8849", "answer: 8848")
