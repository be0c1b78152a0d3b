import ObjectModel

/// Commands that are declared together, and made when one of them is first needed: a program that
/// runs one command does not make them all.
package final class CommandSection<Context: CommandContext>: Sendable {
  /// The words with which the commands begin, each once, in the order of the commands.
  package let firstWords: [String]

  private struct Content {
    let commands: [Command<Context>]
    let bySpelling: [[String]: Command<Context>]
    /// The most words of a spelling.
    let longestSpelling: Int
  }

  private let declare: @Sendable () -> [Command<Context>]
  private let known = Lock<Content?>(nil)

  /// Makes a section.
  ///
  /// - Parameters:
  ///   - firstWords: the first words of all spellings of the commands; a command is found by these
  ///     only.
  ///   - declare: makes the commands.
  package init(_ firstWords: [String], declare: @escaping @Sendable () -> [Command<Context>]) {
    self.firstWords = firstWords
    self.declare = declare
  }

  /// Makes a section whose commands begin with the given words.
  package convenience init(
    _ firstWords: String..., declare: @escaping @Sendable () -> [Command<Context>]
  ) {
    self.init(firstWords, declare: declare)
  }

  /// The commands, in the order in which help lists them.
  package var commands: [Command<Context>] { content.commands }

  /// The command that these words name, with the number of words of its spelling.
  func match(_ words: [String]) -> (command: Command<Context>, wordCount: Int)? {
    let content = content
    // A noun with a verb takes precedence over the noun alone.
    for count in stride(from: min(words.count, content.longestSpelling), to: 0, by: -1) {
      if let command = content.bySpelling[Array(words.prefix(count))] { return (command, count) }
    }
    return nil
  }

  /// The same section, with options written with a prefix.
  func prefixingOptions(by prefix: String) -> CommandSection {
    CommandSection(firstWords) { self.commands.map { $0.prefixingOptions(by: prefix) } }
  }

  private var content: Content {
    if let content = known.withLock({ $0 }) { return content }
    // Made outside of the lock: a declaration may ask for other commands.
    let commands = declare()
    let bySpelling = Dictionary(
      commands.flatMap { command in command.spellings.map { ($0, command) } },
      uniquingKeysWith: { first, _ in first })
    let content = Content(
      commands: commands, bySpelling: bySpelling,
      longestSpelling: bySpelling.keys.map(\.count).max() ?? 0)
    known.withLock { $0 = content }
    return content
  }
}
