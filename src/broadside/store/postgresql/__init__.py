"""The store of many servers: one PostgreSQL database, and a lease for each table."""
