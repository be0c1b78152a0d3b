"""Runs the tests of the copy: first to see which mutants they reach, then for each mutant."""

import hashlib
import os
import re
import resource
import selectors
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from places import PACKAGE, ROOT, SCRATCH, save, say

# The test targets that assert what a module does, where these are not the module's own alone.
TESTS = {
    "Campground": ["CampgroundTests", "CampgroundShellTests", "SpecTests"],
    "CampgroundModel": ["CampgroundTests", "CampgroundShellTests"],
    "CampgroundPricing": ["CampgroundPricingTests", "CampgroundTests"],
    "CampgroundShell": ["CampgroundShellTests", "SpecTests"],
    "CampgroundValues": ["CampgroundValuesTests", "CampgroundPricingTests", "CampgroundTests"],
    "CommandKit": ["CommandKitTests", "CampgroundShellTests", "ObjectGraphCommandTests"],
    "LineEditor": ["LineEditorTests", "CampgroundCommandTests"],
    "ObjectGraph": ["ObjectGraphTests", "ScenarioTests", "HistoryTests"],
    "ObjectModel": ["ObjectModelTests", "ObjectStoreTests", "ObjectGraphTests"],
    "ObjectStore": ["ObjectStoreTests", "ObjectGraphTests", "ScenarioTests"],
    "QueryKit": ["QueryKitTests", "CampgroundShellTests", "ObjectGraphCommandTests"],
    "Rendering": ["RenderingTests", "CampgroundShellTests"],
    "SQLite": ["ObjectStoreTests", "ObjectGraphTests"],
}


def tests_of(module):
    return TESTS.get(module, [f"{module}Tests"])


FAILED = re.compile(rb"^[^\n]*:\d+: error: ([\w.]+) : |^Test Case '([\w.]+)' failed", re.MULTILINE)


class Runner:
    def __init__(self, environment, count):
        self.bundle = next(iter(PACKAGE.glob(".build/debug/*.xctest")), None)
        if not self.bundle:
            sys.exit("The copy has no tests.")
        self.environment = dict(environment)
        # A crash is noticed by its exit code; the backtrace takes seconds.
        self.environment["SWIFT_BACKTRACE"] = "enable=no"
        self.environment["TMPDIR"] = str(SCRATCH / "temporary")
        self.count = count
        self.classes = self.read_classes()

    def read_classes(self):
        """The tests by class."""
        listed = subprocess.run(
            [self.bundle, "--list-tests"], cwd=PACKAGE, env=self.environment, text=True,
            capture_output=True).stdout
        classes = {}
        for line in listed.splitlines():
            if re.fullmatch(r"\w+\.\w+/\w+", line.strip()):
                name, test = line.strip().split("/")
                classes.setdefault(name, []).append(f"{name}/{test}")
        return classes

    def seconds(self, targets, state):
        """How long the tests of some targets take, as far as it was measured before."""
        return sum(
            sum(unit[1] for unit in state["classes"][name]["units"].values())
            if name in state["classes"] else SLOW
            for name in self.classes if name.split(".")[0] in targets)

    def run(self, tests, limit, **variables):
        """Runs tests until one fails; returns why, or nil, and the seconds that it took."""
        temporary = Path(self.environment["TMPDIR"])
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir(parents=True)
        started = time.time()

        def confine():
            # What runs in the background, or with nohup, ignores signals that tests send.
            for name in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
                signal.signal(name, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        process = subprocess.Popen(
            [self.bundle, ",".join(tests)], cwd=PACKAGE, env=self.environment | variables,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True, preexec_fn=confine)
        try:
            reason = self.watch(process, started + limit)
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.stdout.close()
            status = process.wait()
        if reason is None and status != 0:
            reason = f"exit code {status}" if status > 0 else f"signal {-status}"
        return reason, time.time() - started

    @staticmethod
    def watch(process, deadline):
        """Reads what the tests print until one fails or they end."""
        os.set_blocking(process.stdout.fileno(), False)
        text = b""
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while True:
                if time.time() > deadline:
                    return "time"
                if not selector.select(1):
                    if process.poll() is not None:
                        return None
                    continue
                part = process.stdout.read(1 << 16)
                if not part:
                    # What is left is a process that closed its output, or is about to end.
                    try:
                        process.wait(max(0.1, deadline - time.time()))
                    except subprocess.TimeoutExpired:
                        return "time"
                    return None
                text = text[text.rfind(b"\n") + 1:] + part
                if failure := FAILED.search(text):
                    return (failure[1] or failure[2]).decode()

    def reached(self, tests):
        """Runs tests with no mutant on; returns why they failed, the seconds, what is reached."""
        marks = SCRATCH / "reached"
        marks.write_bytes(bytes(self.count))
        reason, seconds = self.run(tests, 900, MUTANTS_REACHED=str(marks))
        return reason, seconds, [number for number, mark in enumerate(marks.read_bytes()) if mark]


# The seconds from which the tests of a class run one by one, and those of what runs in one process.
SLOW = 10
BATCH = 5


def definitions():
    """The content of the files of test classes by class, as hashes."""
    known = {}
    for file in sorted((ROOT / "Tests").rglob("*.swift")):
        text = file.read_bytes()
        for name in re.findall(rb"\bclass (\w+)", text):
            target = file.relative_to(ROOT / "Tests").parts[0]
            known[f"{target}.{name.decode()}"] = hashlib.sha256(text).hexdigest()
    return known


def measure(runner, targets, state):
    """Finds what each test class reaches and how long it takes; what it found before, it keeps."""
    classes = [name for name in runner.classes if name.split(".")[0] in targets]
    hashes = definitions()
    for name in classes:
        tests = runner.classes[name]
        known = state["classes"].get(name)
        if known and known["hash"] == hashes.get(name):
            continue
        reason, seconds, reached = runner.reached([name])
        units = {name: [reason, seconds, reached]}
        if reason:
            say(f"{name} fails with no mutant, and is left out: {reason}")
        elif seconds > SLOW and len(tests) > 1 and reached:
            units = {test: runner.reached([test]) for test in tests}
        state["classes"][name] = {"hash": hashes.get(name), "units": units}
        save(state)
    return [
        (unit, seconds, set(reached))
        for name in classes for unit, (reason, seconds, reached)
        in state["classes"][name]["units"].items() if not reason]


def killer(mutant, units, runner):
    """The test that fails for a mutant, or nil; the seconds; whether any test reaches it."""
    targets = tests_of(mutant.module)
    stem = re.split(r"\W", Path(mutant.file).name)[0]

    def order(unit):
        name, seconds, _ = unit
        return stem not in name, targets.index(name.split(".")[0]) > 0, seconds

    reaching = sorted(
        (unit for unit in units if mutant.number in unit[2] and unit[0].split(".")[0] in targets),
        key=order)
    total = 0
    while reaching:
        batch, expected = [], 0
        while reaching and (not batch or expected + reaching[0][1] < BATCH):
            name, seconds, _ = reaching.pop(0)
            batch.append(name)
            expected += seconds
        reason, seconds = runner.run(batch, 60 + 2 * expected, MUTANT=str(mutant.number))
        total += seconds
        if reason:
            return (f"{batch[0]} …, {reason}" if "." not in reason else reason), total, True
    return None, total, total > 0
