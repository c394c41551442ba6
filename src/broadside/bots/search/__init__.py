"""Search: look ahead in many worlds that a seat cannot tell apart, and compare what comes of it."""
