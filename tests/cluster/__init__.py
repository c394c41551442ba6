"""Many servers on one database, behind a proxy that sends each connection anywhere."""
