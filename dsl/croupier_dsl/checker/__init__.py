"""Turns names and sentences into typed meaning, one concern a module.

One `Material` checks one ruleset; it is built in layers, each a class in a file that adds one concern to the layer
below: base (what all share), properties, words, comparisons, filters, expressions, definitions, choices, statements,
stages, combos, material. `ruleset` runs them in order; secrecy, paperwork and unread look at what came out.
"""
