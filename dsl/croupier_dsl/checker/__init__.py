"""Turns names and sentences into typed meaning, one concern a module.

The modules are functions over one `Context`, in an order: each calls those before it, and asks what it needs of those
after it of the parts of the context. One ruleset is checked with one context; `ruleset` runs the checks in their order,
and secrecy, paperwork, unread and others look at what came out.
"""
