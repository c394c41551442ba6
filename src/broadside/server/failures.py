"""Failures: what is logged of them, and what those hear whom they meet."""

from __future__ import annotations

import logging

from broadside.service.refusal import Refusal, mistaken, not_stored
from broadside.store.interface import Conflict, Fenced, StoreError

logger = logging.getLogger(__name__)


def explain(error: Exception, place: str) -> Refusal:
    """Why something was not done. What is nobody's wish but a failure is logged."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, StoreError):
        logger.error("not_stored table=%s reason=%s", place, error)
        return not_stored()
    if isinstance(error, Fenced | Conflict):  # another process owns the table now
        logger.warning("table_lost table=%s reason=%s", place, error)
        return closed()
    logger.error("failed table=%s", place, exc_info=error)
    return mistaken()


def closed() -> Refusal:
    """Why something was not done by a table that is being closed."""
    return Refusal(503, "closed", "The table is being closed. Try again in a moment.")
