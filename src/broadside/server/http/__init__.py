"""HTTP: the operations, and what they answer."""
