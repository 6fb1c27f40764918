"""French grammar: nouns, verbs and clauses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from croupier.rulebook.french_words import PHRASES
from croupier.rulebook.grammar import MARK, THOUSANDS, Grammar, Group, Predicate, Said, Sentence, Thing
from croupier.words.nouns import VOWELS, Noun, noun

_VERBS = {
    "être": ("est", "sont", "êtes"), "avoir": ("a", "ont", "avez"), "aller": ("va", "vont", "allez"),
    "contenir": ("contient", "contiennent", "contenez"), "devenir": ("devient", "deviennent", "devenez"),
    "prendre": ("prend", "prennent", "prenez"), "pouvoir": ("peut", "peuvent", "pouvez"),
    "devoir": ("doit", "doivent", "devez"), "vouloir": ("veut", "veulent", "voulez"),
    "faire": ("fait", "font", "faites"), "valoir": ("vaut", "valent", "valez"),
    "convenir": ("convient", "conviennent", "convenez"), "choisir": ("choisit", "choisissent", "choisissez"),
    "appartenir": ("appartient", "appartiennent", "appartenez"), "tenir": ("tient", "tiennent", "tenez"),
    "suivre": ("suit", "suivent", "suivez"), "venir": ("vient", "viennent", "venez"),
    "fournir": ("fournit", "fournissent", "fournissez"), "battre": ("bat", "battent", "battez"),
}  # fmt: skip
_THIRD = {forms[0]: forms for forms in _VERBS.values()}
_SINGULAR = ("one", "a", "each", "any", "no", "first", "some", "none", "a_one")
_CLAUSES = {"qui", "que", "dont", "où", "si", "quand", "et", "ou", "lequel", "laquelle", "auquel"}
"""Words after which a verb may belong to another clause."""
_QUANTIFIERS = ("tous", "toutes", "chaque", "chacun", "chacune", "aucun", "aucune", "nul", "des", "quelqu'un")
_CLITICS = re.compile(r"((?:ne |n'|se |s'|y )*)(\S+)(?: (.*))?")
"""The words of a predicate before its verb: `ne joue pas`, `s'oppose à …`."""
_FEMININE = ("la ", "une ", "cette ", "sa ", "aucune ", "chaque carte")
"""The beginnings of feminine words."""
_CITED = ("rien", "aucun", "nul ", "à ", "avec ", "sans ", "tous", "toutes")
_ARTICLES = ("un ", "une ", "le ", "la ", "les ", "l'")
_AGAIN = "\x02"
"""A mark before each clause of several except the first, until it is known whether `si` or `que` opens them."""
_TEAM = re.compile(r"les joueurs de (?:\w+ |l')équipe$|les joueurs de l'autre équipe$")
"""Phrases for the players in a team."""
_OWN = re.compile(r"^((?:\w+ )?(?:à )?)(son|sa|ses)\b")
"""A possession of the subject of a predicate: `tenu son annonce`; not `garder l'as appelé pour sa couleur`."""
_EACH = "\x03"
"""A mark before each thing of several except the first, until it is known whether a preposition precedes it."""
_CLAUSE = re.compile(r" (?:qui|que|qu'|dont|où|encore|en jeu|jusqu'|avec)\b| (?=qu'|jusqu')")
"""The beginning of a clause that narrows a noun."""
SHORT = 20
"""The maximum length of an amount that comes before the thing it is added to, in characters."""
LONG = 45
"""The length from which a sign separates a text from what follows, in characters."""
_COUNTS = {2: "deux", 3: "trois", 4: "quatre"}
_ORDINALS = ("premier", "deuxième", "troisième", "quatrième", "cinquième", "sixième", "septième", "huitième",
             "neuvième", "dixième", "onzième", "douzième")  # fmt: skip
_INDEFINITE = {"quelque chose": "rien", "quelqu'un": "nul"}
_CONTRACTIONS = (
    (re.compile(r"\b([Dd])e des\b"), r"\1e"),
    (re.compile(r"\b([Dd])e les\b"), r"\1es"), (re.compile(r"\b([Dd])e le\b(?! [" + VOWELS + "])"), r"\1u"),
    (re.compile(r"\bà les\b"), "aux"), (re.compile(r"\bà le\b(?! [" + VOWELS + "])"), "au"),
    (re.compile(r"\b([DdLlNn])[ea] (?=[" + VOWELS + r"](?!nze))"), r"\1'"),
    (re.compile(r"\b([Qq]u)e (?=[" + VOWELS + r"](?!nze))"), r"\1'"),
    (re.compile(r"\b([Ss])i (?=ils?\b)"), r"\1'"), (re.compile(r"\b([Ss]i|ou|où|et) on\b(?! l['ae])"), r"\1 l'on"),
    (re.compile(r" ([:;!?])"), "\u00a0\\1"), (re.compile(r"(?<=[\w»)])([:;])(?= |$)"), "\u00a0\\1"),
)  # fmt: skip


class French(Grammar):
    code = "fr"
    phrases = PHRASES

    def say(self, key: str, /, **things: Said) -> str:
        opened = {
            name: self._opened(self.phrases[key], name, said) if isinstance(said, str) else said
            for name, said in things.items()
        }
        return contracted(self.fill(_phrase(key, opened, self.phrases[key]), **_as_said(key, opened)))

    def both(self, things: Sequence[str]) -> str:
        """`de l'une et de l'autre`: a preposition before the first is said before each."""
        first, *others = things
        return super().both([first, *(f"{_EACH}{thing}" for thing in others)])

    def closed(self, clauses: str) -> str:
        return clauses.replace(_AGAIN, "")

    def key(self, noun: Noun) -> Noun:
        one, many = (word.replace("nombre", "numéro") for word in (noun.one, noun.many))
        return replace(noun, one=one, many=many)

    def short(self, noun: Noun) -> Noun:
        """`joueur` for `joueur qui a des jetons`: what follows `ce` needs no more."""
        one, many = (_CLAUSE.split(word, maxsplit=1)[0] for word in (noun.one, noun.many))
        return replace(noun, one=one, many=many)

    def turned(self, cards: str, several: bool) -> Thing:
        """`l'as de cœur`, `la carte 8`, `les cartes 5 et 7`, `le 6 de trèfle et les deux dames de pique`."""
        alike = Counter(cards.split(", "))
        if not all(card.split(" ")[0] in self.court() or re.search(" d[e']", card) for card in alike):
            told = self.listed([card for card, n in alike.items() for _ in range(n)], "and")
            return self.the(self.noun(self.phrases["sort_card"]), several, f" {told}")
        feminine = all(card.startswith(self.phrases["word_Q"]) for card in alike)
        nouns = [(Noun(card, card, card.startswith(self.phrases["word_Q"])), n) for card, n in alike.items()]
        words = [
            self.the(noun).text if n == 1 else f"les {_COUNTS.get(n, n)} {self.noun(f'le {noun.one}').many}"
            for noun, n in nouns
        ]
        return Thing(self.listed(words, "and"), several, feminine)

    def court(self) -> set[str]:
        """Return the words that determine the gender of a card."""
        return {self.phrases[f"word_{rank}"] for rank in ("A", "J", "Q", "K", "joker")}

    def cited(self, word: str, stated: bool = False) -> str:
        """`« rien »`, `« à main ouverte »`: what would be read with the words before it."""
        if word.isdecimal() and int(word) >= THOUSANDS:
            return self.form(int(word), "")
        bare = stated and not word.startswith(_ARTICLES)
        return self.phrases["quoted"].format(name=word) if bare or word.startswith(_CITED) else word

    def belongs(self, things: Sequence[Thing], yes: bool) -> str:
        card, player = things
        if player.relative:
            return ""
        return contracted(self.fill("{x} {x:être} {y:à}" if yes else "{x} {x:ne être} pas {y:à}", x=card, y=player))

    def laid(self, card: Thing, player: Thing, yes: bool) -> str:
        have = verb("avoir", player)
        have = f"{player.text} {have} posé" if yes else f"{player.text} n'{have} pas posé"
        if not card.relative:
            return f"{have} {card.text}"
        agreed = ("e" if card.feminine else "") + ("s" if card.plural else "")
        return contracted(f"{MARK}que {have}{agreed}")

    def of_rank(self, words: Sequence[tuple[str, bool]], several: bool) -> str:
        nouns = [replace(noun("fr", word), feminine=feminine, plural=several) for word, feminine in words]
        return self.listed([self._noun_form(each, "a") for each in nouns], "or")

    def ordinal(self, n: int) -> str:
        return _ORDINALS[n - 1] if n <= len(_ORDINALS) else f"{n}e"

    def rank(self, word: str, feminine: bool) -> str:
        return self.the(Noun(word, word, feminine)).text

    def sentence(self, text: str) -> Sentence:
        return super().sentence(contracted(text.replace(_AGAIN, "")))

    def clauses(self, claims: Sequence[str], join: str) -> str:
        """`si a et si b`, `que a et que b`: what opens them is said again."""
        first, *others = (claim.replace(_AGAIN, "") for claim in claims)
        return self.listed([first, *(f"{_AGAIN}{claim}" for claim in others)], join)

    def _opened(self, phrase: str, name: str, clauses: str) -> str:
        """Return clauses as they follow the word that opens them in a phrase."""
        if phrase == self.phrases["one_of"]:
            return re.sub(rf"(?:,| {self.phrases['or']}) {_AGAIN}", ", soit ", clauses)
        if _AGAIN not in clauses:
            return clauses
        opens = re.search(rf"\b(si|que) \{{{name}\}}", phrase)
        if opens is None:
            return clauses.replace(_AGAIN, "")
        if opens[1] == "si":  # it holds alternatives together
            parts = (part.removeprefix("soit ").replace(", soit ", " ou ") for part in clauses.split(_AGAIN))
            clauses = _AGAIN.join(parts)
        return clauses.replace(_AGAIN, f"{opens[1]} ")

    def form(self, said: Said, form: str) -> str:
        match said:
            case int():
                return f"{said:,}".replace(",", "\u00a0") if said >= THOUSANDS else str(said)
            case str():
                return said
            case Noun():
                return self._noun_form(said, form)
            case Group(noun=noun):
                return " ".join(self._group_form(noun, form, said).split())
            case Thing(text=text, plural=True) if text.lstrip("-").isdecimal():
                return self.form(replace(said, plural=False), form)
            case Thing(text=text):
                if not form:
                    return text
                if form in ("de", "à"):
                    return f"{form} {text.replace(_EACH, f'{form} ')}"
                feminine = said.feminine or text.startswith(_FEMININE)
                if form == "fe":
                    return ("e" if feminine else "") + ("s" if said.plural else "")
                if form == "le":
                    return "les" if said.plural else "la" if feminine else "le"
                if form.startswith("+"):
                    return _agreeing(form[1:], feminine, said.plural)
                if form == "in" and text.startswith("la place "):
                    return f"à {text}"
                if form == "in":
                    return (
                        f"{'sur' if text.split(' de ')[0].endswith(('table', 'tapis', 'plateau')) else 'dans'} {text}"
                    )
                if form == "place":
                    into = "parmi" if said.plural else "à" if text.startswith(("le ", "la ", "l'")) else "dans"
                    return f"{into} {text}"
                if form == "so_many":
                    return f"au nombre de {text}" if text[:1].isdigit() else f"autant que {text}"
                if form.startswith("so"):
                    words = ("vrai", "faux") if text.startswith("«") else ("oui", "non")
                    return f"est {words[form == 'so not']}"
                if form == "each":
                    return f"chacun{'e' if said.feminine else ''}" if said.plural else ""
                if form in ("exists", "exists_not"):
                    return _existing(said, form == "exists")
                if form.startswith("ne ") or said.none:
                    return f"ne {verb(form.removeprefix('ne '), said)}"
                return verb(form, said)

    def _noun_form(self, noun: Noun, form: str) -> str:
        if form.startswith("+"):
            return _agreeing(form[1:], noun.feminine, noun.plural)
        match form:
            case "fe":
                return "e" if noun.feminine else ""
            case "those":
                return "celles" if noun.feminine else "ceux"
            case "un":
                return "une" if noun.feminine else "un"
            case "second":
                return "seconde" if noun.feminine else "second"
            case "le" if noun.plural:
                return "les"
            case "le":
                return "la" if noun.feminine else "le"
            case "same":
                return f"{'la' if noun.feminine else 'le'} même {noun.one}"
            case "a":
                return f"des {noun.base}" if noun.plural else f"{'une' if noun.feminine else 'un'} {noun.one}"
            case "the":
                return self.the(noun).text
            case "de":
                return f"de {noun.base}"
            case "du":
                return contracted(f"de {self.the(noun).text}")
            case "tout":
                return f"{'toute' if noun.feminine else 'tout'} {self.the(noun).text}"
            case "ce":
                return f"ces {noun.base}" if noun.plural else f"{_this(noun)} {noun.one}"
            case "each":
                return f"chaque {noun.one}"
            case "first":
                return "la première" if noun.feminine else "le premier"
            case "no":
                return f"{'aucune' if noun.feminine else 'aucun'} {noun.one}"
            case "many":
                return noun.many
            case "for_which" | "for_which_many":
                return self.phrases[f"{form}_f" if noun.feminine else form]
        return noun.base

    def _group_form(self, noun: Noun, form: str, group: Group) -> str:
        one = group.rest(False) if form in _SINGULAR else ""
        article = "une" if noun.feminine else "un"
        if noun.plural and form in _SINGULAR and not group.among:  # it has no singular
            word = {"first": self._noun_form(noun, "first").removeprefix("la ").removeprefix("le "),
                    "each": f"chac{article}", "none": f"auc{article}", "no": f"auc{article}",
                    "some": f"au moins {article}"}.get(form, article)  # fmt: skip
            return contracted(f"{word} des {noun.many}{group.rest(True)}")
        match form:
            case "fe" | "le":
                return self._noun_form(noun, form)
            case "last":
                last = "la dernière" if noun.feminine else "le dernier"
                return f"{last} {noun.one}{group.rest(False)}"
            case "just":
                return noun.one
            case "which":
                return "qui" if noun.person else f"{'la' if noun.feminine else 'le'}quel{'le' if noun.feminine else ''}"
            case "which_many":
                return "qui" if noun.person else f"lesquel{'le' if noun.feminine else ''}s"
            case "one_or_more":
                return f"{article} ou plusieurs {self._group_form(noun, 'counted', group)}"
            case _ if form.startswith("+"):
                return _agreeing(form[1:], noun.feminine, noun.plural)
            case "plural":
                return noun.many
            case "a_noun":
                return f"{article} {noun.one}"
            case "one":
                return f"{noun.one}{one}"
            case "first":
                return f"{'première' if noun.feminine else 'premier'} {noun.one}{one}"
            case "a" | "a_one":
                return f"{article} {noun.one}{one}"
            case "each" | "some" | "none" if group.among and group.whole is not None:
                word = {"each": f"chac{article}", "some": f"au moins {article}", "none": f"auc{article}"}[form]
                return contracted(f"{word} de {group.whole.text}")
            case "each":
                return f"chaque {noun.one}{one}"
            case "some":
                return f"au moins {article} {noun.one}{one}"
            case "none":
                return f"auc{article} {noun.one}{one}"
            case "any":
                return f"{article} {noun.one} quelconque{one}"
            case "no":
                return f"auc{article} {noun.one}{one}"
        many = group.rest(True)
        whole = group.whole.text if group.whole is not None and not many else ""
        match form:
            case "the" | "de":
                told = group.whole.text if group.whole is not None else f"les {noun.many}{many}"
                return told if form == "the" else f"de {told}"
            case "bare" if group.among and group.whole is not None:
                return group.whole.text.removeprefix("les ")
            case "counted" if group.whole is not None and not group.whole.text.startswith("les "):
                return f"{noun.many} parmi {group.whole.text}"
            case "counted" if group.among and group.whole is not None:
                return group.whole.text.removeprefix("les ")
            case "counted":
                return f"{noun.many}{many}"
            case "bare":
                return f"{noun.many}{many}"
        return whole or f"{noun.many}{many}"

    def of(self, owner: Thing, noun: Noun) -> Thing:
        plural, word = noun.plural, noun.base
        if owner.relative and owner.its:
            whose = contracted(f"{self.the(noun).text} de {owner.text.removeprefix(f'{MARK}dont ')}")
            return Thing(f"{MARK}dont {whose}", plural, noun.feminine, relative=True)
        if owner.relative:
            return Thing(f"{MARK}dont {self.the(noun).text}", plural, noun.feminine, relative=True)
        if owner.its:
            own = "ses" if plural else "sa" if noun.feminine and word[:1] not in VOWELS else "son"
            return Thing(f"{own} {word}", plural, noun.feminine, person=noun.person)
        if owner.you:
            return Thing(f"{'vos' if plural else 'votre'} {word}", plural, noun.feminine, person=noun.person)
        return Thing(contracted(f"{self.the(noun).text} de {owner.text}"), plural, noun.feminine, person=noun.person)

    def the(self, noun: Noun, plural: bool = False, rest: str = "") -> Thing:
        many = plural or noun.plural
        article = "les" if many else "la" if noun.feminine else "le"
        text = contracted(f"{article} {noun.many if many else noun.one}{rest}")
        return Thing(text, many, noun.feminine, person=noun.person)

    def pronoun(self, noun: Noun) -> Thing:
        return Thing("elle" if noun.feminine else "il", False, noun.feminine, person=noun.person, its=True)

    def counted(self, noun: Noun) -> str:
        return noun.base.removeprefix("nombre ") if noun.base.startswith(("nombre de ", "nombre d'")) else ""

    def predicate(self, predicate: Predicate, subject: Thing | None, yes: bool) -> str:
        words = predicate.text
        if predicate.denial and not yes:
            words, yes = predicate.denial, True
        if subject is None:
            return contracted(words if yes else _denied(words) or self.phrases["not_so"].format(claim=words))
        if subject.text.lstrip("-").isdecimal():
            subject = replace(subject, plural=False)
        opened = _CLITICS.fullmatch(words)
        assert opened is not None, words
        before, first, rest = opened.groups("")
        rest = _ended(rest, subject)
        forms = _THIRD.get(first) or _regular(first)
        told = forms[2] if subject.you else forms[1] if subject.plural else forms[0]
        denied = before.startswith(("ne ", "n'"))
        if subject.none and not denied:
            told = f"ne {before}{told}"
        elif subject.none or yes:
            told = f"{before}{told}"
        elif denied:
            return contracted(self.phrases["not_so"].format(claim=self.predicate(predicate, subject, True)))
        else:
            told = f"ne {before}{told} pas"
            if first == "a":
                rest = re.sub(r"^une? ", "de ", rest)
        return contracted(f"{subject.text} {told} {rest}".strip())

    def amount(self, n: int, noun: Noun) -> str:
        return f"{n} {noun.one if n in (0, 1) else noun.many}"


def _denied(clause: str) -> str:
    """Return the clause denied:

    `aucune carte n'est jetée`, `la table n'est pas ouverte`; nothing where that is not sure.
    """
    words = clause.split(" ")
    finite = {form for forms in _VERBS.values() for form in forms[:2]}
    at = next((at for at, word in enumerate(words) if at and word in finite), 0)
    if (
        not at
        or set(words[:at]) & _CLAUSES
        or words[0] in ("tous", "toutes", "chaque", "aucun", "aucune", "nul", "rien", "des")
    ):
        return ""
    for some, none in _INDEFINITE.items():
        if clause.startswith(f"{some} ") and at == len(some.split()):
            return " ".join([none, "ne", *words[at:]])
    if words[0] in ("un", "une"):
        return " ".join([f"auc{words[0]}", *words[1:at], "ne", *words[at:]])
    if words[at - 1] == "y":
        return " ".join([*words[: at - 1], "n'y", words[at], "pas", *words[at + 1 :]])
    return " ".join([*words[:at], "ne", words[at], "pas", *words[at + 1 :]])


def _existing(thing: Thing, yes: bool) -> str:
    """Return that a thing exists, or that none does."""
    article, _, word = thing.text.partition(" ")
    if article not in ("le", "la"):
        return f"{thing.text} {'existe' if yes else 'n’existe pas'}".replace("’", "'")
    return f"il y a {'une' if thing.feminine else 'un'} {word}" if yes else f"il n'y a pas de {word}"


def verb(infinitive: str, subject: Thing) -> str:
    """Return the present of a verb: `va`, `vont`, `allez`."""
    forms = _VERBS.get(infinitive) or _regular(infinitive.removesuffix("r"))
    return forms[2] if subject.you else forms[1] if subject.plural else forms[0]


def _phrase(key: str, things: Mapping[str, Said], usual: str) -> str:
    """Return the template, or a replacement for it if its parts are long or have another beginning."""
    match key, things:
        case (("is_added" | "taken_off"), {"n": Thing(text=n), "x": Thing(text=x)}) if len(n) > max(len(x), SHORT):
            between = " : " if len(x) > LONG else " "
            return {"is_added": "on ajoute à {x}", "taken_off": "on retire {x:de}"}[key] + between + "{n}"
        case "number_of", {"many": Group(noun=counted)} if counted.one == "nombre":
            return "le compte {many:de}"
        case (("is_among" | "is_among_not"), {"y": Thing(text=y)}) if _TEAM.match(y):
            return usual.replace("parmi {y}", "{y}")
        case "namely", {"values": "non et oui"}:
            return ", oui ou non"
        case "choose_some", {"amount": "au moins 1"}:
            return "{many:one_or_more}"
        case "choose_some", {"amount": str(amount)} if not amount[-1:].isdecimal():
            return "parmi {many:the}, {amount}"
        case (("is_within" | "is_within_not"), {"y": Thing(text=y)}) if y.startswith(("de ", "d'", "du ")):
            return "{x} {x:aller} {y}" if key == "is_within" else "{x} {x:ne aller} pas {y}"
    return usual


def _as_said(key: str, things: Mapping[str, Said]) -> Mapping[str, Said]:
    """Return the values for a phrase, adapted to it."""
    match key, things:
        case (("is_among" | "is_among_not"), {"y": Thing(text=y) as those}) if _TEAM.match(y):
            return {**things, "y": replace(those, text=y.removeprefix("les joueurs "))}
        case "choose_some", {"amount": str(amount)}:
            return {**things, "amount": amount.replace("(", "").replace(")", "")}
        case "so_many_of", {"n": int(n), "kind": str(kind)} if n > 1 and kind.islower():
            return {**things, "kind": noun("fr", kind).many}
        case (("wild_are" | "wild_named"), {"kinds": str(kinds)}):
            return {**things, "kinds": kinds.replace(", ", ", les ").replace(" et ", " et les ")}
    return things


def contracted(text: str) -> str:
    """Contract `de le` to `du`, `de des` to `de`, `que il` to `qu'il`, ...; insert the spaces before signs."""
    text = text.replace(_EACH, "")
    for pattern, to in _CONTRACTIONS:
        text = pattern.sub(to, text)
    return text


def _regular(third: str) -> tuple[str, str, str]:
    """Return a verb in -er by its third person; any other is left as it is."""
    return (third, f"{third}nt", f"{third}z") if third.endswith("e") else (third, third, third)


def _ended(words: str, subject: Thing) -> str:
    """Return the endings in brackets, `sorti(e)(s)`, and what is the subject's own, `son annonce`, as it wants them."""
    if subject.you or subject.plural:
        one, many = ("votre", "vos") if subject.you else ("leur", "leurs")
        words = _OWN.sub(lambda found: found[1] + (many if found[2] == "ses" else one), words)
    return words.replace("(e)", "e" if subject.feminine else "").replace("(s)", "s" if subject.plural else "")


def _agreeing(word: str, feminine: bool, plural: bool) -> str:
    if word.endswith("al") and plural and not feminine:
        return word[:-2] + "aux"
    if feminine and not word.endswith("e"):
        word += "e"
    return word + "s" if plural and not word.endswith(("s", "x")) else word


def _this(noun: Noun) -> str:
    return "cette" if noun.feminine else "cet" if noun.one[:1] in VOWELS else "ce"
