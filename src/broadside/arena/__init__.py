"""The arena: bots against bots, one match or a million, and how quick the engine is."""
