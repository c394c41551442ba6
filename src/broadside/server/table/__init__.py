"""One table: a pure core that decides, and a shell that stores, sends and waits."""
