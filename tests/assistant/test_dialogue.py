"""An assistant writes a game from a leaflet over the protocol, makes the usual mistakes, and mends them by their codes.

The dialogue is in `dialogue.txt`; CROUPIER_UPDATE=1 writes it.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import anyio
import yaml

from .connection import PROCESSES, Assistant, Json, connected

RECORDED = Path(__file__).with_name("dialogue.txt")
MOST_LINES = 34
"""The number of lines of an answer that are recorded."""

LEAFLET = """\
Acorns

A game for two to four players.

Shuffle the cards and deal five to each player. The rest is the stock. Turn its top card over: it begins the heap.

Turns go to the left. On your turn, put one card on the heap, or draw the top card of the stock.

When a player has no card left, all count their cards: aces to tens count their number, court cards ten.
The fewest points win.
"""
DRAFT = """\
croupier: 1
game: acorns
players: 2..4
cards: {deck: french52}
tables: {worth of card by rank: {A..10: 1..10, J..K: 10}}
zones:
  stock: pile seen by nobody
  heap: pile seen by everyone
  hand of player: set seen by owner
setup: shuffle stock
play:
  begin:
    - move deck to stock
    - for each of players: move top 5 of stok to hand
  steps:
    turn: {by: players, until: some of players where hand is empty, moves: [bury, draw]}
moves:
  bury: {choose: {card: one of hand}, do: move card to heap}
  draw: {when: suit of top of stock is suit of top of heap, do: move top of stock to hand}
result: {score: sum of worth of hand, best: lowest}
because:
  players: players
  play.begin: deal
  play.turn: [left, end]
  moves: turn
  tables.worth: worth
  result: [end, worth]
"""
"""An invented key, a misspelt name, a secret that a condition tells, no shuffle, and a rule of the leaflet left out."""
CLAUSES = """\
books: {leaflet: {en: "The leaflet of Acorns"}}
clauses:
  players: {book: leaflet, place: title, kind: rule, en: Two to four play.}
  deal: {book: leaflet, place: deal, kind: rule, en: "The cards are shuffled, and everybody is dealt five."}
  rest: {book: leaflet, place: deal, kind: rule, en: The other cards are the stock.}
  start: {book: leaflet, place: deal, kind: rule, en: The heap begins with the top card of the stock.}
  left: {book: leaflet, place: play, kind: rule, en: Turns go to the left.}
  turn: {book: leaflet, place: play, kind: rule, en: "On a turn, a player puts a card on the heap, or draws."}
  worth: {book: leaflet, place: scoring, kind: table, en: "Aces to tens count their number, court cards ten."}
  end: {book: leaflet, place: scoring, kind: rule, en: When a hand is empty, the others count.}
  win: {book: leaflet, place: scoring, kind: rule, en: The fewest points win.}
"""
SCENARIOS = """\
scenarios:
  a_deal:
    seats: Ann Bob Cid
    because: [players, deal, rest, start]
    then:
      - now: {count of stock: 37, count of hand of Ann: 5, at: turn of Ann}
  the_end:
    seats: Ann Bob
    because: [turn, left, end, worth, win]
    given: {at: turn of Ann, heap: 2C, hand of Ann: 7S 9H, hand of Bob: KD AS, stock: 3C …}
    then:
      - Ann: bury 7S
      - Bob: draw
      - Ann: bury 9H
      - now: {at: end, hand of Bob: KD AS 3C, winners: Ann}
"""
BY_CODE = {
    "E120": ("setup: shuffle stock\n", ""),
    "E560": ("suit of top of stock is suit of top of heap", "stock is not empty"),
    "E108": ("en: When a hand is empty, the others count.", 'en: "When a hand is empty, all count."'),
}
"""What the assistant writes in place of what, for a code without a fix, once it has read the explanation."""


class Dialogue:
    """The calls and the answers, as they are recorded."""

    def __init__(self, assistant: Assistant) -> None:
        self.assistant = assistant
        self.lines: list[str] = []
        self.explained: set[str] = set()

    def say(self, text: str) -> None:
        self.lines += ["", f"# {text}"]

    async def call(self, tool: str, /, **arguments: object) -> Json:
        answer = await self.assistant.call(tool, **arguments)
        shown = {name: f"({len(text.splitlines())} lines)" if isinstance(text, str) and "\n" in text else text
                 for name, text in arguments.items()}  # fmt: skip
        self.lines += ["", f"> {tool} {json.dumps(shown, ensure_ascii=False)}", *recorded(answer)]
        return answer

    async def mended(self, path: str, text: str) -> str:
        """Write a file and check the game; mend what is told, by its fix or its code, until nothing is."""
        while True:
            assert "error" not in await self.call("write", path=path, text=text)
            found = (await self.call("check", ruleset="acorns.yaml"))["result"]
            if not found["diagnostics"]:
                return text
            before = text
            for diagnostic in reversed(found["diagnostics"]):
                code, fix = diagnostic["code"], diagnostic["fix"]
                if fix is not None:
                    text = edited(text, fix)
                    continue
                if code not in self.explained:
                    self.explained.add(code)
                    assert (await self.call("explain", codes=[code]))["ok"]
                text = text.replace(*BY_CODE[code])
            assert text != before, found


def recorded(answer: Json) -> list[str]:
    """An answer in lines, without the times that it took; of a text its beginning."""
    if isinstance(answer.get("result"), str):
        answer = answer | {"result": answer["result"][:300] + " …"}
    lines = yaml.safe_dump(answer, sort_keys=False, allow_unicode=True, width=110).splitlines()
    lines = [re.sub(r"(seconds: )[\d.e-]+$", r"\1…", line) for line in lines]
    rest = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], *([f"… ({rest} more lines)"] if rest > 0 else [])]


def edited(text: str, fix: Json) -> str:
    """A text with a fix in it: lines and columns count from 1, the end excluded."""
    lines = text.splitlines(keepends=True)
    line = lines[fix["line"] - 1]
    assert fix["end_line"] == fix["line"]
    lines[fix["line"] - 1] = line[: fix["column"] - 1] + fix["text"] + line[fix["end_column"] - 1 :]
    return "".join(lines)


async def dialogue(folder: Path) -> list[str]:
    async with connected(folder) as assistant:
        talk = Dialogue(assistant)
        await written(talk)
        return talk.lines


async def written(talk: Dialogue) -> None:
    talk.say("The rulebook, and the guide to the language.")
    await talk.call("write", path="leaflet.txt", text=LEAFLET)
    assert "result" in await talk.call("guide", name="compact")

    talk.say("A draft with an invented key, a misspelt name and a condition that tells a secret.")
    game = await talk.mended("acorns.yaml", DRAFT)
    assert "setup" not in game
    assert "stok " not in game

    talk.say("The clauses of the leaflet, and scenarios; all pass.")
    await talk.mended("acorns.clauses.yaml", CLAUSES)
    await talk.call("write", path="acorns.scenarios.yaml", text=SCENARIOS)
    first = await talk.call("test", ruleset="acorns.yaml")

    talk.say("Rules that were left out: the trace names them.")
    lacking = (await talk.call("trace", ruleset="acorns.yaml"))["result"]
    assert not lacking["complete"]
    assert [each["id"] for each in lacking["clauses"] if each["lacks"] == ["element"]] == ["rest", "start", "win"]
    game = game.replace(
        "move top 5 of stock to hand\n", "move top 5 of stock to hand\n    - move top of stock to heap\n"
    )
    game = game.replace("play.begin: deal", "zones.stock: rest\n  play.begin: [deal, start]")
    game = game.replace(
        "result: [end, worth]",
        "result: [end, worth, win]\n  moves.draw: turn\n  zones.heap: start\n  zones.hand: deal\n  cards: deal",
    )
    game = await talk.mended("acorns.yaml", game)
    tested = await talk.call("test", ruleset="acorns.yaml")
    assert [each["passed"] for answer in (first, tested) for each in answer["result"][0]["scenarios"]] == [
        True, True, False, True,
    ]  # fmt: skip

    talk.say("The scenario had the same mistake as the rules: 52 - 15 - 1.")
    await talk.call("write", path="acorns.scenarios.yaml", text=SCENARIOS.replace("37", "36"))
    assert (await talk.call("test", ruleset="acorns.yaml"))["ok"]

    talk.say("Secrets: nothing shuffles the cards.")
    leaking = await talk.call("secrets", ruleset="acorns.yaml", games=8)
    assert leaking["result"]["leaks"]
    game = await talk.mended("acorns.yaml", game.replace("deck to stock\n", "deck to stock\n    - shuffle stock\n"))

    talk.say("One card is shown on purpose: the leaflet says so.")
    (shown,) = (await talk.call("secrets", ruleset="acorns.yaml", games=8))["result"]["leaks"]
    await talk.mended("acorns.yaml", game + f"told: {{{shown['declare']}: start}}\n")
    assert (await talk.call("secrets", ruleset="acorns.yaml", games=8))["result"]["leaks"] == []

    talk.say("Every passage of the leaflet has a clause, and every clause a part and a scenario.")
    linked = await talk.call("trace", ruleset="acorns.yaml", book="leaflet.txt", write=True)
    assert linked["result"]["settled"]
    assert (await talk.call("trace", ruleset="acorns.yaml"))["result"]["complete"]

    talk.say("Played by bots: one condition is never false, so a scenario is missing.")
    covered = await talk.call("coverage", ruleset="acorns.yaml", games=30)
    assert covered["result"]["never"] == ["moves.draw.when.1.no"]
    more = """\
  an_empty_stock:
    seats: Ann Bob
    because: turn
    given: {at: turn of Ann, hand of Ann: 7S 9H, hand of Bob: KD}
    then:
      - Ann cannot: draw
"""
    await talk.mended("acorns.scenarios.yaml", SCENARIOS.replace("37", "36") + more)
    covered = await talk.call("coverage", ruleset="acorns.yaml", games=30, scenarios=True)
    assert covered["result"]["never"] == []
    assert (await talk.call("test", ruleset="acorns.yaml"))["ok"]

    talk.say("Measured, and played by the assistant.")
    assert (await talk.call("simulate", ruleset="acorns.yaml", games=50, policy="greedy"))["ok"]
    view = (await talk.call("play_start", ruleset="acorns.yaml", seed=1, others="random"))["result"]
    assert view["zones"]["hand of P2"] == {"count": 5, "cards": []}
    await talk.call("play_why_not", game=view["game"], move="bury KS")
    view = (await talk.call("play_move", game=view["game"], move=view["legal_moves"][0]))["result"]
    assert view["played"]
    await talk.call("play_log", game=1)


def test_the_page_quotes_the_dialogue() -> None:
    """What the page shows of it is in it, line by line."""
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "assistant.md").read_text(encoding="utf-8")
    said = RECORDED.read_text(encoding="utf-8")
    quoted = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    assert quoted
    assert all(text in said for text in [*quoted, "count of stock: expected 37, found 36"])


@PROCESSES
def test_a_game_is_written_from_nothing(tmp_path: Path) -> None:
    """The mistakes are found by tools and mended by their answers; the trace is complete at the end."""
    lines: list[Any] = anyio.run(dialogue, tmp_path)
    text = "\n".join([f'"""{__doc__.splitlines()[0]}"""', *lines]) + "\n"
    if os.environ.get("CROUPIER_UPDATE"):
        RECORDED.write_text(text, encoding="utf-8")
    assert text == RECORDED.read_text(encoding="utf-8")
