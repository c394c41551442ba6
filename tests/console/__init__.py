"""The client for a terminal."""
