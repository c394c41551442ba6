"""The simulated world: a whole server with its people, network, store and bots, from one seed."""
