import CommandKit

/// The command-line words of a query.
///
/// As in the campground shell, option names need no dashes. A predicate may be one word or several.
struct QueryWords {
  private let command: Command<Tool>
  private let words: [String]
  /// The number of words that may have the dashes of options.
  private let options: Int
  /// The index of the store's path.
  private var store = 0

  /// Creates the words of a query; nil if they are another command.
  init?(_ words: [String], options: Int) {
    guard let (command, count) = ObjectGraphProgram.grammar.match(words),
      command.isQuery
    else { return nil }
    self.command = command
    self.words = words
    self.options = options
    store =
      words.indices.dropFirst(count).first { index in
        option(at: index) == nil && (index == count || option(at: index - 1) == nil)
          && !hasDashes(index)
      } ?? words.count
  }

  private func hasDashes(_ index: Int) -> Bool { index < options && words[index].hasPrefix("--") }

  private func option(at index: Int) -> Parameter<Tool>? {
    command.option(named: hasDashes(index) ? words[index].withoutDashes : words[index])
  }

  /// Whether a word is command text, such as the entity or a clause, rather than a single argument.
  func hasClause(at index: Int) -> Bool {
    guard index != store, !hasDashes(index) else { return false }
    return option(at: index - 1) == nil || takesClause(words[index - 1])
  }

  /// Whether a word names an option whose value is a clause or a predicate.
  func takesClause(_ word: String) -> Bool {
    let nature = command.option(named: word.withoutDashes)?.form.nature
    return nature == .keys || nature == .condition
  }

  /// A word of a clause, as command text.
  static func written(_ word: String) -> String {
    // A leading number sign would start a comment.
    word.hasPrefix("#")
      ? CommandText.quoted(word, always: true) : word.replacing("\n", with: " ")
  }
}

extension Command {
  /// Whether the command is a query, which takes a predicate.
  var isQuery: Bool { parameters.contains { $0.form.nature == .condition } }
}

extension String {
  fileprivate var withoutDashes: String { hasPrefix("--") ? String(dropFirst(2)) : self }
}
