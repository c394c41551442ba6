"""The games through the interfaces of others."""
