import CommandKit

/// The command-line words of a query.
///
/// As in the campground shell, option names need no dashes. A predicate may be one word or several.
struct QueryWords {
  private let command: Command<Tool>
  private let words: [String]
  /// The index of the store's path.
  private let store: Int

  /// Creates the words of a query; nil if they are another command.
  init?(_ words: [String]) {
    guard let (command, count) = ObjectGraphProgram.grammar.match(words),
      command.isQuery
    else { return nil }
    self.command = command
    self.words = words
    let option = { (index: Int) in command.option(named: words[index].withoutDashes) }
    store =
      words.indices.dropFirst(count).first { index in
        option(index) == nil && (index == count || option(index - 1) == nil)
          && !words[index].hasPrefix("--")
      } ?? words.count
  }

  /// Whether a word is command text, such as the entity or a clause, rather than a single argument.
  func hasClause(at index: Int) -> Bool {
    guard index != store, !words[index].hasPrefix("--") else { return false }
    return command.option(named: words[index - 1].withoutDashes) == nil
      || takesClause(words[index - 1])
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
