import CommandKit

/// A value to select or to group by: a key path or an expression, with the name of its column.
public struct SelectTerm: Sendable, Hashable {
  /// What the column is called: the name behind `AS`, or else the expression.
  public let name: String

  /// The key path or expression, in the language of predicates.
  public let expression: String

  /// What was written for it; the expression itself, or the key that a function is taken of.
  public let source: RawText

  init(name: String, expression: String, source: RawText) {
    self.name = name
    self.expression = expression
    self.source = source
  }

  /// A term that is named by what was written, spaces beside brackets left out.
  init(_ source: RawText) {
    let name = Self.compact(source.text)
    self.init(name: name, expression: source.text, source: source)
  }

  /// The text with single spaces, and none inside of brackets.
  static func compact(_ text: String) -> String {
    guard !text.contains("\""), !text.contains("'") else { return text }
    var result = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      let isAttached =
        result.isEmpty || result.last == "(" || word.first == ")" || word.first == "("
        || word.first == ","
      result += isAttached ? String(word) : " \(word)"
    }
    return result
  }
}
