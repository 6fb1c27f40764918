"""Turns names and sentences into typed meaning, one concern a module.

One `Definitions` checks one ruleset: what sentences mean, and what is made of tables and definitions. It is built in
layers, each a class in a file that adds one concern to the layer below: base (what all share), keys, properties, words,
comparisons, filters, expressions, definitions. What is above it are functions over it: choices, statements, stages,
combos, material. `ruleset` runs them in order; secrecy, paperwork and unread look at what came out.
"""
