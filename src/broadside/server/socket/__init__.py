"""Between the wire and the application: connections, their limits, and what is said over them."""
