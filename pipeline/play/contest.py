"""A question played by several: who wins, by the type of the question. Answers are judged as docs/judging.md says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.core.finding import say
from pipeline.judging import judge, rank

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pipeline.play.table import Table

ASKED = "{reader} reads: {question}"
YOUR_ANSWER = "{player}, your answer"
YOUR_NUMBER = "{player}, your number"
YOUR_ITEM = "{player}, one answer"
YOUR_BUZZ = "{player}, answer first, or leave it empty and let the others try"
GIVES = "{player}: “{text}”. Right."
GIVES_WRONG = "{player}: “{text}”. Wrong."
GIVES_REPEATED = "{player}: “{text}”. That was said before."
GIVES_NOTHING = "{player} has no answer."
PROPOSES = "{player} proposes “{text}”."
EXACT = "That is the number: {player} wins at once."
THE_ANSWER = "The answer was: {answer}."
ALL_SAID = "The list is complete."
LUCK = "{procedure}"
LUCKY = "Luck is with {player}."
TIED = "A tie: {players}."
NOBODY = "Nobody wins the question."


def alone(table: Table, player: str, reader: str, question: Mapping[str, Any]) -> bool:
    """Whether a player answers right."""
    table.tell(ASKED, reader=reader, question=question["question"])
    right = _says(table, player, question, YOUR_ANSWER) is not None
    if not right:
        _reveal(table, question)
    return right


def contest(
    table: Table, players: Sequence[str], reader: str, question: Mapping[str, Any], *, distinct: bool = False
) -> tuple[str, ...]:
    """The winners: one, several on a tie, or none. The first of the players speaks first."""
    table.tell(ASKED, reader=reader, question=question["question"])
    kind = question["answer"]["kind"]
    if kind == "number":
        winners = _nearest(table, players, question, distinct=distinct)
    elif kind == "list":
        winners = _in_turn(table, players, question)
    elif kind == "procedure":
        winners = _luck(table, players, question)
    else:
        winners = _fastest(table, players, question)
    if kind != "procedure":
        _reveal(table, question)
    if len(winners) > 1:
        table.tell(TIED, players=", ".join(winners))
    elif not winners:
        table.tell(NOBODY)
    return winners


def by_dice(table: Table, players: Sequence[str], faces: int, dice: int = 2) -> str:
    """The player with the highest throw; those who are level throw again."""
    while len(players) > 1:
        throws = {player: sum(table.die(faces) for _ in range(dice)) for player in players}
        highest = max(throws.values())
        players = [player for player in players if throws[player] == highest]
    return players[0]


def _says(table: Table, player: str, question: Mapping[str, Any], prompt: str, said: Sequence[int] = ()) -> int | None:
    """What an answer is worth: None, or the number of the item that it is (0 if there is no list)."""
    text = table.minds[player].answer(say(prompt, player=player), question, said)
    verdict = judge(question["answer"], text, said)
    if verdict.right:
        table.tell(GIVES, player=player, text=text)
        return verdict.item or 0
    if verdict.reason == "empty":
        table.tell(GIVES_NOTHING, player=player)
    else:
        table.tell(GIVES_REPEATED if verdict.reason == "repeated" else GIVES_WRONG, player=player, text=text)
    return None


def _nearest(table: Table, players: Sequence[str], question: Mapping[str, Any], *, distinct: bool) -> tuple[str, ...]:
    proposals: list[str | None] = []
    for player in players:
        text = table.minds[player].answer(say(YOUR_NUMBER, player=player), question, ())
        table.tell(PROPOSES if text else GIVES_NOTHING, player=player, text=text)
        proposals.append(text or None)
        ranking = rank(question["answer"], proposals, distinct=distinct)
        if ranking.exact is not None:
            table.tell(EXACT, player=player)
            return (player,)
    return tuple(players[place] for place in ranking.winners)


def _in_turn(table: Table, players: Sequence[str], question: Mapping[str, Any]) -> tuple[str, ...]:
    """One answer each until the list is complete or one is left, who must have given a right answer."""
    said: list[int] = []
    inside = list(players)
    last = ""
    while inside:
        for player in list(inside):
            if len(inside) == 1 and last == player:
                return (player,)
            item = _says(table, player, question, YOUR_ITEM, said)
            if item is None:
                inside.remove(player)
                continue
            said.append(item)
            last = player
            if len(said) == len(question["answer"]["items"]):
                table.tell(ALL_SAID)
                return (player,)
    return (last,) if last else ()


def _fastest(table: Table, players: Sequence[str], question: Mapping[str, Any]) -> tuple[str, ...]:
    """One answer each, in the order of their reflexes; the first right one wins, with all who were as quick."""
    quickness = {player: table.minds[player].reflex() for player in players}
    for moment in sorted(set(quickness.values())):
        together = [player for player in players if quickness[player] == moment]
        right = [player for player in together if _says(table, player, question, YOUR_BUZZ) is not None]
        if right:
            return tuple(right)
    return ()


def _luck(table: Table, players: Sequence[str], question: Mapping[str, Any]) -> tuple[str, ...]:
    table.tell(LUCK, procedure=question["answer"]["text"])
    winner = by_dice(table, players, 6, dice=1)
    table.tell(LUCKY, player=winner)
    return (winner,)


def _reveal(table: Table, question: Mapping[str, Any]) -> None:
    answer = question["answer"]
    text = " · ".join(item["text"] for item in answer["items"]) if answer["kind"] == "list" else answer["text"]
    table.tell(THE_ANSWER, answer=text)
