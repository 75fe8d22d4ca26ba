"""Playing from packs alone: four games to their end, the rules about money, bots and codes, and wild minds."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.mechanisms import MECHANISMS as DECLARED
from pipeline.packs.format import encode, sealed
from pipeline.packs.read import read_file
from pipeline.packs.schema import first_mistake
from pipeline.play.contest import contest
from pipeline.play.game import NAMES, Options, Played, start
from pipeline.play.ledger import BANK, BOX, MIDDLE, Ledger, box_worth
from pipeline.play.mechanisms import MECHANISMS
from pipeline.play.mechanisms.bots import Bot, Surroundings, turn
from pipeline.play.mechanisms.code_breaking import decode, feedback
from pipeline.play.mechanisms.hands import Card, Piles
from pipeline.play.minds import Automatic
from pipeline.play.stakes import collect
from pipeline.play.table import Table, UnplayableError
from pipeline.project.build import build
from tests.command import livret
from tests.toy import TODAY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pipeline.core.finding import Message

ROOT = Path(__file__).parents[1]
GAMES = ("egomaster", "defizz", "egocentric-world", "masterdice")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packs and nothing else: no YAML."""
    work, root = tmp_path_factory.mktemp("content"), tmp_path_factory.mktemp("packs")
    shutil.copytree(ROOT / "content", work / "content")
    build(work, GAMES, ["pack"], TODAY)
    shutil.copytree(work / "build", root / "build")
    return root


@pytest.fixture(scope="module")
def packs(built: Path) -> dict[str, dict[str, Any]]:
    found = {game: read_file(built / f"build/packs/{game}.json").pack for game in GAMES}
    assert all(found.values())
    return {game: pack for game, pack in found.items() if pack}


def played(pack: Mapping[str, Any], **options: Any) -> tuple[Played, list[str]]:
    log: list[str] = []
    end = start(pack, Options(**options), lambda _, chance: Automatic(chance), lambda line: log.append(str(line)))
    return end, log


class Wild:
    """Does anything at all."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def choose(self, prompt: Message, options: Sequence[Message], advice: int) -> int:
        return self._chance.randrange(-1, len(options) + 1)

    def number(self, prompt: Message, low: int, high: int, step: int, advice: int) -> int:
        return self._chance.choice((low - 1, low, high, high + 1, 0, -100, self._chance.randrange(low, high + 1)))

    def text(self, prompt: Message, advice: str) -> str:
        return self._chance.choice((advice, "", "=", "1 2 3 4", "- - - -", "9 9 9 9", "x" * 50, "0 0 9"))

    def answer(self, prompt: Message, question: Mapping[str, Any], said: Sequence[int]) -> str:
        return self._chance.choice(("", "non", "12", "1e99", "\x1b[2J", question["question"]))

    def reflex(self) -> int:
        return self._chance.randrange(3)


class Scripted(Wild):
    """Says what was written down for them, then follows advice."""

    def __init__(self, **lines: Any) -> None:
        super().__init__(Random(0))
        self.lines = {name: list(values) for name, values in lines.items()}

    def _next(self, name: str, otherwise: Any) -> Any:
        return self.lines[name].pop(0) if self.lines.get(name) else otherwise

    def choose(self, prompt: Message, options: Sequence[Message], advice: int) -> int:
        return int(self._next("choose", advice))

    def number(self, prompt: Message, low: int, high: int, step: int, advice: int) -> int:
        return int(self._next("number", low))

    def text(self, prompt: Message, advice: str) -> str:
        return str(self._next("text", advice))

    def answer(self, prompt: Message, question: Mapping[str, Any], said: Sequence[int]) -> str:
        return str(self._next("answer", ""))

    def reflex(self) -> int:
        return int(self._next("reflex", 1))


def table(**minds: Scripted) -> tuple[Table, list[str]]:
    log: list[str] = []
    return Table(minds, Random(1), lambda line: log.append(str(line))), log


# Whole games


def test_every_mechanism_that_games_may_declare_can_be_played() -> None:
    assert list(MECHANISMS) == list(DECLARED)
    assert {MECHANISMS[name].name for name in MECHANISMS} == set(DECLARED)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_game_is_played_to_its_end(packs: dict[str, Any], game: str, seed: int) -> None:
    end, log = played(packs[game], seed=seed)
    assert not end.stopped
    assert end.winners
    assert log[-1] in (f"{end.winners[0]} wins.", f"Shared victory: {', '.join(end.winners)}.")


@pytest.mark.parametrize("game", GAMES)
def test_same_seed_gives_the_same_game(packs: dict[str, Any], game: str) -> None:
    assert played(packs[game], seed=5) == played(packs[game], seed=5)
    assert played(packs[game], seed=5)[1] != played(packs[game], seed=6)[1]


@pytest.mark.parametrize("game", ["egomaster", "defizz"])
@pytest.mark.parametrize("options", [{}, {"players": 6}], ids=["fewest", "six"])
def test_winner_owns_everything_that_was_in_play(packs: dict[str, Any], game: str, options: dict[str, Any]) -> None:
    end, _ = played(packs[game], seed=3, **options)
    component = next(one for one in packs[game]["game"]["components"] if one["name"] == "jeton")
    others = [end.scores[player] for player in end.scores if player not in end.winners]
    assert set(others) == {0}
    assert 0 < end.scores[end.winners[0]] <= box_worth(component)


def test_quick_game_skips_the_first_phase(packs: dict[str, Any]) -> None:
    end, log = played(packs["egomaster"], seed=1, setup="partie rapide", players=4)
    assert "Now: élimination." in log
    assert "Now: enrichissement." not in log
    assert end.scores[end.winners[0]] == 4 * 2900


def test_first_phase_is_paid_by_the_bank_and_the_second_by_players(packs: dict[str, Any]) -> None:
    _, log = played(packs["egomaster"], seed=1)
    change = log.index("Now: élimination.")
    assert any(line.startswith("The bank pays") for line in log[:change])
    assert not any(line.startswith("The bank pays") for line in log[change:])
    assert not any("raises to" in line or "is out" in line for line in log[:change])


def test_reward_variant_starts_with_a_full_bank(packs: dict[str, Any]) -> None:
    end, log = played(packs["defizz"], seed=2, variant="enrichissement", players=6)
    assert "The bank pays 500 to" in "".join(log)
    assert "Now everybody pays to play." in log
    assert sum(line.startswith("The bank pays 500") for line in log) == 22
    assert end.scores[end.winners[0]] in (11400, 11000)


@pytest.mark.parametrize("players", [4, 6])
def test_teams_share_their_money_and_win_together(packs: dict[str, Any], players: int) -> None:
    end, log = played(packs["defizz"], seed=1, variant="equipes", players=players)
    assert log[1] == (
        "Teams: Anna & Chloé, Bilal & David." if players == 4 else "Teams: Anna & David, Bilal & Elsa, Chloé & Farid."
    )
    assert len(end.winners) == 2
    assert {end.scores[player] for player in end.winners} == {1900 * players}
    assert {end.scores[player] for player in end.scores if player not in end.winners} == {0}
    for line in log:
        if line.startswith("Stake:"):
            staking = line.partition("(")[2].rstrip(").").split(", ")
            teams = {NAMES.index(player) % (players // 2) for player in staking}
            assert len(teams) == len(staking), "one of each team"


def test_amounts_double_when_two_are_left(packs: dict[str, Any]) -> None:
    _, log = played(packs["defizz"], seed=1)
    first_out = next(number for number, line in enumerate(log) if "is out" in line)
    after = [line for line in log[first_out:] if " rolls Duel 100" in line or " rolls Multi 100" in line]
    assert all("at least 200" in line for line in after)
    assert after


def test_somebody_who_is_out_reads_when_two_are_left(packs: dict[str, Any]) -> None:
    _, log = played(packs["defizz"], seed=1)
    out = next(line.split()[0] for line in log if "is out" in line)
    place = next(number for number, line in enumerate(log) if "is out" in line)
    readers = {line.partition(" reads the clues")[0].split()[-1] for line in log[place:] if "reads the clues" in line}
    assert readers == {out}


@settings(max_examples=25)
@given(
    st.sampled_from(GAMES),
    st.integers(0, 10**6),
    st.integers(1, 6),
    st.sampled_from([None, "expert", "enrichissement", "equipes"]),
)
def test_games_end_and_money_is_kept_whatever_players_do(
    game: str, seed: int, players: int, variant: str | None
) -> None:
    pack = _PACKS[game]
    low, high = pack["game"]["players"]["min"], pack["game"]["players"]["max"]
    options = Options(seed=seed, players=min(max(players, low), high), most_turns=400)
    if game == "defizz":
        options = options._replace(variant=variant)
        if variant == "equipes":
            options = options._replace(players=4)
    end = start(pack, options, lambda _, chance: Wild(chance), lambda _: None)  # the ledger raises if money is made
    assert end.winners
    assert end.turns <= 402


@settings(max_examples=150)
@given(st.sampled_from(GAMES), st.integers(0, 10**6))
def test_rules_that_do_not_fit_together_are_said(game: str, seed: int) -> None:
    """Whatever a valid pack says, it is played or refused: it never crashes and never hangs."""
    chance = Random(seed)
    pack = json.loads(json.dumps(_PACKS[game]))
    for _ in range(chance.randrange(1, 4)):
        _disturb(pack, chance)
    if first_mistake(pack, _SCHEMA) is not None:
        return
    high = min(pack["game"]["players"]["max"], len(NAMES))
    low = min(pack["game"]["players"]["min"], high)
    options = Options(seed=seed, players=chance.randrange(low, high + 1), most_turns=60)
    try:
        end = start(pack, options, lambda _, random: Automatic(random), lambda _: None)
    except UnplayableError:
        return
    assert end.winners


def _disturb(pack: Any, chance: Random) -> None:
    """Change one number, name or list of the rules."""
    parts = [pack["game"]["play"], pack["game"]["setups"], pack["game"]["components"], pack["game"]["players"]]
    parts += [product for product in pack["products"] if product["kind"] in ("board", "value-cards", "booklet")]
    here = chance.choice(parts)
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = chance.choice(keys)
        inner = here[key]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.8:
            here = inner
        elif isinstance(inner, bool):
            here[key] = not inner
            return
        elif isinstance(inner, int):
            here[key] = chance.choice((0, 1, 2, 3, 7, 50, 10**6))
            return
        elif isinstance(inner, str):
            here[key] = chance.choice(("", "duo", "jeton", "bank", "players", "one-left", "bank-empty", "solo", "Anna"))
            return
        else:
            here[key] = type(inner)()
            return


_SCHEMA = json.loads((ROOT / "schemas/pack.schema.json").read_text(encoding="utf-8"))
_PACKS: dict[str, Any] = {}


@pytest.fixture(autouse=True, scope="module")
def _remember(packs: dict[str, Any]) -> None:
    _PACKS.update(packs)


# Money


def staked(sums: dict[str, int], amount: int, minds: dict[str, Scripted], others: Sequence[str]) -> tuple[Any, Ledger]:
    seats, log = table(**minds)
    ledger = Ledger(minds, sum(sums.values()))
    for player, sum_ in sums.items():
        ledger.move(BOX, player, sum_)
    found = collect(seats, ledger, "A", others, amount, step=100)
    del log
    return found.players, ledger


def test_without_a_raise_everybody_pays_the_amount() -> None:
    players, ledger = staked({"A": 500, "B": 500, "C": 500}, 200, {n: Scripted() for n in "ABC"}, ["B", "C"])
    assert players == ("A", "B", "C")
    assert (ledger["A"], ledger[MIDDLE]) == (300, 600)


def test_who_is_short_stakes_everything_and_all_match_it() -> None:
    players, ledger = staked({"A": 500, "B": 100, "C": 300}, 200, {n: Scripted() for n in "ABC"}, ["B", "C"])
    assert players == ("A", "B", "C")
    assert [ledger[n] for n in "ABC"] == [400, 0, 200]


def test_refused_raise_of_a_duel_costs_the_amount_and_the_question_is_not_asked() -> None:
    minds = {"A": Scripted(number=[800]), "B": Scripted(choose=[1])}
    players, ledger = staked({"A": 1400, "B": 1000}, 300, minds, ["B"])
    assert players == ()
    assert (ledger["A"], ledger["B"], ledger[MIDDLE]) == (1700, 700, 0)


def test_accepted_raise_of_a_duel_puts_both_stakes_in_the_middle() -> None:
    minds = {"A": Scripted(number=[800]), "B": Scripted(choose=[0])}
    players, ledger = staked({"A": 1400, "B": 1000}, 300, minds, ["B"])
    assert players == ("A", "B")
    assert (ledger["A"], ledger["B"], ledger[MIDDLE]) == (600, 200, 1600)


def test_example_of_the_rulebook_multi_raise_with_one_refusal_and_one_short() -> None:
    """Anna raises to 500 on a square of 200; Bilal refuses, Chloé accepts, David accepts with 300: 1,100 in all."""
    minds = {
        "A": Scripted(number=[500]),
        "B": Scripted(choose=[1]),
        "C": Scripted(choose=[0]),
        "D": Scripted(choose=[0]),
    }
    players, ledger = staked({"A": 1000, "B": 1000, "C": 1000, "D": 300}, 200, minds, ["B", "C", "D"])
    assert players == ("A", "C", "D")
    assert ledger[MIDDLE] == 1100
    assert [ledger[n] for n in "ABCD"] == [700, 800, 700, 0]


def test_who_refuses_never_pays_more_than_those_who_play() -> None:
    minds = {"A": Scripted(number=[500]), "B": Scripted(choose=[1]), "C": Scripted(choose=[0])}
    _, ledger = staked({"A": 1000, "B": 1000, "C": 100}, 200, minds, ["B", "C"])
    assert [ledger[n] for n in "ABC"] == [900, 900, 0]


def test_raise_that_everybody_refuses_gives_the_roller_the_amounts() -> None:
    minds = {"A": Scripted(number=[500]), "B": Scripted(choose=[1]), "C": Scripted(choose=[1])}
    players, ledger = staked({"A": 500, "B": 150, "C": 900}, 200, minds, ["B", "C"])
    assert players == ()
    assert [ledger[n] for n in "ABC"] == [850, 0, 700]


def test_raise_is_limited_to_what_the_roller_has() -> None:
    minds = {"A": Scripted(number=[900]), "B": Scripted()}
    players, ledger = staked({"A": 400, "B": 900}, 200, minds, ["B"])
    assert players == ("A", "B")
    assert ledger[MIDDLE] == 400, "900 is no possible raise: the amount is played"


def test_money_cannot_be_made() -> None:
    ledger = Ledger(["A"], 100)
    assert ledger.move(BOX, BANK, 500) == 100
    with pytest.raises(ValueError, match="backwards"):
        ledger.move(BANK, "A", -1)
    assert ledger.total() == 100


# Challenges

CIBLE = {"question": "Combien ?", "answer": {"kind": "number", "value": 78, "text": "78"}}
LIST = {
    "question": "Citez les points cardinaux.",
    "answer": {"kind": "list", "items": [{"text": one, "accept": []} for one in ("nord", "sud", "est", "ouest")]},
}
FAST = {"question": "Qui ?", "answer": {"kind": "text", "text": "Picasso", "accept": []}}


def won(question: dict[str, Any], **minds: Scripted) -> tuple[str, ...]:
    seats, _ = table(**minds)
    return contest(seats, list(minds), "reader", question)


def test_nearest_number_wins_and_an_exact_one_at_once() -> None:
    assert won(CIBLE, A=Scripted(answer=["70"]), B=Scripted(answer=["80"])) == ("B",)
    silent = Scripted(answer=["78"])
    assert won(CIBLE, A=Scripted(answer=["78"]), B=silent) == ("A",)
    assert silent.lines["answer"] == ["78"], "nobody listened"
    assert won(CIBLE, A=Scripted(answer=["77"]), B=Scripted(answer=["79"])) == ("A", "B")
    assert won(CIBLE, A=Scripted(), B=Scripted(answer=["?"])) == ()


def test_last_right_answer_of_a_list_wins() -> None:
    rulebook = {"A": ["nord", "est"], "C": ["sud", "ouest"], "D": ["nord"]}
    assert won(LIST, **{name: Scripted(answer=said) for name, said in rulebook.items()}) == ("C",)
    assert won(LIST, A=Scripted(answer=["nord"]), B=Scripted(answer=["haut"])) == ("A",)
    assert won(LIST, A=Scripted(answer=["haut"]), B=Scripted(answer=["bas"])) == ()
    assert won(LIST, A=Scripted(answer=["haut"]), B=Scripted(answer=["sud"])) == ("B",)


def test_fastest_right_answer_wins_and_equals_tie() -> None:
    first, second = Scripted(reflex=[1], answer=["Monet"]), Scripted(reflex=[2], answer=["picasso"])
    assert won(FAST, A=first, B=second) == ("B",)
    both = {name: Scripted(reflex=[3], answer=["Picasso"]) for name in "AB"}
    assert won(FAST, **both) == ("A", "B")
    assert won(FAST, A=Scripted(), B=Scripted()) == ()


# Bots


def card(value: int) -> Card:
    effect = {5: "extra-turn", 6: "swap", 7: "spy", 8: "wild", 9: "shield"}.get(value, "")
    return Card(value, f"c{value}", effect, (7, 8, 9) if effect == "wild" else (value,))


def bot_turn(
    visible: list[int],
    hidden: list[int],
    top: int,
    pile: list[int],
    hand: list[int] | None = None,
    *,
    stopped: bool = False,
) -> tuple[Bot, Piles, bool, list[str], Bot, list[Card]]:
    """A bot's turn; stacks are written from bottom to top."""
    seats, log = table(A=Scripted())
    piles = Piles(seats, [])
    piles.draw_pile = [card(value) for value in pile]
    piles.discard = [card(0), card(top)]
    bot, other = Bot("left", [card(value) for value in hidden]), Bot("right", [card(1), card(9), card(2)])
    bot.visible = [card(value) for value in visible]
    held = [card(value) for value in (hand if hand is not None else [0, 0])]
    around = Surroundings(seats, piles, "A", held, [other], stopped, 7, lambda _: False)
    said = turn(bot, around)
    return bot, piles, said, log, other, held


def values(cards: Sequence[Card]) -> list[int]:
    return sorted(one.value for one in cards)


def test_bot_says_stop_when_all_is_visible_and_lower() -> None:
    assert bot_turn([1, 2], [], 5, [], [3, 4])[2]
    assert not bot_turn([1, 2], [], 5, [3], [0, 3])[2], "equal is not lower"
    assert not bot_turn([1, 2], [], 5, [3], [3, 4], stopped=True)[2], "STOP is said once"


def test_bot_follows_the_example_of_the_rulebook() -> None:
    bot, piles, _, log, other, _ = bot_turn([2, 7], [1, 6, 3], 4, [], [9, 9])
    assert values(bot.visible) == [2, 3, 4, 6]
    assert values(bot.hidden) == [1]
    assert piles.top.value == 9, "the other bot's shield came up and ended the spying"
    assert values(other.visible) == [2]
    assert values(other.hidden) == [1]
    assert "left takes 4 c4 and plays 7 c7." in log


def test_bot_prefers_a_natural_nine_to_its_wild_card() -> None:
    bot, piles, *_ = bot_turn([8, 9], [], 9, [], [0])
    assert values(bot.visible) == [8]
    assert piles.top.value == 9


def test_bot_splits_the_highest_pair_and_keeps_the_wild_card() -> None:
    bot, piles, *_ = bot_turn([3, 3, 8, 9], [], 1, [], [0])
    assert values(bot.visible) == [3, 3, 8]
    assert piles.top.value == 9


def test_bot_draws_when_nothing_else_helps() -> None:
    bot, piles, *_ = bot_turn([1, 4], [], 5, [2], [0])
    assert values(bot.visible) == [1, 2]
    assert piles.top.value == 4
    bot, piles, *_ = bot_turn([1, 4], [], 6, [7], [0])
    assert values(bot.visible) == [1, 4]
    assert piles.top.value == 7, "thrown away, without its ability"


def test_bot_swaps_its_hidden_card_for_the_lowest() -> None:
    bot, _, _, _, _, held = bot_turn([6, 0], [9, 9, 3], 6, [], [2, 5])
    assert values(held) == [5, 9]
    assert values(bot.visible) == [0, 2, 3, 9]


def test_extra_turn_of_a_bot_is_a_whole_turn() -> None:
    bot, piles, said, log, *_ = bot_turn([5, 0], [], 5, [], [3])
    assert said, "after the first turn it has 0 against 3"
    assert values(bot.visible) == [0]
    assert piles.top.value == 5
    assert log[-1] == "left says STOP."


# Codes


def test_feedback_is_what_the_code_is_compared_with_the_dice() -> None:
    assert feedback((4, 1, 6, 3), (5, 2, None, None)) == (0, 2, 0)
    assert feedback((4, 1, 6, 3), (None, None, 5, 3)) == (1, 0, 1)


def test_every_puzzle_of_the_pack_can_be_decoded(packs: dict[str, Any]) -> None:
    product = next(one for one in packs["masterdice"]["products"] if one["kind"] == "code-puzzles")
    assert product["puzzles"]
    for puzzle in product["puzzles"]:
        found = decode(puzzle["attempts"], len(product["columns"]), product["faces"])
        assert found == [tuple(puzzle["solution"])], puzzle["id"]


def test_score_of_a_found_code_is_that_of_the_rules(packs: dict[str, Any]) -> None:
    found = 0
    for seed in range(6):
        for line in played(packs["masterdice"], seed=seed)[1]:
            if line.startswith("Found: "):
                points, attempts, dice = (int(word.strip("(")) for word in line.split() if word.strip("(").isdigit())
                assert points == 20 + 5 * (7 - attempts) + 18 - dice
                found += 1
    assert found


def test_wrong_feedback_loses_the_game_at_once(packs: dict[str, Any]) -> None:
    class Liar(Automatic):
        def text(self, prompt: Message, advice: str) -> str:
            words = advice.split()
            lies = len(words) == 3 and "equal, lower, higher" in str(prompt)
            return " ".join(words[1:] + words[:1]) if lies else advice

    log: list[str] = []
    seat = {NAMES[0]: Liar}
    end = start(
        packs["masterdice"],
        Options(seed=4),
        lambda name, chance: seat.get(name, Automatic)(chance),
        lambda line: log.append(str(line)),
    )
    assert any("was wrong: Bilal wins the game at once." in line for line in log)
    assert end.winners == ("Bilal",)


# The command


def test_command_plays_without_any_yaml(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in GAMES:
        ran = livret(capsys, built, "play", game, "--seed", "1", "--auto")
        assert (ran.code, ran.err) == (0, "")
        assert " wins.\n" in ran.out
    assert not (built / "content").exists()


def test_command_speaks_french(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, built, "play", "masterdice", "--seed", "1", "--auto", "--lang", "fr")
    assert "compose" in ran.out
    assert "gagne." in ran.out
    assert "wins" not in ran.out


def test_person_plays_in_the_terminal(
    built: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["1", "nonsense", "2", "", "12"])

    def line() -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", line)
    ran = livret(capsys, built, "play", "egomaster", "--seed", "1")
    assert ran.code == 0
    assert "Anna, on which square do you put your pawn?\n  1. " in ran.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["egomaster", "--players", "2"], "“egomaster” is for 3 to 6 players, not 2."),
        (
            ["egomaster", "--setup", "courte"],
            "“egomaster” has no set-up “courte” for 3 players. Set-ups: partie rapide.",
        ),
        (
            ["defizz", "--variant", "dur"],
            "“defizz” has no variant “dur”. Variants: expert, equipes, enrichissement.",
        ),
        (["egocentric-world", "--level", "7"], "“egocentric-world” has no level 7: it has 3."),
        (["egocentric-world", "--players", "2", "--level", "1"], "“egocentric-world” has no levels for 2 players."),
        (["masterdice", "--level", "1"], "“masterdice” has no levels for 2 players."),
        (["masterdice", "--variant", "dur"], "“masterdice” has no variant “dur”. Variants: —."),
        (["masterdice", "--setup", "courte"], "“masterdice” has no set-up “courte” for 2 players. Set-ups: —."),
        (["egomaster", "--variant", "dur"], "“egomaster” has no variant “dur”. Variants: —."),
    ],
)
def test_option_that_would_do_nothing_is_wrong_usage_before_the_game_begins(
    built: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    ran = livret(capsys, built, "play", "--auto", *arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", said + "\n")


def test_what_cannot_be_played_is_said(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, built, "play", "--auto", "defizz", "--variant", "equipes", "--players", "5")
    assert (ran.code, ran.err) == (1, "The rules of the pack do not fit together: look at “teams”.\n")


def spoilt(built: Path, tmp_path: Path, change: Any, game: str = "masterdice") -> str:
    pack = json.loads((built / f"build/packs/{game}.json").read_text(encoding="utf-8"))
    change(pack)
    path = tmp_path / "spoilt.json"
    path.write_bytes(encode(sealed(pack)))
    return str(path)


def test_hostile_packs_harm_nothing(built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def huge(pack: Any) -> None:
        pack["game"]["play"]["columns"] = ["x"] * 20
        pack["game"]["play"]["faces"] = 20

    def marked(pack: Any) -> None:
        pack["game"]["title"] = "\x1b[2J<script>alert(1)</script>{seed}"

    def unknown(pack: Any) -> None:
        del pack["game"]["play"]

    ran = livret(capsys, None, "play", spoilt(built, tmp_path, huge), "--auto")
    assert ran.code == 1
    assert "too many to think about" in ran.err
    ran = livret(capsys, None, "play", spoilt(built, tmp_path, marked), "--auto", "--seed", "1")
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "<script>alert(1)</script>{seed}, version" in ran.out
    ran = livret(capsys, None, "play", spoilt(built, tmp_path, unknown), "--auto")
    assert (ran.code, ran.err.startswith("The pack of “masterdice” does not say how it is played")) == (1, True)


def test_spoilt_packs_are_refused(built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw = (built / "build/packs/egomaster.json").read_bytes()
    for name, data, said in (
        ("cut.json", raw[: len(raw) // 2], "cut off"),
        ("altered.json", raw.replace(b'"amount":100', b'"amount":900', 1), "was altered"),
        ("newer.json", raw.replace(b"livret-pack/1", b"livret-pack/9", 1), "A newer livret may read it"),
    ):
        (tmp_path / name).write_bytes(data)
        ran = livret(capsys, None, "play", str(tmp_path / name), "--auto")
        assert ran.code == 1
        assert said in ran.err
    missing = livret(capsys, built, "play", "egomastr")
    assert missing.code == 2
    assert "Did you mean 'egomaster'?" in missing.err


def test_pack_without_questions_cannot_be_played(packs: dict[str, Any]) -> None:
    pack = json.loads(json.dumps(packs["egomaster"]))
    for product in pack["products"]:
        if product["id"] == "duo":
            product["questions"] = []
    with pytest.raises(UnplayableError) as trouble:
        played(pack)
    assert str(trouble.value.message) == "The pack has no questions in “duo”."
