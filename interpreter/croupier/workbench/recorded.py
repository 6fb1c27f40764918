"""Turn a played game into an example of play: the text of a scenario with its start and its end.

It uses the notation of `given` for both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from croupier.base.faults import CroupierError
from croupier.base.values import Value
from croupier.table.game import Game, Rules
from croupier.workbench.given import given_of

_BARE = re.compile(r"[\w(…](?:[^:#\n]|:(?=\S)|(?<=\S)#)*")


def recorded(
    name: str, options: Mapping[str, str], start: Game, moves: Sequence[tuple[int, str]], end: Game, *, brief: bool,
) -> str:  # fmt: skip
    """Return the text of a scenario by this name: an entry of `scenarios`, without indent, its lines ended by newlines.

    `start` and `end`: the game before and after these moves, by seat. `brief`: report only the current stage at the
    end, not the changes.
    """
    rules = start.rules
    lines = [f"{name}:", f"  seats: {' '.join(rules.program.names)}"]
    if options:
        lines.append(f"  options: {{{', '.join(f'{key}: {value}' for key, value in options.items())}}}")
    chance = [_chance(result) for result in end.chance_results()[len(start.chance_results()) :]]
    if chance:
        lines += ["  chance:", *(f"    - {_scalar(each)}" for each in chance)]
    before = given_of(rules.program, _needed(rules, start))
    lines += ["  given:", *_mapping(before, 4), "  then:"]
    lines += [f"    - {_scalar(rules.program.names[seat])}: {_scalar(move)}" for seat, move in moves]
    lines += ["    - now:", *_mapping(_facts(start, end, brief=brief), 8)]
    return "".join(f"{line}\n" for line in lines)


def _needed(rules: Rules, game: Game) -> dict[str, Value]:
    """Return the position without what would be so if it were not told."""
    whole = game.position()
    found = dict(whole)
    found["zones"] = {name: held for name, held in whole["zones"].items() if held}
    for name in whole["state"]:
        less = {**found, "state": {key: held for key, held in found["state"].items() if key != name}}
        try:
            again = Game.at(rules, less)
        except CroupierError:
            continue
        if not again.chance_results() and again.position()["state"] == whole["state"]:
            found = less
    return found


def _facts(start: Game, end: Game, *, brief: bool) -> dict[str, Value]:
    """Return the facts on the end: the current stage, the possible moves, the changed zones and state."""
    program = end.rules.program
    after = given_of(program, end.position())
    found: dict[str, Value] = {"at": after["at"]}
    if end.over and end.outcome is not None:
        names = [program.names[seat] for seat in end.outcome.winners]
        return {**found, "outcome": "finished" if end.outcome.finished else "unfinished",
                "winners": " ".join(names) or "none"}  # fmt: skip
    for seat in end.to_act:
        names = sorted({move.name for move in end.legal_moves(seat)})
        found[f"moves of {program.names[seat]}"] = " ".join(names) or "none"
    if brief:
        return found
    before = given_of(program, start.position())
    zones, state = end.position()["zones"], end.position()["state"]
    told = {name for name in after if name in zones or name in state}
    changed = {name: held for name, held in after.items() if name in told and before.get(name) != held}
    return found | changed


def _chance(result: Mapping[str, object]) -> str:
    if "shuffle" in result:
        cards = result["cards"]
        assert isinstance(cards, list)
        return f"shuffle {result['shuffle']}: {' '.join(cards)}"
    return str(result["random"])


# ---------------------------------------------------------------- lines


def _mapping(held: Mapping[str, Value], indent: int) -> Iterator[str]:
    pad = " " * indent
    for name, value in held.items():
        if isinstance(value, Mapping):
            yield f"{pad}{_scalar(name)}:"
            yield from _mapping(value, indent + 2)
        elif (name, value) != ("direction", "1"):  # it is so if nothing is said
            yield f"{pad}{_scalar(name)}: {_scalar(str(value))}"


def _scalar(text: str) -> str:
    """Return a text as YAML has it, quoted where it would be taken for something else."""
    if _BARE.fullmatch(text) and text == text.strip():
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
