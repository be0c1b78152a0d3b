"""Where the package is, and what is kept between runs."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCRATCH = ROOT / ".build" / "mutants"
PACKAGE = SCRATCH / "package"
STATE = SCRATCH / "state.json"
EQUIVALENT = ROOT / "Tests" / "Mutation" / "equivalent.txt"


def say(text):
    print(text, flush=True)


def save(state):
    SCRATCH.mkdir(parents=True, exist_ok=True)
    part = STATE.with_suffix(".part")
    part.write_text(json.dumps(state))
    part.replace(STATE)
