"""How quick the engine is, by itself and beside yardsticks."""
