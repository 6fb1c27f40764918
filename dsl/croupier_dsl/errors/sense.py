"""The wording of what is valid and makes no sense: W6xx."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from croupier_dsl.analysis.settled import Setting
from croupier_dsl.diagnostics import Diagnostic, Label, Severity
from croupier_dsl.errors.reading import clipped
from croupier_dsl.frozen import frozen
from croupier_dsl.language import later, ntr, tr
from croupier_dsl.source import Span


def _error(code: str, span: Span, message: str, help: str = "", label: str = "", *more: Label) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, (Label(span, label), *more), help)


def _warning(code: str, span: Span, message: str, help: str = "") -> Diagnostic:
    return Diagnostic(code, Severity.WARNING, message, (Label(span),), help)


SORTS = {
    "option": later("option"),
    "zone": later("zone"),
    "variable": later("state"),
    "table": later("table"),
    "definition": later("definition"),
    "combo": later("combo"),
}
"""What may be declared and never read, in words."""


# ---------------------------------------------------------------- W6xx: warnings


def never_read(span: Span, sort: str, name: str) -> Diagnostic:
    return _warning(
        "W601", span, tr("the {sort} `{name}` is never read", sort=tr(sort), name=name), tr("delete it, or use it")
    )


def ends_anyway(span: Span, name: str, around: str) -> Diagnostic:
    """`end X` where the performance of X is over anyway. `around`: the stage around it, if that is one alone."""
    further = tr("`end {around}` ends the stage around it; ", around=around) if around else ""
    return _warning(
        "W631",
        span,
        tr("`end {name}` changes nothing here: the stage is performed again as if it were not there", name=name),
        tr("{further}to stop `{name}`, set state that its `until` reads", further=further, name=name),
    )


def number_of_an_option(span: Span, word: str, name: str) -> Diagnostic:
    """A number in what the game is in short, which an option decides."""
    return _warning(
        "W633",
        span,
        tr("`{word}` in `game.short` does not follow the option `{name}`", word=word, name=name),
        tr("write `{{options.{name}}}`: it says what the table has agreed on", name=name),
    )


def changed_and_told(span: Span, path: str, word: str, said: Span, inherited: bool) -> Diagnostic:
    """A rule that a variant changes, and a short text that speaks of it: at the change if the text is taken over."""
    message = tr("`{word}` in `game.short` is about `{path}`, which the variant changes", word=word, path=path)
    if not inherited:
        more = Label(span, tr("changed here"))
        return Diagnostic("W634", Severity.WARNING, message, (Label(said), more), tr("say what holds in the variant"))
    help = tr("write a `game.short` for the variant under its `text`; repeat the old one if it is still true")
    return Diagnostic("W634", Severity.WARNING, message, (Label(span), Label(said, tr("said here"))), help)


def only_a_list(span: Span, name: str) -> Diagnostic:
    """An option that nothing reads, while its list of words is used."""
    return _warning(
        "W601",
        span,
        tr("the option `{name}` decides nothing, so no table is asked: only its list of words is used", name=name),
        tr("let a rule read it, or list the words with the state that takes them"),
    )


def never_offered(span: Span, name: str) -> Diagnostic:
    return _warning(
        "W602", span, tr("no stage offers the move `{name}`", name=name), tr("name it under `moves` of a stage")
    )


def stage_never_performed(span: Span, name: str) -> Diagnostic:
    return _warning(
        "W602", span, tr("no stage performs the stage `{name}`", name=name), tr("name it under `steps` of a stage")
    )


def never_performed(span: Span, name: str) -> Diagnostic:
    return _warning(
        "W602", span, tr("nothing performs the effect `{name}`", name=name), tr("name it where a statement stands")
    )


def row_never_applies(span: Span, key: str) -> Diagnostic:
    return _warning("W603", span, tr("this row never applies: the key is never {key}", key=key), tr("delete the row"))


@frozen
class Follows:
    """What a condition decides: whether a move, stage or rule of this name happens, …"""

    what: Literal["", "move", "stage", "until", "must", "rule", "branch"] = ""
    name: str = ""

    def said(self) -> str:
        """What comes of it if the condition never holds; of `stage`, also of an `until` that always holds."""
        match self.what:
            case "move":
                return tr("the move `{name}` can never be made", name=self.name)
            case "stage":
                return tr("the stage `{name}` is never performed", name=self.name)
            case "until":
                return tr("it never ends the stage `{name}`", name=self.name)
            case "must":
                return tr("nothing in the stage `{name}` is ever legal", name=self.name)
            case "rule":
                return tr("the rule `{name}` never fires", name=self.name)
            case "branch":
                return tr("what stands under it never happens")
        return ""


NOTHING_FOLLOWS = Follows()


def always_holds(span: Span, still: bool, follows: Follows, reasons: Sequence[str]) -> Diagnostic:
    """`still`: is it the same in every position? `reasons`: what it reads and nothing ever changes."""
    message = tr("this holds always, whatever the options") if still else tr("this holds always, in every position")
    help = _unchanged(reasons) or tr("delete it, or say what was meant")
    return _warning("W604", span, _so(message, follows), help)


def never_holds(span: Span, still: bool, follows: Follows, reasons: Sequence[str]) -> Diagnostic:
    message = tr("this never holds, whatever the options") if still else tr("this never holds, in any position")
    return _warning("W605", span, _so(message, follows), _unchanged(reasons) or tr("say what was meant"))


def never_together(span: Span, follows: Follows) -> Diagnostic:
    message = tr("this and the conditions beside it never hold together")
    return _warning("W606", span, _so(message, follows), tr("say what was meant"))


def _so(message: str, follows: Follows) -> str:
    """A message, and what comes of it."""
    return f"{message}: {so}" if (so := follows.said()) else message


def _unchanged(names: Sequence[str]) -> str:
    """The reason, where state never changes or zones stay empty."""
    if not names:
        return ""
    return tr("nothing ever changes {names}", names=", ".join(f"`{name}`" for name in names))


Unchecked: TypeAlias = Literal["conditions", "moves", "alike", "rows", "deals", "setups"]


def not_all_checked(what: Unchecked, spans: Sequence[Span]) -> Diagnostic:
    """Return the remark that a check stopped at these places before it had gone through everything."""
    told = {
        "conditions": tr("whether conditions hold always or never"),
        "moves": tr("whether moves can ever be made"),
        "alike": tr("whether moves look alike"),
        "rows": tr("whether tables have a row for every key"),
        "deals": tr("whether deals find enough cards"),
        "setups": tr("whether every table can be set up"),
    }[what]
    message = ntr(
        "{what} was not checked to the end: it would take too long",
        "{what} was not checked to the end at {n} places, of which this is the first: it would take too long",
        len(spans),
        what=told,
    )
    return _warning("W610", spans[0], message, tr("let sentences here read fewer options and shorter ranges"))


def nothing_to_choose(span: Span, move: str, wanted: int, reasons: Sequence[str]) -> Diagnostic:
    """A move that asks for more than there ever are."""
    message = ntr(
        "there is never anything here to choose: the move `{name}` can never be made",
        "there are never {n} here to choose: the move `{name}` can never be made",
        wanted,
        name=move,
    )
    return _warning("W611", span, message, _unchanged(reasons) or tr("say what was meant"))


def never_made_here(span: Span, move: str, stage: str) -> Diagnostic:
    message = tr("the move `{name}` can never be made in the stage `{stage}`", name=move, stage=stage)
    help = tr("what it asks never holds where the stage goes on: see its `when` and the `until` of the stage")
    return _warning("W611", span, message, help)


def nothing_to_do(span: Span, stage: str, moves: Sequence[str]) -> Diagnostic:
    """A step in which nobody can ever do anything."""
    message = ntr(
        "nobody can ever do anything in the stage `{name}`: its move {moves} can never be made, and it has no `else`",
        "nobody can ever do anything in the stage `{name}`: its moves {moves} can never be made, and it has no `else`",
        len(moves),
        name=stage,
        moves=_names([f"`{move}`" for move in moves]),
    )
    return _warning("W612", span, message, tr("mend the moves, or say under `else` what happens instead"))


def never_ends(span: Span, stage: str) -> Diagnostic:
    message = tr("nothing that happens in the stage `{name}` changes what this asks, so it never ends", name=stage)
    return _warning("W613", span, message, tr("let a move or an `end` list change it, or give the stage `times`"))


def never_set(span: Span, name: str) -> Diagnostic:
    message = tr("the state `{name}` is read, and nothing ever changes it", name=name)
    return _warning(
        "W614", span, message, tr("set it where it changes; if it never does, say what it is under `define`")
    )


def never_filled(span: Span, name: str) -> Diagnostic:
    message = tr("cards are asked for in the zone `{name}`, and none ever comes to lie there", name=name)
    return _warning("W614", span, message, tr("move cards to it, or delete it"))


def look_alike(span: Span, before: Span, move: str, words: str) -> Diagnostic:
    """Two moves that are offered together under the same words."""
    message = tr(
        "this move and `{name}` look alike to who has to choose: both are called {words}", name=move, words=words
    )
    help = tr("give them words that tell them apart, or conditions that never hold together")
    return Diagnostic("W615", Severity.WARNING, message, (Label(span), Label(before)), help)


def do_the_same(span: Span, before: Span, one: str, other: str) -> Diagnostic:
    message = tr("the moves `{one}` and `{other}` ask and do the same", one=one, other=other)
    return Diagnostic("W615", Severity.WARNING, message, (Label(span), Label(before)), tr("delete one of them"))


def no_row(span: Span, table: str, keys: Sequence[tuple[str, Setting]], several: bool) -> Diagnostic:
    """Keys without a row, each with the first table of players and options at which it comes up."""
    told = [
        tr("{key} {where}", key=key, where=where).strip()
        if (where := _where(setting.players, setting.options, several))
        else key
        for key, setting in keys[:3]
    ]
    left = len(keys) - 3
    more = ntr("; and for {n} more key", "; and for {n} more keys", left) if left > 0 else ""
    message = tr("the table `{name}` has no row for {told}{more}", name=table, told="; ".join(told), more=more)
    return _warning("W616", span, message, tr("add the row, or `else` for the rest"))


def _where(players: int, options: Sequence[tuple[str, str]], several: bool, *more: str) -> str:
    """At which table: how many play, if that differs, and the options that are not at their defaults."""
    setting = [ntr("{n} player", "{n} players", players)] if several else []
    setting += [f"{name}={word}" for name, word in options]
    setting += more
    return tr("with {setting} ", setting=", ".join(setting)) if setting else ""


def swallowed(span: Span, whole: Span, other: str) -> Diagnostic:
    """`none of C where P or Q`, where Q does not speak of the elements of C."""
    message = tr("this belongs to what follows `where`, though it does not speak of what is gone through")
    help = tr("write `{other} or none of … where …`, or parentheses behind `where` if that is meant", other=other)
    return Diagnostic("W617", Severity.WARNING, message, (Label(span), Label(whole)), help)


def hides_a_word(span: Span, name: str, sort: str, among: str) -> Diagnostic:
    """A name that stands where a word of a list could, and is that of something declared."""
    message = tr(
        "`{name}` is the {sort} of this name here, not the word of `{among}`", name=name, sort=tr(sort), among=among
    )
    return _warning("W618", span, message, tr("give one of them another name"))


def given_hides_a_word(span: Span, name: str, among: str) -> Diagnostic:
    """Report a choice, or what `let` or `as` names, where a word of a list by the same name could stand."""
    message = tr("`{name}` is what is named so here, not the word of `{among}`", name=name, among=among)
    return _warning("W618", span, message, tr("give one of them another name"))


def list_first(span: Span, link: str, items: Sequence[str]) -> Diagnostic:
    """Report `left of dealer/dealer`, where `left of` is laid on each item and may have been meant for the first."""
    listed, first, rest = "/".join(items), items[0], "/".join(items[1:])
    message = tr("`{link} of` is taken of each item of this list: `/` binds before `of`", link=link)
    help = tr(
        "write `({link} of {first})/{rest}` to take it of the first alone, `{link} of ({listed})` for each of them",
        link=link,
        first=first,
        rest=rest,
        listed=listed,
    )
    return _warning("W620", span, message, help)


def stale(span: Span, key: str, state: str, stage: str, around: str) -> Diagnostic:
    """Report that a stage asks on arriving for its own state, which holds what the last performance left."""
    message = tr(
        "`{key}` is asked on arriving at `{stage}`, where `{state}` still has the value of the last performance",
        key=key,
        stage=stage,
        state=state,
    )
    help = tr(
        "let it live in the stage around, `{state} in {around}`, or set it under `end`", state=state, around=around
    )
    return _warning("W621", span, message, help)


def unanswered(asked: Sequence[tuple[Span, str, str]]) -> Diagnostic:
    """All questions without an answer: the place, name and text of each."""
    (span, name, text), *more = asked
    help = tr("write what you play after its `answer`, or delete it if it has no place in the game")
    if not more:
        return _warning(
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
    """All clauses that nobody has put into words: the place and name of each."""
    (span, name), *more = names
    if not more:
        help = tr("say in your own words what the passage says")
        return _warning("W608", span, tr("the clause `{name}` has no words yet", name=name), help)
    message = tr("{n} clauses have no words yet: {names}", n=len(names), names=_names([name for _, name in names]))
    labels = tuple(Label(at, tr("`{name}` has no words", name=name)) for at, name in names)
    return Diagnostic("W608", Severity.WARNING, message, labels, tr("say in your own words what each passage says"))


def deal_runs_short(
    span: Span,
    tables: Sequence[tuple[int, Sequence[tuple[str, str]], int, int, tuple[str, int] | None]],
    players: Sequence[int],
) -> Diagnostic:
    """A deal with the tables at which it finds too few cards: players, other options, cards wanted and found, round."""
    told = []
    for number, options, wanted, found, rounds in tables[:3]:
        performed = (f"{rounds[0]} {rounds[1]}",) if rounds is not None else ()
        where = _where(number, options, len(players) > 1, *performed)
        told.append(where + ntr("it finds {found} of {n} card", "it finds {found} of {n} cards", wanted, found=found))
    left = len(tables) - 3
    more = ntr("; so it does at {n} more table", "; so it does at {n} more tables", left) if left > 0 else ""
    help = tr("deal fewer cards, take more, or let `players` or a need refuse such a table")
    return _warning("W609", span, tr("this deal runs short: {told}{more}", told="; ".join(told), more=more), help)


def _names(names: Sequence[str], most: int = 12) -> str:
    """The names, up to so many, and how many there are beyond them."""
    shown = ", ".join(names[:most])
    return tr("{shown} and {n} more", shown=shown, n=len(names) - most) if len(names) > most else shown


# ---------------------------------------------------------------- what lies hidden


def tells_what_nobody_sees(span: Span, zone: str) -> Diagnostic:
    return _warning(
        "W630",
        span,
        tr("this tells everybody something of the cards in `{zone}`, which nobody sees", zone=zone),
        tr("read counts and cards that lie open, or name this part in `told`, with the clause that means it"),
    )
