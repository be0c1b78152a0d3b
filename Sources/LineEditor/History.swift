/// The commands entered so far, oldest first, without duplicates.
struct History: Equatable {
  private(set) var commands: [String]
  let limit: Int

  /// Keeps the newest of equal commands, and the newest `limit` in total.
  init(_ commands: [String] = [], limit: Int = 1_000) {
    var seen: Set<String> = []
    let newest = commands.reversed().filter { Self.isWorthKeeping($0) && seen.insert($0).inserted }
    self.commands = newest.prefix(limit).reversed()
    self.limit = limit
  }

  /// Appends a command.
  ///
  /// Returns false for blank text and for a repetition of the last command.
  mutating func add(_ command: String) -> Bool {
    guard Self.isWorthKeeping(command), commands.last != command else { return false }
    self = History(commands + [command], limit: limit)
    return true
  }

  private static func isWorthKeeping(_ command: String) -> Bool {
    // libedit takes C strings, so a command with a NUL could not be recalled in full.
    !command.allSatisfy(\.isWhitespace) && !command.unicodeScalars.contains("\0")
  }

  /// The text of a history file: one command a line, with `\` and line breaks escaped.
  var fileText: String {
    commands.map { Self.escaped($0) + "\n" }.joined()
  }

  /// Reads the text of a history file.
  init(fileText: String, limit: Int = 1_000) {
    let lines = fileText.unicodeScalars.split(separator: "\n")
    self.init(lines.map { Self.unescaped($0) }, limit: limit)
  }

  // By scalars, because CR and LF together are one character.
  private static func escaped(_ command: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in command.unicodeScalars {
      switch scalar {
      case "\\": text.append(contentsOf: #"\\"#.unicodeScalars)
      case "\n": text.append(contentsOf: #"\n"#.unicodeScalars)
      case "\r": text.append(contentsOf: #"\r"#.unicodeScalars)
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  private static func unescaped(_ line: Substring.UnicodeScalarView) -> String {
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in line {
      switch (isEscaped, scalar) {
      case (false, "\\"):
        isEscaped = true
        continue
      case (true, "n"): text.append("\n")
      case (true, "r"): text.append("\r")
      case (true, "\\"): text.append("\\")
      case (true, _):
        text.append("\\")
        text.append(scalar)
      case (false, _): text.append(scalar)
      }
      isEscaped = false
    }
    if isEscaped { text.append("\\") }
    return String(text)
  }
}
