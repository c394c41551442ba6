"""Tortuga 1667: hidden loyalties on two pirate ships and an island."""
