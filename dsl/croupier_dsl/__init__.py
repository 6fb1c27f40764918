"""The language of rules: from a ruleset's text to checked rules, `compile_file("my-game.yaml")`, and JSON of them.

This is its front door, with `croupier_dsl.ir` (checked rules), `croupier_dsl.analysis` (what can be told of them),
`croupier_dsl.saying` (them in words), `croupier_dsl.services` (what helps who writes them), `croupier_dsl.reader` (YAML
with its places) and `croupier_dsl.language` (the language that messages are in). All else is its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier_dsl.doors import door

if TYPE_CHECKING:
    from croupier_dsl import ir, render
    from croupier_dsl.braces import DESCRIBED, MEANING, SHORT, filled, of_part
    from croupier_dsl.classes import frozen
    from croupier_dsl.compiler import (
        check_file,
        check_text,
        compile_file,
        compile_text,
        flatten_file,
        playable_file,
        written_file,
    )
    from croupier_dsl.decks import DECKS
    from croupier_dsl.diagnostics import CompileError, Diagnostic, Diagnostics, Severity
    from croupier_dsl.elements import Element, Elements, elements_of, never_empty
    from croupier_dsl.explanations import Explanation, all_explanations
    from croupier_dsl.exporting import FORMS, KINDS, Form, exported
    from croupier_dsl.folders import rulesets_below, rulesets_in
    from croupier_dsl.layout import Laid, laid_out
    from croupier_dsl.mutations import Mutation, mutations_of
    from croupier_dsl.mutations.material import row_path
    from croupier_dsl.parts import Part
    from croupier_dsl.passages import DIGEST_LENGTH, LETTERS, SKETCH_LENGTH, Mark
    from croupier_dsl.serial import SerialError, from_json, to_json
    from croupier_dsl.shapes import Json
    from croupier_dsl.source import SourceFile, Span
    from croupier_dsl.spelling import nearest
    from croupier_dsl.structure import plain

__all__ = [
    "DECKS",
    "DESCRIBED",
    "FORMS",
    "KINDS",
    "MEANING",
    "DIGEST_LENGTH",
    "LETTERS",
    "SHORT",
    "SKETCH_LENGTH",
    "CompileError",
    "Diagnostic",
    "Diagnostics",
    "Element",
    "Elements",
    "Explanation",
    "Form",
    "Json",
    "Laid",
    "Mark",
    "Mutation",
    "Part",
    "SerialError",
    "Severity",
    "SourceFile",
    "Span",
    "all_explanations",
    "check_file",
    "check_text",
    "compile_file",
    "compile_text",
    "door",
    "elements_of",
    "exported",
    "filled",
    "flatten_file",
    "from_json",
    "frozen",
    "ir",
    "laid_out",
    "mutations_of",
    "nearest",
    "never_empty",
    "of_part",
    "plain",
    "playable_file",
    "render",
    "row_path",
    "rulesets_below",
    "rulesets_in",
    "to_json",
    "written_file",
]

_HOMES = {
    "ir": "ir",
    "render": "render",
    "braces": "DESCRIBED MEANING SHORT filled of_part",
    "classes": "frozen",
    "compiler": "check_file check_text compile_file compile_text flatten_file playable_file written_file",
    "decks": "DECKS",
    "diagnostics": "CompileError Diagnostic Diagnostics Severity",
    "elements": "Element Elements elements_of never_empty",
    "exporting": "FORMS KINDS Form exported",
    "explanations": "Explanation all_explanations",
    "folders": "rulesets_below rulesets_in",
    "layout": "Laid laid_out",
    "mutations": "Mutation mutations_of",
    "mutations.material": "row_path",
    "parts": "Part",
    "passages": "DIGEST_LENGTH LETTERS SKETCH_LENGTH Mark",
    "serial": "SerialError from_json to_json",
    "source": "SourceFile Span",
    "spelling": "nearest",
    "shapes": "Json",
    "structure": "plain",
}

__getattr__ = door(__name__, _HOMES)
