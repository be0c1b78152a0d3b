import Campground
import Foundation

/// The parse table of the shell's language.
public struct CommandGrammar: Sendable {
  /// The commands under their headings, in the order in which help lists them.
  public let chapters: [CommandChapter]

  /// The commands of all chapters.
  public let commands: [CommandSyntax]

  /// The commands by the first word of each of their spellings.
  private let byFirstWord: [String: [(words: [String], command: CommandSyntax)]]

  /// Makes a grammar of the commands of some chapters.
  public init(chapters: [CommandChapter]) {
    self.chapters = chapters
    commands = chapters.flatMap(\.commands)
    var table: [String: [(words: [String], command: CommandSyntax)]] = [:]
    for command in commands {
      for words in command.spellings {
        guard let first = words.first else { continue }
        table[first, default: []].append((words, command))
      }
    }
    // The longest spelling is tried first, so that a noun's verb wins over the noun alone.
    self.byFirstWord = table.mapValues { rows in
      rows.sorted { $0.words.count > $1.words.count }
    }
  }

  /// The words that a command can begin with, each once, in the order of the table.
  public var firstWords: [String] {
    var seen: Set<String> = []
    return commands.flatMap(\.spellings).compactMap(\.first).filter { seen.insert($0).inserted }
  }

  /// The second words of the commands that begin with a noun, in the order of the table.
  public func verbs(of noun: String) -> [String] {
    commands.flatMap(\.spellings).filter { $0.count > 1 && $0[0] == noun }.map { $0[1] }
  }

  /// The command that these words name, with the number of words of its spelling.
  public func match(_ words: [String]) -> (command: CommandSyntax, wordCount: Int)? {
    guard let first = words.first, let rows = byFirstWord[first] else { return nil }
    guard let row = rows.first(where: { words.starts(with: $0.words) }) else { return nil }
    return (row.command, row.words.count)
  }

  /// Fits a command's text to the table.
  ///
  /// - Parameters:
  ///   - variables: the values of `$name`.
  ///   - today: tells the day that words such as tomorrow are counted from, by default the
  ///     machine's; called only where there are such words.
  /// - Throws: a diagnostic with the place and a hint, for an unknown command or option, a missing
  ///   or doubled one, a value of the wrong type, and for words that fit nowhere.
  public func parse(
    _ text: CommandText, variables: [String: VariableValue] = [:],
    today: @escaping () throws -> CalendarDate = { CalendarDate(Date(), in: .current) }
  ) throws(Diagnostic) -> ParsedCommand {
    let reader = ValueReader(text: text, variables: variables, today: today)
    var parser = try CommandParser(text, grammar: self, reader)
    return try parser.parse()
  }
}
