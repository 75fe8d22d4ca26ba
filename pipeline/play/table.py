"""What every game needs: chance from a seed, people who decide, a log, and an end even if nobody wants one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pipeline.core.finding import Message, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

Item = TypeVar("Item")

# Nobody has as many turns as this in a real game; minds that never finish must not play for ever.
MOST_TURNS = 20_000


class UnplayableError(Exception):
    """Why a pack cannot be played, as a message."""

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template)
        self.message = say(template, **values)


class NoChoiceError(UnplayableError):
    """What was asked for is not there to be chosen: the pack is fine, the wish is not."""


class Mind(Protocol):
    """Somebody who decides. `advice` is what a sensible player would do."""

    def choose(self, prompt: Message, options: Sequence[Message], advice: int) -> int:
        """One of the options, by its place."""

    def number(self, prompt: Message, low: int, high: int, step: int, advice: int) -> int:
        """A number from `low` to `high`, in steps."""

    def text(self, prompt: Message, advice: str) -> str:
        """Anything that can be typed."""

    def answer(self, prompt: Message, question: Mapping[str, Any], said: Sequence[int]) -> str:
        """An answer to a question; empty for none. `said` are the items of a list that were given."""

    def reflex(self) -> int:
        """How quickly they answer when speed counts: the lowest is first."""


class Table:
    """The players in the order of their seats, clockwise, with chance and a log."""

    def __init__(
        self, minds: Mapping[str, Mind], chance: Random, tell: Callable[[Message], None], most_turns: int = MOST_TURNS
    ) -> None:
        self.minds = dict(minds)
        self.players = list(minds)
        self.chance = chance
        self.turns = 0
        self._tell = tell
        self._most_turns = most_turns

    def tell(self, template: str, /, **values: object) -> None:
        """A line of the log."""
        self._tell(say(template, **values))

    def count_turn(self) -> bool:
        """Whether there is time for one more turn."""
        self.turns += 1
        return self.turns <= self._most_turns

    def die(self, faces: int) -> int:
        return self.chance.randrange(faces) + 1

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        found = list(items)
        self.chance.shuffle(found)
        return found

    def after(self, player: str, among: Sequence[str]) -> list[str]:
        """The players among some, clockwise from the left of a player; that one last, if among them."""
        place = self.players.index(player)
        order = self.players[place + 1 :] + self.players[: place + 1]
        return [one for one in order if one in among]

    def choose(
        self, player: str, options: Sequence[str | Message], advice: int, template: str, /, **values: object
    ) -> int:
        """What a player chooses, by its place. An option is a message, a sentence of ours or a text of the pack."""
        shown = [Message(option) if isinstance(option, str) else option for option in options]
        place = self.minds[player].choose(say(template, **values), shown, advice)
        return place if 0 <= place < len(options) else advice
