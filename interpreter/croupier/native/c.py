"""Kernel text to C: a walk of its syntax. Sets of cards are one word, or a record of several with its own functions."""

from __future__ import annotations

import ast

from croupier.base.chance import FIRST, GAMMA, MASK, SECOND
from croupier.native.effort import CHANGE, CHANGES, metered
from croupier.native.sets import SETS_IN, is_set, is_set_name

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
#define UNROLLED _Pragma("GCC unroll 4")
#else
#define UNUSED
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
UNUSED static M HELD(const I *a, I at, I n) {
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
UNUSED static U word(U key, U i) {
  U z = key + (i + 1) * GAMMA;
  z = (z ^ (z >> 30)) * FIRST;
  z = (z ^ (z >> 27)) * SECOND;
  return z ^ (z >> 31);
}
int (*hear)(void);
void (*refuse)(void *, const char *);
void *refused, *beyond;
static I left_ = CHANGE, changes_;
static jmp_buf out_;
UNUSED static void tired(void) {
  changes_ += 1 - left_ / CHANGE;
  left_ = CHANGE;
  if (hear && hear() < 0) longjmp(out_, 2);
  if (changes_ > CHANGES) longjmp(out_, 1);
}
UNUSED static I outside(void) { longjmp(out_, 3); return 0; }
#define AT(i, n) ((U)(i) < (U)(n) ? (I)(i) : outside())
#define SPEND(n) if ((left_ -= (n)) < 0) tired()
#define RENEW() (changes_ = 0)
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
  if (n != wanted) { refuse(beyond, "so many arguments"); return 0; }
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
UNUSED static I below(I *a, I at, I n) {
  for (;;) {
    U drawn = (U)a[at + 1]++;
    U product = (word((U)a[at], drawn) >> 32) * (U)n, low = product & 0xFFFFFFFFULL;
    if (low >= (U)n || low >= (1ULL << 32) % (U)n) return (I)(product >> 32);
  }
}
"""

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<",
    ast.RShift: ">>", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.And: "&&", ast.Or: "||", ast.Not: "!", ast.USub: "-", ast.Invert: "~",
}  # fmt: skip
_ON_SETS: dict[type[ast.AST], str] = {ast.BitAnd: "AND", ast.BitOr: "OR"}
_ARRAYS = ("S", "B", "OUT", "P", "R", "K")
OUTSIDE = ("host",)
"""Functions of one number that the text calls and does not define: in C, a place for the address of one."""
MOST_MET = 1 << 17
"""So many positions `NUMBER` tells apart, at most half of which may be met."""


def c(text: str, words: int, public: tuple[str, ...], *, marks: bool = False, checks: int = 0) -> str:
    """The text in C. `words`: of how many words a set of cards is; `public`: what others call, or look into. `marks`:
    with comments that say where in the rules it comes from. `checks`: a position is of so many numbers, and whoever
    reaches beyond it or another array raises IndexError; nought: nobody looks."""
    return _Printer(words, public, marks, checks).whole(text)


class _Printer:
    def __init__(self, words: int, public: tuple[str, ...], marks: bool, checks: int) -> None:
        self.sizes = {"S": checks} if checks else {}
        self.words = words
        self.public = public
        self.marks = marks
        self.takes: dict[str, list[bool]] = {}
        """Which arguments of a function of the text are sets of cards."""

    def whole(self, text: str) -> str:
        heads: list[str] = []
        bodies: list[str] = []
        tree = metered(ast.parse(text), 64 * self.words)
        if self.sizes:
            self.sizes |= dict(map(_sized, (node for node in tree.body if isinstance(node, ast.Assign))))
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        self.takes = {node.name: [is_set_name(each.arg) for each in node.args.args] for node in functions}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                head = self._head(node, self._inner(node.name))
                heads.append(f"{head};")
                bodies.append(self._function(node, head))
                if node.name in self.public:
                    given = ", ".join(argument.arg for argument in node.args.args)
                    called = f"{self._inner(node.name)}({given})"
                    bodies.append(f"{self._head(node, node.name)} {{\n CALL({called})\n}}\n{_entry(node)}")
            else:
                assert isinstance(node, ast.Assign), node
                heads.append(self._table(node))
        numbers = {"CHANGE": str(CHANGE), "CHANGES": str(CHANGES["c"]), "MOST_MET": str(MOST_MET)}
        numbers |= {name: f"{value:#x}ULL" for name, value in (("GAMMA", GAMMA), ("FIRST", FIRST), ("SECOND", SECOND))}
        limits = [f"#define {name} {value}" for name, value in numbers.items()]
        outside = [f"void (*{name})(I);" for name in OUTSIDE if name in self.public]
        # who looks is in no hurry, and compiling takes long
        tuning = ['#pragma GCC optimize ("O0")'] if self.sizes else []
        return "\n".join([*tuning, f"#define W {self.words}", *limits, RUNTIME, *outside, *heads, *bodies]) + "\n"

    # ------------------------------------------------------------ what there is
    def _inner(self, name: str) -> str:
        """What a function is called by the others: those that are called from without are another."""
        return f"{name}_" if name in self.public and name not in OUTSIDE else name

    def _head(self, node: ast.FunctionDef, name: str) -> str:
        arguments = ", ".join(f"{_kind(a.arg)} {'*' if a.arg in _ARRAYS else ''}{a.arg}" for a in node.args.args)
        return f"{self._static(name)}{_kind(name)} {name}({arguments})"

    def _static(self, name: str) -> str:
        return "" if name in self.public else "UNUSED static "

    def _function(self, node: ast.FunctionDef, head: str) -> str:
        given = {a.arg for a in node.args.args}
        stored = (n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        names = sorted(set(stored) - given)
        declared = "".join(f" {_kind(name)} {name};\n" for name in names)
        return f"{head} {{\n{declared}{self._body(node.body, ' ')}}}\n"

    def _table(self, node: ast.Assign) -> str:
        target, value = node.targets[0], node.value
        assert isinstance(target, ast.Name)
        if isinstance(value, ast.BinOp):  # [0] * 256: a place to work in
            return f"{self._static(target.id)}{_kind(target.id)} {target.id}[{_sized(node)[1]}];"
        assert isinstance(value, ast.List)
        of_sets = is_set_name(target.id)
        items = ", ".join(self._set(_number(item)) if of_sets else self._literal(_number(item)) for item in value.elts)
        return f"static const {_kind(target.id)} {target.id}[] = {{{items or '0'}}};"

    # ------------------------------------------------------------ statements
    def _body(self, nodes: list[ast.stmt], margin: str) -> str:
        shown = [node for node in nodes if self.marks or not _is_mark(node)]
        return "".join(f"{margin}{self._statement(node, margin)}\n" for node in shown)

    def _statement(self, node: ast.stmt, margin: str) -> str:
        inner = margin + " "
        match node:
            case ast.Assign(targets=[target], value=ast.Call(func=ast.Name(id="TRY"), args=[call])):
                return f"TRY({self._place(target)}, {self._number(call)});"
            case ast.Assign(targets=[target], value=value):
                return f"{self._place(target)} = {self._as(value, is_set(target))};"
            case ast.AugAssign(target=target, op=ast.Add(), value=value):
                return f"{self._place(target)} += {self._number(value)};"
            case ast.If(test=test, body=body, orelse=others):
                made = f"if ({self._test(test)}) {{\n{self._body(body, inner)}{margin}}}"
                return made + (f" else {{\n{self._body(others, inner)}{margin}}}" if others else "")
            case ast.While(test=test, body=body):
                return f"while ({self._test(test)}) {{\n{self._body(body, inner)}{margin}}}"
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=[low, end, *step]), body=body):
                down = bool(step)
                than, on = (">", "--") if down else ("<", "++")
                go = f"{name} = {self._number(low)}; {name} {than} {self._number(end)}; {name}{on}"
                return f"for ({go}) {{\n{self._body(body, inner)}{margin}}}"
            case ast.Return(value=ast.expr() as value):
                return f"return {self._as(value, is_set(value))};"
            case ast.Expr(value=ast.Constant(value=str(mark))):
                return f"/* {mark} */"
            case ast.Expr(value=value):
                return f"{self._number(value)};"
            case ast.Break():
                return "break;"
            case ast.Pass():
                return ";"
        raise AssertionError(ast.dump(node))

    # ------------------------------------------------------------ expressions
    def _as(self, node: ast.expr, of_set: bool) -> str:
        return self._cards(node) if of_set else self._number(node)

    def _test(self, node: ast.expr) -> str:
        return f"ANY({self._cards(node)})" if is_set(node) else self._number(node)

    def _place(self, node: ast.expr) -> str:
        match node:
            case ast.Name(id=name):
                return name
            case ast.Subscript(value=ast.Name(id=name), slice=index) if name in SETS_IN:
                return f"(*(M *)({SETS_IN[name]} + {self._inside(SETS_IN[name], index, self.words)}))"
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                return f"{name}[{self._inside(name, index)}]"
        raise AssertionError(ast.dump(node))

    def _inside(self, name: str, index: ast.expr, width: int = 1) -> str:
        """The index, which is looked at if it is known how far the array goes."""
        at = self._number(index)
        return f"AT({at}, {self.sizes[name] - width + 1})" if name in self.sizes else at

    def _number(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=int(value)):
                return self._literal(value)
            case ast.Name() | ast.Subscript():
                return self._place(node)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                return self._literal(-value)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"(!{self._test(operand)})"
            case ast.UnaryOp(op=op, operand=operand):
                return f"({_OPERATORS[type(op)]}{self._number(operand)})"
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
                return f"DIV({self._number(left)}, {self._number(right)})"
            case ast.BinOp(left=left, op=ast.Mod(), right=right):
                return f"MOD({self._number(left)}, {self._number(right)})"
            case ast.BinOp(left=left, op=ast.LShift(), right=right):
                return f"((I){self._number(left)} << {self._number(right)})"
            case ast.BinOp(left=left, op=op, right=right):
                return f"({self._number(left)} {_OPERATORS[type(op)]} {self._number(right)})"
            case ast.BoolOp(op=op, values=values):
                return "(" + f" {_OPERATORS[type(op)]} ".join(map(self._test, values)) + ")"
            case ast.Compare(left=left, ops=[op], comparators=[right]) if is_set(left) or is_set(right):
                return self._compared(left, op, right)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return f"({self._number(left)} {_OPERATORS[type(op)]} {self._number(right)})"
            case ast.IfExp(test=test, body=body, orelse=other):
                return f"({self._test(test)} ? {self._number(body)} : {self._number(other)})"
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self._call(name, arguments)
        raise AssertionError(ast.dump(node))

    def _compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        nothing = isinstance(right, ast.Constant) and right.value == 0
        same = f"(!ANY({self._cards(left)}))" if nothing else f"SAME({self._cards(left)}, {self._cards(right)})"
        return same if isinstance(op, ast.Eq) else f"(!{same})"

    def _call(self, name: str, arguments: list[ast.expr]) -> str:
        of_sets = name in ("POP", "LOW", "HIGH", "LOWEST", "REST", "LESS", "UP", "DOWN")
        taken = self.takes.get(name) or [(of_sets and not i) or is_set(each) for i, each in enumerate(arguments)]
        return f"{self._inner(name)}({', '.join(map(self._as, arguments, taken))})"

    def _cards(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=int(value)):
                return self._set(value)
            case ast.BinOp(left=left, op=op, right=right):
                return f"{_ON_SETS[type(op)]}({self._cards(left)}, {self._cards(right)})"
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return f"NOT({self._cards(operand)})"
            case ast.IfExp(test=test, body=body, orelse=other):
                return f"({self._test(test)} ? {self._cards(body)} : {self._cards(other)})"
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self._call(name, arguments)
        return self._place(node)

    # ------------------------------------------------------------ numbers
    def _set(self, value: int) -> str:
        parts = [value >> 64 * i & MASK for i in range(self.words)]
        return f"SET({', '.join(f'{part:#x}ULL' for part in parts)})"

    def _literal(self, value: int) -> str:
        return str(value) if abs(value) < 1 << 31 else f"({value}LL)"


def _entry(node: ast.FunctionDef) -> str:
    """How a function is called from Python: with its arguments as an array of objects, all of them numbers."""
    names = [argument.arg for argument in node.args.args]
    given = ", ".join(f"(I *)(intptr_t)x[{i}]" if name in _ARRAYS else f"x[{i}]" for i, name in enumerate(names))
    return (
        f"static void *from_{node.name}(void *self, void *const *given, intptr_t n) {{\n I x[{len(names)}];\n"
        f" return taken(x, given, n, {len(names)}) ? gives({node.name}({given})) : (void *)0;\n}}\n"
        f'Entry entry_{node.name} = {{"{node.name}", from_{node.name}, ALL_IN_AN_ARRAY, 0}};\n'
    )


def _sized(node: ast.Assign) -> tuple[str, int]:
    """A table, or a place to work in, and how many it holds."""
    target, value = node.targets[0], node.value
    assert isinstance(target, ast.Name)
    if isinstance(value, ast.BinOp):
        assert isinstance(value.left, ast.List)
        row = value.left.elts[0]  # a number, or a row of several
        return target.id, _number(value.right) * (_number(row.right) if isinstance(row, ast.BinOp) else 1)
    assert isinstance(value, ast.List)
    return target.id, len(value.elts)


def _is_mark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _number(node: ast.expr) -> int:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):  # most by far, in tables of thousands
        return node.value
    found: int = ast.literal_eval(node)
    return found


def _kind(name: str) -> str:
    return "M" if is_set_name(name) else "I"
