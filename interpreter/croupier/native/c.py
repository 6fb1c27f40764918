"""Print kernel programs as C. Sets of cards are one word, or a struct of several with its own functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Never, cast

from croupier.base.chance import FIRST, GAMMA, MASK, SECOND
from croupier.base.prices import COMPILED_CHANGE, COMPILED_CHANGES
from croupier.kernel import nodes as k
from croupier.kernel.rows import written_out
from croupier.kernel.walk import assigned, statements
from croupier.native.effort import metered

RUNTIME = r"""
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
typedef int64_t I;
typedef uint64_t U;
typedef struct { U w[W]; } M_;
#if defined(__GNUC__) && !defined(__TINYC__)
#define POP1(x) ((I)__builtin_popcountll(x))
#define LOW1(x) ((I)__builtin_ctzll(x))
#define HIGH1(x) (63 - (I)__builtin_clzll(x))
#define UNUSED __attribute__((unused))
#define RARELY __attribute__((cold, noinline))
#define SELDOM(test) __builtin_expect(test, 0)
#define UNROLLED _Pragma("GCC unroll 4")
#else
#define UNUSED
#define RARELY
#define SELDOM(test) (test)
#define UNROLLED
static I POP1(U x) {
  x -= x >> 1 & 0x5555555555555555ULL;
  x = (x & 0x3333333333333333ULL) + (x >> 2 & 0x3333333333333333ULL);
  return (I)((((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL) >> 56);
}
static I LOW1(U x) { return POP1((x & (0 - x)) - 1); }
static I HIGH1(U x) {
  x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; x |= x >> 16; x |= x >> 32;
  return POP1(x) - 1;
}
#endif
#if W == 1
typedef U M;
#define ANY(m) ((m) != 0)
#define POP(m) POP1(m)
#define LOW(m) LOW1(m)
#define HIGH(m) HIGH1(m)
#define BIT(c) ((U)1 << (c))
#define LOWEST(m) ((m) & (0 - (m)))
#define REST(m) ((m) & ((m) - 1))
#define LESS(m, k) ((m) ^ (k))
#define UP(m, n) ((m) << (n))
#define DOWN(m, n) ((m) >> (n))
#define AND(a, b) ((a) & (b))
#define OR(a, b) ((a) | (b))
#define NOT(a) (~(a))
#define SAME(a, b) ((a) == (b))
#define SET(...) (__VA_ARGS__)
#else
typedef M_ M;
#define SET(...) ((M){{__VA_ARGS__}})
#define EACH UNROLLED for (int i = 0; i < W; i++)
UNUSED static inline I ANY(M m) { U x = 0; EACH x |= m.w[i]; return x != 0; }
UNUSED static inline I POP(M m) { I n = 0; EACH n += POP1(m.w[i]); return n; }
UNUSED static inline I LOW(M m) {
  I found = -1;
  UNROLLED for (int i = W - 1; i >= 0; i--) found = m.w[i] ? 64 * i + LOW1(m.w[i]) : found;
  return found;
}
UNUSED static inline I HIGH(M m) {
  for (int i = W - 1; i >= 0; i--) if (m.w[i]) return 64 * i + HIGH1(m.w[i]);
  return -1;
}
UNUSED static inline M BIT(I c) { M m; EACH m.w[i] = c >> 6 == i ? (U)1 << (c & 63) : 0; return m; }
UNUSED static inline M LOWEST(M m) {
  M r = {{0}};
  EACH if (m.w[i]) { r.w[i] = m.w[i] & (0 - m.w[i]); break; }
  return r;
}
UNUSED static inline M UP(M m, I n) {
  for (int i = W - 1; i >= 0; i--) m.w[i] = m.w[i] << n | (i ? m.w[i - 1] >> (64 - n) : 0);
  return m;
}
UNUSED static inline M DOWN(M m, I n) {
  EACH m.w[i] = m.w[i] >> n | (i + 1 < W ? m.w[i + 1] << (64 - n) : 0);
  return m;
}
UNUSED static inline M REST(M m) {
  U one = 1;
  EACH { U x = m.w[i]; m.w[i] = x & (x - one); one &= x == 0; }
  return m;
}
UNUSED static inline M LESS(M m, M k) { EACH m.w[i] ^= k.w[i]; return m; }
UNUSED static inline M AND(M a, M b) { EACH a.w[i] &= b.w[i]; return a; }
UNUSED static inline M OR(M a, M b) { EACH a.w[i] |= b.w[i]; return a; }
UNUSED static inline M NOT(M a) { EACH a.w[i] = ~a.w[i]; return a; }
UNUSED static inline I SAME(M a, M b) { U x = 0; EACH x |= a.w[i] ^ b.w[i]; return x == 0; }
#endif
UNUSED static inline I NTH1(U m, I k) {
  U a = m & (m - 1), b = a & (a - 1), c = b & (b - 1);
  U found = (m & (0 - (U)(k == 0))) | (a & (0 - (U)(k == 1))) | (b & (0 - (U)(k == 2))) | (c & (0 - (U)(k > 2)));
  for (; k > 3; k--) found &= found - 1;
  return LOW1(found);
}
#if W == 1
#define NTH(m, k) NTH1(m, k)
#else
UNUSED static inline I NTH(M m, I k) {
  for (int i = 0; i < W; i++) {
    I n = POP1(m.w[i]);
    if (k < n) return 64 * i + NTH1(m.w[i], k);
    k -= n;
  }
  return -1;
}
#endif
UNUSED static inline M HELD(const I *a, I at, I n) {
  M m;
  U w[W] = {0};
  for (; n > 0; n--, at++) w[a[at] >> 6] |= (U)1 << (a[at] & 63);
  memcpy(&m, w, sizeof m);
  return m;
}
UNUSED static inline I HASH(M m, I n) {
  U x = 0, w[W];
  memcpy(w, &m, sizeof m);
  for (int i = 0; i < W; i++) { x = (x ^ w[i]) * GAMMA; x ^= x >> 32; }
  return (I)(x % (U)n);
}
#define DIV(a, b) ((a) / (b) - ((a) % (b) != 0 && ((a) < 0) != ((b) < 0)))
#define MOD(a, b) (((a) % (b) + (b)) % (b))
UNUSED static inline U word(U key, U i) {
  U z = key + (i + 1) * GAMMA;
  z = (z ^ (z >> 30)) * FIRST;
  z = (z ^ (z >> 27)) * SECOND;
  return z ^ (z >> 31);
}
int (*hear)(void);
void (*refuse)(void *, const char *);
void *refused, *beyond;
static I left_ = CHANGE, changes_;
I renewed_;
static jmp_buf out_;
UNUSED static RARELY void tired(void) {
  changes_ += 1 - left_ / CHANGE;
  left_ = CHANGE;
  if (hear && hear() < 0) longjmp(out_, 2);
  if (changes_ > CHANGES) longjmp(out_, 1);
}
UNUSED static I outside(void) { longjmp(out_, 3); return 0; }
#define AT(i, n) ((U)(i) < (U)(n) ? (I)(i) : outside())
#define SPEND(n) if (SELDOM((left_ -= (n)) < 0)) tired()
#define RENEW() (changes_ = 0, renewed_++)
#define TRY(x, call) { \
  int why_; jmp_buf before_; memcpy(&before_, &out_, sizeof out_); \
  if ((why_ = setjmp(out_)) == 0) x = call; else x = -1; \
  memcpy(&out_, &before_, sizeof out_); \
  if (why_ > 1) longjmp(out_, why_); }
#define CALL(call) \
  int why_ = setjmp(out_); RENEW(); \
  if (why_ == 0) return call; \
  if (why_ == 1 && refuse) refuse(refused, "more than can be worked out for one decision"); \
  if (why_ == 3 && refuse) refuse(beyond, "an array ends before"); \
  return -1;
void *(*number_)(long long), *(*raised_)(void);
unsigned long long (*told_)(void *);
typedef struct {
  const char *name;
  void *(*does)(void *, void *const *, intptr_t);
  int how;
  const char *says;
} Entry;
#define ALL_IN_AN_ARRAY 0x80
UNUSED static int taken(I *numbers, void *const *given, intptr_t n, intptr_t wanted) {
  if (n != wanted) { refuse(beyond, "wrong number of arguments"); return 0; }
  for (int i = 0; i < n; i++)
    if ((numbers[i] = (I)told_(given[i])) == -1 && raised_()) return 0;
  return 1;
}
UNUSED static void *gives(I found) { return found == -1 && raised_() ? (void *)0 : number_((long long)found); }
#define PART(a, i, n) ((a) + (i) * (n))
#define COPY(a, i, b, j, n) memmove((a) + (i), (b) + (j), 8 * (size_t)(n))
#define LIKE(a, b, n) memcpy((a), (b), 8 * (size_t)(n))
#define BASE LIKE
typedef struct { U met, room, a[MOST_MET], b[MOST_MET]; uint32_t at[MOST_MET]; } Met;
UNUSED static Met *_met(void) { static Met all; if (!all.room) all.room = 256; return &all; }
UNUSED static void FORGET(void) {
  Met *all = _met();
  if (all->met) memset(all->at, 0, 4 * all->room);
  all->met = 0, all->room = 256;
}
UNUSED static I _number(Met *all, U a, U b) {
  U at = a ^ b >> 7, k;
  for (; (k = all->at[at &= all->room - 1]); at++) if (all->a[k - 1] == a && all->b[k - 1] == b) return (I)k - 1;
  all->a[all->met] = a, all->b[all->met] = b, all->at[at] = (uint32_t)++all->met;
  return (I)all->met - 1;
}
UNUSED static I NUMBER(const I *key, I n) {
  U a = (U)n, b = ~(U)n, l[8] = {
    0x243F6A8885A308D3ULL, 0x13198A2E03707344ULL, 0xA4093822299F31D0ULL, 0x082EFA98EC4E6C89ULL,
    0x452821E638D01377ULL, 0xBE5466CF34E90C6CULL, 0xC0AC29B7C97C50DDULL, 0x3F84D5B5B5470917ULL};
  Met *all = _met();
  I i = 0, j;
  for (; i + 8 <= n; i += 8)
    for (j = 0; j < 8; j++) {
      U x = l[j] ^ (U)key[i + j];
      l[j] = (x << 29 | x >> 35) * GAMMA;
    }
  for (; i < n; i++) l[0] = word(l[0], (U)key[i]);
  for (j = 0; j < 8; j++) a = word(a, l[j]), b = word(b, l[7 - j]);
  if (2 * all->met >= all->room && all->room < MOST_MET) {
    U met = all->met, room = 2 * all->room;
    FORGET();
    all->room = room;
    while (all->met < met) _number(all, all->a[all->met], all->b[all->met]);
  }
  return _number(all, a, b);
}
#define KEY(n, g) ((I)word(word((U)(n), 0), (U)(g)))
UNUSED static inline I below(I *a, I at, I n) {
  for (;;) {
    U drawn = (U)a[at + 1]++;
    U product = (word((U)a[at], drawn) >> 32) * (U)n, low = product & 0xFFFFFFFFULL;
    if (low >= (U)n || low >= (1ULL << 32) % (U)n) return (I)(product >> 32);
  }
}
"""

OUTSIDE = ("host",)
"""Functions of one number that the text calls and does not define: in C, a place for the address of one."""
MOST_MET = 1 << 17
"""The number of positions that `NUMBER` distinguishes, at most half of which may be met."""


def c(module: k.Module, words: int, public: tuple[str, ...], *, marks: bool = False, checks: int = 0) -> str:
    """Return the program in C. `words`: the words of a set of cards; `public`: functions and arrays for others;
    `marks`: with comments that give places in the rules; `checks`: the size of a position, to check the bounds of
    positions and of other arrays (IndexError); 0: no checks."""
    for change in passes(words):
        module = change(module)
    sizes = {"S": checks, **{array.name.name: _size(array) for array in module.arrays()}} if checks else {}
    writer = _Writer(words, public, marks, sizes)
    heads: list[str] = []
    bodies: list[str] = []
    for part in module.parts:
        if isinstance(part, k.Function):
            head = _head(part, _inner(part.name, writer), writer)
            heads.append(f"{head};")
            bodies.append(_function(part, head, writer))
            if part.name in public:
                called = f"{_inner(part.name, writer)}({', '.join([each.name for each in part.parameters])})"
                bodies.append(f"{_head(part, part.name, writer)} {{\n CALL({called})\n}}\n{_entry(part)}")
        else:
            heads.append(_array(part, writer))
    numbers = {"CHANGE": str(COMPILED_CHANGE), "CHANGES": str(COMPILED_CHANGES["c"]), "MOST_MET": str(MOST_MET)}
    numbers |= {name: f"{value:#x}ULL" for name, value in (("GAMMA", GAMMA), ("FIRST", FIRST), ("SECOND", SECOND))}
    limits = [f"#define {name} {value}" for name, value in numbers.items()]
    outside = [f"void (*{name})(I);" for name in OUTSIDE if name in public]
    # checked code need not be fast, and optimising takes long
    tuning = ['#pragma GCC optimize ("O0")'] if sizes else []
    return "\n".join([*tuning, f"#define W {words}", *limits, RUNTIME, *outside, *heads, *bodies]) + "\n"


def passes(words: int) -> tuple[Callable[[k.Module], k.Module], ...]:
    """Return the passes that a program goes through before it is written."""
    return written_out, partial(metered, most=64 * words)


@dataclass(frozen=True, slots=True)
class _Writer:
    """The settings of a written program. `sizes`: the sizes of arrays whose bounds are checked."""

    words: int
    public: tuple[str, ...]
    marks: bool
    sizes: Mapping[str, int]


# ---------------------------------------------------------------- declarations
def _inner(name: str, writer: _Writer) -> str:
    """Return the internal name of a function; public ones have a separate entry."""
    return f"{name}_" if name in writer.public and name not in OUTSIDE else name


def _kind(type_of: k.Type | None) -> str:
    return "M" if type_of is k.SET or type_of is k.SETS else "I"


def _head(node: k.Function, name: str, writer: _Writer) -> str:
    arguments = ", ".join(
        [f"{_kind(each.type)} {'*' if each.type is k.NUMBERS else ''}{each.name}" for each in node.parameters]
    )
    inside = "" if name in writer.public else "UNUSED static inline "  # a hint by which a tenth of the time is gained
    return f"{inside}{_kind(node.result)} {name}({arguments})"


def _static(name: str, writer: _Writer) -> str:
    return "" if name in writer.public else "UNUSED static "


def _function(node: k.Function, head: str, writer: _Writer) -> str:
    kinds = {name.name: _kind(name.type) for each in statements(node.body) if (name := assigned(each)) is not None}
    given = {each.name for each in node.parameters}
    declared = "".join([f" {kinds[name]} {name};\n" for name in sorted(kinds) if name not in given])
    return f"{head} {{\n{declared}{_body(node.body, ' ', writer)}}}\n"


def _array(node: k.Table | k.Scratch, writer: _Writer) -> str:
    name, kind = node.name.name, _kind(node.name.type)
    if isinstance(node, k.Scratch):
        return f"{_static(name, writer)}{kind} {name}[{_size(node)}];"
    literal = _set if node.name.type is k.SETS else _literal
    return f"static const {kind} {name}[] = {{{', '.join([literal(value, writer) for value in node.values]) or '0'}}};"


def _size(node: k.Table | k.Scratch) -> int:
    """Return the number of elements of an array."""
    return len(node.values) if isinstance(node, k.Table) else node.size * (1 if node.rows is None else node.rows)


def _set(value: int, writer: _Writer) -> str:
    parts = [value >> 64 * i & MASK for i in range(writer.words)]
    return f"SET({', '.join([f'{part:#x}ULL' for part in parts])})"


def _literal(value: int, writer: _Writer) -> str:
    return str(value) if -1 << 31 < value < 1 << 31 else f"({value}LL)"


def _entry(node: k.Function) -> str:
    """Return the entry point of a function for Python: its arguments are an array of objects, all numbers."""
    names = [each.name for each in node.parameters]
    given = ", ".join(
        f"(I *)(intptr_t)x[{i}]" if each.type is k.NUMBERS else f"x[{i}]" for i, each in enumerate(node.parameters)
    )
    return (
        f"static void *from_{node.name}(void *self, void *const *given, intptr_t n) {{\n I x[{len(names)}];\n"
        f" return taken(x, given, n, {len(names)}) ? gives({node.name}({given})) : (void *)0;\n}}\n"
        f'Entry entry_{node.name} = {{"{node.name}", from_{node.name}, ALL_IN_AN_ARRAY, 0}};\n'
    )


# ---------------------------------------------------------------- statements
def _body(nodes: k.Body, margin: str, writer: _Writer) -> str:
    made = [(node, STATEMENTS[type(node)]) for node in nodes if writer.marks or type(node) is not k.Mark]
    return "".join([f"{margin}{write(node, margin, writer)}\n" for node, write in made])


def _block(nodes: k.Body, margin: str, writer: _Writer) -> str:
    return f"{{\n{_body(nodes, margin + ' ', writer)}{margin}}}"


def _plain(node: k.Expression, writer: _Writer) -> str:
    return EXPRESSIONS[type(node)](node, writer)


def _test(node: k.Expression, writer: _Writer) -> str:
    made = EXPRESSIONS[type(node)](node, writer)
    return f"ANY({made})" if node.type is k.SET else made


def _set_to(node: k.Let | k.Store, margin: str, writer: _Writer) -> str:
    place = node.name if isinstance(node, k.Let) else node.place
    return f"{_plain(place, writer)} = {_plain(node.value, writer)};"


def _add(node: k.Add, margin: str, writer: _Writer) -> str:
    return f"{_plain(node.place, writer)} += {_plain(node.value, writer)};"


def _if(node: k.If, margin: str, writer: _Writer) -> str:
    made = f"if ({_test(node.test, writer)}) {_block(node.then, margin, writer)}"
    return made + (f" else {_block(node.otherwise, margin, writer)}" if node.otherwise else "")


def _count(node: k.Count, margin: str, writer: _Writer) -> str:
    name, (than, on) = node.name.name, (">", "--") if node.down else ("<", "++")
    go = f"{name} = {_plain(node.start, writer)}; {name} {than} {_plain(node.end, writer)}; {name}{on}"
    return f"for ({go}) {_block(node.body, margin, writer)}"


def _each(node: k.Each, margin: str, writer: _Writer) -> str:
    go = f"I at_ = {_plain(node.start, writer)}, end_ = {_plain(node.end, writer)}; at_ < end_; at_++"
    inside = f"{margin} {node.name.name} = {_loaded(node.array.name, None, 'at_', writer)};\n"
    return f"for ({go}) {{\n{inside}{_body(node.body, margin + ' ', writer)}{margin}}}"


def _while(node: k.While, margin: str, writer: _Writer) -> str:
    return f"while ({_test(node.test, writer)}) {_block(node.body, margin, writer)}"


def _return(node: k.Return, margin: str, writer: _Writer) -> str:
    return f"return {_plain(node.value, writer)};"


def _do(node: k.Do, margin: str, writer: _Writer) -> str:
    return f"{_plain(node.call, writer)};"


def _try(node: k.Try, margin: str, writer: _Writer) -> str:
    return f"TRY({_plain(node.place, writer)}, {_plain(node.call, writer)});"


def _mark(node: k.Mark, margin: str, writer: _Writer) -> str:
    return f"/* {node.where} */"


def _spend(node: k.Spend, margin: str, writer: _Writer) -> str:
    return f"SPEND({_plain(node.amount, writer)});"


def _labels(node: k.Labels, margin: str, writer: _Writer) -> str:
    """Return the labels; play goes from one to the next without a search, except the first."""
    at, (_, first), others = node.at.name, node.bodies[0], node.bodies[1:]
    cases = "".join([f"{margin} case {number}: goto at_{number};\n" for number, _ in others])
    found = [f"at_{number}:;\n{_body(body, margin, writer)}" for number, body in others]
    return f"switch ({at}) {{\n{cases}{margin}}}\n{_body(first, margin, writer)}" + "".join(found)


def _go(node: k.Go, margin: str, writer: _Writer) -> str:
    return f"goto at_{node.label};"


def _break(node: k.Break, margin: str, writer: _Writer) -> str:
    return "break;"


def _pass(node: k.Pass, margin: str, writer: _Writer) -> str:
    return ";"


# ---------------------------------------------------------------- expressions
def _const(node: k.Const, writer: _Writer) -> str:
    return _set(node.value, writer) if node.type is k.SET else _literal(node.value, writer)


def _name(node: k.Name, writer: _Writer) -> str:
    return node.name


def _load(node: k.Load, writer: _Writer) -> str:
    array = _plain(node.array, writer)
    return _loaded(array, node.type if node.array.type is k.NUMBERS else None, _plain(node.index, writer), writer)


def _loaded(array: str, type_of: k.Type | None, at: str, writer: _Writer) -> str:
    """Return an element; where it is known how far the array goes, the index is looked at. `type_of`: SET if it is a
    set in an array of numbers."""
    wide = type_of is k.SET
    if array in writer.sizes:
        at = f"AT({at}, {writer.sizes[array] - (writer.words if wide else 1) + 1})"
    return f"(*(M *)({array} + {at}))" if wide else f"{array}[{at}]"


def _unary(node: k.Unary, writer: _Writer) -> str:
    if node.op == "not":
        return f"(!{_test(node.operand, writer)})"
    made = _plain(node.operand, writer)
    return f"NOT({made})" if node.type is k.SET else f"({node.op}{made})"


_FUNCTIONS: Mapping[str, str] = {"//": "DIV", "%": "MOD"}
_ON_SETS: Mapping[str, str] = {"&": "AND", "|": "OR", "^": "LESS"}


def _binary(node: k.Binary, writer: _Writer) -> str:
    left, right, op = _plain(node.left, writer), _plain(node.right, writer), node.op
    if node.type is k.SET:
        return f"{_ON_SETS[op]}({left}, {right})"
    if op in _FUNCTIONS:
        return f"{_FUNCTIONS[op]}({left}, {right})"
    return f"((I){left} << {right})" if op == "<<" else f"({left} {op} {right})"


def _compare(node: k.Compare, writer: _Writer) -> str:
    left, right, op = _plain(node.left, writer), node.right, node.op
    if node.left.type is not k.SET:
        return f"({left} {op} {_plain(right, writer)})"
    empty = isinstance(right, k.Const) and right.value == 0
    same = f"(!ANY({left}))" if empty else f"SAME({left}, {_plain(right, writer)})"
    return same if op == "==" else f"(!{same})"


def _logic(node: k.Logic, writer: _Writer) -> str:
    joint = " && " if node.op == "and" else " || "
    return "(" + joint.join([_test(part, writer) for part in node.parts]) + ")"


def _select(node: k.Select, writer: _Writer) -> str:
    return f"({_test(node.test, writer)} ? {_plain(node.yes, writer)} : {_plain(node.no, writer)})"


def _call(node: k.Call, writer: _Writer) -> str:
    arguments = [EXPRESSIONS[type(each)](each, writer) for each in node.arguments]
    return f"{_inner(node.function, writer)}({', '.join(arguments)})"


_E: Mapping[type, Callable[[Never, _Writer], str]] = {
    k.Const: _const, k.Name: _name, k.Load: _load, k.Unary: _unary, k.Binary: _binary, k.Compare: _compare,
    k.Logic: _logic, k.Select: _select, k.Call: _call,
}  # fmt: skip
_S: Mapping[type, Callable[[Never, str, _Writer], str]] = {
    k.Let: _set_to, k.Store: _set_to, k.Add: _add, k.If: _if, k.Count: _count, k.Each: _each, k.While: _while,
    k.Return: _return, k.Break: _break, k.Pass: _pass, k.Do: _do, k.Try: _try, k.Mark: _mark, k.Spend: _spend,
    k.Labels: _labels, k.Go: _go,
}  # fmt: skip
EXPRESSIONS = cast("Mapping[type, Callable[[k.Expression, _Writer], str]]", _E)
STATEMENTS = cast("Mapping[type, Callable[[k.Statement, str, _Writer], str]]", _S)
