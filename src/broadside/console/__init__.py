"""The client for a terminal: what a table says as lines, what a person types as messages.

`session` is the client without any input or output; `plain` and `screen` are its two faces.
"""
