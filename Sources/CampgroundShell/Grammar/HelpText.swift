/// Help made from the parse table, as plain text of at most 80 columns.
public struct HelpText: Sendable {
  private static let width = 80

  private let grammar: CommandGrammar

  /// Makes the help of a grammar.
  public init(_ grammar: CommandGrammar) {
    self.grammar = grammar
  }

  /// The topics that are no commands.
  public static let pages = ["language", "predicate"]

  /// The topics besides `pages`: the chapters, and the first word of each command, each once.
  public var topics: [String] {
    var seen: Set<String> = []
    return (grammar.chapters.map(\.topic) + grammar.commands.map(\.topic))
      .filter { seen.insert($0).inserted }
  }

  /// One line for each command, by chapters.
  public var overview: String {
    let chapters = grammar.chapters.map { list(of: $0) + "\n" }
    return chapters.joined(separator: "\n") + """

      help COMMAND tells more, and so does help with the first word of a heading; help
      language tells how commands are written, help predicate what can be asked behind
      where.
      """
  }

  /// The heading of a chapter and a line for each of its commands.
  private func list(of chapter: CommandChapter) -> String {
    let widest = grammar.commands.map(\.name.count).max() ?? 0
    let rows = chapter.commands.map { command in
      let gap = String(repeating: " ", count: widest - command.name.count + 2)
      return "  \(command.name)\(gap)\(command.summary)"
    }
    return ([chapter.title] + rows).joined(separator: "\n")
  }

  /// Help about a command (`camper add`), all commands of a noun (`camper`), a chapter (`money`),
  /// or a page; nil when there is no such topic.
  public func text(about topic: String) -> String? {
    let words = topic.split(separator: " ").map(String.init)
    guard let first = words.first else { return overview }
    if words == ["language"] { return Self.language }
    if words == ["predicate"] { return Self.predicate }
    // A noun may be a command of its own, too: group, block.
    let commands = grammar.commands.filter { command in
      command.spellings.contains { words.count == 1 ? $0.first == first : $0 == words }
    }
    // A dot-command is found without its dot, too.
    guard !commands.isEmpty else {
      if let chapter = chapter(of: words) { return list(of: chapter) }
      return first.hasPrefix(".") ? nil : dotted(words)
    }
    return commands.map(text).joined(separator: "\n\n")
  }

  /// Help about what the user asked for.
  ///
  /// - Throws: a diagnostic at the topic with a did-you-mean when there is none of that name.
  public func answer(_ command: ParsedCommand) throws(Diagnostic) -> String {
    guard let topic = command[.topic] else { return overview }
    if let text = text(about: topic) { return text }
    let candidates = topics + grammar.commands.map(\.name) + Self.pages
    throw command.diagnostic(
      "there is no help about \"\(topic)\"",
      hint: Suggestion.hint(for: topic, in: candidates) ?? "\"help\" lists the commands",
      at: ParameterKey<String>.topic)
  }

  private func chapter(of words: [String]) -> CommandChapter? {
    let topic = words.joined(separator: " ").lowercased()
    return grammar.chapters.first { [$0.topic, $0.title.lowercased()].contains(topic) }
  }

  private func dotted(_ words: [String]) -> String? {
    text(about: "." + words.joined(separator: " "))
  }

  private func text(_ command: CommandSyntax) -> String {
    var lines = Self.wrap(command.usagePieces, indent: "", hanging: "    ")
    lines.append("  \(command.summary).")
    if !command.details.isEmpty {
      lines += Self.wrap(
        command.details.split(separator: " ").map(String.init), indent: "  ", hanging: "  ")
    }
    let parameters =
      command.positionals.map { ($0.placeholder, $0) }
      + command.options.map { ($0.name, $0) }
    let widest = parameters.map(\.0.count).max() ?? 0
    for (label, parameter) in parameters {
      let gap = String(repeating: " ", count: widest - label.count + 2)
      let choices = parameter.kind.choices
      let list = choices.isEmpty ? "" : " (\(choices.joined(separator: ", ")))"
      let words = "\(parameter.summary)\(list)".split(separator: " ").map(String.init)
      let hanging = String(repeating: " ", count: widest + 6)
      lines += Self.wrap(words, indent: "    \(label)\(gap)", hanging: hanging)
    }
    let spellings = command.aliases.map { $0.joined(separator: " ") }
    if !spellings.isEmpty {
      lines.append("  Also written \(spellings.joined(separator: ", ")).")
    }
    lines += command.examples.map { "  campground> \($0)" }
    return lines.joined(separator: "\n")
  }

  /// A text in lines that fit a screen.
  static func paragraph(_ text: String) -> String {
    wrap(text.split(separator: " ").map(String.init), indent: "", hanging: "")
      .joined(separator: "\n")
  }

  private static func wrap(_ pieces: [String], indent: String, hanging: String) -> [String] {
    var lines: [String] = []
    var line = indent
    var isEmpty = true
    for piece in pieces {
      if !isEmpty, line.count + 1 + piece.count > width {
        lines.append(line)
        line = hanging
        isEmpty = true
      }
      line += isEmpty ? piece : " " + piece
      isEmpty = false
    }
    return lines + [line]
  }

  private static let language = #"""
    A command is a noun and a verb, or a verb alone, then its values and options
    in any order: camper add "Johnny Appleseed" phone 408-555-1234

      "…" '…'     keep spaces; inside, \" \' \\ \n \t \u{E9} stand for characters
      2026-07-01  is a date; a stay begins with the night of its first date
      today, tomorrow, yesterday, friday (the next one after today), +3 (in three
                  days) and -1 are dates, too, by the campground's clock and zone
      ;           ends a command, as the end of the line does
      \           at the end of a line continues the command on the next one, as
                  an open quote or bracket does
      #           at the beginning of a word makes the rest of the line a comment
      --          may stand before the name of an option: dry-run or --dry-run
    """#
}
