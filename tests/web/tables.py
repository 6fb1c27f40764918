"""A table without a network: lines that say things as data and hear what is sent to them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from croupier import Game, Rules
from croupier.compile.binding import bind
from croupier.web import VERSION, Host, Sitting
from croupier_dsl import compile_text
from tests.web.typescript import heard

LAYING = """
croupier: 1
game: laying
players: 1..4
cards: {attributes: {rank: 1..9}, copies: 2}
zones: {stock: pile seen by nobody, gone: pile seen by everyone, hand of player: set seen by owner}
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 3 of stock to hand}]
  steps:
    laying: {by: players, until: hand is empty, moves: [lay, pass]}
moves:
  lay: {choose: {card: one of hand}, when: {higher: gone is empty or rank of card > 2}, do: move card to gone}
  pass: {do: []}
result: {score: count of hand, best: lowest}
"""
"""Cards are laid one by one, small ones only as the first."""
AT_ONCE = LAYING.replace("by: players, until: hand is empty", "by: players at once, times: 2")
"""All lay at once."""


def ruled(text: str, players: int) -> Rules:
    return Rules(bind(compile_text(text), players))


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Table:
    """A host, and all that it has sent, by line."""

    def __init__(self, host: Host, clock: Clock) -> None:
        self.host, self.clock = host, clock
        self.texts: dict[int, list[str]] = {}
        self.closed: set[int] = set()

    @classmethod
    def of(cls, rules: Rules, seed: int | str = 3, people: Mapping[int, str] | None = None, **more: Any) -> Table:
        """People by seat with their tokens, greedy players elsewhere."""
        tokens = people if people is not None else {0: "one"}
        who = {seat: "you" if seat in tokens else "greedy" for seat in range(rules.seats)}
        clock = Clock()
        return cls(Host(Sitting(Game(rules, seed), who), tokens, clock, **more), clock)

    def sent(self, outs: list[Any]) -> list[Any]:
        for out in outs:
            self.texts.setdefault(out.line, []).append(out.text)
            if out.close:
                self.closed.add(out.line)
        return outs

    def open(self) -> int:
        line = self.host.open()
        assert line is not None
        self.texts[line] = []
        return line

    def say(self, line: int, text: str | bytes | Mapping[str, object]) -> list[Any]:
        """What the line itself is sent in answer, as data; time goes by, so that nobody is too fast."""
        self.clock.now += 10
        said = json.dumps(text) if isinstance(text, Mapping) else text
        outs = self.sent(self.host.receive(line, said))
        return [heard("table", out.text) for out in outs if out.line == line]

    def greet(self, token: str = "one", language: str = "en") -> int:
        line = self.open()
        self.say(line, {"type": "hello", "version": VERSION, "token": token, "language": language})
        return line

    def bots(self, most: int = 1000) -> None:
        """Let players who are no people decide."""
        while self.host.due and most:
            self.sent(self.host.advance())
            most -= 1

    def heard(self, line: int) -> list[Any]:
        return [json.loads(text) for text in self.texts[line]]

    def scene(self, line: int) -> Any:
        """The last live scene."""
        return next(said for said in reversed(self.heard(line)) if said["type"] == "scene" and said["live"])

    def moves(self, line: int) -> list[str]:
        """The moves that the scene offers, or leads to, in order."""
        scene = self.scene(line)
        if scene["scene"]["step"] is None:
            return []
        found: list[str] = []
        open_steps = [scene["scene"]["step"]]
        while open_steps:
            for group in open_steps.pop()["groups"]:
                for option in group["options"]:
                    if option["move"] is not None:
                        found.append(option["move"])
                    else:
                        [said] = self.say(line, {"type": "step", "scene": scene["number"], "path": option["path"]})
                        assert said["type"] == "step", said
                        open_steps.append(said["step"])
        return found

    def choose(self, line: int, move: str) -> list[Any]:
        return self.say(line, {"type": "choose", "scene": self.scene(line)["number"], "move": move})

    def play(self, line: int, decisions: int) -> None:
        """Make so many moves, the first that is offered each time, and let the others answer."""
        self.bots()
        for _ in range(decisions):
            step = self.scene(line)["scene"]["step"]
            if step is None:
                return
            option = step["groups"][0]["options"][0]
            while option["move"] is None:
                path = {"type": "step", "scene": self.scene(line)["number"], "path": option["path"]}
                [said] = self.say(line, path)
                option = said["step"]["groups"][0]["options"][0]
            self.choose(line, option["move"])
            self.bots()
