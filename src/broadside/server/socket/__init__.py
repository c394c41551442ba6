"""Sockets: from frames to a table's messages, and back."""
