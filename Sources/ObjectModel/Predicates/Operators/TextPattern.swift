/// The right side of `BEGINSWITH`, `ENDSWITH`, `CONTAINS`, `LIKE` or `MATCHES`, prepared for
/// matching many texts. The first three compare UTF-8 bytes; the empty string is part of every
/// text.
///
/// The SQLite store registers SQL functions based on it, so that both evaluators agree.
package struct TextPattern: Sendable {
  private enum Form: Sendable {
    case beginning([UInt8])
    case end([UInt8])
    case part([UInt8])
    case like(LikePattern)
    case matches(MatchesPattern)
  }

  private let form: Form
  private let options: ComparisonOptions

  /// - Parameter operator: a text operator.
  /// - Throws: `invalidArgument` if the right side of `MATCHES` is not a valid regular expression.
  package init(
    _ operator: ComparisonOperator, _ pattern: String, options: ComparisonOptions
  ) throws(ObjectGraphError) {
    // Like localizedStandardContains.
    let options =
      options.contains(.localeSensitive)
      ? options.union([.caseInsensitive, .diacriticInsensitive]) : options
    self.options = options
    switch `operator` {
    case .like: form = .like(LikePattern(pattern, options: options))
    case .matches: form = .matches(try MatchesPattern(pattern, options: options))
    case .beginsWith: form = .beginning(Array(pattern.foldedForComparison(options).utf8))
    case .endsWith: form = .end(Array(pattern.foldedForComparison(options).utf8))
    default: form = .part(Array(pattern.foldedForComparison(options).utf8))
    }
  }

  /// - Throws: `invalidArgument` if a regular expression backtracks too much.
  package func matches(_ text: String) throws(ObjectGraphError) -> Bool {
    switch form {
    case .like(let pattern): pattern.matches(text)
    case .matches(let pattern): try pattern.matches(text)
    case .beginning(let bytes): text.foldedForComparison(options).utf8.starts(with: bytes)
    case .end(let bytes):
      text.foldedForComparison(options).utf8.reversed().starts(with: bytes.reversed())
    case .part(let bytes): Self.contains(Array(text.foldedForComparison(options).utf8), bytes)
    }
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard text.count >= part.count else { return false }
    return (0...text.count - part.count).contains { start in
      text[start] == first && text[start..<start + part.count].elementsEqual(part)
    }
  }
}
