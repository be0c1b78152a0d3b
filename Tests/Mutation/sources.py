"""Finds the mutants of a source file: what could be written otherwise, and where."""

import bisect
import hashlib
import re
from dataclasses import dataclass

from places import ROOT


def masked(source):
    """The source with comments, and what is in string literals, replaced by spaces."""
    out = list(source)
    at, end = 0, len(source)

    def blank(start, stop):
        for place in range(start, stop):
            if out[place] != "\n":
                out[place] = " "

    while at < end:
        if source.startswith("//", at):
            stop = source.find("\n", at)
            stop = end if stop < 0 else stop
            blank(at, stop)
            at = stop
        elif source.startswith("/*", at):
            stop, depth = at + 2, 1
            while depth and stop < end:
                if source.startswith("/*", stop):
                    depth, stop = depth + 1, stop + 2
                elif source.startswith("*/", stop):
                    depth, stop = depth - 1, stop + 2
                else:
                    stop += 1
            blank(at, stop)
            at = stop
        elif literal := re.compile(r'(#*)("""|")').match(source, at):
            stop = end_of_string(source, literal.end(), literal[2], literal[1])
            blank(literal.end(), stop - len(literal[0]))
            at = stop
        elif source.startswith("#/", at):
            stop = source.find("/#", at + 2) + 2
            blank(at + 2, stop - 2)
            at = stop
        else:
            at += 1
    return "".join(out)


def end_of_string(source, at, quotes, hashes):
    """The end of a string literal from which the opening quotes were read, with interpolations."""
    while at < len(source):
        if source.startswith(quotes + hashes, at):
            return at + len(quotes) + len(hashes)
        if source.startswith("\\" + hashes + "(", at):
            at += len(hashes) + 2
            depth = 1
            while depth and at < len(source):
                if literal := re.compile(r'(#*)("""|")').match(source, at):
                    at = end_of_string(source, literal.end(), literal[2], literal[1])
                    continue
                depth += {"(": 1, ")": -1}.get(source[at], 0)
                at += 1
        elif source.startswith("\\" + hashes, at):
            at += len(hashes) + 2
        else:
            at += 1
    return at


@dataclass
class Mutant:
    module: str
    file: str
    first: int
    last: int
    kind: str
    text: str
    # (start, end, replacement), in which {n} is the number and {op} the operator of the mutant.
    edits: list
    occurrence: int = 1
    number: int = 0

    @property
    def key(self):
        return f"{self.file}: {self.kind} ({self.occurrence}): {self.text}"

    @property
    def place(self):
        return f"{self.file}:{self.first}"

    @property
    def symbol(self):
        return "⊙" + "".join(chr(0x2801 + int(digit)) for digit in str(self.number))


# What an operator is swapped for, and how the function is declared that does one or the other.
COMPARISON = ("ComparisonPrecedence", "(a: T, b: T) -> Bool", "a {} b")
IDENTITY = ("ComparisonPrecedence", "(a: AnyObject?, b: AnyObject?) -> Bool", "a {} b")
ARITHMETIC = ("AdditionPrecedence", "(a: T, b: T) -> T", "a {} b")
PRODUCT = ("MultiplicationPrecedence", "(a: T, b: T) -> T", "a {} b")
SHIFT = ("BitwiseShiftPrecedence", "<R: BinaryInteger>(a: T, b: R) -> T", "a {} b")
BOOLEAN = "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool"
SWAPS = {
    "<": ("<=", "Comparable", *COMPARISON),
    "<=": ("<", "Comparable", *COMPARISON),
    ">": (">=", "Comparable", *COMPARISON),
    ">=": (">", "Comparable", *COMPARISON),
    "==": ("!=", "Equatable", *COMPARISON),
    "!=": ("==", "Equatable", *COMPARISON),
    "===": ("!==", None, *IDENTITY),
    "!==": ("===", None, *IDENTITY),
    "+": ("-", "AdditiveArithmetic", *ARITHMETIC),
    "-": ("+", "AdditiveArithmetic", *ARITHMETIC),
    "*": ("+", "Numeric", *PRODUCT),
    "/": ("*", "BinaryInteger FloatingPoint", *PRODUCT),
    "%": ("/", "BinaryInteger", *PRODUCT),
    "&": ("|", "BinaryInteger", *PRODUCT),
    "|": ("&", "BinaryInteger", *ARITHMETIC),
    "<<": (">>", "BinaryInteger", *SHIFT),
    ">>": ("<<", "BinaryInteger", *SHIFT),
    "+=": ("-=", "AdditiveArithmetic", "AssignmentPrecedence", "(a: inout T, b: T)", "a {} b"),
    "-=": ("+=", "AdditiveArithmetic", "AssignmentPrecedence", "(a: inout T, b: T)", "a {} b"),
    "&&": ("||", None, "LogicalConjunctionPrecedence", BOOLEAN, "try a {} b()"),
    "||": ("&&", None, "LogicalDisjunctionPrecedence", BOOLEAN, "try a {} b()"),
}
NEGATION = "! removed"

TYPES = ("extension", "struct", "enum", "class", "protocol", "actor")
OPERATOR = re.compile(r"(?<=[\s])([-+*/%<>=!&|]+)(?=\s)")
PREFIX = re.compile(r"(?<=[\s(\[])!(?=[\w(.])")
BLOCK = re.compile(
    r"\b(func|init|subscript|if|else|for|while|guard|do|catch|defer|switch|var|set|didSet|willSet"
    r"|get|deinit|extension|struct|enum|class|protocol|actor)\b")
# Lines that only declare something, or whose conditions hold in every program that works.
DECLARATION = re.compile(
    r"\b(func|operator|typealias|extension|struct|enum|class|protocol|associatedtype|import)\b"
    r"|\b(assert|assertionFailure|precondition)\(|^\s*[@#]")
KEYWORDS = (
    "try|let|var|if|guard|for|while|return|switch|case|default|func|init|deinit|struct|class|enum"
    "|extension|import|public|private|internal|package|fileprivate|open|throw|defer|do|repeat|break"
    "|continue|fallthrough|catch|else|typealias|static|indirect|mutating|nonmutating|nonisolated"
    "|subscript|get|set|willSet|didSet|precedencegroup|operator|protocol|associatedtype|actor|final"
    "|override|required|convenience|lazy|weak|unowned|infix|prefix|postfix|yield|await|isolated"
    "|assert|assertionFailure|precondition|preconditionFailure|fatalError|where|is|as|in|consume")
STATEMENT = re.compile(
    rf"(?:try\s+|await\s+)*(?!(?:{KEYWORDS})\b|self\.init\b|super\.init\b)"
    r"[a-z_][\w]*[\w.?!\[(\s=+-]")
ASSIGNMENT = re.compile(r"\s([-+*/%|&^]|<<|>>|)=(\s|$)")
CONDITION = re.compile(r"\b(if|guard|while|where)\s")
CONTINUES = re.compile(r"\s*(\.|\?|:|[-+*/%<>=&|]+\s|\{|else\b|as\b|is\b|in\b|where\b|throws\b|->)")
INCOMPLETE = re.compile(
    r"([-+*/%<>=&|,(\[.]|\breturn|\btry|\bawait|\bin case|\bif|\bguard|\bwhere|\?\?|\s[?:])\s*$")


def word_of_block(header):
    """The keyword of what a brace opens the body of; empty for a closure."""
    while (shorter := re.sub(r"\([^()]*\)", "", header)) != header:
        header = shorter
    words = BLOCK.findall(header)
    return words[-1] if words else ""


class Source:
    """A file, and where in it mutants can be."""

    def __init__(self, module, path):
        self.module = module
        self.path = path
        self.text = (ROOT / path).read_text(encoding="utf-8")
        self.code = masked(self.text)
        self.lines = self.code.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.read_blocks()
        self.found = []

    def read_blocks(self):
        """For each line, the brackets open where it begins; for each bracket, its other end."""
        self.open, self.closing = [], {}
        stack, boundary = [], 0
        for at, character in enumerate(self.code):
            if at == self.starts[len(self.open)]:
                self.open.append(tuple(stack))
            if character in "([{":
                word = ""
                if character == "{":
                    word = word_of_block(self.code[boundary:at])
                    boundary = at + 1
                stack.append((character, word, at))
            elif character in ")]}" and stack:
                self.closing[stack.pop()[2]] = at
                if character == "}":
                    boundary = at + 1
        while len(self.open) < len(self.lines):
            self.open.append(tuple(stack))
        depth, self.conditional = 0, []
        for line in self.lines:
            word = line.strip().split(" ")[0]
            depth += word == "#if"
            self.conditional.append(depth > 0)
            depth -= word == "#endif"

    def line(self, offset):
        return bisect.bisect_right(self.starts, offset) - 1

    def add(self, kind, edits, start, end):
        first = self.line(start)
        text = self.text[self.starts[first]:self.starts[first + 1] - 1].strip()
        self.found.append(
            Mutant(self.module, self.path, first + 1, self.line(end) + 1, kind, text, edits))

    def is_in_code(self, line):
        """Whether the line is in the body of something that is called."""
        return any(
            bracket == "{" and word not in TYPES
            for bracket, word, _ in self.open[line])

    def mutants(self):
        negated = self.find_conditions()
        for number, line in enumerate(self.lines):
            if self.conditional[number] or DECLARATION.search(line) or not self.is_in_code(number):
                continue
            self.find_operators(number, line, negated)
            self.find_statement(number, line)
        self.found.sort(key=lambda mutant: (mutant.edits[0][0], mutant.kind))
        counts = {}
        for mutant in self.found:
            same = (mutant.kind, mutant.text)
            mutant.occurrence = counts[same] = counts.get(same, 0) + 1
        return self.found

    def find_operators(self, number, line, negated):
        start = self.starts[number]
        for match in OPERATOR.finditer(" " + line + " "):
            symbol, at = match[1], start + match.start(1) - 1
            if symbol not in SWAPS:
                continue
            before = self.code[:at].rstrip()[-1:]
            after = self.code[at + len(symbol):].lstrip()[:2]
            joins = symbol in ("+", "+=") and (before in '"]' or after[:1] in ('"', "["))
            composes = symbol == "&" and after[:1].isupper()
            if before in "(,:" or joins or composes or after[:1] == "\\":
                continue
            self.add(
                f"{symbol} → {SWAPS[symbol][0]}", [(at, at + len(symbol), "{op}")], at, at)
        for match in PREFIX.finditer(line):
            at = start + match.start()
            if at not in negated:
                self.add(NEGATION, [(at, at + 1, "{op}")], at, at)

    def find_conditions(self):
        """Adds the conditions that are negated; returns where they begin."""
        begins = set()
        for match in CONDITION.finditer(self.code):
            line = self.line(match.start())
            word, text = match[1], self.lines[line]
            if self.conditional[line] or not self.is_in_code(line) or DECLARATION.search(text):
                continue
            if word == "where" and not text.strip().startswith("for "):
                continue
            if self.code[:match.start()].rstrip().endswith("}") and word == "while":
                continue
            for start, end in self.clauses(match.end(), word):
                clause = self.code[start:end]
                if re.match(r"(let|var|case|_)\b|#", clause) or not clause:
                    continue
                if not re.search(r"\s(&&|\|\||\?)\s", clause):
                    # Swapping the operator says the same as negating the condition.
                    if re.search(r"\s([!=]==?)\s", clause):
                        continue
                    begins.add(start)
                edits = [(start, start, "negated({n}, "), (end, end, ")")]
                self.add("negated", edits, start, end)
        return begins

    def clauses(self, at, word):
        """The parts of a condition between commas; none where its end is not found."""
        begin, parts = at, []
        while at < len(self.code):
            character = self.code[at]
            ends = (
                re.match(r"else\b", self.code[at:at + 5]) and self.code[at - 1].isspace()
                if word == "guard" else character == "{")
            if ends or character == ",":
                part = self.code[begin:at]
                begin += len(part) - len(part.lstrip())
                parts.append((begin, begin + len(part.strip())))
                begin = at + 1
                if ends:
                    return parts
            if character in "([{":
                at = self.closing.get(at, len(self.code))
            elif character in ")]}":
                return []
            at += 1
        return []

    def find_statement(self, number, line):
        """Adds the dropping of a call or an assignment that takes whole lines."""
        block = self.open[number][-1] if self.open[number] else None
        text = line.strip()
        if not block or block[0] != "{" or not STATEMENT.match(text):
            return
        if ".reserveCapacity(" in text:
            # Saves time alone.
            return
        before = self.code[:self.starts[number]].rstrip()
        if INCOMPLETE.search(before[-12:]) or CONTINUES.match(line):
            return
        last = number
        while len(self.open[min(last + 1, len(self.lines) - 1)]) > len(self.open[number]):
            last += 1
        after = self.code[self.starts[last + 1]:].lstrip()
        rest = self.lines[last].rstrip()
        if last - number > 12 or CONTINUES.match(after) or INCOMPLETE.search(rest):
            return
        code = self.code[self.starts[number]:self.starts[last] + len(rest)]
        assigns = ASSIGNMENT.search(re.split(r"[({]", code)[0] or "") or ASSIGNMENT.search(
            re.sub(r"\[[^\]]*\]|\([^()]*\)", "", code.split("\n")[0]))
        if assigns:
            # The first value of a stored property cannot be left out.
            if any(word == "init" for _, word, _ in self.open[number]) and re.match(
                r"(self\.)?\w+ =", text
            ):
                return
        elif not rest.endswith((")", "}")) or not self.is_for_effect(block, before, after):
            return
        begin = self.starts[number] + len(line) - len(line.lstrip())
        end = self.starts[last] + len(rest)
        edits = [(begin, begin, "if !isMutant({n}) {{ "), (end, end, " }}")]
        self.add("dropped", edits, begin, begin)

    def is_for_effect(self, block, before, after):
        """Whether a call is no value of its block, as far as can be told."""
        if not (before.endswith("{") and after.startswith("}")):
            return True
        header = self.code[:block[2]]
        header = header[max(header.rfind("{"), header.rfind("}")) + 1:]
        if block[1] in ("func", "init"):
            return "->" not in header and "= " not in header[header.rfind(")"):]
        return block[1] not in ("", "var", "get", "struct", "extension", "class", "enum", "switch")


def sources_of(module):
    files = sorted((ROOT / "Sources" / module).rglob("*.swift"))
    return [Source(module, str(file.relative_to(ROOT))) for file in files]


def sampled(mutants, count, seed):
    """That many mutants, from each module its share; edits elsewhere choose no others."""
    by_module = {}
    for mutant in mutants:
        by_module.setdefault(mutant.module, []).append(mutant)
    chosen = []
    total = len(mutants)
    share = {module: len(own) * count / total for module, own in by_module.items()}
    sizes = {module: max(1, int(part)) for module, part in share.items()}
    for module in sorted(share, key=lambda name: int(share[name]) - share[name]):
        sizes[module] += sum(sizes.values()) < count
    for module, own in by_module.items():
        own.sort(key=lambda mutant: hashlib.sha256(f"{seed} {mutant.key}".encode()).digest())
        chosen += own[:sizes[module]]
    return sorted(chosen, key=lambda mutant: (mutant.module, mutant.file, mutant.first))
