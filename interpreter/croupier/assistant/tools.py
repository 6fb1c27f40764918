"""The table of tools: their parameters, and the command that each runs.

Descriptions are read by assistants, not shown to people, so they are in English only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from croupier.assistant.fence import inside
from croupier.base.language import tr
from croupier.table import catalogue

Json: TypeAlias = dict[str, object]

SECONDS = 30
"""The time of a tool, after which it is interrupted and answers with what it has."""
GRACE = 10
"""The time that it may then take to answer, before its process is killed."""
MOST_SECONDS = 120
MOST_GAMES = 5_000
"""The number of games that one call plays at most."""
MOST_WRITTEN = catalogue.MOST_OF_A_RULESET
MOST_TOLD = 100_000
"""The length of an answer, in characters; the rest is cut off, and the answer says so."""
MEMORY = 2 << 30
"""The memory of the process that runs tools, in bytes, where the system can limit it."""

_VALUE: Json = {"type": ["string", "number", "boolean"]}
FILE = "file"
"""A parameter of this kind is a path in the folder."""
RULESET = "ruleset"
"""A bundled name, or a path in the folder."""
VARIANT = "variant"
"""Likewise, or the name of a file next to the ruleset."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a tool. `flag`: the option of the command that it sets; empty for an argument.

    `most`: a larger number is lowered to it, and the answer says so. `kind`: what a text names, as `FILE`. `default`:
    the value of an absent one.
    """

    name: str
    about: str
    type: str = "string"
    flag: str = ""
    needed: bool = False
    kind: str = ""
    most: int | None = None
    default: int | None = None
    among: tuple[str, ...] = ()
    pattern: str = ""

    def schema(self) -> Json:
        """Return the JSON schema of its value."""
        one: Json = {"type": "string"}
        if self.among:
            one["enum"] = list(self.among)
        if self.pattern:
            one["pattern"] = self.pattern
        match self.type:
            case "strings":
                found: Json = {"type": "array", "items": one, "maxItems": 20}
            case "values":
                found = {"type": "object", "additionalProperties": one if self.pattern else _VALUE}
            case "string":
                found = one
            case _:
                found = {"type": self.type} | ({"minimum": 0} if self.type == "integer" else {})
        return found | {"description": self.about}


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool. `command`: the command that it runs, with fixed options; empty: a function of `own` answers.

    `short`: reduces the data that the command prints, unless `full` is set. `draft`: whether it can take
    a text in place of a file. `writes`: whether it may change files.
    """

    name: str
    about: str
    parameters: tuple[Parameter, ...] = ()
    command: tuple[str, ...] = ()
    short: Callable[[object], object] | None = None
    draft: bool = False
    writes: bool = False

    def schema(self) -> Json:
        """Return the JSON schema of its arguments."""
        return {
            "type": "object",
            "properties": {each.name: each.schema() for each in self.parameters},
            "required": [each.name for each in self.parameters if each.needed],
            "additionalProperties": False,
        }

    def lowered(self, given: Mapping[str, object]) -> tuple[Json, Json]:
        """Return the arguments, none above its limit, and the limits that were applied, in words."""
        found: Json = {each.name: each.default for each in self.parameters if each.default is not None}
        found |= given
        told: Json = {}
        for each in self.parameters:
            value = found.get(each.name)
            if each.most is not None and isinstance(value, int | float) and value > each.most:
                found[each.name], told[each.name] = each.most, f"{each.most}, not {value}: the limit of this server"
        return found, told

    def words(self, given: Mapping[str, object], folder: Path) -> list[str]:
        """Return the words of the command. Raise SetupError for a path outside the folder."""
        flags, names = list[str](), list[str]()
        for each in self.parameters:
            value = given.get(each.name)
            if value is None or (each.name in OWN and not each.flag):
                continue
            for text in _texts(value):
                checked = placed(each.kind, text, folder)
                if not each.flag:
                    names.append(checked)
                elif each.type == "boolean":
                    flags += each.flag.split() if value else []
                else:
                    flags.append(f"{each.flag}={checked}")
        return [*self.command, *flags, "--", *names]


def placed(kind: str, text: str, folder: Path) -> str:
    """Return the text as a command takes it. Raise SetupError if it has to be a path in the folder and is not."""
    bundled = kind in (RULESET, VARIANT) and catalogue.bundled(text) is not None
    beside = kind == VARIANT and Path(text).name == text and not text.endswith(".yaml")
    return text if not kind or bundled or beside else str(inside(folder, text))


def _texts(value: object) -> Iterator[str]:
    """Yield the texts of an argument: one, several, or pairs `name=value`."""
    match value:
        case bool():
            yield ""
        case list():
            yield from map(str, value)
        case dict():
            for name, each in value.items():
                yield f"{name}={ ({True: 'yes', False: 'no'}[each] if isinstance(each, bool) else each) }"
        case _:
            yield str(value)


# ---------------------------------------------------------------- shorter answers


def _games(told: object) -> object:
    """Leave the name, the title, the line and the numbers of each game."""
    keys = "name", "title", "line", "family", "players", "minutes", "of", "error"
    found = []
    for each in told if isinstance(told, list) else []:
        kept = {key: each[key] for key in keys if key in each}
        found.append({k: v.get("en", v) if isinstance(v, dict) else v for k, v in kept.items()})
    return found


def _trace(told: object) -> object:
    """Leave of each clause what it lacks, and the number of its parts and scenarios."""
    assert isinstance(told, dict)
    if "clauses" not in told:
        return told
    clauses = [
        {"id": each["id"], "place": each["place"], "kind": each["kind"], "parts": len(each["elements"]),
         "scenarios": len(each["scenarios"]), "lacks": each["lacks"]}
        for each in told["clauses"]
    ]  # fmt: skip
    parts = [each["path"] for each in told["unexplained"] if not each["engine"] and not each["rulings"]]
    kept = {key: told[key] for key in ("ruleset", "complete", "games")}
    return kept | {"clauses": clauses, "parts_without_clause_or_ruling": parts}


def _coverage(told: object) -> object:
    """Leave out the counts of the single parts."""
    assert isinstance(told, dict)
    return {key: value for key, value in told.items() if key != "elements"}


# ---------------------------------------------------------------- the table

_PLAYER = r"random|greedy|search(:(easy|fair|strong|[0-9]{1,4}))?"
_SOME = Parameter("ruleset", "The name of a bundled ruleset, or the path of a file in the folder.", kind=RULESET)
_ONE = Parameter(_SOME.name, _SOME.about, kind=RULESET, needed=True)
_TEXT = Parameter("text", "The text of a ruleset, in place of `ruleset`.")
_WITH = Parameter("with", "Variants to apply, in order.", "strings", "--with", kind=VARIANT)
_PLAYERS = Parameter("players", "The number of players; default: the usual number of the game.", "integer", "--players")
_OPTIONS = Parameter("options", "Options of the rules: {name: value}.", "values", "--option")
_PRESET = Parameter("preset", "A preset of the rules.", flag="--preset")
_SEED = Parameter("seed", "The seed: the same seed gives the same games.", "integer", "--seed")
_POLICY = Parameter("policy", "The computer player; default random.", flag="--policy", pattern=f"^({_PLAYER})$")
_STRONG = replace(_POLICY, about="The computer player; default greedy.")
_FULL = Parameter("full", "Return all data that the command has.", "boolean")
_GAME = Parameter("game", "The number that `play_start` returned.", "integer", needed=True)
_MOVE = Parameter("move", "A move as it is written in `legal_moves`, or its beginning.", needed=True)
OWN = {"text", "full", "seconds"}
"""Parameters that the worker reads, and no command."""


def _time(flag: str = "", default: int = SECONDS) -> Parameter:
    about = f"Stop after this time with the results so far; default {default}, at most {MOST_SECONDS}."
    return Parameter("seconds", about, "integer", flag, most=MOST_SECONDS, default=default)


def _number(about: str, default: str, flag: str = "--games", most: int = MOST_GAMES) -> Parameter:
    return Parameter("games", f"{about}; {default}, at most {most:,}.", "integer", flag, most=most)


TOOLS = (
    Tool(
        "list_games", "List the bundled games: name, title, players, minutes.",
        (
            Parameter("search", "Words in the name, title or description.", flag="--search"),
            Parameter("family", "A family of games, such as trick.", flag="--family"),
            Parameter("players", "Games for this number of players.", "integer", "--players"),
            _FULL,
        ),
        ("list", "--json"), _games,
    ),
    Tool("list_files", "List the files in the folder, and the names of the bundled libraries of rules."),
    Tool(
        "read", "Read a bundled ruleset or library, or a file in the folder.",
        (
            Parameter("name", "A bundled name, or a path in the folder.", kind=RULESET, needed=True),
            Parameter(
                "part", "A file next to a bundled ruleset, in place of its rules.",
                among=("scenarios", "clauses", "fr"),
            ),
        ),
    ),
    Tool(
        "write", "Write a text file (.yaml, .md or .txt) in the folder; an existing one is replaced.",
        (
            Parameter("path", "The path in the folder.", kind=FILE, needed=True),
            Parameter("text", "The whole text.", needed=True),
        ),
        writes=True,
    ),
    Tool(
        "guide", "Read a guide to the language. `compact` is complete: read it before you write a ruleset.",
        (Parameter("name", "The guide; without a name, the list of guides."),),
    ),
    Tool(
        "new", "Create NAME.yaml: a small valid game, or with `book` files to fill in for each passage of a rulebook.",
        (
            Parameter("name", "The name, in small letters and hyphens.", needed=True, pattern="^[a-z][a-z0-9-]*$"),
            Parameter("of", "Create a variant of this game.", flag="--of", kind=RULESET),
            Parameter("book", "The plain text of a rulebook, a file in the folder.", flag="--book", kind=FILE),
        ),
        ("new",), writes=True,
    ),
    Tool(
        "check",
        "Check a ruleset: each error with code, place, message, help and, if there is one, the fix as an edit.",
        (
            _SOME, _TEXT, _WITH,
            Parameter("fix", "Make the fixes that are certain in the file first.", "boolean", "--fix"),
        ),
        ("check", "--json"), draft=True, writes=True,
    ),
    Tool(
        "explain", "Explain a code of `check`, with a wrong and a right example.",
        (Parameter("codes", "Codes, such as E301; without one, all codes with their titles.", "strings"),),
        ("explain", "--json"),
    ),
    Tool(
        "format", "Format a ruleset and the files next to it. With `text`, return the formatted text.",
        (_SOME, _TEXT, Parameter("diff", "Change nothing; show what would change.", "boolean", "--diff")),
        ("fmt",), draft=True, writes=True,
    ),
    Tool("test", "Run the scenarios of a ruleset.", (_ONE, _WITH), ("test", "--json")),
    Tool("outline", "List the parts of a ruleset with their paths and sentences.",
         (_ONE, Parameter("path", "Only the part at this path."), _WITH), ("outline",)),
    Tool(
        "trace",
        "Compare a ruleset with its clauses: rules of the book that no part or no scenario has, and parts that no "
        "clause or ruling explains. `complete` means that none is missing.",
        (
            _ONE,
            Parameter("book", "The text of the rulebook: also list passages without a clause.", flag="--book",
                      kind=FILE),
            Parameter("write", "With `book`: save which passage each clause comes from.", "boolean", "--write"),
            Parameter("mutate", "Change each rule and see whether a scenario fails.", "boolean", "--mutate --jobs=1"),
            Parameter("only", "With `mutate`: only the part at this path.", flag="--only"),
            _FULL, _time(),
        ),
        ("trace", "--json"), _trace, writes=True,
    ),
    Tool(
        "coverage", "Play games and list the parts of the rules that never fire.",
        (
            _ONE, _number("Games", "default 200"),
            Parameter("scenarios", "Also count what scenarios reach.", "boolean", "--scenarios"), _FULL,
            _time("--seconds"),
        ),
        ("coverage", "--json"), _coverage,
    ),
    Tool(
        "secrets", "Look for leaks of hidden information, with two deals that prove each.",
        (_ONE, _WITH, _PLAYERS, _OPTIONS, _PRESET, _number("Games to compare", "default 120"), _SEED,
         _time("--seconds")),
        ("secrets", "--json"),
    ),
    Tool(
        "simulate", "Play many games: wins by seat with intervals, lengths, scores.",
        (
            _ONE, _WITH, _PLAYERS, _OPTIONS, _PRESET, _number("Games", "default 100"), _POLICY,
            Parameter("seats", "Players by seat, from 1: {\"1\": \"greedy\"}.", "values", "--seat",
                      pattern=f"^({_PLAYER})$"), _SEED, _time(),
        ),
        ("simulate", "--json"),
    ),
    Tool(
        "compare", "Play two rulesets, or one under two options, on the same deals and report what differs; of one "
        "ruleset alone, change each option in turn.",
        (
            Parameter("first", "A: a bundled name, or a path.", kind=RULESET, needed=True),
            Parameter("second", "B; without it, A under other options, or each of its options changed.", kind=RULESET),
            _PLAYERS, _OPTIONS,
            Parameter("options_a", "Options of A only.", "values", "--option-a"),
            Parameter("options_b", "Options of B only.", "values", "--option-b"),
            Parameter("with_b", "Variants of B only.", "strings", "--with-b", kind=VARIANT),
            _number("Pairs of games", "default as many as fit", most=100_000), _STRONG, _SEED,
            _time("--seconds", 10),
        ),
        ("compare", "--json"),
    ),
    Tool(
        "rulebook", "Print the rules as a rulebook in Markdown.",
        (
            _ONE, _WITH, _PLAYERS, _OPTIONS, _PRESET,
            Parameter("language", "The language; default en.", flag="--lang", among=("en", "fr")),
        ),
        ("rulebook",),
    ),
    Tool(
        "play_start", "Start a game and take a seat; computer players have the others. Returns the view of the seat.",
        (
            _ONE, _WITH, _PLAYERS, _OPTIONS, _PRESET,
            Parameter("seat", "Your seat, from 1; default 1.", "integer"),
            Parameter("others", "The player of the other seats; default greedy.", pattern=f"^({_PLAYER})$"),
            _SEED,
        ),
    ),
    Tool("play_view", "Show what your seat sees, whose turn it is, and your legal moves.", (_GAME,)),
    Tool("play_moves", "List all your legal moves.", (_GAME,)),
    Tool("play_move", "Make a move; then the others move until it is your turn.", (_GAME, _MOVE)),
    Tool("play_why_not", "Explain why a move is not legal, by what your seat knows.", (_GAME, _MOVE)),
    Tool("play_log", "Return the log of the game, as your seat knows it.", (_GAME,)),
)  # fmt: skip
BY_NAME = {tool.name: tool for tool in TOOLS}
LOOP = (
    ("the language has these words", ("guide", "check", "explain"),
     "invented keys and builtins; typos, each with its fix as an edit"),
    ("every sentence of the book is covered", ("new", "trace"), "with `book`: passages without a clause"),
    ("every clause is a rule", ("trace",), "clauses without a part or a scenario"),
    ("the rules do what the clauses say", ("test", "trace"),
     "wrong rules; with `mutate`, scenarios that would accept them"),
    ("no rule leaks a secret", ("check", "secrets"), "conditions on hidden cards (E560), a forgotten shuffle"),
    ("every rule matters", ("coverage",), "rules that never fire"),
    ("games end and are fair", ("simulate", "compare"), "endless games, seats that always win"),
    ("it plays as described", ("play_start", "play_move", "play_why_not"), "what only a player notices"),
)  # fmt: skip
"""The claims of an author about a ruleset, each with the tools that show it and the mistakes that these catch."""


def applied(name: str, given: Mapping[str, object]) -> Json:
    """Return `limits`, the limits that were applied to the arguments of a tool, if any were."""
    told = BY_NAME[name].lowered(given)[1] if name in BY_NAME else {}
    return {"limits": told} if told else {}


def stopped(name: str, given: Mapping[str, object], seconds: int) -> Json:
    """Return the answer of a tool that has no result when its time is up."""
    told = tr("stopped after {n} s without a result", n=seconds)
    return {"error": told, "stopped": True, **applied(name, given)}


def limits() -> dict[str, str]:
    """Return the limits of the tools in words."""
    compared = next(each.most for each in BY_NAME["compare"].parameters if each.name == "games")
    return {
        "time": f"{SECONDS} seconds; `seconds`: up to {MOST_SECONDS}. Then a tool returns the results so far",
        "games": f"{MOST_GAMES:,} in a call (`compare`: {compared:,}). The answer names a limit that was applied",
        "memory": f"{MEMORY >> 30} GiB",
        "answer": f"{MOST_TOLD:,} characters",
        "file": f"{MOST_WRITTEN:,} characters",
    }
