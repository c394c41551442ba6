"""A real browser at a real server: what people see and do."""
