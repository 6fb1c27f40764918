"""Merge a variant with its base into one tree: the tree of the game with all changes applied."""
