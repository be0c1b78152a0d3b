import CommandKit

/// Completes query clauses: key paths, functions, operators, values, and the names of options.
@MainActor
struct QueryCompletion<Context: QueryContext> {
  private let source: Context
  private let entity: String
  /// The names of the options that may follow.
  private let words: [String]
  /// The names of the selected columns.
  private let columns: [String]

  /// Creates the completion of a clause; nil if the command does not name an entity yet.
  init?(_ clause: ClauseText<Context>) {
    guard let entity = try? clause.argument(with: "entity")?.text() else { return nil }
    source = clause.context
    self.entity = entity
    words = clause.words
    columns = clause.columns
  }

  // MARK: Clauses

  func sort(_ text: String) -> CompletionList {
    list(text, behindKey: SortTerm.words, columns: columns)
  }

  func select(_ text: String) -> CompletionList {
    list(text, behindKey: ["AS"], functions: ["count"] + PredicatePosition.functions)
  }

  func grouping(_ text: String) -> CompletionList {
    list(text, behindKey: Grouping.functions)
  }

  func keys(_ text: String) -> CompletionList { list(text) }

  func keysBehindBy(_ text: String) -> CompletionList {
    text.contains(where: \.isWhitespace)
      ? list(String(text.drop { !$0.isWhitespace }), functions: PredicatePosition.functions)
      : list(["by"], beginning: text)
  }

  func predicate(_ text: String, isOnGroups: Bool = false) -> CompletionList {
    let position = PredicatePosition(text)
    let partial = position.partial
    switch position.expectation {
    case .operand where isOnGroups && !columns.isEmpty: return list(columns, beginning: partial)
    case .operand:
      return keys(
        partial, besides: PredicatePosition.modifiers,
        functions: partial.isEmpty ? [] : PredicatePosition.functions)
    case .comparison: return list(PredicatePosition.operators, beginning: partial)
    case .connective:
      return list(PredicatePosition.connectives + words, beginning: partial)
    case .value(let path): return values(of: path, partial)
    }
  }

  private func values(of path: [String], _ partial: String) -> CompletionList {
    let values = source.values(of: entity, at: path)
    let isQuoted = partial.first == "\"" || partial.first == "'"
    let variables = source.variables.keys.sorted().map { "$\($0)" }
    let typed = isQuoted ? String(partial.dropFirst()) : partial
    let candidates = (values + (isQuoted ? [] : variables)).filter { candidate in
      let text = candidate.hasPrefix("\"") ? String(candidate.dropFirst()) : candidate
      return text.lowercased().hasPrefix(typed.lowercased())
        && (!isQuoted || candidate.hasPrefix("\""))
    }
    guard candidates.isEmpty, !isQuoted, !partial.isEmpty else {
      return CompletionList(replacedCount: partial.count, candidates: candidates)
    }
    return keys(partial, functions: PredicatePosition.functions)
  }

  // MARK: Lists of keys

  /// - Parameters:
  ///   - behindKey: the words that may follow a key before the next comma.
  ///   - columns: column names to offer instead of key paths, if there are any.
  private func list(
    _ text: String, behindKey: [String] = [], functions: [String] = [], columns: [String] = []
  ) -> CompletionList {
    let item = Self.lastItem(of: text)
    let pieces = item.split(whereSeparator: \.isWhitespace)
    let isBehindSpace = item.last?.isWhitespace ?? true
    let partial = isBehindSpace ? "" : pieces.last.map(String.init) ?? ""
    let complete = pieces.dropLast(isBehindSpace ? 0 : 1)
    let isInBrackets = item.filter { $0 == "(" }.count > item.filter { $0 == ")" }.count
    if complete.isEmpty || isInBrackets {
      if !columns.isEmpty { return list(columns, beginning: partial) }
      let offered = partial.isEmpty ? functions.filter { !$0.hasSuffix("(") } : functions
      return keys(partial, functions: offered)
    }
    if behindKey == Grouping.functions {
      return aggregates(complete.map { $0.lowercased() }, beginning: partial)
    }
    let used = Set(complete.map { $0.lowercased() })
    let follows = behindKey.filter { !used.contains($0.lowercased()) }
    return list(follows + words, beginning: partial)
  }

  /// Completes what follows the keys to group by: an aggregate, or the key that it applies to.
  private func aggregates(_ complete: [String], beginning partial: String) -> CompletionList {
    let follows = Grouping.functions + words
    let isOpen = complete.count > 1 && Grouping.functions.contains(complete.last ?? "")
    guard isOpen else { return list(follows, beginning: partial) }
    let more = follows.filter { $0.hasPrefix(partial.lowercased()) }
    let keys = keys(partial)
    return CompletionList(
      replacedCount: keys.replacedCount, candidates: keys.candidates + more, isKeyPath: true,
      words: Set(more))
  }

  /// The text after the last comma outside parentheses.
  private static func lastItem(of text: String) -> String {
    var depth = 0
    var item = ""
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth == 0 { item = "" } else { item.append(character) }
    }
    return item
  }

  // MARK: Candidates

  /// Completes the key path at the end of the text, or a word or function in its place.
  private func keys(
    _ partial: String, besides words: [String] = [], functions: [String] = []
  ) -> CompletionList {
    let isPathCharacter = { (character: Character) in
      character.isLetter || character.isNumber || character == "_" || character == "."
    }
    let path = String(partial.reversed().prefix(while: isPathCharacter).reversed())
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = parts.last ?? ""
    let begins = { (candidate: String) in candidate.lowercased().hasPrefix(last.lowercased()) }
    let names = source.properties(of: entity, at: Array(parts.dropLast())).filter(begins)
    let others = parts.count <= 1 ? (words + functions).filter(begins) : []
    return CompletionList(
      replacedCount: last.count, candidates: names + others, isKeyPath: true, words: Set(others))
  }

  private func list(_ words: [String], beginning partial: String) -> CompletionList {
    let candidates = words.filter { $0.lowercased().hasPrefix(partial.lowercased()) }
    return CompletionList(replacedCount: partial.count, candidates: candidates.unique)
  }
}
