"""Print kernel programs as Python; a few functions are spelled differently there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from types import CodeType, MappingProxyType
from typing import Never, Protocol, cast

from croupier.base import chance
from croupier.base.faults import RulesFault
from croupier.base.prices import COMPILED_CHANGE, COMPILED_CHANGES
from croupier.base.values import Value
from croupier.kernel import nodes as k
from croupier.kernel import show
from croupier.kernel.rows import without_labels, written_out
from croupier.kernel.show import ARITH, ATOM, BAND, BXOR, FACTOR, SHIFT, TERM, TEST, Expressed, Writer, Written
from croupier.kernel.walk import statements
from croupier.native.effort import metered
from croupier.native.leaner import PASSES, is_few

RUNTIME = """
M64 = (1 << 64) - 1
def below(A, at, n):
    key = A[at]
    while True:
        A[at + 1] = drawn = A[at + 1] + 1
        z = (key + drawn * GAMMA) & M64
        z = ((z ^ (z >> 30)) * FIRST) & M64
        z = ((z ^ (z >> 27)) * SECOND) & M64
        product = ((z ^ (z >> 31)) >> 32) * n
        low = product & 0xFFFFFFFF
        if low >= n or low >= (1 << 32) % n:
            return product >> 32
def NTH(cards, k):
    low = 0
    while k > 7 and cards:
        half = cards.bit_length() >> 1
        there = cards >> half
        below = cards.bit_count() - there.bit_count()
        if k < below:
            cards ^= there << half
        else:
            cards, k, low = there, k - below, low + half
    while k:
        cards &= cards - 1
        k -= 1
    return low + (cards ^ cards - 1).bit_length() - 1
def KEY(number, game):
    return _word(_word(number & M64, 0), game)
left_, changes_, renewed_ = CHANGE, 0, 0
def _tired():
    global left_, changes_
    changes_ += 1 + -left_ // CHANGE
    left_ = CHANGE
    if changes_ > CHANGES:
        raise Refused("more than can be worked out for one decision")
def _held(cards):
    return sum(map(BITS.__getitem__, cards))
_met = {}
def NUMBER(A, n):
    return _met.setdefault(tuple(A[:n]), len(_met))
def FORGET():
    _met.clear()
def _word(key, index):
    z = (key + (index + 1) * GAMMA) & M64
    z = ((z ^ (z >> 30)) * FIRST) & M64
    z = ((z ^ (z >> 27)) * SECOND) & M64
    return z ^ (z >> 31)
"""
"""`below(A, at, n)` draws from the stream whose key is `A[at]`, after which the words drawn are counted. `KEY(n, g)`:
the key of game `g` of seed `n`. `NUMBER` and `FORGET`: as the kernel has it."""

WORDS: Mapping[str, tuple[int, str, tuple[tuple[int, int], ...]]] = MappingProxyType({
    "POP": (ATOM, "{}.bit_count()", ((0, ATOM),)),
    "LOW": (ARITH, "({} ^ {} - 1).bit_length() - 1", ((0, BXOR), (0, ARITH))),
    "HIGH": (ARITH, "{}.bit_length() - 1", ((0, ATOM),)),
    "BIT": (ATOM, "BITS[{}]", ((0, TEST),)),
    "LOWEST": (BAND, "{} & -{}", ((0, BAND), (0, FACTOR))),
    "REST": (BAND, "{} & {} - 1", ((0, BAND), (0, ARITH))),
    "LESS": (BXOR, "{} ^ {}", ((0, BXOR), (1, BAND))),
    "UP": (SHIFT, "{} << {}", ((0, SHIFT), (1, ARITH))),
    "DOWN": (SHIFT, "{} >> {}", ((0, SHIFT), (1, ARITH))),
    "HASH": (TERM, "{} % {}", ((0, TERM), (1, FACTOR))),
    "PART": (ATOM, "{}[{}]", ((0, ATOM), (1, TEST))),
    "HELD": (ATOM, "_held({}[{}:{} + {}])", ((0, ATOM), (1, TEST), (1, ARITH), (2, TERM))),
})  # fmt: skip
"""Python for functions of the kernel: the binding strength, the words, and for each gap in them the argument and the
strength it needs.

Python's numbers are slow if wider than 30 bits, and slower if negative: so sets of one card, `BITS`, and of all others,
`OTHERS`, are looked up, and sets are not made negative without need.
"""


def _runtime() -> str:
    """Return the runtime with the numbers of chance written out: a look-up would cost a tenth of every draw."""
    text = RUNTIME
    for name, value in (("GAMMA", chance.GAMMA), ("FIRST", chance.FIRST), ("SECOND", chance.SECOND)):
        text = text.replace(name, hex(value))
    return text


@lru_cache(maxsize=8)
def writer_for(words: int, *, marks: bool) -> Writer:
    """Return the writer of nodes for sets of `words` words; `marks`: with comments that give places in the rules."""
    every = (1 << 64 * words) - 1

    def binary(node: k.Binary, level: int, writer: Writer) -> str:
        """Return a binary operation; the difference of sets makes no negative number."""
        match node:
            case k.Binary("&", left, k.Unary("~", others), type_of) if type_of is k.SET:
                match others:
                    case k.Call("BIT", (card,)):
                        other = f"OTHERS[{_plain(card, writer)}]"
                    case k.Const(cards) if cards >> 30:
                        other = str(every ^ cards)
                    case _:
                        return show.binary(node, level, writer)
                made = f"{writer.expressions[type(left)](left, BAND, writer)} & {other}"
                return f"({made})" if level > BAND else made
        return show.binary(node, level, writer)

    def mark(node: k.Mark, margin: str, out: list[str], writer: Writer) -> None:
        if marks:
            out.append(f"{margin}# {node.where}")

    other_expressions: Mapping[type, Callable[[Never, int, Writer], str]] = {
        k.Load: _load,
        k.Binary: binary,
        k.Call: _call,
    }
    other_statements: Mapping[type, Callable[[Never, str, list[str], Writer], None]] = {
        k.Count: _count, k.Do: _do, k.Try: _try, k.Mark: mark, k.Spend: _spend,
    }  # fmt: skip
    return Writer(
        {**show.EXPRESSIONS, **cast("Mapping[type, Expressed]", other_expressions)},
        {**show.STATEMENTS, **cast("Mapping[type, Written]", other_statements)},
    )


def _plain(node: k.Expression, writer: Writer, level: int = TEST) -> str:
    return writer.expressions[type(node)](node, level, writer)


def _load(node: k.Load, level: int, writer: Writer) -> str:
    """Return a set of cards is one number here, also in an array of numbers."""
    return f"{_plain(node.array, writer, ATOM)}[{_plain(node.index, writer)}]"


def _call(node: k.Call, level: int, writer: Writer) -> str:
    word = WORDS.get(node.function)
    if word is None:
        return show.call(node, level, writer)
    own, words, gaps = word
    made = words.format(*[_plain(node.arguments[at], writer, closely) for at, closely in gaps])
    return f"({made})" if level > own else made


def _count(node: k.Count, margin: str, out: list[str], writer: Writer) -> None:
    if not is_few(node):
        show.STATEMENTS[k.Count](node, margin, out, writer)
        return
    assert isinstance(node.start, k.Const)
    assert isinstance(node.end, k.Const)
    turns = tuple(range(node.start.value, node.end.value))
    out.append(f"{margin}for {node.name.name} in {turns}:")
    show.body(node.body, margin + "    ", out, writer)


def _do(node: k.Do, margin: str, out: list[str], writer: Writer) -> None:
    done = DONE.get(node.call.function)
    out.append(margin + (_plain(node.call, writer) if done is None else done(writer, *node.call.arguments)))


def _like(writer: Writer, one: k.Expression, other: k.Expression, many: k.Expression) -> str:
    return f"{_plain(one, writer, ATOM)}[:] = {_plain(other, writer)}"


def _base(writer: Writer, one: k.Expression, other: k.Expression, many: k.Expression) -> str:
    return f"{_plain(one, writer)} = {_plain(other, writer)}"


def _copy(
    writer: Writer, to: k.Expression, i: k.Expression, of: k.Expression, j: k.Expression, many: k.Expression
) -> str:
    target = f"{_plain(to, writer, ATOM)}[{_span(i, many, writer)}]"
    return f"{target} = {_plain(of, writer, ATOM)}[{_span(j, many, writer)}]"


def _renew(writer: Writer) -> str:
    return "changes_, renewed_ = 0, renewed_ + 1"


def _span(low: k.Expression, many: k.Expression, writer: Writer) -> str:
    if isinstance(low, k.Const) and low.value == 0:
        return f":{_plain(many, writer)}"
    return f"{_plain(low, writer)}:{_plain(low, writer, ARITH)} + {_plain(many, writer, TERM)}"


class _Words(Protocol):
    """Writes a call for its effect."""

    def __call__(self, writer: Writer, /, *arguments: k.Expression) -> str: ...


DONE = cast("Mapping[str, _Words]", {"LIKE": _like, "BASE": _base, "COPY": _copy, "RENEW": _renew})
"""Python for functions of the kernel without a result."""


def _try(node: k.Try, margin: str, out: list[str], writer: Writer) -> None:
    place = _plain(node.place, writer)
    out += [f"{margin}try:", f"{margin}    {place} = {_plain(node.call, writer)}"]
    out += [f"{margin}except Refused:", f"{margin}    {place} = -1"]


def _spend(node: k.Spend, margin: str, out: list[str], writer: Writer) -> None:
    deeper = margin + "    "
    out += [f"{margin}left_ -= {_plain(node.amount, writer)}", f"{margin}if left_ < 0:", f"{deeper}_tired()"]


def _part(part: k.Part, writer: Writer) -> list[str]:
    match part:
        case k.Table(name, values):
            return [f"{name.name} = {list(values)}"]
        case k.Scratch(name, size, None):
            return [f"{name.name} = [0] * {size}"]
        case k.Scratch(name, size, rows):
            return [f"{name.name} = [[0] * {size} for _ in range({rows})]"]
        case k.Function():
            return _function(part, writer)


def _function(node: k.Function, writer: Writer) -> list[str]:
    """Return the lines of a function, with an empty one before it."""
    lines = show.function(node, writer)
    within = list(statements(node.body))
    pays = any(type(each) is k.Spend for each in within)
    renews = any(type(each) is k.Do and each.call.function == "RENEW" for each in within)
    names = [name for name, used in (("left_", pays), ("changes_", renews), ("renewed_", renews)) if used]
    return ["", lines[0], *([f"    global {', '.join(names)}"] if names else []), *lines[1:]]


def python(module: k.Module, words: int, *, marks: bool = False) -> str:
    """Return the program in Python, ready to run. `words`: the most words of 64 bits in a set of cards; `marks`: with
    comments that give places in the rules."""
    writer = writer_for(words, marks=marks)
    for change in passes(words):
        module = change(module)
    written = "\n".join([line for part in module.parts for line in _part(part, writer)]).removeprefix("\n")
    head = f"CHANGE, CHANGES = {COMPILED_CHANGE}, {COMPILED_CHANGES['python']}\n"
    head += f"BITS = [1 << card for card in range({64 * words})]\n"
    head += f"OTHERS = [{(1 << 64 * words) - 1} ^ card for card in BITS]\n"
    return head + _runtime() + written + "\n"


def passes(words: int) -> tuple[Callable[[k.Module], k.Module], ...]:
    """Return the passes that a program goes through before it is written."""
    return written_out, without_labels, partial(metered, most=64 * words), *PASSES


@lru_cache(maxsize=16)
def _code(source: str) -> CodeType:
    """Return the compiled text; tables of which only options differ share it."""
    return compile(source, "<rules>", "exec")


def functions(source: str, host: Callable[[Mapping[str, Value], int, int], None] | None = None) -> dict[str, Value]:
    """Return the definitions of the Python text, by name. `host` answers its questions; it gets the definitions, the
    question, and how often the budget was refilled."""
    space: dict[str, Value] = {"Refused": RulesFault}
    if host is not None:
        space["host"] = lambda question: host(space, question, space["renewed_"])
    exec(_code(source), space)  # text of the kernel, which holds no text of rules
    return space
