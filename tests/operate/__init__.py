"""What an operator does with a server besides running it."""
