"""Notices outside of the page: mail and webhooks."""
