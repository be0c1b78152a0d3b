import CommandKit

/// A value to select or group by: a key path or expression, and a column name.
struct SelectTerm {
  /// The column's name: the name after `AS`, or else the expression.
  let name: String

  /// The key path or expression, in predicate syntax.
  let expression: String

  /// The text to show errors at: the expression, or the key that an aggregate applies to.
  let source: RawText

  /// Collapses runs of spaces, and removes spaces before commas and next to parentheses, and the
  /// parentheses around a key, which tell it from the name of an option.
  ///
  /// Text that contains quotes is returned unchanged.
  static func compact(_ text: String) -> String {
    guard !text.contains("\""), !text.contains("'") else { return text }
    var result = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      let isAttached =
        result.isEmpty || result.last == "(" || word.first == ")" || word.first == "("
        || word.first == ","
      result += isAttached ? String(word) : " \(word)"
    }
    return result.wholeMatch(of: #/\(([\p{L}_][\w.]*)\)/#).map { String($0.1) } ?? result
  }
}

extension SelectTerm {
  /// Creates a term named after its text, without redundant spaces.
  init(_ source: RawText) {
    self.init(name: Self.compact(source.text), expression: source.text, source: source)
  }
}

extension ArgumentText {
  /// Parses terms that may be named with `AS`, such as `status, sum(price) AS total`.
  func terms() throws -> [SelectTerm] {
    try items().map { item in
      let pieces = try someOf(item)
      guard let word = pieces.firstIndex(where: { $0.text.uppercased() == "AS" }), word > 0 else {
        return SelectTerm(joined(pieces))
      }
      let source = joined(pieces[..<word])
      guard pieces.count > word + 1 else {
        throw command.diagnostic(
          "AS needs a name after it", hint: "write \(source.text) AS NAME",
          at: pieces[word].range)
      }
      guard pieces.count == word + 2 else {
        throw command.diagnostic(
          "a comma is missing before the next value", hint: "separate values with commas",
          at: pieces[word + 2].range)
      }
      return SelectTerm(name: pieces[word + 1].word, expression: source.text, source: source)
    }
  }

  /// Parses a list of key paths and expressions.
  func keys() throws -> [SelectTerm] { try items().map { SelectTerm(joined(try someOf($0))) } }

  /// Parses a list of keys preceded by the word `by`.
  func keysBehindBy() throws -> [SelectTerm] {
    let first = command.tokens[indices.lowerBound]
    guard first.kind == .word, first.text.lowercased() == "by" else {
      throw command.diagnostic(
        "\(name) is followed by by, not \"\(first.text)\"", hint: usageHint, at: first.range)
    }
    guard indices.count > 1 else {
      throw command.diagnostic(
        "\(name) by needs a key here", hint: usageHint + wordTaken, at: end)
    }
    return try dropFirst.keys()
  }

  /// Parses a single key path.
  func key() throws -> SelectTerm {
    let items = try items()
    let pieces = try someOf(items[0])
    let key = pieces[0]
    if pieces.count > 1 {
      let word = pieces[1]
      let isDirection = SortTerm.words.contains(word.text.lowercased())
      throw command.diagnostic(
        "\(name) takes one key and nothing after it, not \"\(word.text)\"",
        hint: isDirection
          ? "write \(name) \(key.text) sort \(key.text) \(word.text.lowercased())"
          : usageHint, at: word.range)
    }
    if items.count > 1 {
      throw command.diagnostic(
        "\(name) takes one key", hint: "give further keys to sort",
        at: items[1].pieces.first?.range ?? items[1].end)
    }
    let path = SelectTerm.compact(key.word)
    return SelectTerm(name: path, expression: path, source: key.raw)
  }

  private func someOf(_ item: ClauseItem) throws -> [ClausePiece] {
    guard item.pieces.isEmpty else { return item.pieces }
    throw command.diagnostic(
      "\(name) needs a key here", hint: usageHint + (item.end == end ? wordTaken : ""), at: item.end
    )
  }

  private var usageHint: String { "write \(parameter.optionUsage)" }

  /// How to write the word after the clause as a key, if the name of an option ended the clause.
  private var wordTaken: String {
    let word = command.tokens.dropFirst(indices.upperBound).first?.text
    return word.map { "; the key \"\($0)\" is written (\($0))" } ?? ""
  }
}
