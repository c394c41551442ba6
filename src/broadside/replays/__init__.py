"""Finished games as files, and the proof that their deals were fair."""
