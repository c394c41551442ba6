"""The laws L1-L13, which every game keeps; a new game gets them by being registered."""
