"""Many servers as one: what is asked of a table is passed on to the process that owns it."""
