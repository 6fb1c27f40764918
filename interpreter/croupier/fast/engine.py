"""Compile rules to an engine, in C if possible, else in Python."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from croupier.base.faults import CroupierError
from croupier.base.language import tr
from croupier.base.notes import NOTES, Handed, place_of
from croupier.compile.binding import bind
from croupier.compile.watcher import Watcher
from croupier.fast.backends import Backend, Cells, Handle, InPython
from croupier.fast.making import built, in_c, in_python, python_text, rows, verified
from croupier.lowering.capabilities import Unlowered, said
from croupier.lowering.playouts import Players, Results
from croupier.lowering.whole import lowered
from croupier.native.compilers import Unbuilt
from croupier.table import cache
from croupier_dsl import elements_of

if TYPE_CHECKING:
    from croupier.fast.transfer import Transfer
    from croupier.lowering.whole import Lowered
    from croupier.table.game import Rules
    from croupier_dsl.ir import Where

On: TypeAlias = Literal["best", "c", "python"]


class NotCompiled(CroupierError):
    """The rules contain something that cannot be compiled yet; `what` it is, and `why` also names the sentence and its
    place. The reference plays them."""

    def __init__(self, what: str, where: Where | None = None, text: str = "") -> None:
        self.what = what
        self.why = Handed(tr("the rules are not compiled: {what}", what=what), text, place_of(where))
        super().__init__(str(self.why))


class Engine:
    """Compiled rules. `runs_on`: `c` or `python`; `why`: why nothing better, if there is anything better. `counted`:
    the elements of the rules that are counted, by their paths.

    It may be used by several threads, one after the other.
    """

    def __init__(self, rules: Rules, text: Lowered, backend: Backend, why: str = "") -> None:
        self.rules = rules
        self.text = text
        self.layout = text.layout
        self.backend = backend
        self.why = why
        self.acquire, self.release, self.apply = backend.lock.acquire, backend.lock.release, backend.apply
        self.counted = tuple(text.layout.counted)
        self.results = Results(rules.seats, len(rules.program.special.result.scores), len(self.counted))
        self.foresees = text.foresees
        self.players = Players(rules.seats, len(rules.program.kinds), text.observes)
        self.shown: object = None
        """The game whose legal moves are in `out`."""
        self.transfer: Transfer | None = None

    @property
    def runs_on(self) -> str:
        return self.backend.name

    @cached_property
    def out(self) -> Cells:
        """The legal moves of the position that was looked at last."""
        return self.backend.cells(rows(self.text))

    @cached_property
    def out_handle(self) -> Handle:
        return self.backend.handle(self.out)

    def position(self) -> Cells:
        """Return an array for a position, with only the options set."""
        found = self.backend.cells(self.layout.size)
        for at, value in enumerate(self.layout.options.values()):
            found[at] = value
        return found

    def cell(self, name: str, stage: str = "") -> int:
        """Return the number of a cell of positions."""
        return self.layout.cells[name, stage]

    def __repr__(self) -> str:
        return f"<Engine of {self.rules!r} on {self.runs_on}>"


def compiled(
    rules: Rules,
    on: On = "best",
    *,
    coverage: bool = False,
    foresees: bool = False,
    checks: bool = False,
    observes: bool = False,
) -> Engine:
    """Compile the rules. `on`: `c` or `python`; without C, Python is used and `why` gives the reason. `coverage`: count
    how often each element of the rules fires; the engine's `rules` then include elements that the options settle or
    rule out. `foresees`: include foresight. `checks`: C checks the bounds of its arrays, which takes time. `observes`:
    include what training needs (see `croupier.learn`).

    Raises NotCompiled if the rules cannot be compiled yet.
    """
    if coverage:
        rules = _whole(rules)
    text = text_of(rules, coverage=coverage, foresees=foresees, observes=observes)
    if on == "python":
        return Engine(rules, text, _in_python(rules, text))
    try:
        backend = built(text, cache.libraries(), anew=True, checks=checks)
        assert backend is not None
        return Engine(rules, text, backend)
    except Unbuilt as error:
        return Engine(rules, text, _in_python(rules, text), _slower(error))


def at_hand(rules: Rules, *, foresees: bool = False, soon: bool = False) -> Engine:
    """Return the rules compiled, on C only if their library is kept already: what is there at once. `soon`: one that
    was made soon will do."""
    text = text_of(rules, foresees=foresees)
    try:
        return Engine(rules, text, built(text, cache.libraries(), anew=False, soon=soon) or _in_python(rules, text))
    except Unbuilt as error:
        return Engine(rules, text, _in_python(rules, text), _slower(error))


def better(found: Engine, *, soon: bool = False) -> Engine:
    """Return the same on C, however long compiling takes; where there is none, as it is, and `why` says so. `soon`: it
    is worth more to have it soon than to have it quick."""
    if found.runs_on == "c" or found.why:
        return found
    try:
        backend = built(found.text, cache.libraries(), anew=True, soon=soon)
    except Unbuilt as error:
        found.why = _slower(error)
        return found
    assert backend is not None
    return Engine(found.rules, found.text, backend)


def _slower(error: Unbuilt) -> str:
    """Note that C is unavailable, and return the reason."""
    NOTES.use("python", Handed(error.what))
    return error.what


def _whole(rules: Rules) -> Rules:
    """Return the same rules, with what the options settle or rule out."""
    program = rules.program
    whole = bind(
        program.rules, program.seats, rules.options, limit=program.limit, names=program.names,
        watcher=Watcher(whole=True),
    )  # fmt: skip
    return type(rules)(whole)


def text_of(rules: Rules, *, coverage: bool = False, foresees: bool = False, observes: bool = False) -> Lowered:
    """Return the rules as kernel text; NotCompiled if they cannot be."""
    try:
        covers = tuple(elements_of(rules.program.rules).all) if coverage else ()
        try:
            return verified(lowered(rules.program, covers, foresees=foresees, opened=coverage, observes=observes))
        except Unlowered:
            if not coverage:
                raise
            return verified(lowered(rules.program, covers, foresees=foresees, observes=observes))
    except Unlowered as error:
        if error.where is None:
            raise _as_a_whole(rules, error.what) from None
        raise NotCompiled(error.what, error.where, error.text) from None
    except (SyntaxError, RecursionError):  # of text that nests deeper than Python reads
        raise _as_a_whole(rules, said("too_deep")) from None


def _in_python(rules: Rules, text: Lowered) -> InPython:
    try:
        return in_python(text)
    except (SyntaxError, RecursionError):  # loops are nested too deep
        raise _as_a_whole(rules, said("too_deep")) from None


def _as_a_whole(rules: Rules, what: str) -> NotCompiled:
    """Return that something holds of all the rules, with the file in which they begin."""
    return NotCompiled(what, *whole_of(rules))


def whole_of(rules: Rules) -> tuple[Where | None, str]:
    """Return where the rules begin, and what they are called: the place of what no sentence of them is to blame for."""
    return rules.program.where("players"), rules.program.rules.name


def program_text(text: Lowered, on: Literal["python", "c"]) -> str:
    """Return the program for people to read, with marks that give places in the rules."""
    return (python_text if on == "python" else in_c)(text, marks=True)
