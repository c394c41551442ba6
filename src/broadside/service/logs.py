"""What the server writes about its own work: one line each, without a secret.

A message is an event and named values: `opened table=%s game=%s`. Names of tables are written, for
an operator must find them; credentials, seeds, mail addresses and what people say are not.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Final, Literal

LogFormat = Literal["text", "json"]
VALUE: Final = re.compile(r"(\w+)=%(?:\.\d+)?[srdf]")
LEVELS: Final = (("broadside", logging.INFO), ("uvicorn", logging.ERROR))


class JsonLines(logging.Formatter):
    """Writes each line as one JSON object, with the named values of the message as its own."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        names = VALUE.findall(str(record.msg))
        values = record.args if isinstance(record.args, tuple) else ()
        if names and len(names) == len(values):
            told["event"] = str(record.msg).partition(" ")[0]
            plain = (int, float, bool, type(None))
            for name, value in zip(names, values, strict=True):
                told[name] = value if isinstance(value, plain) else str(value)
        else:
            told["event"] = record.getMessage()
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def log_to_stderr(style: LogFormat = "text") -> None:
    """Log what matters, one line each."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s")
    handler.setFormatter(JsonLines() if style == "json" else plain)
    for name, level in LEVELS:
        channel = logging.getLogger(name)
        channel.handlers = [handler]
        channel.setLevel(level)
        channel.propagate = False
