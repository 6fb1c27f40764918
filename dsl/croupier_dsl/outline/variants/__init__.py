"""A variant, and what it is a variant of, to one tree: the game's with everything changed that is to be changed."""
