"""`python -m erqishi_logs` is `erqishi`."""

import sys

from erqishi_logs.cli import main

sys.exit(main())
