"""Rules in words: expressions under voices, and the voice of the language itself."""
