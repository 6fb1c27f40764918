"""Resolve names, check types, and turn sentences into typed meaning, one concern per module.

The modules are functions over one `Context`, in a fixed order: each calls the ones before it, and reaches later ones
through the parts of the context. One ruleset is checked with one context; `ruleset` runs the checks in their order, and
secrecy, clauses, scenarios, unread and others check the result.
"""
