/// Splits shell text into commands and tokens, one line at a time.
///
///     var lexer = Lexer()
///     let commands = lexer.feed(line)       // the commands that this line completes
///     lexer.open                            // why the next line continues the last one
///
/// - Words are separated by spaces. `"…"` and `'…'` keep spaces and allow `\"`, `\'`, `\\`, `\n`,
///   `\t` and `\u{…}`; a `'` directly after a letter or a digit is an apostrophe, as in O'Brien.
/// - `;` or the end of a line ends a command, unless a quote or a bracket is open or the line ends
///   in a backslash. `#` at the beginning of a word makes the rest of the line a comment.
///
/// Each line is scanned once, however many lines a command has.
package struct Lexer: Sendable {
  /// The construct left open after the last line; nil when the next line begins a new command.
  package var open: OpenConstruct? { quote ?? brackets.last ?? backslash }

  /// The command begun but not completed, with the open token as it is; nil when there is none.
  /// Used by completion.
  package var begunCommand: CommandText? {
    var tokens = tokens
    if let token {
      let end = SourcePosition(
        line: firstLine + lines.count - 1, column: (lines.last?.count ?? 0) + 1)
      tokens.append(token.finished(at: end))
    }
    return command(tokens)
  }

  /// Whether the text so far ends inside a token, quoted or not.
  package var isInsideToken: Bool { token != nil }

  /// The number of the line that the next call of `feed` receives, counted from 1.
  package private(set) var nextLine: Int

  private let file: String?
  private var line: [Character] = []
  private var index = 0
  private var firstLine = 1
  private var lines: [String] = []
  private var tokens: [Token] = []
  private var blanks: [SourceRange] = []
  private var token: TokenBuilder?
  private var quote: OpenConstruct?
  private var brackets: [OpenConstruct] = []
  private var backslash: OpenConstruct?
  /// Whether a backslash in a quoted text joins the next line to it.
  private var joinsNextLine = false

  /// Makes a lexer for the text of a file, or for typed text when there is none.
  package init(file: String? = nil) {
    self.file = file
    nextLine = 1
  }

  /// Feeds the next line, without its line ending, and returns the commands it completes.
  package mutating func feed(_ text: String) -> [CommandText] {
    var commands = scan(text)
    if quote == nil {
      endToken()
    } else if !joinsNextLine {
      token?.text.append("\n")
    }
    joinsNextLine = false
    nextLine += 1
    if open == nil, let command = takeCommand() {
      commands.append(command)
    }
    return commands
  }

  /// Scans a part of a line without ending it, for completion at the cursor.
  ///
  /// Afterwards, only `begunCommand` and `open` are meaningful.
  @discardableResult
  package mutating func scan(_ text: String) -> [CommandText] {
    var commands: [CommandText] = []
    line = Array(text)
    index = 0
    backslash = nil
    if tokens.isEmpty, token == nil { begin() }
    lines.append(text)
    while index < line.count {
      if quote != nil {
        scanQuoted()
      } else if line[index] == ";", brackets.isEmpty {
        endToken()
        index += 1
        if let command = takeCommand() { commands.append(command) }
        begin()
        lines = [text]
      } else {
        scanBare()
      }
    }
    return commands
  }

  /// Marks the end of the text.
  ///
  /// - Throws: a diagnostic at the place of a quote, a bracket or a continuation that was never
  ///   closed. The lexer is then ready for new text.
  package mutating func finish() throws(Diagnostic) {
    guard let open else { return }
    let sourceLine = open.position.line - firstLine
    let text = lines.indices.contains(sourceLine) ? lines[sourceLine] : nil
    discard()
    throw open.diagnostic(file: file, sourceLine: text)
  }

  /// Discards an unfinished command, as Ctrl-C does at a second prompt.
  package mutating func discard() {
    quote = nil
    brackets = []
    backslash = nil
    token = nil
    begin()
  }

  // MARK: Scanning

  private var place: SourcePosition { SourcePosition(line: nextLine, column: index + 1) }

  private mutating func scanBare() {
    let character = line[index]
    if character.isPlain {
      beginToken()
      token?.text.append(character)
      index += 1
    } else if character.isWhitespace {
      endToken()
      index += 1
    } else if character == "#", token == nil {
      skip(to: line.count)
    } else if character == "\\", line[(index + 1)...].allSatisfy(\.isWhitespace) {
      endToken()
      backslash = OpenConstruct(character, at: place)
      skip(to: line.count)
    } else if character == "\"" || character == "'" && !isApostrophe {
      quote = OpenConstruct(character, at: place)
      beginToken()
      token?.hasQuotes = true
      index += 1
    } else {
      beginToken()
      track(bracket: character)
      token?.text.append(character)
      index += 1
    }
  }

  private mutating func scanQuoted() {
    let character = line[index]
    if character == quote?.character {
      quote = nil
      index += 1
    } else if character == "\\" {
      scanEscape()
    } else {
      token?.text.append(character)
      index += 1
    }
  }

  private mutating func scanEscape() {
    let start = place
    index += 1
    guard index < line.count else {
      joinsNextLine = true
      return
    }
    let character = line[index]
    index += 1
    switch character {
    case "\"", "'", "\\":
      token?.text.append(character)
    case "n":
      token?.text.append("\n")
    case "t":
      token?.text.append("\t")
    case "u" where index < line.count && line[index] == "{":
      scanScalar(from: start)
    default:
      token?.text.append("\\")
      token?.text.append(character)
      let range = SourceRange(start: start, end: place)
      token?.note(badEscape: "\\\(character) means nothing in quotes", at: range)
    }
  }

  private mutating func scanScalar(from start: SourcePosition) {
    let digits = line[(index + 1)...].prefix { $0.isHexDigit && $0.isASCII }
    let isClosed = digits.endIndex < line.count && line[digits.endIndex] == "}"
    let scalar =
      digits.count <= 8
      ? UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init(_:)) : nil
    index = isClosed ? digits.endIndex + 1 : digits.endIndex
    if isClosed, let scalar {
      token?.text.append(Character(scalar))
    } else {
      let range = SourceRange(start: start, end: place)
      token?.note(
        badEscape: "\\u{…} needs the hexadecimal number of a character, like \\u{E9}",
        at: range)
    }
  }

  private var isApostrophe: Bool {
    guard token != nil, index > 0 else { return false }
    return line[index - 1].isLetter || line[index - 1].isNumber
  }

  private mutating func track(bracket character: Character) {
    switch character {
    case "(", "[", "{":
      brackets.append(OpenConstruct(character, at: place))
    case ")", "]", "}":
      let partner: Character = character == ")" ? "(" : character == "]" ? "[" : "{"
      // A closing bracket without an opening one is plain text; whoever parses the text reports it.
      if brackets.last?.character == partner { brackets.removeLast() }
    default:
      break
    }
  }

  private mutating func skip(to end: Int) {
    let start = place
    index = end
    blanks.append(SourceRange(start: start, end: place))
  }

  // MARK: Tokens and commands

  private mutating func beginToken() {
    guard token == nil else { return }
    token = TokenBuilder(start: place, depth: brackets.count)
  }

  private mutating func endToken() {
    guard let builder = token else { return }
    tokens.append(builder.finished(at: place))
    token = nil
  }

  private mutating func takeCommand() -> CommandText? {
    defer { begin() }
    return command(tokens)
  }

  private func command(_ tokens: [Token]) -> CommandText? {
    guard !tokens.isEmpty else { return nil }
    return CommandText(
      file: file, firstLine: firstLine, lines: lines, tokens: tokens, blanks: blanks)
  }

  private mutating func begin() {
    firstLine = nextLine
    lines = []
    tokens = []
    blanks = []
  }
}

extension Character {
  /// Whether the character is an ASCII letter or digit, which never has a special meaning outside
  /// quotes.
  fileprivate var isPlain: Bool {
    switch utf8.first ?? 0 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      utf8.count == 1
    default: false
    }
  }
}
