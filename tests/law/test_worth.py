"""What a sentence is worth before play is what play finds: drawn sentences, for the analysis and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from croupier import Game, Rules, RulesFault
from croupier.base.chance import Stream
from croupier.base.values import Value, as_list
from croupier.compile.binding import bind
from croupier.model.program import Program
from croupier_dsl import check_text, ir
from croupier_dsl.analysis.reading import STATE, Facts, is_constant, slots_read
from croupier_dsl.analysis.settled import Agreements, Evaluator, Found, Known, Several, exactly
from croupier_dsl.analysis.specialising import specialise

from .rulesets import accepted
from .sentences import Draw

pytestmark = pytest.mark.in_turn(10)

RULES = """croupier: 1
game: settled
players: 2..4
teams: {teams}
options:
  few: 0..3 starting 1
  much: 1.. starting 999999
  open: no/yes
  mode: plain/wild/odd
cards: {{deck: french54, packs: 1 + few div 2, copies: if rank is joker then few else 1, wild: rank is 2 and open}}
tables:
  worth of card by rank: {{A: few, 2..5: 2..5, K: if open then 13 else none, joker: none, else: 10}}
  luck of player by seat mod 3: {{0: few, 1: none, 2: -1}}
  gap by few: {{0: none, 1: 7, else: much}}
zones: {{stock: pile seen by nobody}}
define:
  rich of player: {rich}
  heavy of card: {heavy}
  scaled of player for number as times: luck * times + seat
  nearer of player as mine for player as theirs: if luck of mine > rich of theirs then seat of mine else none
  level: {level}
  figures: {figures}
{lines}
play: {{begin: move deck to stock}}
result: {{score: gap + level + few + (if open and mode is odd then much else count of figures)}}
"""


class Settled(Draw):
    """Draws sentences that play has no part in."""

    kinds = ("number", "truth", "player", "team", "mode")

    def leaf(self, sort: str) -> str:
        leaves = {
            "number": ["0", "1", "3", "none", "few", "(-2)", "much", "gap", "999999999", self.known("level", "2")],
            "truth": ["open", "(few is 1)", "(mode is odd)", "(much is none)", "(gap > 3)"],
            "player": ["(first of players)", "(last of players)", "(first of (players where open))"],
            "team": ["(first of teams)", "(team of last of players)"],
            "mode": ["plain", "odd", "mode", "(first of (values of mode where open))"],
            "players": ["players", "(players where open)", "(left of players)", "(members of last of teams)"],
            "numbers": ["(1..few)", "(1/3/0)", "(1..much)", "(luck of players)", self.known("figures", "(0..3)")],
            "modes": ["(values of mode)", "(plain..mode)", "(mode/odd)"],
            "card": ["it"],
            "rank": ["K", "(rank of it)"],
        }  # fmt: skip
        return self.of(leaves[sort])

    def _number(self, d: int) -> str:
        one = self.one
        return self._any("number", d, [
            lambda: f"{one('number', d)} {self.of('+-*')} {one('number', d)}",
            lambda: f"{one('number', d)} {self.of(['div', 'mod'])} {one('number', d)}",
            lambda: f"- {one('number', d)}",
            lambda: f"{one('truth', d)} {self.of('+-*')} {one('number', d)}",
            lambda: f"count of {one(self.of(['players', 'numbers', 'modes']), d)}",
            lambda: f"sum of {one('numbers', d)}",
            lambda: f"{self.of(['highest', 'lowest', 'first', 'last'])} of {one('numbers', d)}",
            lambda: f"scaled of {one('player', d)} for {one('number', d)}",
            lambda: f"nearer of {one('player', d)} for {one('player', d)}",
            lambda: f"sum of nearer of {one('players', d)} for {one('player', d)}",
            lambda: f"luck of {one('player', d)}", lambda: f"seat of {one('player', d)}",
            lambda: f"{self.known('rich', 'luck')} of {one('player', d)}",
        ])  # fmt: skip

    def _truth(self, d: int) -> str:
        one = self.one
        return self._any("truth", d, [
            lambda: f"{one('number', d)} {self.of(['<', '<=', '>', '>=', 'is', 'is not'])} {one('number', d)}",
            lambda: (lambda k: f"{one(k, d)} {self.of(['is', 'is not'])} {one(k, d)}")(self.of(self.kinds)),
            lambda: f"{one('mode', d)} {self.of(['<', '>='])} {one('mode', d)}",
            lambda: f"{one('truth', d)} {self.of(['and', 'or'])} {one('truth', d)}",
            lambda: f"({one('truth', d)} {self.of(['and', 'or'])} none) is {one('truth', d)}",
            lambda: f"not {one('truth', d)}",
            lambda: f"{one('number', d)} {self.of(['in', 'not in'])} {one('numbers', d)}",
            lambda: f"{one('number', d)} in {one('number', d)}/{one('number', d)}/5..{one('number', d)}",
            lambda: f"{one('player', d)} in {one('players', d)}",
            lambda: f"{one('mode', d)} in {one('modes', d)}",
            lambda: f"{one(self.of(['players', 'numbers', 'modes']), d)} is {self.of(['', 'not '])}empty",
            lambda: f"{self.of(['some', 'none'])} of {self._where(d)}",
            lambda: f"{one('players', d)} is {one('players', d)}",
        ])  # fmt: skip

    def _where(self, d: int) -> str:
        sort, single = self.of(["players player", "numbers number", "modes mode"]).split()
        name = self.fresh()
        inner = self.within(name, single, lambda: self.one("truth", d))
        return f"{self.one(sort, d)} as {name} where {inner}"

    def _player(self, d: int) -> str:
        one = self.one
        return self._any("player", d, [
            lambda: f"{self.of(['left', 'right', 'across'])} of {one('player', d)}",
            lambda: f"{self.of(['first', 'last'])} of {one('players', d)}",
            lambda: f"{self.of(['highest', 'lowest'])} by {self.of(self.traits())} of {one('players', d)}",
        ])  # fmt: skip

    def traits(self) -> list[str]:
        """Numbers that players have."""
        return ["seat", "luck", self.known("rich", "luck")]

    def _mode(self, d: int) -> str:
        return self._any(
            "mode", d, [lambda: f"{self.of(['highest', 'lowest', 'first', 'last'])} of {self.one('modes', d)}"]
        )

    def _players(self, d: int) -> str:
        one = self.one
        return self._any("players", d, [
            lambda: f"{one('players', d)} {self.of(['with', 'without'])} {one(self.of(['player', 'players']), d)}",
            lambda: self._filter("players", "player", d),
            lambda: f"{self.of(['highest', 'lowest'])} {self.below(3)} by seat of {one('players', d)}",
            lambda: f"{self.of(['left', 'across'])} of {one('players', d)}", lambda: f"members of {one('team', d)}",
        ])  # fmt: skip

    def _numbers(self, d: int) -> str:
        one = self.one
        return self._any("numbers", d, [
            lambda: f"{one('number', d)}..{one('number', d)}", lambda: f"{one('number', d)}/{one('number', d)}/2",
            lambda: f"{self.of(self.traits())} of {one('players', d)}",
            lambda: f"{one('numbers', d)} {self.of(['with', 'without'])} {one('numbers', d)}",
            lambda: self._filter("numbers", "number", d),
            lambda: f"{self.of(['highest', 'lowest'])} {one('number', d)} of {one('numbers', d)}",
        ])  # fmt: skip

    def _modes(self, d: int) -> str:
        return self._any("modes", d, [
            lambda: f"{self.one('mode', d)}..{self.one('mode', d)}", lambda: self._filter("modes", "mode", d),
            lambda: f"{self.of(['highest', 'lowest'])} {self.one('number', d)} of {self.one('modes', d)}",
        ])  # fmt: skip

    def about_cards(self) -> str:
        """A truth about one card."""
        leaves = [
            "rank is A",
            "suit is none",
            "it is QS/joker",
            "worth > 3",
            "it is wild",
            "suit in hearts/spades",
            "open",
        ]
        one, other, third = (self.of(leaves) for _ in range(3))
        return f"({one} or not ({other})) and {third}"


def drawn(seed: int) -> ir.Rules | None:
    """Rules with sentences by chance as definitions; those that the checker refuses are left out."""
    draw = Settled(seed)
    parts = {"teams": draw.of(["1", "count of players", "few + 1"]), "heavy": draw.about_cards()}
    parts["rich"] = draw.within("it", "player", lambda: draw.one("number", 2))
    parts["level"], parts["figures"] = draw.one("number", 2), draw.one("numbers", 2)
    draw.made += ["rich", "level", "figures"]
    sorts = ("number", "truth", "numbers", "players", "player", "mode", "modes", "team")
    lines = [f"  v{n}: {draw.one(sorts[n % len(sorts)], 4)}" for n in range(40)]
    while lines:
        text = RULES.format(lines="\n".join(lines), **parts)
        rules, found = check_text(text)
        if rules is not None:
            return rules
        wrong = {
            text[: error.span.start].count("\n") for error in found if error.severity.value == "error" and error.span
        }
        first = text.split("\n").index(lines[0])
        left = [line for at, line in enumerate(lines) if at + first not in wrong]
        if len(left) == len(lines):
            parts |= {"rich": "seat", "heavy": "worth > 3", "level": "few", "figures": "1..few"}
        lines = left
    return None


def plain(value: Value) -> Value:
    return [int(item) for item in value] if isinstance(value, list) else None if value is None else int(value)


def played(program: Program, expr: ir.Expr, *things: int | None) -> Value:
    """What the engine's own plan of it is worth, as a list where it is one; the fault where there is one."""
    try:
        value = program.planner.plans[type(expr)](program.planner, expr)(None, [None, *things])  # type: ignore[arg-type]  # nothing here reads state
    except RulesFault:
        return "fault"
    return plain(as_list(value)) if expr.type.many else plain(value)


def as_played(made: ir.Definition) -> ir.Defined:
    """Return the definition as play evaluates it: its settled parts are folded by then."""
    about = [ir.Local(type_, slot, "it") for slot, type_ in enumerate((made.subject, made.further), 1) if type_]
    return ir.Defined(made.body.type, made.name, *(about or [None]))


def known(found: Found) -> Value:
    """The same of what is known before."""
    if isinstance(found, Several):
        return "fault" if found.broken else "open" if found.items is None else list(found.items)
    return "fault" if found.fault else found.exact if found.settled else "open"


def tables(rules: ir.Rules) -> Iterator[tuple[Program, Evaluator]]:
    for players in rules.players:
        for given in ({}, {"few": 0, "open": "yes"}, {"few": 3, "mode": "odd", "much": 2}):
            try:
                program = bind(rules, players, given)
            except Exception:  # teams that are not equal
                continue
            options = {name: exactly(value) for name, value in program.options.items()}
            yield program, Agreements(rules).evaluator(players, options)


def compare(seeds: range) -> int:
    """How many sentences were worth the same, in how many ways."""
    agreed = 0
    for seed in seeds:
        rules = drawn(seed)
        for program, table in tables(rules) if rules is not None else ():
            assert rules is not None
            facts = Facts(rules)
            for made in rules.definitions:
                assert made.subject is not None or is_constant(facts, made.body)
                sorts = {ir.PLAYER: range(program.seats), ir.CARD: range(program.cards), ir.NUMBER: range(-1, 3)}
                about = [sorts[type_] for type_ in (made.subject, made.further) if type_ is not None]
                for things in product(*about):
                    at = [program.kind_of[things[0]]] if made.subject == ir.CARD else things
                    found = table.found(made.body, {slot: exactly(thing) for slot, thing in enumerate(at, 1)})
                    value = played(program, as_played(made), *things)
                    assert known(found) == value, (seed, made.name, program.options, things)
                    agreed += 1
    return agreed


def test_settled_sentences_are_worth_what_play_finds() -> None:
    """Of nothing that only options, players and kinds decide anything is left open; and faults are faults of both."""
    assert compare(range(3)) > 900


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 300, 25))
def test_many_settled_sentences(first: int) -> None:
    """The same, of many more."""
    assert compare(range(first, first + 25)) > 8_000


def test_specialised_sentences_are_worth_the_same() -> None:
    """What specialised rules say in place of a sentence is worth what the sentence is worth."""
    for seed in range(20, 23):
        rules = drawn(seed)
        for program, _ in tables(rules) if rules is not None else ():
            assert rules is not None
            special = bind(specialise(rules, program.options, program.seats), program.seats)
            whole = {made.name: made.body for made in rules.definitions}
            for made in special.rules.definitions:
                if made.subject is None:
                    assert played(special, made.body) == played(program, whole[made.name]), (seed, made.name)


def holds(found: Found, value: Value) -> bool:
    """May the value be so, by what is known?"""
    if isinstance(found, Several):
        held = as_list(value)
        return found.least <= len(held) and (found.most is None or len(held) <= found.most)
    if value is None:
        return found.none
    if not isinstance(value, int):
        return found.some
    return found.some and (found.low is None or value >= found.low) and (found.high is None or value <= found.high)


def in_play(seeds: range) -> int:
    """Sentences that play decides, asked at every decision of a random game."""
    asked = 0
    for seed in seeds:
        rules = accepted(seed)
        if rules is None:
            continue
        stream = Stream(seed, 7)
        try:
            game = Game(Rules(bind(rules, 3, {"few": seed % 4})), str(seed))
            program = game._state.program
            table = Agreements(rules).evaluator(3, {name: exactly(value) for name, value in program.options.items()})
            sentences = [made.body for made in rules.definitions if made.subject is None]
            sentences += [condition.expr for rule in (*rules.moves, *rules.triggers) for condition in rule.conditions]
            sentences = [expr for expr in sentences if slots_read(Facts(rules), expr) <= {STATE}]
            foreknown = [(table.found(expr), program.planner.plan(expr), expr) for expr in sentences]
            for _ in range(12):
                if not game.to_act:
                    break
                for found, fn, expr in foreknown:
                    value = fn(game._state, [None, None])
                    assert holds(found, value), (seed, expr, found, value)
                    asked += 1
                legal = game.legal_moves(game.to_act[0])
                game.play(game.to_act[0], legal[stream.below(len(legal))])
        except RulesFault:
            continue
    return asked


def test_what_is_known_of_the_rest_holds_in_play() -> None:
    """Where play decides, what is foreknown is never wrong."""
    assert in_play(range(12)) > 100


def test_definitions_in_a_chain_are_linear() -> None:
    """Each of fifty definitions uses the one before it twice; none is worked out twice."""
    number = [ir.Definition("d0", None, ir.NUMBER, ir.Constant(ir.NUMBER, 1), None)]
    for n in range(1, 50):
        before = ir.Defined(ir.NUMBER, f"d{n - 1}", None)
        body = ir.Arithmetic(ir.NUMBER, "+", before, ir.Arithmetic(ir.NUMBER, "-", before, before))
        number.append(ir.Definition(f"d{n}", None, ir.NUMBER, body, None))
    from croupier_dsl.analysis.settled import Budget, Declared

    budget = Budget()
    left = budget.left
    table = Evaluator(Declared({}, {made.name: made for made in number}), exactly(2), {}, budget)
    assert table.of(ir.Defined(ir.NUMBER, "d49", None)) == exactly(1)
    assert left - budget.left < 1_000


def test_what_nests_too_deep_is_not_known() -> None:
    """Of what no checker has passed nothing is known, rather than that the stack ends."""
    expr: ir.Expr = ir.Constant(ir.NUMBER, 1)
    for _ in range(5_000):
        expr = ir.Negative(ir.NUMBER, expr)
    assert Evaluator(Agreements(_small()).declared, exactly(2), {}).of(expr) == Known()


def _small() -> ir.Rules:
    rules = drawn(1)
    assert rules is not None
    return rules
