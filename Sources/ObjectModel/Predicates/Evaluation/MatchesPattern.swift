import Foundation

/// The right side of `MATCHES`: a regular expression that the whole text must match.
///
/// One that backtracks without end, such as `(a+)+b`, is given up by the engine's own limit after
/// about a second and then does not match.
package struct MatchesPattern: Sendable {
  private let expression: NSRegularExpression
  private let options: ComparisonOptions

  /// - Throws: `invalidArgument` when the pattern is no regular expression.
  package init(_ pattern: String, options: ComparisonOptions = []) throws(ObjectGraphError) {
    self.options = options.subtracting(.caseInsensitive)
    let flags: NSRegularExpression.Options =
      options.contains(.caseInsensitive) && !options.contains(.normalized) ? .caseInsensitive : []
    let folded = pattern.foldedForComparison(self.options)
    do {
      // By itself first: wrapped, "a)|(b" would pass. Empty, it is refused although it is sound.
      if !folded.isEmpty { _ = try NSRegularExpression(pattern: folded, options: flags) }
      expression = try NSRegularExpression(pattern: "\\A(?:\(folded))\\z", options: flags)
    } catch {
      throw ObjectGraphError(
        .invalidArgument, "\"\(pattern)\" is no regular expression",
        repair: "check its parentheses, brackets and repetitions; a backslash escapes a sign",
        value: .string(pattern))
    }
  }

  /// Whether the whole text fits the pattern.
  package func matches(_ text: String) -> Bool {
    let folded = text.foldedForComparison(options)
    let range = NSRange(location: 0, length: folded.utf16.count)
    return expression.firstMatch(in: folded, options: [], range: range) != nil
  }
}
