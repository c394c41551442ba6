"""The game protocol: what a game offers to people, servers, bots and replays."""
