"""Temporary."""

from broadside.server.notify.mail import check_hook as check_hook
