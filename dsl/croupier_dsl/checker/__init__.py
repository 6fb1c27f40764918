"""Turns names and sentences into typed meaning, one concern a module."""
