"""Jamaica: the vectors of its specification, and a case for every rule."""
