import Foundation

/// Finds the steps in the lines of a spec.
struct SpecParser {
  let lines: [String]
  let file: String
  private var steps: [SpecStep] = []
  private var fence = ""

  init(lines: [String], file: String) {
    self.lines = lines
    self.file = file
  }

  mutating func parse() throws(SpecError) -> [SpecStep] {
    var index = 0
    while index < lines.count {
      guard let fence = Self.openingFence(lines[index]) else {
        index += 1
        continue
      }
      self.fence = fence.mark
      let start = index + 1
      guard let end = lines[start...].firstIndex(where: { Self.closes($0, fence.mark) }) else {
        throw error("this block is never closed", at: index)
      }
      try parseBlock(fence.info, start..<end)
      index = end + 1
    }
    return steps
  }

  private mutating func parseBlock(_ info: String, _ block: Range<Int>) throws(SpecError) {
    let words = info.split(separator: " ").map(String.init)
    switch words.first {
    case "campground":
      guard words.dropFirst().allSatisfy({ $0 == "reset" }) else {
        throw error("after campground comes nothing or reset", at: block.lowerBound - 1)
      }
      if words.contains("reset") {
        let here = block.lowerBound
        add(.reset, at: here - 1, expected: [], outputLines: here..<here)
      }
      try parseCommands(parseOpening(block))
    case "console":
      try parseConsole(block)
    case "text", "book":
      guard let name = words.dropFirst().first(where: { $0.hasPrefix("file=") })?.dropFirst(5)
      else { return }
      let isPlain =
        !name.isEmpty && !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
      guard isPlain else {
        throw error("a file's name is a path inside the spec's folder", at: block.lowerBound - 1)
      }
      let action: SpecStep.Action =
        words.first == "book"
        ? .book(String(name), stays: try stays(block))
        : .file(String(name), content: lines[block].map { $0 + "\n" }.joined())
      let end = block.upperBound
      add(action, at: block.lowerBound - 1, expected: [], outputLines: end..<end)
    default:
      break
    }
  }

  private func stays(_ block: Range<Int>) throws(SpecError) -> [[String]] {
    var stays: [[String]] = []
    for index in block {
      let parts = lines[index].split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 5 else {
        throw error("a stay is a camper, a phone number, a site, the arrival, nights", at: index)
      }
      stays.append(parts)
    }
    return stays
  }

  /// Reads the command line that opens the shell, if the block begins with one.
  ///
  /// - Returns: The rest of the block.
  private mutating func parseOpening(_ block: Range<Int>) throws(SpecError) -> Range<Int> {
    let start = block.lowerBound
    guard !block.isEmpty, lines[start].hasPrefix("$ ") else { return block }
    let words = lines[start].split(separator: " ").map(String.init)
    guard let name = words.firstIndex(of: "campground") else {
      throw error("a block of commands is opened by a command line that runs campground", at: start)
    }
    let next = start + 1
    add(.open(Array(words[(name + 1)...])), at: start, expected: [], outputLines: next..<next)
    return next..<block.upperBound
  }

  private mutating func parseCommands(_ block: Range<Int>) throws(SpecError) {
    var index = block.lowerBound
    while index < block.upperBound {
      guard let first = Self.command(lines[index]) else {
        throw error("output without a campground> command before it", at: index)
      }
      let start = index
      var command = [first]
      index += 1
      while index < block.upperBound, let more = Self.continuation(lines[index]) {
        command.append(more)
        index += 1
      }
      let output = index
      while index < block.upperBound, Self.command(lines[index]) == nil {
        guard Self.continuation(lines[index]) == nil else {
          throw error("a continuation belongs right behind its command", at: index)
        }
        index += 1
      }
      add(
        .command(command.joined(separator: "\n")), at: start,
        expected: Array(lines[output..<index]), outputLines: output..<lastLine(output, index))
    }
  }

  private mutating func parseConsole(_ block: Range<Int>) throws(SpecError) {
    var index = block.lowerBound
    while index < block.upperBound {
      guard lines[index].hasPrefix("$ ") else {
        throw error("output without a $ command before it", at: index)
      }
      let start = index
      index += 1
      while index < block.upperBound, !lines[index].hasPrefix("$ ") {
        index += 1
      }
      let end = lastLine(start + 1, index)
      let status = end > start + 1 ? Self.status(lines[end - 1]) : nil
      add(
        .console(String(lines[start].dropFirst(2)), status: status ?? 0), at: start,
        expected: Array(lines[(start + 1)..<(status == nil ? end : end - 1)]),
        outputLines: (start + 1)..<end)
    }
  }

  /// The end of the output without the empty lines that only set commands apart.
  private func lastLine(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, lines[end - 1].allSatisfy(\.isWhitespace) {
      end -= 1
    }
    return end
  }

  private mutating func add(
    _ action: SpecStep.Action, at index: Int, expected: [String], outputLines: Range<Int>
  ) {
    steps.append(
      SpecStep(
        action: action, line: index + 1, expected: expected, outputLines: outputLines,
        fence: fence))
  }

  private func error(_ message: String, at index: Int) -> SpecError {
    SpecError(file: file, line: index + 1, message: message)
  }

  // MARK: Kinds of lines

  /// Whether an output line would be taken for something else when the spec is read again.
  static func isSyntax(_ line: String, step: SpecStep) -> Bool {
    if closes(line, step.fence) || line == "..." || line.contains("[..]") { return true }
    if case .console = step.action { return line.hasPrefix("$ ") || status(line) != nil }
    return command(line) != nil || continuation(line) != nil
  }

  private static func openingFence(_ line: String) -> (mark: String, info: String)? {
    let mark = line.prefix { $0 == "`" }
    guard mark.count >= 3 else { return nil }
    let info = line.dropFirst(mark.count)
    return info.contains("`") ? nil : (String(mark), String(info))
  }

  private static func closes(_ line: String, _ fence: String) -> Bool {
    line.hasPrefix(fence) && line.drop { $0 == "`" }.allSatisfy(\.isWhitespace)
  }

  /// The command behind a prompt, which shows a star while there is unsaved work.
  private static func command(_ line: String) -> String? {
    for prompt in ["campground>", "campground*>"] {
      if line == prompt { return "" }
      if line.hasPrefix(prompt + " ") { return String(line.dropFirst(prompt.count + 1)) }
    }
    return nil
  }

  private static func continuation(_ line: String) -> String? {
    if line == "...>" { return "" }
    return line.hasPrefix("...> ") ? String(line.dropFirst(5)) : nil
  }

  private static func status(_ line: String) -> Int? {
    line.hasPrefix("? ") ? Int(line.dropFirst(2)) : nil
  }
}
