import Rendering

/// Help generated from the commands, as plain text of at most 80 columns.
package struct HelpText<Context: CommandContext>: Sendable {
  /// The shell's own text for the first page, which introduces it on one screen.
  ///
  /// It begins with the introduction, explains some everyday commands by their names, and lists the
  /// chapters before the closing.
  package typealias Overview = (introduction: String, everyday: [String], closing: String)

  private let grammar: CommandGrammar<Context>
  private let first: Overview
  private let pages: [String: String]
  private let pagesByOtherWords: [String: String]
  private let prompt: String

  /// Makes the help of a grammar.
  ///
  /// - Parameters:
  ///   - overview: the page shown when no topic is named.
  ///   - pages: texts about subjects other than commands, by topic.
  ///   - pagesByOtherWords: the topics of pages that help about another word refers to.
  ///   - prompt: the prompt before examples.
  package init(
    _ grammar: CommandGrammar<Context>, overview: Overview, pages: [String: String],
    alsoCalled pagesByOtherWords: [String: String] = [:], prompt: String
  ) {
    self.grammar = grammar
    self.first = overview
    self.pages = pages
    self.pagesByOtherWords = pagesByOtherWords
    self.prompt = prompt
  }

  /// The topics of help: chapters, the first word of each command, and pages.
  package var topics: [String] {
    (grammar.chapters.map(\.topic) + grammar.commands.map(\.topic)).unique + pages.keys.sorted()
  }

  /// The introduction, the everyday commands and the chapters.
  package var overview: String {
    let everyday = first.everyday.compactMap { name in
      grammar.commands.first { $0.spellings.contains(name.split(separator: " ").map(String.init)) }
        .map { (name, $0.summary) }
    }
    return
      ([first.introduction, ""] + WrappedLines.columns(everyday, indent: 2)
      + ["", "Chapters, each by its first word, as in help \(grammar.chapters[0].topic):"]
      + WrappedLines.pairs(grammar.chapters.map(\.title)) + ["", first.closing])
      .joined(separator: "\n")
  }

  /// The heading of a chapter and a line for each of its commands; the commands that list and
  /// change one kind of object share a line.
  private func list(of chapter: CommandChapter<Context>) -> String {
    var rows: [(String, String)] = []
    var listed: Set<String> = []
    for command in chapter.commands {
      guard let thing = command.thing else {
        rows.append((command.name, command.summary))
        continue
      }
      guard listed.insert(command.topic).inserted else { continue }
      let verbs = chapter.commands.filter { $0.thing == thing }.compactMap { $0.words.last }
      let list = verbs.joined(lastBy: "or")
      rows.append((command.topic, list.prefix(1).uppercased() + list.dropFirst() + " " + thing))
    }
    let introduction = chapter.introduction.isEmpty ? [] : ["", chapter.introduction, ""]
    let lines = [chapter.title] + introduction + WrappedLines.columns(rows, indent: 2)
    return (lines + ["", Self.more(rows[0].0)]).joined(separator: "\n")
  }

  /// A heading and a line for each of some commands.
  private func list(of commands: [Command<Context>], under heading: String) -> String {
    ([heading] + WrappedLines.columns(commands.map { ($0.name, $0.summary) }, indent: 2)
      + ["", Self.more(commands[0].name)]).joined(separator: "\n")
  }

  private static func more(_ name: String) -> String {
    "\"help \(name)\" explains the first, and so on."
  }

  /// Help about a command (`camper add`), the commands of a noun (`camper`), a chapter (`money`), a
  /// page, or a synonym (`invoice`); nil when there is no such topic.
  package func text(about topic: String) -> String? {
    let words = topic.split(separator: " ").map { $0.lowercased() }
    guard let first = words.first else { return overview }
    if words.count > 1, words.last == "more", let command = command(named: Array(words.dropLast()))
    {
      return rest(of: command)
    }
    if let page = pages[words.joined(separator: " ")] { return page }
    // A noun may also be a command itself: group, block.
    let commands = grammar.commands.filter { command in
      command.spellings.contains { $0.starts(with: words) }
    }
    let heading = "Commands of \(first)"
    // A noun that is a command by itself, as in deposit R-1 50, is explained before the others.
    if commands.count > 1, let own = commands.first(where: { $0.words == words }) {
      let others = commands.filter { $0.words != words }
      return text(own) + "\n\n" + list(of: others, under: heading)
    }
    if let text = text(about: commands, heading: heading) { return text }
    if let chapter = chapter(of: words) { return list(of: chapter) }
    // A dot-command is also found without its dot.
    guard !first.hasPrefix(".") else { return nil }
    return text(about: "." + words.joined(separator: " "))
      ?? grammar.commands(alsoCalled: words).flatMap {
        text(about: $0.commands, heading: "Commands for \"\(topic)\"")
          .map { page(before: words) + $0 }
      }
      ?? text(
        about: self.commands(mentioning: words), heading: "Commands that mention \"\(topic)\"")
  }

  /// The page that has a word as its subject, which comes before the commands for it.
  private func page(before words: [String]) -> String {
    pagesByOtherWords[words.joined(separator: " ")].flatMap { pages[$0] }.map { $0 + "\n\n" } ?? ""
  }

  private func command(named words: [String]) -> Command<Context>? {
    grammar.commands.first { $0.spellings.contains(words) }
  }

  /// The full text about a command, or a list of several.
  private func text(about commands: [Command<Context>], heading: String) -> String? {
    guard let command = commands.first else { return nil }
    return commands.count == 1 ? text(command) : list(of: commands, under: heading)
  }

  /// The commands whose descriptions contain all of the words.
  private func commands(mentioning words: [String]) -> [Command<Context>] {
    grammar.commands.filter { command in
      let known = ([command.summary] + command.parameters.map { "\($0.name) \($0.summary)" })
        .joined(separator: " ").lowercased().split { !$0.isLetter && !$0.isNumber }
      return words.allSatisfy { word in
        word.count > 2 && known.contains { $0.hasPrefix(word) }
      }
    }
  }

  /// Help about the requested topic.
  ///
  /// - Throws: `ValueFault` of the argument `topic`, with a suggestion, when there is no such topic.
  package func answer(
    about topic: String?, orStatus exitStatus: ExitStatus = .data
  ) throws -> Answer {
    guard let topic else { return .text(overview) }
    if let text = text(about: topic) { return .text(text) }
    throw ValueFault(
      "no help on \"\(topic)\"",
      hint: Suggestion.hint(for: topic, in: topics + grammar.commands.map(\.name))
        ?? "see \"help\"", at: "topic", exitStatus: exitStatus)
  }

  private func chapter(of words: [String]) -> CommandChapter<Context>? {
    let topic = words.joined(separator: " ").lowercased()
    return grammar.chapters.first {
      ([$0.topic, $0.title.lowercased()] + $0.otherTopics).contains(topic)
    }
  }

  // MARK: One command

  /// The most lines of a page.
  private static var mostLines: Int { 40 }

  /// The page of a command: its usage, what it does, examples, and then the details. Of a page that
  /// would be too long, the details and what is rarely needed are on another.
  private func text(_ command: Command<Context>) -> String {
    let usage = WrappedLines.wrap(command.usagePieces, indent: "", hanging: "    ")
    let head = paragraph("\(command.summary).") + command.examples.map { "  \(prompt)\($0)" }
    let whole =
      usage + head + details(of: command) + refusals(of: command) + parameters(command.parameters)
      + spellings(of: command)
    guard whole.count > Self.mostLines else { return whole.joined(separator: "\n") }
    let others = command.parameters.filter { !command.isNeeded($0) }.map(\.label)
    let short = command.usagePieces.filter { !$0.hasPrefix("[") } + ["[…]"]
    return
      (WrappedLines.wrap(short, indent: "", hanging: "    ") + head + refusals(of: command)
      + parameters(command.parameters.filter(command.isNeeded))
      + WrappedLines.wrap(
        "Also: \(others.joined(separator: ", ")).".split(separator: " ").map(String.init),
        indent: "  ", hanging: "  ") + spellings(of: command)
      + ["  \"help \(command.name) more\" explains the rest."]).joined(separator: "\n")
  }

  /// What the page of a command leaves out, if it is too long.
  private func rest(of command: Command<Context>) -> String {
    (details(of: command) + parameters(command.parameters.filter { !command.isNeeded($0) }))
      .joined(separator: "\n")
  }

  private func details(of command: Command<Context>) -> [String] { paragraph(command.details) }

  private func refusals(of command: Command<Context>) -> [String] {
    paragraph(command.refuses.isEmpty ? "" : "Refuses \(command.refuses).")
  }

  private func paragraph(_ text: String) -> [String] {
    text.isEmpty
      ? []
      : WrappedLines.wrap(
        text.split(whereSeparator: \.isWhitespace).map(String.init), indent: "  ", hanging: "  ")
  }

  private func parameters(_ parameters: [Parameter<Context>]) -> [String] {
    let labels = parameters.map { ($0.isPositional ? $0.form.placeholder : $0.label, $0) }
    let widest = labels.map(\.0.count).max() ?? 0
    return labels.flatMap { label, parameter in
      let choices = parameter.form.choices
      let list = choices.isEmpty ? "" : " (\(choices.joined(separator: ", ")))"
      return WrappedLines.wrap(
        "\(parameter.summary)\(list)".split(separator: " ").map(String.init),
        indent: "    " + label.padded(to: widest + 2),
        hanging: String(repeating: " ", count: widest + 6))
    }
  }

  private func spellings(of command: Command<Context>) -> [String] {
    let spellings = command.aliases.map { $0.joined(separator: " ") }
    return spellings.isEmpty ? [] : ["  Also written \(spellings.joined(separator: ", "))."]
  }
}

extension Command {
  /// Whether a parameter, or one instead of it, has to be given.
  fileprivate func isNeeded(_ parameter: Parameter<Context>) -> Bool {
    parameter.isRequired || alternatives.contains { $0.contains(parameter.name) }
  }
}
