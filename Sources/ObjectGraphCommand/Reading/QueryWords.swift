import CommandKit

/// The words of a query.
///
/// Its clauses are as a shell has them, so that their names need no dashes, and predicates may be of
/// several words or of one.
struct QueryWords {
  private let command: Command<Tool>
  private let words: [String]
  /// The place of the store's name.
  private let store: Int

  /// - Returns: nil for the words of another command.
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

  /// Whether a word is one of the command, of its entity, or of a clause.
  func hasClause(at index: Int) -> Bool {
    guard index != store, !words[index].hasPrefix("--") else { return false }
    return command.option(named: words[index - 1].withoutDashes) == nil
      || takesClause(words[index - 1])
  }

  /// Whether the option that a word names has a value in a language of its own.
  func takesClause(_ word: String) -> Bool {
    let nature = command.option(named: word.withoutDashes)?.form.nature
    return nature == .clause || nature == .condition
  }

  /// A word of a clause as a command has it.
  static func written(_ word: String) -> String {
    // What begins with a number sign would be a comment.
    word.hasPrefix("#")
      ? CommandText.quoted(word, always: true) : word.replacing("\n", with: " ")
  }
}

extension Command {
  /// Whether it asks a store, in the language of predicates.
  var isQuery: Bool { parameters.contains { $0.form.nature == .condition } }
}

extension String {
  fileprivate var withoutDashes: String { hasPrefix("--") ? String(dropFirst(2)) : self }
}
