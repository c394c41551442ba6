"""The store contract, and what only a disk can show."""
