"""The wording of what is valid and makes no sense: W6xx."""

from __future__ import annotations

from collections.abc import Sequence

from croupier_dsl.diagnostics import Diagnostic, Label, Severity
from croupier_dsl.errors.reading import clipped
from croupier_dsl.language import ntr, tr
from croupier_dsl.source import Span


def _error(code: str, span: Span, message: str, help: str = "", label: str = "", *more: Label) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, (Label(span, label), *more), help)


def _warning(code: str, span: Span, message: str, help: str = "") -> Diagnostic:
    return Diagnostic(code, Severity.WARNING, message, (Label(span),), help)


# ---------------------------------------------------------------- W6xx: warnings


def never_read(span: Span, sort: str, name: str) -> Diagnostic:
    return _warning(
        "W601", span, tr("the {sort} `{name}` is never read", sort=tr(sort), name=name), tr("delete it, or use it")
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


def always_holds(span: Span) -> Diagnostic:
    return _warning("W604", span, tr("this holds always, whatever the options"), tr("delete it, or say what was meant"))


def never_holds(span: Span) -> Diagnostic:
    return _warning("W605", span, tr("this never holds, whatever the options"), tr("say what was meant"))


def never_together(span: Span) -> Diagnostic:
    return _warning("W606", span, tr("this and the conditions beside it never hold together"), tr("say what was meant"))


def not_all_judged(span: Span, places: int) -> Diagnostic:
    """Conditions of so many places, the first of which is here, were not judged."""
    message = ntr(
        "whether the conditions here hold always or never would take too long to find out",
        "whether the conditions of {n} places hold always or never would take too long to find out; this is the first",
        places,
    )
    return _warning("W610", span, message, tr("let conditions read fewer options and go through shorter ranges"))


def not_all_dealt(span: Span) -> Diagnostic:
    """Not every deal was gone through."""
    message = tr("not all deals were looked at for too few cards: more would take too long")
    return _warning("W610", span, message, tr("let deals read fewer options and go through shorter ranges"))


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
        setting = [ntr("{n} player", "{n} players", number)] if len(players) > 1 else []
        setting += [f"{name}={word}" for name, word in options]
        setting += [f"{rounds[0]} {rounds[1]}"] if rounds is not None else []
        where = tr("with {setting} ", setting=", ".join(setting)) if setting else ""
        told.append(where + ntr("it finds {found} of {n} card", "it finds {found} of {n} cards", wanted, found=found))
    left = len(tables) - 3
    more = ntr("; so it does at {n} more table", "; so it does at {n} more tables", left) if left > 0 else ""
    help = tr("deal fewer cards, take more, or let `players` or a need refuse such a table")
    return _warning("W609", span, tr("this deal runs short: {told}{more}", told="; ".join(told), more=more), help)


def _names(names: Sequence[str], most: int = 12) -> str:
    """The names, up to so many, and how many there are beyond them."""
    shown = ", ".join(names[:most])
    return tr("{shown} and {n} more", shown=shown, n=len(names) - most) if len(names) > most else shown
