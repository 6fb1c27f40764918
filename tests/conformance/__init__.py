"""Cases that say what the language means, portable to any engine that would play it."""
