"""Printer profiles: what a printer wants, as data: templates/printers/NAME.yaml, or a project's printers/NAME.yaml."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from pipeline.core.finding import START, Problem, say
from pipeline.core.suggest import nearest
from pipeline.kinds.validation import validate
from pipeline.print import library, paper, sound
from pipeline.source.document import Document
from pipeline.source.document import load as load_document
from pipeline.types.scalars import Flag, Model, Pixels, Size, Text, Trim, measure, whole_number

if TYPE_CHECKING:
    from collections.abc import Mapping

NO_SUCH = "There is no printer “{name}”."
NO_SUCH_NEAR = "There is no printer “{name}”: did you mean “{best}”?"
NO_SUCH_HINT = "Known: {known}. `livret printers` tells more."
CIRCLE = "The profile is like itself: {names}."
CIRCLE_HINT = "Let `like` name another profile, or leave it out."

Binding = Literal["booklet", "cards", "sheets"]
SETTINGS = "--set"
"""Where a wrong setting stands."""
_PLACE = ("folder", "suffix")
BINDINGS: tuple[Binding, ...] = ("booklet", "cards", "sheets")


# One text for all languages, or one for each.
Words = Annotated[
    dict[Literal["", "en", "fr"], Text], BeforeValidator(lambda value: {"": value} if isinstance(value, str) else value)
]


class Format(Model):
    """A size that a printer offers; a product takes the one that is nearest to its own."""

    name: Text
    size: Trim = Field(description="Trimmed width and height in mm.")
    pixels: Pixels | None = Field(None, description="Of a picture with bleed.")


class Profile(Model):
    """What a printer wants. Lengths are in mm, type and lines in points."""

    like: Text | None = Field(None, description="Another profile, for everything that is not said here.")
    title: Words = Field(description="Its name, or one for each language: {fr: …, en: …}.")
    about: Words = Field({"": "-"}, description="A sentence for `livret printers`, in the same way.")
    form: Literal["pages", "sheets", "pictures", "tabletop", "screen"] = Field(
        "pages",
        description="Single pages, several pages on a sheet, a picture a side, Tabletop Simulator, or a tagged PDF.",
    )
    bindings: tuple[Binding, ...] = Field(BINDINGS, description="What it prints: booklets, cards, sheets.")
    folder: Text | None = Field(None, description="The folder of build/; left out: the profile's name.")
    suffix: str = Field("", description="What the names of its files end with.")
    formats: tuple[Format, ...] = Field((), description="The sizes that it offers; none: any.")

    bleed: measure(0, 20) = Field(0.0, description="Colour beyond the trimmed edge.")  # type: ignore[valid-type]
    safe: measure(0, 20) = Field(0.0, description="No text is nearer to the trimmed edge.")  # type: ignore[valid-type]
    safe_cards: measure(0, 20) | None = Field(None, description="The same for cards.")  # type: ignore[valid-type]
    order: Literal["fronts-first", "backs-first", "backs-last"] = Field(
        "fronts-first",
        description="Sides of cards: front and back in turn, back and front in turn, or all fronts and then the backs.",
    )
    multiple: whole_number(1, 64) = Field(1, description="A booklet has a multiple of so many pages.")  # type: ignore[valid-type]

    colors: Literal["cmyk", "rgb", "any"] = "cmyk"
    profile: Text | None = Field(None, description="The colour profile of the output intent, a file of the library.")
    condition: Text | None = Field(None, description="The printing condition in the registry of the ICC.")
    condition_name: Text | None = None
    standard: Literal["PDF/X-4", "PDF/X-1a:2003", "PDF/UA-1"] | None = Field(None, description="What the file claims.")
    ink_limit: whole_number(0, 400) = Field(0, description="The most ink in one place, per cent; 0: any.")  # type: ignore[valid-type]
    black_overprints: Flag = Field(False, description="Black text is printed over what lies under it.")
    transparency: Flag = Field(False, description="Whether transparent things may stay.")
    outlined: Flag = Field(False, description="Whether letters are to be shapes instead of fonts.")

    least_text: measure(0, 72) = Field(0.0, description="The smallest type.")  # type: ignore[valid-type]
    least_reversed: measure(0, 72) = Field(0.0, description="The smallest type in the colour of the paper.")  # type: ignore[valid-type]
    least_line: measure(0, 10) = Field(0.0, description="The thinnest line.")  # type: ignore[valid-type]
    least_ppi: whole_number(0, 2400) = Field(0, description="The fewest pixels an inch of a picture.")  # type: ignore[valid-type]

    marks: tuple[Literal["crop", "fold", "registration", "bar", "label"], ...] = ()
    slug: measure(0, 40) = Field(0.0, description="Room for marks around the bleed.")  # type: ignore[valid-type]

    sheet: Size | None = None
    margin: measure(0, 50) = Field(0.0, description="The edge of a sheet that the printer cannot reach.")  # type: ignore[valid-type]
    flip: Literal["long", "short"] = Field("long", description="The edge that duplex printing turns the sheet over.")
    gutter: measure(0, 30) = Field(0.0, description="Room between cards on a sheet.")  # type: ignore[valid-type]
    back_right: measure(-10, 10) = Field(0.0, description="Move backs to the right, seen from the back.")  # type: ignore[valid-type]
    back_up: measure(-10, 10) = Field(0.0, description="Move backs up.")  # type: ignore[valid-type]
    caliper: measure(0, 1) = Field(0.0, description="The thickness of a sheet: creep of stapled booklets.")  # type: ignore[valid-type]

    least_read: measure(0, 36) = Field(  # type: ignore[valid-type]
        0.0, description="The smallest type of booklets and cards: pages go on over the leaf, and grey text is black."
    )
    scale: measure(0.25, 4) = Field(1.0, description="Everything larger or smaller.")  # type: ignore[valid-type]
    typefaces: dict[Text, Text] = Field({}, description="Type families of the templates, each with its replacement.")
    frames: Flag = Field(False, description="Draw trimmed edge, safe zone and the id of every entry.")
    watermark: Text | None = None

    dpi: whole_number(36, 1200) = Field(300, description="Of pictures.")  # type: ignore[valid-type]
    columns: whole_number(2, 10) = Field(10, description="Cards in a row of a Tabletop Simulator sheet.")  # type: ignore[valid-type]
    rows: whole_number(2, 7) = Field(7, description="Rows of a Tabletop Simulator sheet.")  # type: ignore[valid-type]
    url: Text | None = Field(None, description="Where the sheets will be: their names follow it.")


DESCRIPTIONS = {
    key: field.description
    for key, field in Profile.model_fields.items()
    if field.description and key not in ("like", "title", "about")
}
"""What keys mean, for people: `livret printers NAME` shows it."""


class Printer(NamedTuple):
    """A profile with its name and the project's own files beside it (ICC profiles, other profiles)."""

    name: str
    profile: Profile
    own: Mapping[str, bytes] = {}
    zoom: float = 1.0
    """By how much one product is enlarged beyond `scale`, which already counts it."""

    def enlarged(self, zoom: float) -> Printer:
        """The printer for a product that is enlarged so much, however often that is said."""
        if zoom == self.zoom:
            return self
        scale = round(self.profile.scale / self.zoom * zoom, 4)
        return self._replace(profile=self.profile.model_copy(update={"scale": scale}), zoom=zoom)

    @property
    def folder(self) -> str:
        return self.profile.folder or self.name

    def title(self, language: str) -> str:
        """Its name for people."""
        return _in(self.profile.title, language)

    def about(self, language: str) -> str:
        """What it prints, in a sentence."""
        return _in(self.profile.about, language)

    def icc(self) -> bytes | None:
        """The colour profile of the output intent."""
        return library.find(self.profile.profile, self.own) if self.profile.profile else None

    def digest(self) -> str:
        """Changes with everything that the printer wants."""
        found = blake2b(f"{self.name}\0{self.profile!r}".encode(), digest_size=16)
        found.update(self.icc() or b"")
        return found.hexdigest()

    def safe(self, binding: str) -> float:
        """How far text stays away from the trimmed edge."""
        own = self.profile.safe_cards
        return float(own if binding == "cards" and own is not None else self.profile.safe)

    def least_read(self, binding: str) -> float:
        """The smallest type in points of the page before it is enlarged; 0: as small as templates have it."""
        return float(self.profile.least_read / self.profile.scale) if binding != "sheets" else 0.0

    def format_for(self, size: tuple[float, float]) -> Format | None:
        """The nearest format that differs by less than two millimetres."""
        near = [(_apart(size, paper.measure(one.size)), number) for number, one in enumerate(self.profile.formats)]
        best = min(near, default=(9.0, 0))
        return self.profile.formats[best[1]] if best[0] < 2 else None


class Found(NamedTuple):
    """A printer, or why there is none: problems in the file of that name."""

    printer: Printer | None
    problems: tuple[Problem, ...] = ()
    path: str = ""


def names(own: Mapping[str, bytes]) -> tuple[str, ...]:
    """All printers: ours and the project's."""
    found = [path.stem for path in (library.home() / "printers").glob("*.yaml")]
    found += [name[9:-5] for name in own if name.startswith("printers/") and name.endswith(".yaml")]
    return tuple(sorted(set(found), key=lambda name: (name not in ("offset", "home"), name != "offset", name)))


def load(name: str, own: Mapping[str, bytes] | None = None, settings: Mapping[str, str] | None = None) -> Printer:
    """A printer that is known to be there and right."""
    found = read(name, own or {}, settings or {})
    if found.printer is None:
        raise KeyError(name)
    return found.printer


def read(name: str, own: Mapping[str, bytes], settings: Mapping[str, str]) -> Found:
    """The printer of that name; `settings` replace keys of its profile, as text."""
    raw = library.find(f"printers/{name}.yaml", own)
    if raw is None:
        best = nearest(name, names(own))
        message = say(NO_SUCH_NEAR, name=name, best=best) if best else say(NO_SUCH, name=name)
        return Found(
            None, (Problem(START, message, say(NO_SUCH_HINT, known=", ".join(names(own))), rule="bad-printer"),)
        )
    path = f"printers/{name}.yaml" if f"printers/{name}.yaml" in own else f"templates/printers/{name}.yaml"
    document = load_document(raw)
    if document.problems:
        return Found(None, tuple(document.problems), path)
    data, problem = _inherited(name, document, own)
    if problem:
        return Found(None, (problem,), path)
    profile, problems = validate(Profile, data, document, (), what="a printer profile")
    if profile is not None and settings:
        # What is wrong now stands on the command line, not in the file.
        profile, problems = validate(Profile, data | dict(settings), document, (), what="a printer profile")
        path = SETTINGS
    if profile is None:
        return Found(None, tuple(problems), path)
    printer = Printer(name, profile, own)
    problems = [*sound.problems(profile, document, printer.icc())]
    if problems:
        return Found(None, tuple(problems), path)
    return Found(printer, (), path)


def _inherited(name: str, document: Document, own: Mapping[str, bytes]) -> tuple[dict[str, Any], Problem | None]:
    """The data of a profile and of those that it is like."""
    data: Any = document.data
    if not isinstance(data, dict):
        return {}, Problem(
            START, say(NO_SUCH, name=name), say(NO_SUCH_HINT, known=", ".join(names(own))), rule="bad-printer"
        )
    seen, merged = [name], dict(data)
    while isinstance(data, dict) and (other := str(data.get("like") or "")):
        span = document.span(("like",)) if len(seen) == 1 else START
        # A project's own `offset` may be like ours.
        raw = library.find(f"printers/{other}.yaml", {} if other == seen[-1] else own)
        if other in seen and (raw is None or other != seen[-1] or seen.count(other) > 1):
            message = say(CIRCLE, names=" → ".join([*seen, other]))
            return {}, Problem(span, message, say(CIRCLE_HINT), rule="bad-printer")
        if raw is None:
            message, hint = say(NO_SUCH, name=other), say(NO_SUCH_HINT, known=", ".join(names(own)))
            return {}, Problem(span, message, hint, rule="bad-printer")
        seen.append(other)
        data = load_document(raw).data
        taken = data if isinstance(data, dict) else {}
        # Where files go is everybody's own, unless it is the same printer with other settings.
        merged = {key: value for key, value in taken.items() if key not in _PLACE or other == name} | merged
    merged.pop("like", None)
    return merged, None


def _in(words: Mapping[Any, str], language: str) -> str:
    """In the language that is asked for, or in the one that there is."""
    return words.get(language) or words.get("") or next(iter(words.values()), "")


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
