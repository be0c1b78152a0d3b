/// Help made from the commands, as plain text of at most 80 columns.
package struct HelpText<Context: CommandContext>: Sendable {
  private let grammar: CommandGrammar<Context>
  private let pages: [String: String]
  private let closing: String
  private let prompt: String

  /// Makes the help of a grammar.
  ///
  /// - Parameters:
  ///   - pages: texts about what is no command, by their topics.
  ///   - closing: what stands below the overview.
  ///   - prompt: what stands before examples.
  package init(
    _ grammar: CommandGrammar<Context>, pages: [String: String], closing: String,
    prompt: String
  ) {
    self.grammar = grammar
    self.pages = pages
    self.closing = closing
    self.prompt = prompt
  }

  /// What there is help about: chapters, the first word of each command, and pages.
  package var topics: [String] {
    (grammar.chapters.map(\.topic) + grammar.commands.map(\.topic)).unique + pages.keys.sorted()
  }

  /// One line for each command, by chapters.
  package var overview: String {
    grammar.chapters.map { list(of: $0) + "\n\n" }.joined() + closing
  }

  /// The heading of a chapter and a line for each of its commands.
  private func list(of chapter: CommandChapter<Context>) -> String {
    let widest = grammar.commands.map(\.name.count).max() ?? 0
    let rows = chapter.commands.map { command in
      "  " + Self.padded(command.name, to: widest + 2) + command.summary
    }
    return ([chapter.title] + rows).joined(separator: "\n")
  }

  /// Help about a command (`camper add`), all commands of a noun (`camper`), a chapter (`money`),
  /// or a page; nil when there is no such topic.
  package func text(about topic: String) -> String? {
    let words = topic.split(separator: " ").map(String.init)
    guard let first = words.first else { return overview }
    if let page = pages[topic] { return page }
    // A noun may be a command of its own, too: group, block.
    let commands = grammar.commands.filter { command in
      command.spellings.contains { $0.starts(with: words) }
    }
    guard commands.isEmpty else { return commands.map(text).joined(separator: "\n\n") }
    if let chapter = chapter(of: words) { return list(of: chapter) }
    // A dot-command is found without its dot, too.
    return first.hasPrefix(".") ? nil : text(about: "." + words.joined(separator: " "))
  }

  /// Help about what the user asked for.
  ///
  /// - Throws: `ValueFault`, with a did-you-mean, when there is no such topic.
  package func answer(about topic: String?) throws(ValueFault) -> String {
    guard let topic else { return overview }
    if let text = text(about: topic) { return text }
    throw ValueFault(
      "there is no help about \"\(topic)\"",
      hint: Suggestion.hint(for: topic, in: topics + grammar.commands.map(\.name))
        ?? "\"help\" lists the commands")
  }

  private func chapter(of words: [String]) -> CommandChapter<Context>? {
    let topic = words.joined(separator: " ").lowercased()
    return grammar.chapters.first { [$0.topic, $0.title.lowercased()].contains(topic) }
  }

  private func text(_ command: Command<Context>) -> String {
    var lines = HelpLines.wrap(command.usagePieces, indent: "", hanging: "    ")
    lines.append("  \(command.summary).")
    if !command.details.isEmpty {
      lines += HelpLines.wrap(
        command.details.split(separator: " ").map(String.init), indent: "  ", hanging: "  ")
    }
    let labels =
      command.positionals.map { ($0.form.placeholder, $0) } + command.options.map { ($0.name, $0) }
    let widest = labels.map(\.0.count).max() ?? 0
    for (label, parameter) in labels {
      let choices = parameter.form.choices
      let list = choices.isEmpty ? "" : " (\(choices.joined(separator: ", ")))"
      lines += HelpLines.wrap(
        "\(parameter.summary)\(list)".split(separator: " ").map(String.init),
        indent: "    " + Self.padded(label, to: widest + 2),
        hanging: String(repeating: " ", count: widest + 6))
    }
    let spellings = command.aliases.map { $0.joined(separator: " ") }
    if !spellings.isEmpty {
      lines.append("  Also written \(spellings.joined(separator: ", ")).")
    }
    lines += command.examples.map { "  \(prompt)\($0)" }
    return lines.joined(separator: "\n")
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

/// Text in lines that fit a screen.
package enum HelpLines {
  private static let width = 80

  /// A text as a paragraph.
  package static func paragraph(_ text: String) -> String {
    wrap(text.split(separator: " ").map(String.init), indent: "", hanging: "")
      .joined(separator: "\n")
  }

  /// Pieces in lines, none of them broken apart.
  static func wrap(_ pieces: [String], indent: String, hanging: String) -> [String] {
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
}
