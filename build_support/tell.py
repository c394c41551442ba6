"""Say which form of the engine an install has: pip shows nothing of a build's output.

python -m build_support.tell
"""

from __future__ import annotations

import sys


def shout(*lines: str) -> None:
    """Say something that must not be overlooked."""
    print("\n".join(["", "=" * 78, *lines, "=" * 78, ""]), file=sys.stderr, flush=True)


def main() -> None:
    """Compiled, or why not."""
    from broadside import unit

    if unit.which() == "compiled":
        print("The engine is compiled.")
        return
    shout(
        "The engine runs interpreted, several times slower.",
        f"Reason: {unit.why_interpreted()}.",
        "It needs a C compiler and Python's headers to be compiled (Debian: gcc python3-dev).",
    )


if __name__ == "__main__":
    main()
