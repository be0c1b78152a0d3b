"""Writes mutants into a copy of the package, and builds it."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from places import PACKAGE, ROOT, SCRATCH, save, say
from sources import NEGATION, SWAPS

SWITCH = "MutantSwitch.swift"


def with_mutants(text, mutants):
    edits = sorted(
        (start, end, order, text.format(n=mutant.number, op=mutant.symbol))
        for order, mutant in enumerate(mutants) for start, end, text in mutant.edits)
    parts, at = [], 0
    for start, end, _, replacement in edits:
        parts += [text[at:start], replacement]
        at = end
    return "".join(parts) + text[at:]


def switch(mutants):
    """The source of the functions and operators behind which the mutants of a module are."""
    out = [SWITCH_HEAD]
    for mutant in mutants:
        kind = mutant.kind.split(" ")
        symbol = mutant.symbol
        if mutant.kind == NEGATION:
            out.append(
                f"prefix operator {symbol}\n"
                f"@usableFromInline prefix func {symbol}(a: Bool) -> Bool "
                f"{{ isMutant({mutant.number}) ? a : !a }}\n")
        elif kind[0] in SWAPS:
            other, bounds, group, signature, body = SWAPS[kind[0]]
            out.append(f"infix operator {symbol}: {group}\n")
            choice = (
                f"{{ if isMutant({mutant.number}) {{ {body.format(other)} }} "
                f"else {{ {body.format(kind[0])} }} }}\n")
            for bound in bounds.split() if bounds else [None]:
                parameters = signature
                if bound:
                    parameters = f"<T: {bound}>{signature}".replace("><", ", ")
                out.append(f"@usableFromInline func {symbol}{parameters} {choice}")
            if kind[0] in ("==", "!="):
                parameters = "<T>(a: T?, b: _OptionalNilComparisonType) -> Bool"
                out.append(f"@usableFromInline func {symbol}{parameters} {choice}")
            if bounds in ("Comparable", "Equatable"):
                for names in ("TU", "TUV"):
                    generic = ", ".join(f"{name}: {bounds}" for name in names)
                    tuple_ = f"({', '.join(names)})"
                    out.append(
                        f"@usableFromInline func {symbol}<{generic}>(a: {tuple_}, b: {tuple_})"
                        f" -> Bool {choice}")
    return "".join(out)


SWITCH_HEAD = """\
import Glibc

/// The mutant that is switched on, and where those that are reached are marked with a 1, which
/// outlives a process that is killed.
enum MutantSwitch {
  static let number = getenv("MUTANT").flatMap { Int(String(cString: $0)) }
  nonisolated(unsafe) static let reached: UnsafeMutablePointer<UInt8>? = {
    guard let path = getenv("MUTANTS_REACHED") else { return nil }
    let file = open(path, O_RDWR)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0 else { return nil }
    let size = Int(status.st_size)
    let bytes = mmap(nil, size, PROT_READ | PROT_WRITE, Int32(MAP_SHARED), file, 0)
    close(file)
    return bytes == MAP_FAILED ? nil : bytes?.bindMemory(to: UInt8.self, capacity: size)
  }()
}

@usableFromInline func isMutant(_ number: Int) -> Bool {
  if let reached = MutantSwitch.reached { reached[number] = 1 }
  return MutantSwitch.number == number
}

@usableFromInline func negated(_ number: Int, _ condition: Bool) -> Bool {
  isMutant(number) != condition
}

"""


def write(path, content):
    """Writes a file unless it has this content, so that only what changed is built."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def copy_package(mutants):
    written = {}
    for mutant in mutants:
        written.setdefault(mutant.file, []).append(mutant)
    contents = {
        f"Sources/{module}/{SWITCH}":
            switch([mutant for mutant in mutants if mutant.module == module]).encode()
        for module in {mutant.module for mutant in mutants}}
    for top in sorted(ROOT.iterdir()):
        if top.name.startswith("."):
            continue
        for file in [top] if top.is_file() else sorted(top.rglob("*")):
            if not file.is_file() or "__pycache__" in file.parts:
                continue
            name = str(file.relative_to(ROOT))
            content = file.read_bytes()
            if name == "Package.swift":
                # What a mutant leaves unused is no error.
                content = content.replace(b".treatAllWarnings(as: .error)", b"")
            elif name in written:
                content = with_mutants(content.decode(), written[name]).encode()
            contents[name] = content
    for top in PACKAGE.iterdir() if PACKAGE.exists() else []:
        for file in [top] if top.is_file() else top.rglob("*") if top.name != ".build" else []:
            if file.is_file() and str(file.relative_to(PACKAGE)) not in contents:
                file.unlink()
    for name, content in contents.items():
        write(PACKAGE / name, content)
        if os.access(ROOT / name, os.X_OK):
            (PACKAGE / name).chmod(0o755)


ERROR = re.compile(r"^(/[^:\n]*\.swift):(\d+):\d+: error: (.*)", re.MULTILINE)


def swift(arguments, environment):
    process = subprocess.run(
        ["swift", *arguments], cwd=PACKAGE, env=environment, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return process.returncode, process.stdout


def in_order_of_dependencies(modules, environment):
    status, text = swift(["package", "describe", "--type", "json"], environment)
    if status:
        sys.exit(text)
    described = json.loads(text[text.index("{"):])["targets"]
    needs = {target["name"]: target.get("target_dependencies", []) for target in described}
    order = []

    def visit(name):
        for needed in needs.get(name, []):
            visit(needed)
        if name not in order:
            order.append(name)

    for module in sorted(modules):
        visit(module)
    return [name for name in order if name in modules]


def blamed(output, mutants):
    """The mutants in lines with errors; where there are none, those just before an error."""
    exact, near = set(), set()
    for path, line, _ in ERROR.findall(output):
        if not path.startswith(str(PACKAGE)):
            continue
        file, line = str(Path(path).relative_to(PACKAGE)), int(line)
        own = [mutant for mutant in mutants if mutant.file == file]
        hit = [mutant for mutant in own if mutant.first <= line <= mutant.last]
        exact.update(mutant.key for mutant in hit)
        if not hit and own:
            earlier = [mutant for mutant in own if mutant.first <= line]
            near.add(max(earlier or own[:1], key=lambda mutant: mutant.first).key)
    return exact or near


def build(chosen, state, environment):
    """Builds the copy, and drops the mutants that do not compile; returns the others."""
    dropped = set(state["uncompilable"])
    written = [mutant for mutant in chosen if mutant.key not in dropped]
    copy_package(written)
    modules = {mutant.module for mutant in chosen}
    steps = [["--target", module] for module in in_order_of_dependencies(modules, environment)]
    for step in steps + [["--build-tests"]]:
        started = time.time()
        while True:
            status, output = swift(["build", *step], environment)
            if status == 0:
                break
            errors = blamed(output, written)
            if not errors:
                lines = "\n".join(re.findall(r"^.*error.*$", output, re.MULTILINE)[:20])
                sys.exit(f"The copy does not build, for no reason in a mutant:\n{lines}")
            (SCRATCH / "errors.log").open("a").write(output)
            state["uncompilable"] = sorted(set(state["uncompilable"]) | errors)
            save(state)
            written = [mutant for mutant in written if mutant.key not in errors]
            say(f"{' '.join(step)}: {len(errors)} do not compile")
            copy_package(written)
        say(f"{' '.join(step)}: built in {time.time() - started:.0f} s")
    return written
