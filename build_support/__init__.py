"""What the ordinary install builds: the compiled unit and the web client."""
