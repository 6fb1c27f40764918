"""The printed rulebook: every part told, in both languages, as the options have it."""
