"""Build Broadside: the compiled unit and the web client beside the plain Python modules.

What is built, and what happens when it cannot be, stands in `build_support/`.
"""

import sys
from pathlib import Path

from setuptools import setup

# An isolated build does not put the project's own folder on the path.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from build_support.commands import COMMANDS, PlatformDistribution

setup(cmdclass=COMMANDS, distclass=PlatformDistribution)
