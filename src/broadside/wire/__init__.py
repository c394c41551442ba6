"""What crosses the wire, as types: over sockets and over HTTP."""
