"""Find PostgreSQL's server for the tests, or install it.

    python -m tools.postgresql

`BROADSIDE_POSTGRESQL` names the folder of its programs; else Debian's folders and the path are
searched, then the wheel `pgserver`. Where there is none, root on Debian gets Debian's package,
everybody else the wheel. Where neither works the tests that need it are skipped with the reason;
with `CI=true` that is a failure.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "BROADSIDE_POSTGRESQL"
DEBIAN = Path("/usr/lib/postgresql")
PACKAGE = "postgresql"
WHEEL = "pgserver"
MISSING = f"no PostgreSQL server: install one, or name the folder of its programs in {VARIABLE}"


def find() -> Path | None:
    """The folder of PostgreSQL's programs, if there is any."""
    named = os.environ.get(VARIABLE)
    folders = [Path(named)] if named else [*of_debian(), *of_path(), *of_wheel()]
    for folder in folders:
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    return None


def of_debian() -> list[Path]:
    """Where Debian puts the programs, the newest version first."""
    versions = [path for path in DEBIAN.glob("*/bin") if path.parent.name.isdigit()]
    return sorted(versions, key=lambda path: -int(path.parent.name))


def of_path() -> list[Path]:
    """The folder on the path."""
    found = shutil.which("postgres")
    return [Path(found).resolve().parent] if found else []


def of_wheel() -> list[Path]:
    """Inside the wheel."""
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        return []
    return [Path(spec.origin).parent / "pginstall" / "bin"]


def install() -> None:
    """Try the system's package, then the wheel; what fails tells so by itself."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "-qq", "update"], check=False, env=environment)
        command = ["apt-get", "-qq", "install", "--yes", "--no-install-recommends", PACKAGE]
        if subprocess.run(command, check=False, env=environment).returncode == 0:
            return
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", WHEEL]
    subprocess.run(command, check=False)
    importlib.invalidate_caches()


def is_required() -> bool:
    """Whether tests without PostgreSQL are a failure."""
    return os.environ.get("CI") == "true"


def main() -> int:
    """Say which PostgreSQL the tests will use."""
    folder = find()
    if folder is None:
        install()
        folder = find()
    if folder is None:
        print(f"{MISSING}; the tests that need it will be skipped", file=sys.stderr)
        return 1 if is_required() else 0
    print(f"tests use PostgreSQL in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
