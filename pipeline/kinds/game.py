"""game.yaml: who a game is, what is in its box, how it is set up, and its products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from pipeline.core.finding import Problem, say, shorten
from pipeline.core.suggest import nearest
from pipeline.kinds import KINDS
from pipeline.kinds.mechanisms import MECHANISMS
from pipeline.kinds.validation import (
    CHOICE,
    CHOICE_HINT,
    CHOICE_NEAR,
    MISSING,
    MISSING_HINT,
    SHAPE,
    SHAPE_HINT,
    validate,
)
from pipeline.types.scalars import Count, Id, Ink, Language, Model, Text, Version, whole_number

if TYPE_CHECKING:
    from pipeline.kinds.base import Kind, Product
    from pipeline.kinds.mechanisms.base import Play
    from pipeline.source.document import Document

UNKNOWN_KIND = "There is no kind of product “{kind}”."
UNKNOWN_KIND_NEAR = "There is no kind of product “{kind}”: did you mean “{best}”?"


def _amount(value: Any) -> Any:
    return {"": value} if isinstance(value, str) else value


_Quantity = whole_number(0, 1_000_000)
# A number of pieces, or a number for each value: `carte: 5`, `jeton: {100: 4, 200: 3}`. A bare number has the value "".
Amount = Annotated[
    dict[str, _Quantity],  # type: ignore[valid-type]
    BeforeValidator(_amount),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 0},
                {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
            ]
        }
    ),
]


class Players(Model):
    """From how many to how many may play."""

    min: Count = Field(description="The fewest players.")
    max: Count = Field(description="The most players.")


class Component(Model):
    """Something in the box."""

    name: Text = Field(description="Its name in the singular, as rulebooks refer to it.")
    count: Count = Field(description="How many are in the box.")
    values: dict[str, Count] = Field({}, description="How many of each value; together they must be `count`.")
    product: Id | None = Field(None, description="The product that it is, if it is one: their numbers must agree.")
    print: Literal["token", "pawn", "d6", "d20"] | None = Field(
        None, description="How it is made of paper, on the sheets of a `components` product."
    )
    faces: tuple[Text, ...] = Field(
        (), description="What stands on the faces of a die instead of 1, 2, 3; the first and the last are opposite."
    )
    colors: tuple[Ink, ...] = Field(
        (), description="The colours of its values, or of its pieces in turn: 100/70/0/30 is C/M/Y/K."
    )

    def adds_up(self) -> bool:
        """Whether its count is the sum of its values; if not, nobody knows which number is wrong."""
        return not self.values or sum(self.values.values()) == self.count


class Setup(Model):
    """A set-up for a number of players: what each gets and what lies on the table."""

    name: Text = Field(description="Which set-up, for example quick game.")
    players: Count = Field(description="For how many players.")
    each: dict[str, Amount] = Field({}, description="What each player gets: a number, or a number for each value.")
    table: dict[str, Amount] = Field({}, description="What is laid out for everybody.")


class Ability(Model):
    """A special ability of a card, as data."""

    name: Text = Field(description="The printed name.")
    text: Text = Field(description="What it does.")
    effect: Literal["extra-turn", "swap", "spy", "wild", "shield"] | None = Field(
        None, description="What it does in play, for engines: one of the effects that mechanisms know."
    )
    counts_as: tuple[whole_number(-1000, 1000), ...] = Field((), description="The values that a joker may stand for.")  # type: ignore[valid-type]


class Game(Model):
    """A game: identity, box, set-ups and products."""

    game: Id = Field(description="The game's id: the name of its folder.")
    title: Text = Field(description="The printed name.")
    edition: Text = Field(description="The printed edition.")
    version: Version = Field(description="The version of the content, three numbers.")
    language: Language = Field(description="The language of the content.")
    players: Players = Field(description="How many may play.")
    age: whole_number(0, 99) | None = Field(None, description="From which age.")  # type: ignore[valid-type]
    minutes: Count | None = Field(None, description="How long a game takes.")
    credits: tuple[Text, ...] = Field((), description="Who made it; printed in the imprint.")
    components: tuple[Component, ...] = Field((), description="What is in the box.")
    setups: tuple[Setup, ...] = Field((), description="Set-up tables, proved against the components.")
    abilities: dict[Id, Ability] = Field({}, description="Special abilities that cards may have.")
    play: Any = Field(None, description="How it is played: a mechanism and the numbers of the rules, for engines.")
    products: dict[Id, Any] = Field(description="The products of the game, by id: a folder or a file of that name.")

    def component(self, name: str) -> Component | None:
        return next((component for component in self.components if component.name == name), None)


def identity(game: Game) -> dict[str, Any]:
    """The game without its products, as packs and templates get it."""
    found: dict[str, Any] = {
        "id": game.game,
        "title": game.title,
        "edition": game.edition,
        "version": game.version,
        "language": game.language,
        "players": {"min": game.players.min, "max": game.players.max},
    }
    for name in ("age", "minutes"):
        if getattr(game, name) is not None:
            found[name] = getattr(game, name)
    if game.credits:
        found["credits"] = list(game.credits)
    found["components"] = [_component(component) for component in game.components]
    found["setups"] = [_setup(setup) for setup in game.setups]
    if game.abilities:
        found["abilities"] = {
            key: ability.model_dump(mode="json", exclude_none=True) for key, ability in game.abilities.items()
        }
    if game.play is not None:
        found["play"] = _truths(game.play.model_dump(mode="json", exclude_none=True))
    return found


def _truths(value: Any) -> Any:
    """yes and no, as authors write them, as booleans."""
    if isinstance(value, dict):
        return {key: _truths(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_truths(inner) for inner in value]
    return (
        {"yes": True, "true": True, "no": False, "false": False}.get(value, value) if isinstance(value, str) else value
    )


def _component(component: Component) -> dict[str, Any]:
    """What engines need to know; how it is cut out of paper is the printer's business."""
    dumped = component.model_dump(mode="json", exclude_none=True, exclude={"print", "colors"})
    return dumped if component.faces else {key: value for key, value in dumped.items() if key != "faces"}


def _setup(setup: Setup) -> dict[str, Any]:
    """A bare number stays a number: `{"": 5}` is only how the model keeps it."""

    def amounts(given: dict[str, dict[str, int]]) -> dict[str, Any]:
        return {name: amount[""] if list(amount) == [""] else amount for name, amount in given.items()}

    return {
        "name": setup.name,
        "players": setup.players,
        "each": amounts(setup.each),
        "table": amounts(setup.table),
    }


def read_game(document: Document) -> tuple[Game | None, dict[str, Product], list[Problem]]:
    """The game, its readable products and every problem. Products are validated one by one, by their kind."""
    game, problems = validate(Game, document.data, document, (), what="a game")
    raw = document.data.get("products") if isinstance(document.data, dict) else None
    products: dict[str, Product] = {}
    for name, data in raw.items() if isinstance(raw, dict) else ():
        product, refused = _read_product(document, name, data)
        problems += refused
        if product is not None:
            products[name] = product
    if game is not None and game.play is not None:
        play, refused = _read_play(document, game.play)
        problems += refused
        game = game.model_copy(update={"play": play})
    return game, products, problems


def kind_of(product: Product) -> Kind:
    """The kind that a product declares."""
    return KINDS[product.kind]


def _read_play(document: Document, data: Any) -> tuple[Play | None, list[Problem]]:
    """How the game is played, by the model of its mechanism."""
    path = ("play",)
    if not isinstance(data, dict):
        message = say(SHAPE, field="play", expected="a mapping", found="a list" if isinstance(data, list) else "text")
        return None, [Problem(document.span(path), message, say(SHAPE_HINT), rule="wrong-shape")]
    name = data.get("mechanism")
    if name is None:
        message = say(MISSING, field="mechanism", what="the section play")
        return None, [Problem(document.span(path), message, say(MISSING_HINT, field="mechanism"), rule="missing-key")]
    mechanism = MECHANISMS.get(name) if isinstance(name, str) else None
    if mechanism is None:
        best = nearest(str(name), MECHANISMS)
        message = (
            say(CHOICE_NEAR, value=shorten(str(name)), best=best) if best else say(CHOICE, value=shorten(str(name)))
        )
        hint = say(CHOICE_HINT, accepted=", ".join(MECHANISMS))
        return None, [Problem(document.span((*path, "mechanism")), message, hint, rule="unknown-value")]
    return validate(mechanism.model, data, document, path, what="the section play")


def _read_product(document: Document, name: str, data: Any) -> tuple[Product | None, list[Problem]]:
    path = ("products", name)
    if not isinstance(data, dict):
        message = say(SHAPE, field=name, expected="a mapping", found="a list" if isinstance(data, list) else "text")
        return None, [Problem(document.span(path), message, say(SHAPE_HINT), rule="wrong-shape")]
    kind_name = data.get("kind")
    if kind_name is None:
        message = say(MISSING, field="kind", what="a product")
        return None, [Problem(document.span(path), message, say(MISSING_HINT, field="kind"), rule="missing-key")]
    kind = KINDS.get(kind_name) if isinstance(kind_name, str) else None
    if kind is None:
        shown = shorten(str(kind_name), 40)
        best = nearest(shown, KINDS)
        message = say(UNKNOWN_KIND_NEAR, kind=shown, best=best) if best else say(UNKNOWN_KIND, kind=shown)
        span = document.span((*path, "kind"))
        return None, [Problem(span, message, say(CHOICE_HINT, accepted=", ".join(KINDS)), rule="unknown-kind")]
    return validate(kind.product, data, document, path, what=f"a {kind.name} product")
