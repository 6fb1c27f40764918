"""English grammar: nouns, verbs and clauses."""

from __future__ import annotations

from collections import Counter

from croupier.rulebook.english_words import PHRASES
from croupier.rulebook.grammar import MARK, THOUSANDS, Grammar, Group, Predicate, Said, Thing
from croupier.words.nouns import SIBILANTS, Noun, head

_VERBS = {
    "be": ("is", "are"), "have": ("has", "have"), "do": ("does", "do"), "go": ("goes", "go"), "may": ("may", "may"),
    "can": ("can", "can"), "must": ("must", "must"), "will": ("will", "will"),
}  # fmt: skip
_SINGULAR = ("one", "a", "each", "any", "first", "some", "none", "a_one")
_THIRD = {third: (verb, plain) for verb, (third, plain) in _VERBS.items()}
_AUXILIARIES = ("be", "may", "can", "must", "will")
_FINITE = ("is", "are", "has", "have", "may", "can", "must", "will")
_CLAUSES = {"that", "who", "which", "whose", "whom", "where", "when", "if", "and", "or", "of"}
"""Words after which a verb may belong to another clause, or a denial to another thing."""
_QUANTIFIERS = (
    "some",
    "each",
    "every",
    "all",
    "no",
    "nobody",
    "nothing",
    "everybody",
    "everything",
    "any",
    "both",
    "one",
)
_WHOLE = ("all", "every", "everybody", "everything")
_COUNTS = {2: "two", 3: "three", 4: "four"}
_ONE_OF = {"one": "one", "first": "first", "a": "one", "a_one": "one", "each": "each", "any": "any",
           "some": "at least one", "none": "none"}  # fmt: skip
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
             "twelfth")  # fmt: skip
_INDEFINITE = {"something": "nothing", "somebody": "nobody"}


class English(Grammar):
    code = "en"
    phrases = PHRASES
    of_a_table = f"the {PHRASES['sort_player']}"
    """The subject of a table without words of its own."""

    def say(self, key: str, /, **things: Said) -> str:
        match key, things:
            case "namely", {"values": "no or yes" | "no and yes"}:
                return ", yes or no"
            case "choose_some", {"amount": "at least 1", "many": Group() as many}:
                return f"one or more {self.form(many, 'bare')}"
            case "aim_be", {"what": str(what)} if what.startswith("not "):
                return self.phrases[key].replace("to be", "not to be").format(what=what.removeprefix("not "))
        return super().say(key, **things)

    def form(self, said: Said, form: str) -> str:
        match said:
            case int():
                return f"{said:,}" if said >= THOUSANDS else str(said)
            case str():
                return f"{_a(said)} {said}" if form == "a" else said
            case Noun():
                return self._noun_form(said, form)
            case Group(noun=noun, rest=rest):
                return _tidy(self._group_form(noun, rest(form not in _SINGULAR or noun.plural), form, said))
            case Thing(text=text):
                if not form:
                    return text
                if form == "of":
                    return f"of {text}"
                if form == "each":
                    return "each" if said.plural else ""
                if form in ("left", "right") and text == self.of_a_table:
                    return f"to their {form}"
                if form == "away":
                    return "them" if text == self.of_a_table else text
                if form in ("left", "right"):
                    return f"to {owners}'s {form}" if (owners := _owning(said)) else f"to the {form} of {text}"
                if form in ("so", "so_not"):
                    yes = form == "so"
                    if not text.startswith("“"):
                        return "is yes" if yes else "is no"
                    return "holds" if yes else "does not hold"
                if form == "so_many":
                    return f"this many: {text}" if text[:1].isdigit() else f"as many as {text}"
                if form == "in":
                    return f"{_in(text)} {text}"
                if form == "place":
                    return f"{'among' if said.plural else _in(text)} {text}"
                if form in ("exists", "exists_not"):
                    return _existing(text, form == "exists")
                return verb(form, said.plural or said.you)

    def _noun_form(self, noun: Noun, form: str) -> str:
        match form:
            case "a":
                return noun.base if noun.plural else f"{_a(noun.one)} {noun.one}"
            case "the":
                return f"the {noun.base}"
            case "no":
                return f"no {noun.one}"
            case "many":
                return noun.many
            case "for_which" | "for_which_many":
                key = f"{form}_person" if noun.person else form
                return self.phrases[key]
        return noun.base

    def _group_form(self, noun: Noun, rest: str, form: str, group: Group) -> str:
        match form:
            case _ if noun.plural and form in _ONE_OF and not group.among:  # it has no singular
                return f"{_ONE_OF[form]} of the {noun.many}{rest}"
            case "one" | "first":
                return f"{noun.one}{rest}"
            case "a":
                return f"{_a(noun.one)} {noun.one}{rest}"
            case "each" if group.among and group.whole is not None:
                return f"each of {group.whole.text}"
            case "each" | "any":
                return f"{form} {noun.one}{rest}"
            case "some" if group.among and group.whole is not None:
                return f"at least one of {group.whole.text}"
            case "some":
                return f"at least one {noun.one}{rest}"
            case "none" if group.among and group.whole is not None:
                return f"none of {group.whole.text}"
            case "none":
                return f"no {noun.one}{rest}"
            case "a_one":
                return f"one {noun.one}{rest}"
            case "just":
                return noun.one
            case "plural":
                return noun.many
            case "bare" if group.among and group.whole is not None:
                return group.whole.text.removeprefix("the ")
            case "counted" if group.among and group.whole is not None and group.whole.text.startswith("these "):
                return f"of {group.whole.text}"
            case "counted":
                return self._group_form(noun, rest, "bare", group)
            case "highest" | "lowest":
                return {"highest": "higher", "lowest": "lower"}[form] if len(group.items) == 2 else form
            case "all" if group.items:
                return self.listed(group.items, "and")
            case "bare":
                return f"{noun.many}{rest}"
            case "the" | "all":
                return group.whole.text if group.whole is not None else f"the {noun.many}{rest}"
        return group.whole.text if group.whole is not None and not rest else f"{noun.many}{rest}"

    def of(self, owner: Thing, noun: Noun) -> Thing:
        plural, word = noun.plural, noun.base
        if owner.relative and owner.its:
            return Thing(f"{MARK}the {word} of {owner.text.removeprefix(MARK)}", plural, relative=True)
        if owner.relative:
            return Thing(f"{MARK}whose {word}", plural, relative=True)
        if owner.its:
            return Thing(f"{'their' if owner.person else 'its'} {word}", plural)
        if owner.you:
            return Thing(f"your {word}", plural)
        if owners := _owning(owner):
            return Thing(f"{owners}'s {word}", plural)
        if owner.text in (self.phrases["all_players"], self.phrases["all_teams"]):
            return Thing(f"{owner.text}' {word}", plural)
        return Thing(f"the {word} of {owner.text}", plural)

    def the(self, noun: Noun, plural: bool = False, rest: str = "") -> Thing:
        return Thing(f"the {noun.many if plural else noun.base}{rest}", plural or noun.plural, person=noun.person)

    def pronoun(self, noun: Noun) -> Thing:
        return Thing("they" if noun.person else "it", noun.person, person=noun.person, its=True)

    def turned(self, cards: str, several: bool) -> Thing:
        """Return `the ace of hearts`, `the two 8s`, `the 6 of clubs and 6 of spades`."""
        alike = Counter(cards.split(", "))
        words = [card if n == 1 else f"{_COUNTS.get(n, n)} {self.noun(card).many}" for card, n in alike.items()]
        return Thing(f"the {self.listed(words, 'and')}", several)

    def counted(self, noun: Noun) -> str:
        return noun.base.removeprefix("number of ") if noun.base.startswith("number of ") else ""

    def predicate(self, predicate: Predicate, subject: Thing | None, yes: bool) -> str:
        words = predicate.text
        if predicate.denial and not yes:
            words, yes = predicate.denial, True
        if subject is None:
            return words if yes else _denied(words) or self.phrases["not_so"].format(claim=words)
        first, _, rest = words.partition(" ")
        infinitive, finite = _THIRD.get(first, ("", ""))
        if not infinitive:
            infinitive = finite = _stem(first)
        plural = subject.plural or subject.you
        told = finite if plural else first
        if not yes:
            if infinitive in _AUXILIARIES or (infinitive == "have" and _is_participle(rest.partition(" ")[0])):
                told = f"{told} not"
            else:
                told = f"{'do' if plural else 'does'} not {infinitive}"
        return _tidy(f"{_opened(subject)} {told} {rest}")

    def laid(self, card: Thing, player: Thing, yes: bool) -> str:
        have = f"{player.text} {verb('have', player.plural or player.you)}{'' if yes else ' not'} put down"
        return f"{card.text} {have}" if card.relative else f"{have} {card.text}"

    def ordinal(self, n: int) -> str:
        return _ORDINALS[n - 1] if n <= len(_ORDINALS) else f"{n}th"

    def amount(self, n: int, noun: Noun) -> str:
        return f"{n} {noun.one if n == 1 else noun.many}"


def _owning(owner: Thing) -> str:
    """Return the owner if an apostrophe may follow it: a few words for one thing; else an empty string."""
    few = len(owner.text.split()) <= 3 and not owner.plural
    return owner.text if few and " of " not in owner.text and '"' not in owner.text else ""


def _in(text: str) -> str:
    """Return the preposition for a place: in, on, or, if the place is named after its cards, among."""
    if "cards" in head(text):
        return "among"
    return "on" if text.split(" of ")[0].endswith(("table", "board", "mat")) and " in " not in text else "in"


def _existing(text: str, yes: bool) -> str:
    """Return that a thing exists, or that none does."""
    owner, of, word = text.partition("'s ")
    if of:
        return f"{owner} has {_a(word)} {word}" if yes else f"{owner} has no {word}"
    _, the, word = text.partition("the ")
    if the and text.startswith("the "):
        return f"there is {_a(word)} {word}" if yes else f"there is no {word}"
    return f"there is {'such a' if yes else 'no such'} thing as {text}"


def verb(infinitive: str, plural: bool) -> str:
    """Return the present of a verb: `goes`, `go`."""
    known = _VERBS.get(infinitive)
    if known is not None:
        return known[plural]
    if plural:
        return infinitive
    return infinitive + ("es" if infinitive.endswith(SIBILANTS) else "s")


def _is_participle(word: str) -> bool:
    return word.endswith(("ed", "en", "ne", "wn", "id")) or word in (
        "been",
        "had",
        "won",
        "lost",
        "put",
        "dealt",
        "left",
    )


def _denied(clause: str) -> str:
    """Return the clause denied: `no card has been drawn`, `the market is not open`; nothing where that is not sure."""
    words = clause.split(" ")
    if words[0] in _INDEFINITE and words[1] not in {*_CLAUSES, "else"}:
        return " ".join([_INDEFINITE[words[0]], *words[1:]])
    if words[0] in _WHOLE and not {"and", "or", "if"} & set(words):
        return f"not {clause}"
    at = next((at for at, word in enumerate(words) if word in _FINITE), 0)
    if not at or set(words[:at]) & (_CLAUSES - {"of"}) or set(words[:at]) & set(_QUANTIFIERS):
        return ""
    if words[at] in ("has", "have") and not _is_participle("".join(words[at + 1 : at + 2])):
        return ""
    if words[0] in ("a", "an"):
        return " ".join(["no", *words[1:]])
    if words[0] == "there":
        article = words[at + 1 : at + 2]
        return " ".join([*words[: at + 1], "no", *words[at + 2 :]]) if article in (["a"], ["an"]) else ""
    return " ".join([*words[: at + 1], "not", *words[at + 1 :]])


def _opened(subject: Thing) -> str:
    return subject.text


def _stem(third: str) -> str:
    """`wants` to `want`."""
    if third.endswith("ies"):
        return third[:-3] + "y"
    if third.endswith(("ches", "shes", "sses", "xes")):
        return third[:-2]
    return third.removesuffix("s")


def _a(word: str) -> str:
    return "an" if word[:1].lower() in (*"aeiou", "8") else "a"


def _tidy(text: str) -> str:
    return " ".join(text.split())
