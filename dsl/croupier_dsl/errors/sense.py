"""Warnings about rules that are valid but make no sense: W6xx."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from croupier_dsl.analysis.settled import Setting
from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import Diagnostic, Label, Severity, warning
from croupier_dsl.errors.reading import clipped
from croupier_dsl.language import later, ntr, tr
from croupier_dsl.source import Span

SORTS = {
    "option": later("option"),
    "zone": later("zone"),
    "variable": later("state"),
    "table": later("table"),
    "definition": later("definition"),
    "combo": later("combo"),
}
"""The sorts of declarations that may be unread, as text."""


# ---------------------------------------------------------------- W6xx: warnings


def never_read(span: Span, sort: str, name: str) -> Diagnostic:
    return warning(
        "W601", span, tr("the {sort} `{name}` is never read", sort=tr(sort), name=name), tr("delete it, or use it")
    )


def ends_anyway(span: Span, name: str, around: str) -> Diagnostic:
    """Report an `end X` without effect, because the iteration of X ends anyway. `around`: the enclosing stage, if there
    is exactly one."""
    further = tr("`end {around}` ends the stage around it; ", around=around) if around else ""
    return warning(
        "W631",
        span,
        tr("`end {name}` has no effect here: the stage continues with its next iteration anyway", name=name),
        tr("{further}to stop `{name}`, set state that its `until` reads", further=further, name=name),
    )


def number_of_an_option(span: Span, word: str, name: str) -> Diagnostic:
    """Report a number in a short text that is the value of an option."""
    return warning(
        "W633",
        span,
        tr("`{word}` in `game.short` does not follow the option `{name}`", word=word, name=name),
        tr("write `{{options.{name}}}`, which shows the chosen value", name=name),
    )


def changed_and_told(span: Span, path: str, word: str, said: Span, inherited: bool) -> Diagnostic:
    """Report a rule that a variant changes and that a short text mentions: at the change if the text is inherited."""
    message = tr("`{word}` in `game.short` is about `{path}`, which the variant changes", word=word, path=path)
    if not inherited:
        more = Label(span, tr("changed here"))
        return warning("W634", said, message, tr("write what the variant does"), "", more)
    help = tr("write a `game.short` for the variant under its `text`; repeat the old one if it is still true")
    return warning("W634", span, message, help, "", Label(said, tr("named here")))


def only_a_list(span: Span, name: str) -> Diagnostic:
    """Report an option that nothing reads although its list of words is used."""
    return warning(
        "W601",
        span,
        tr(
            "the option `{name}` has no effect, so players are not asked for it: only its list of words is used",
            name=name,
        ),
        tr("read it in a rule, or declare the words with the state that takes them"),
    )


def never_offered(span: Span, name: str) -> Diagnostic:
    return warning(
        "W602", span, tr("no stage offers the move `{name}`", name=name), tr("name it under `moves` of a stage")
    )


def stage_never_performed(span: Span, name: str) -> Diagnostic:
    return warning(
        "W602", span, tr("no stage performs the stage `{name}`", name=name), tr("name it under `steps` of a stage")
    )


def never_performed(span: Span, name: str) -> Diagnostic:
    return warning(
        "W602", span, tr("nothing performs the effect `{name}`", name=name), tr("write its name as a statement")
    )


def row_never_applies(span: Span, key: str) -> Diagnostic:
    return warning("W603", span, tr("this row is never used: the key is never {key}", key=key), tr("delete the row"))


@frozen
class Follows:
    """The thing that a condition decides: whether a move, stage or rule of this name happens, and so on."""

    what: Literal["", "move", "stage", "until", "must", "rule", "branch"] = ""
    name: str = ""

    def said(self) -> str:
        """Return the consequence of a condition that never holds; for `stage`, also of an `until` that always holds."""
        match self.what:
            case "move":
                return tr("the move `{name}` is impossible", name=self.name)
            case "stage":
                return tr("the stage `{name}` is never performed", name=self.name)
            case "until":
                return tr("it never ends the stage `{name}`", name=self.name)
            case "must":
                return tr("nothing in the stage `{name}` is ever legal", name=self.name)
            case "rule":
                return tr("the rule `{name}` never fires", name=self.name)
            case "branch":
                return tr("everything under it never happens")
        return ""


NOTHING_FOLLOWS = Follows()


def always_holds(span: Span, still: bool, follows: Follows, reasons: Sequence[str]) -> Diagnostic:
    """Report a condition that always holds. `still`: it is constant in every position; `reasons`: the state it reads
    that never changes."""
    message = tr("this is always true, whatever the options") if still else tr("this is always true, in every position")
    help = _unchanged(reasons) or tr("delete it, or correct it")
    return warning("W604", span, _so(message, follows), help)


def never_holds(span: Span, still: bool, follows: Follows, reasons: Sequence[str]) -> Diagnostic:
    message = tr("this is never true, whatever the options") if still else tr("this is never true, in any position")
    return warning("W605", span, _so(message, follows), _unchanged(reasons) or tr("correct it"))


def never_together(span: Span, follows: Follows) -> Diagnostic:
    message = tr("this condition and the ones next to it never hold together")
    return warning("W606", span, _so(message, follows), tr("correct it"))


def _so(message: str, follows: Follows) -> str:
    """Return a message with the consequence of the condition."""
    return f"{message}: {so}" if (so := follows.said()) else message


def _unchanged(names: Sequence[str]) -> str:
    """Return the reason, if state never changes or zones stay empty."""
    if not names:
        return ""
    return tr("nothing ever changes {names}", names=", ".join(f"`{name}`" for name in names))


Unchecked: TypeAlias = Literal["conditions", "moves", "alike", "rows", "deals", "setups"]


def not_all_checked(what: Unchecked, spans: Sequence[Span]) -> Diagnostic:
    """Return the warning that a check stopped at these places, because it would take too long."""
    told = {
        "conditions": tr("conditions that are always or never true"),
        "moves": tr("impossible moves"),
        "alike": tr("moves that look alike"),
        "rows": tr("tables without a row for some key"),
        "deals": tr("deals that run short"),
        "setups": tr("tables that cannot be set up"),
    }[what]
    message = ntr(
        "not fully checked: {what} (would take too long)",
        "not fully checked: {what} (would take too long; {n} places, this is the first)",
        len(spans),
        what=told,
    )
    return warning("W610", spans[0], message, tr("use fewer options and shorter ranges in these sentences"))


def nothing_to_choose(span: Span, move: str, wanted: int, reasons: Sequence[str]) -> Diagnostic:
    """Report a move that needs more elements than ever exist."""
    message = ntr(
        "there is never anything to choose here, so the move `{name}` is impossible",
        "there are never {n} to choose here, so the move `{name}` is impossible",
        wanted,
        name=move,
    )
    return warning("W611", span, message, _unchanged(reasons) or tr("correct it"))


def never_made_here(span: Span, move: str, stage: str) -> Diagnostic:
    message = tr("the move `{name}` is impossible in the stage `{stage}`", name=move, stage=stage)
    help = tr("its condition never holds while the stage continues: see its `when` and the `until` of the stage")
    return warning("W611", span, message, help)


def nothing_to_do(span: Span, stage: str, moves: Sequence[str]) -> Diagnostic:
    """Report a stage in which no player can ever act."""
    message = ntr(
        "no player can ever act in the stage `{name}`: its move {moves} is never possible, and it has no `else`",
        "no player can ever act in the stage `{name}`: its moves {moves} are never possible, and it has no `else`",
        len(moves),
        name=stage,
        moves=_names([f"`{move}`" for move in moves]),
    )
    return warning("W612", span, message, tr("fix the moves, or add an `else`"))


def never_ends(span: Span, stage: str) -> Diagnostic:
    message = tr("nothing in the stage `{name}` changes what this condition reads, so the stage never ends", name=stage)
    return warning("W613", span, message, tr("change it in a move or an `end` list, or give the stage `times`"))


def never_set(span: Span, name: str) -> Diagnostic:
    message = tr("the state `{name}` is read, but nothing ever changes it", name=name)
    return warning("W614", span, message, tr("set it where it changes; if it never does, declare it under `define`"))


def never_filled(span: Span, name: str) -> Diagnostic:
    message = tr("cards of the zone `{name}` are read, but nothing is ever moved into it", name=name)
    return warning("W614", span, message, tr("move cards to it, or delete it"))


def look_alike(span: Span, before: Span, move: str, words: str) -> Diagnostic:
    """Report two moves that are offered together with the same title."""
    message = tr("players cannot distinguish this move from `{name}`: both are called {words}", name=move, words=words)
    help = tr("give them different names, or conditions that exclude each other")
    return warning("W615", span, message, help, "", Label(before))


def do_the_same(span: Span, before: Span, one: str, other: str) -> Diagnostic:
    message = tr("the moves `{one}` and `{other}` are identical", one=one, other=other)
    return warning("W615", span, message, tr("delete one of them"), "", Label(before))


def no_row(span: Span, table: str, keys: Sequence[tuple[str, Setting]], several: bool) -> Diagnostic:
    """Report keys without a row, each with the first table (players and options) at which it is looked up."""
    told = [
        tr("{key} {where}", key=key, where=where).strip()
        if (where := _where(setting.players, setting.options, several))
        else key
        for key, setting in keys[:3]
    ]
    left = len(keys) - 3
    more = ntr("; and for {n} more key", "; and for {n} more keys", left) if left > 0 else ""
    message = tr("the table `{name}` has no row for {told}{more}", name=table, told="; ".join(told), more=more)
    return warning("W616", span, message, tr("add the row, or `else` for the rest"))


def _where(players: int, options: Sequence[tuple[str, str]], several: bool, *more: str) -> str:
    """Return a table as text: the number of players, if it varies, and the options that differ from their defaults."""
    setting = [ntr("{n} player", "{n} players", players)] if several else []
    setting += [f"{name}={word}" for name, word in options]
    setting += more
    return tr("with {setting} ", setting=", ".join(setting)) if setting else ""


def swallowed(span: Span, whole: Span, other: str) -> Diagnostic:
    """Report `none of C where P or Q`, where Q does not use the elements of C."""
    message = tr("this is part of the `where` filter, but does not use its items")
    help = tr("write `{other} or none of … where …`, or put parentheses after `where` if this is intended", other=other)
    return warning("W617", span, message, help, "", Label(whole))


def idle_selection(span: Span, whole: Span) -> Diagnostic:
    """Report `some of top 4 of heap where …`, where `top 4 of` has no effect; `whole`: the chain that was meant."""
    message = tr("`{link} of` has no effect: `where` filters the whole collection first", link=span.text)
    return warning("W619", span, message, tr("write `({whole}) where …`, or remove `{link} of`",
                                              whole=whole.text, link=span.text))  # fmt: skip


def hides_a_word(span: Span, name: str, sort: str, among: str) -> Diagnostic:
    """Report a name that refers to a declaration where a word of a list would be possible."""
    message = tr("`{name}` refers to the {sort}, not to the word of `{among}`", name=name, sort=tr(sort), among=among)
    return warning("W618", span, message, tr("give one of them another name"))


def given_hides_a_word(span: Span, name: str, among: str) -> Diagnostic:
    """Report a local name (a choice, `let` or `as`) that is also a word of a list possible there."""
    message = tr("`{name}` refers to the local name, not to the word of `{among}`", name=name, among=among)
    return warning("W618", span, message, tr("give one of them another name"))


def list_first(span: Span, link: str, items: Sequence[str]) -> Diagnostic:
    """Report `left of dealer/dealer`, where `left of` applies to each item and may be intended for the first."""
    listed, first, rest = "/".join(items), items[0], "/".join(items[1:])
    message = tr("`{link} of` applies to each item of this list: `/` binds tighter than `of`", link=link)
    help = tr(
        "write `({link} of {first})/{rest}` for the first item only, `{link} of ({listed})` for each of them",
        link=link,
        first=first,
        rest=rest,
        listed=listed,
    )
    return warning("W620", span, message, help)


def stale(span: Span, key: str, state: str, stage: str, around: str) -> Diagnostic:
    """Report that a stage reads its own state before the state is reset."""
    message = tr(
        "`{key}` is evaluated on entry to `{stage}`, where `{state}` still has the value of the last iteration",
        key=key,
        stage=stage,
        state=state,
    )
    help = tr(
        "declare it in the surrounding stage, `{state} in {around}`, or set it under `end`", state=state, around=around
    )
    return warning("W621", span, message, help)


def unanswered(asked: Sequence[tuple[Span, str, str]]) -> Diagnostic:
    """Report all questions without an answer. `asked`: the place, name and text of each."""
    (span, name, text), *more = asked
    help = tr("write your decision after its `answer`, or delete the question if it does not apply")
    if not more:
        return warning(
            "W607",
            span,
            tr("the question `{name}` has no answer yet: {text}", name=name, text=clipped(text, 160)),
            help,
        )
    message = tr(
        "{n} questions have no answer yet: {names}", n=len(asked), names=_names([name for _, name, _ in asked])
    )
    return Diagnostic("W607", Severity.WARNING, message, tuple(Label(at, clipped(q, 160)) for at, _, q in asked), help)


def clauses_without_words(names: Sequence[tuple[Span, str]]) -> Diagnostic:
    """Report all clauses without a text. `names`: the place and name of each."""
    (span, name), *more = names
    if not more:
        help = tr("write the passage in your own words")
        return warning("W608", span, tr("the clause `{name}` has no text yet", name=name), help)
    message = tr("{n} clauses have no text yet: {names}", n=len(names), names=_names([name for _, name in names]))
    labels = tuple(Label(at, tr("`{name}` has no text", name=name)) for at, name in names)
    return Diagnostic("W608", Severity.WARNING, message, labels, tr("write each passage in your own words"))


def deal_runs_short(
    span: Span,
    tables: Sequence[tuple[int, Sequence[tuple[str, str]], int, int, tuple[str, int] | None]],
    players: Sequence[int],
) -> Diagnostic:
    """Report a deal that runs short. `tables`: players, other options, cards wanted, cards found, and the iteration of
    a stage."""
    told = []
    for number, options, wanted, found, rounds in tables[:3]:
        performed = (f"{rounds[0]} {rounds[1]}",) if rounds is not None else ()
        where = _where(number, options, len(players) > 1, *performed)
        told.append(where + ntr("it finds {found} of {n} card", "it finds {found} of {n} cards", wanted, found=found))
    left = len(tables) - 3
    more = ntr("; {n} more setting also runs short", "; {n} more settings also run short", left) if left > 0 else ""
    help = tr("deal fewer cards, use more, or exclude this setting with `players` or `needs`")
    return warning("W609", span, tr("this deal runs short: {told}{more}", told="; ".join(told), more=more), help)


def _names(names: Sequence[str], most: int = 12) -> str:
    """Return up to `most` names as text, with the number of the others."""
    shown = ", ".join(names[:most])
    return tr("{shown} and {n} more", shown=shown, n=len(names) - most) if len(names) > most else shown


# ---------------------------------------------------------------- hidden cards


def tells_what_nobody_sees(span: Span, zone: str) -> Diagnostic:
    return warning(
        "W630",
        span,
        tr("this reveals hidden cards of `{zone}` to everybody", zone=zone),
        tr("use only counts and open cards, or list this part under `told` with the clause that intends it"),
    )
