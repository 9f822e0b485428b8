"""The user's policy file that docs/policies.md shows."""

from __future__ import annotations

import re
from pathlib import Path

DOC = Path(__file__).resolve().parents[2] / "docs" / "policies.md"


def users_file() -> str:
    """The file's text, as it stands in the document."""
    (text,) = re.findall(r"```python\n(.*?)```", DOC.read_text(encoding="utf-8"), re.S)
    return text
