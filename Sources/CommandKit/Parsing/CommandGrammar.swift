/// The language of a shell: its commands in chapters.
package struct CommandGrammar<Context: CommandContext>: Sendable {
  /// The commands under their headings, in the order in which help lists them.
  package let chapters: [CommandChapter<Context>]

  /// Words that people put before a value, except where an option has that name.
  let linkingWords: Set<String>

  /// Alternative names of options, accepted by commands that have no option of that name.
  let optionAliases: [String: String]

  /// Other words for nouns and verbs, `site` for `campsite` and `remove` for `delete`, taken where no
  /// command begins as typed.
  let otherWords: [String: String]

  /// Whether `to FILE` may end every command that answers with data.
  let writesFiles: Bool

  /// A hint for a text that begins like no command, if one is known.
  let advice: @MainActor (CommandText, Context) -> String?

  /// The sections with commands that begin with a word.
  private let sections: [String: [CommandSection<Context>]]

  /// Makes a grammar from the commands of some chapters.
  ///
  /// - Parameters:
  ///   - linkingWords: words that people put before a value, as in `from Friday`, which are ignored
  ///     except where an option has that name.
  ///   - optionAliases: alternative names of options.
  ///   - otherWords: other words for nouns and verbs, taken where no command begins as typed.
  ///   - optionPrefix: the prefix of option names in help and messages: the two dashes of a command
  ///     line. It is accepted in any case.
  ///   - writesFiles: whether `to FILE` may end every command that answers with data.
  ///   - advice: gives a hint for a text that begins like no command, if one is known.
  package init(
    chapters: [CommandChapter<Context>], linkingWords: Set<String> = [],
    optionAliases: [String: String] = [:], otherWords: [String: String] = [:],
    optionPrefix: String = "", writesFiles: Bool = false,
    advice: @escaping @MainActor (CommandText, Context) -> String? = { _, _ in nil }
  ) {
    let chapters =
      optionPrefix.isEmpty ? chapters : chapters.map { $0.prefixingOptions(by: optionPrefix) }
    self.chapters = chapters
    self.linkingWords = linkingWords
    self.optionAliases = optionAliases
    self.otherWords = otherWords
    self.writesFiles = writesFiles
    self.advice = advice
    let sections = chapters.flatMap(\.sections)
    self.sections = Dictionary(
      sections.flatMap { section in section.firstWords.map { ($0, [section]) } },
      uniquingKeysWith: +)
  }

  /// The commands of all chapters.
  package var commands: [Command<Context>] { chapters.flatMap(\.commands) }

  /// The words that a command can begin with, each once, in the order of the table.
  package var firstWords: [String] { chapters.flatMap(\.sections).flatMap(\.firstWords).unique }

  /// The words that follow a noun, or a noun and a verb, in the order of the table.
  package func verbs(of noun: String) -> [String] {
    words(after: noun.split(separator: " ").map(String.init))
  }

  /// The words that may follow the first words of a command, each once, in the order of the table.
  func words(after first: [String]) -> [String] {
    guard let noun = first.first else { return firstWords }
    return sections(beginningWith: noun).flatMap(\.commands).flatMap(\.spellings)
      .filter { $0.count > first.count && $0.starts(with: first) }.map { $0[first.count] }.unique
  }

  /// The command that these words name, with the number of words of its spelling.
  ///
  /// Where none begins as typed, the noun may be in the plural or behind its verb, and other words
  /// may stand for both: `add sites 1-8`, `guest edit Rivera`, `rate remove Base`.
  package func match(_ words: [String]) -> (command: Command<Context>, wordCount: Int)? {
    if let match = spelled(words) { return match }
    guard words.count > 1 else { return nil }
    let (noun, verb) = (usual(words[0]), usual(words[1]))
    return [[noun, verb], [verb, noun]].lazy.compactMap(spelled).first { $0.wordCount == 2 }
  }

  /// The word of the commands for one that people use.
  private func usual(_ word: String) -> String {
    if let usual = otherWords[word] { return usual }
    let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
    return otherWords[singular] ?? (sections[singular] == nil ? word : singular)
  }

  private func spelled(_ words: [String]) -> (command: Command<Context>, wordCount: Int)? {
    guard let first = words.first else { return nil }
    let matches = sections(beginningWith: first).compactMap { $0.match(words) }
    return matches.max { $0.wordCount < $1.wordCount }
  }

  private func sections(beginningWith word: String) -> [CommandSection<Context>] {
    sections[word] ?? []
  }

  /// The commands with one of these words as a synonym, `walk in` or `invoice`, and the number of
  /// words used; case, hyphens, spaces and plurals do not matter.
  package func commands(alsoCalled words: [String]) -> (commands: [Command<Context>], count: Int)? {
    for count in (1...3).reversed() where count <= words.count {
      let key = Self.key(words.prefix(count).joined())
      let found = commands.filter { $0.synonyms.contains { Self.key($0) == key } }
      if !found.isEmpty { return (found, count) }
    }
    return nil
  }

  private static func key(_ words: String) -> String {
    let letters = words.lowercased().filter { $0.isLetter || $0.isNumber }
    return letters.hasSuffix("s") && letters.count > 3 ? String(letters.dropLast()) : letters
  }

  /// Matches a command's text with the commands, and checks everything that can be checked before
  /// it runs.
  ///
  /// - Throws: a diagnostic with the place and a hint, for an unknown command or option, a missing
  ///   or repeated one, a value of the wrong type, and unexpected words.
  @MainActor
  package func parse(
    _ text: CommandText, in context: Context
  ) throws(Diagnostic) -> ParsedCommand<Context> {
    var parser = try CommandParser(text, grammar: self, context)
    return try parser.parse()
  }
}

extension Sequence where Element: Hashable {
  /// The distinct elements, in order.
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension [String] {
  /// The words in a sentence, `a, b or c`.
  package func joined(lastBy word: String) -> String {
    guard count > 1, let last else { return joined() }
    return dropLast().joined(separator: ", ") + " \(word) " + last
  }
}

extension Array {
  /// The element if there is exactly one.
  var only: Element? { count == 1 ? first : nil }
}
