"""What every game on the shelf keeps to: each claim says what is wrong with a game, and nothing if all is well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from croupier import Rules, RulesFault, load
from croupier.fast import Engine, NotCompiled, compiled
from croupier.simulate import play_games
from croupier.table import catalogue
from croupier.workbench import shelf
from croupier.workbench.scenarios import run_scenarios
from croupier.workbench.secrets import examine
from croupier.workbench.trace import trace
from croupier_dsl import Part, ir
from tests.law import laws
from tests.lowering.alongside import first_difference, same_bulk

LANGUAGES = {"en", "fr"}
SCENARIOS = 8
"""A game has at least so many."""
LONGEST_LINE = 90
READ = {"zone", "variable", "combo", "move", "option", "stage"}
"""Sorts of parts that people read the names of."""


def valid(game: str | Path) -> list[str]:
    """Nothing is to be said of the file, nor of those beside it."""
    return [str(diagnostic) for diagnostic in catalogue.check(catalogue.locate(game))]


def shown(game: str | Path) -> list[str]:
    """There are scenarios enough, and all of them hold."""
    results = list(run_scenarios(catalogue.find(game)))
    few = [] if len(results) >= SCENARIOS else [f"{len(results)} scenarios, and {SCENARIOS} are wanted"]
    return few + [f"{result.name}: {result.failure}" for result in results if not result.passed]


def traced(game: str | Path) -> list[str]:
    """Every clause has its part and its scenario, every ruling its scenario, every part a clause or a ruling."""
    found = trace(catalogue.find(game))
    lacking = [f"{clause.clause.id} lacks {' and '.join(clause.lacks)}" for clause in found.lacking]
    rulings = [f"{ruling.ruling.id} lacks scenario" for ruling in found.rulings if not ruling.scenarios]
    parts = [part.element.path for part in found.unexplained if not part.rulings and not part.engine]
    return lacking + rulings + [f"{path} comes from nowhere" for path in parts]


def named(game: str | Path) -> list[str]:
    """Whatever people read has its words in English and in French."""
    rules, tree = catalogue.written(game)
    texts = {"title": rules.title, **{path: dict(rules.texts).get(path, ()) for path in ("game.line", "game.short")}}
    whole = [f"{path} lacks {word}" for path, words in texts.items() for word in sorted(LANGUAGES - {*dict(words)})]
    whole += [f"game.line is long in {word}" for word, line in texts["game.line"] if len(line) >= LONGEST_LINE]
    whole += [f"{key} lacks" for key, told in (("family", rules.family), ("minutes", rules.minutes)) if not told]
    whole += [f"{part.path} lacks {language}" for part in tree.walk() for language in sorted(_lacking(part))]
    return whole + [f"{path} says of a player: {said}" for path, said in _gendered(rules)]


_AGREES = re.compile(r"^(est |sont )?\w+(é|i|u|is)(\(?e\)?)?(\(?s\)?)?$|\(e\)")
"""A participle that agrees with who it is said of: `est sorti`, `éliminé(e)`."""


def _gendered(rules: ir.Rules) -> Iterator[tuple[str, str]]:
    """What is said in French of a player whose name may be anybody's, and would need to know who that is."""
    texts = {path: dict(words).get("fr", "") for path, words in rules.texts}
    for variable in rules.variables:
        for path in (f"state.{variable.name}", f"state.{variable.name}.says"):
            said = texts.get(path, "").partition("/")[0]
            if variable.per == "player" and variable.type == ir.TRUTH and _AGREES.search(said):
                yield path, said


def _lacking(part: Part) -> set[str]:
    """The languages in which a part has no words, if people read it or if it has words in another."""
    there = {language for language, _ in part.title}
    return LANGUAGES - there if there or _is_read(part) else set()


def _is_read(part: Part) -> bool:
    if part.sort == "condition":
        return re.match(r"moves\.\w+\.when\.", part.path) is not None
    if part.sort == "value":
        return not re.fullmatch(r"-?\d+|no|yes|[JQKA]|joker|clubs|diamonds|hearts|spades", part.name)
    return part.sort in READ and part.path != "play"


def tables(game: str | Path, limit: int | None = None) -> Iterator[Rules]:
    """The game for the fewest players, and for the most."""
    players = catalogue.find(game).players
    for number in sorted({players[0], players[-1]}):
        yield load(game, number, limit=limit)


def ended(game: str | Path, games: int = 1) -> list[str]:
    """Games by random players come to an end, for the fewest and for the most. What compiled rules do not reach, the
    reference plays."""
    wrong = []
    for rules in tables(game):
        try:
            for number, played in enumerate(play_games(rules, games, 5, engine="python")):
                if not played.outcome.finished:
                    wrong.append(f"{rules.seats} players, game 5:{number} is not over by its limit")
        except RulesFault as fault:
            wrong.append(f"{rules.seats} players, game {fault.game}: {fault}")
    return wrong


def same(game: str | Path, decisions: int = 40, games: int = 1) -> list[str]:
    """Compiled rules play as the reference does: decision by decision, and whole games."""
    wrong: list[str | None] = []
    for rules in tables(game, limit=400):
        engine = _compiled(rules)
        if engine is None:
            wrong += ["it is not compiled, and the index does not say so" for each in _in_index(rules.name) if not each]
        else:
            wrong += [first_difference(rules, engine, "3:1", decisions, every=4), same_bulk(rules, engine, 8, 5, games)]
    return [told for told in wrong if told is not None]


def _in_index(name: str) -> list[str]:
    """What the index says of why a game is not compiled."""
    return [each["not_compiled"] for each in shelf.listed() if each["name"] == name and "not_compiled" in each]


def _compiled(rules: Rules) -> Engine | None:
    try:
        return compiled(rules, "python")
    except NotCompiled:
        return None


def kept_secret(game: str | Path, rounds: int = 2) -> list[str]:
    """The rules tell nobody what lies hidden but where they say so; and what they say is told is."""
    rules = load(game)
    verdict = examine(rules, rounds * rules.seats, seed=8)
    leaks = [f"{finding.path or 'something'} tells {finding.what}: {finding.parting}" for finding in verdict.leaks]
    exposed = {path for path in verdict.unmet if rounds > 2}
    return leaks + [f"{path} is said to be told, and is not" for path in sorted(exposed)]


def lawful(game: str | Path, decisions: int = 40) -> list[str]:
    """Cards are conserved, hidden zones hide, legal moves are legal and positions can be written and read."""
    laws.all_kept(load(game), "3:1", decisions, every=25)
    return []
