"""HTTP and WebSockets as uvicorn speaks them, with limits for what one client may do."""
