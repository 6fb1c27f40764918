"""What takes the place, in a page, of packages that are not written in Python; they are put there under their names."""
