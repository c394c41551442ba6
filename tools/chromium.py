"""Find a Chromium for the browser tests, or install one.

    python -m tools.chromium

`BROADSIDE_CHROMIUM` names one; else one on the path is taken, else Playwright's own. Debian has one
without windows, which does the same in half the time: root on Debian gets that, even if there is
another one. Where there is none, everybody else gets Playwright's download. Where nothing works the
browser tests are skipped with the reason; with `CI=true` that is a failure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "BROADSIDE_CHROMIUM"
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = (SHELL, "fonts-dejavu-core")
MISSING = f"no Chromium: install one, or name one in {VARIABLE}"


def find() -> str | None:
    """Where a Chromium is, if there is any."""
    named = os.environ.get(VARIABLE)
    if named:
        return shutil.which(named)
    for name in NAMES:
        path = shutil.which(name)
        if path is not None:
            return path
    return find_playwrights_own()


def find_playwrights_own() -> str | None:
    """The browser that Playwright downloaded, if it did."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> None:
    """Try the system's package, then Playwright's download; what fails tells so by itself."""
    if install_package():
        return
    if find() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def install_package() -> bool:
    """Install the package of Debian, if this is one and allows it."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "-qq", "update"], check=False, env=environment)
    command = ["apt-get", "-qq", "install", "--yes", "--no-install-recommends", *PACKAGES]
    return subprocess.run(command, check=False, env=environment).returncode == 0


def is_required() -> bool:
    """Whether tests without a browser are a failure."""
    return os.environ.get("CI") == "true"


def main() -> int:
    """Say which Chromium the browser tests will use."""
    if os.environ.get(VARIABLE) is None and shutil.which(SHELL) is None:
        install()
    path = find()
    if path is None:
        print(f"{MISSING}; the browser tests will be skipped", file=sys.stderr)
        return 1 if is_required() else 0
    print(f"browser tests use {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
