import Foundation

/// The right side of `MATCHES`: a regular expression that the whole text must match.
///
/// For an expression that backtracks too much, such as `(a+)+b`, the engine gives up after about a
/// second. That is an error, because it is unknown whether the text matches.
package struct MatchesPattern: Sendable {
  /// The engine reports progress about once every 10,000 steps, and gives up silently after some
  /// thousands of reports; a text that can match in only one way causes one report for every 10,000
  /// characters.
  private static let mostReports = 2_000

  private let pattern: String
  private let expression: NSRegularExpression
  private let options: ComparisonOptions

  /// - Throws: `invalidArgument` for an invalid regular expression.
  package init(_ pattern: String, options: ComparisonOptions = []) throws(ObjectGraphError) {
    self.pattern = pattern
    self.options = options.subtracting(.caseInsensitive)
    let flags: NSRegularExpression.Options =
      options.contains(.caseInsensitive) && !options.contains(.normalized) ? .caseInsensitive : []
    let folded = pattern.foldedForComparison(self.options)
    do {
      // Checked without the wrapper first, because "a)|(b" would be valid inside it. An empty
      // pattern is valid but would be rejected.
      if !folded.isEmpty { _ = try NSRegularExpression(pattern: folded, options: flags) }
      expression = try NSRegularExpression(pattern: "\\A(?:\(folded))\\z", options: flags)
    } catch {
      throw ObjectGraphError(
        .invalidArgument, "\"\(pattern)\" is not a valid regular expression",
        repair: "check its parentheses, brackets and repetitions; a backslash escapes a character",
        value: .string(pattern))
    }
  }

  /// Whether the whole text matches the pattern.
  ///
  /// - Throws: `invalidArgument` if the engine gave up.
  package func matches(_ text: String) throws(ObjectGraphError) -> Bool {
    let folded = text.foldedForComparison(options)
    let range = NSRange(location: 0, length: folded.utf16.count)
    var isFound = false
    var gaveUp = false
    var reports = 0
    expression.enumerateMatches(
      in: folded, options: [.reportProgress, .reportCompletion], range: range
    ) { result, flags, stop in
      if result != nil {
        isFound = true
        stop.pointee = true
      } else if flags.contains(.internalError) {
        gaveUp = true
      } else if flags.contains(.progress) {
        reports += 1
        guard reports >= Self.mostReports else { return }
        gaveUp = true
        stop.pointee = true
      }
    }
    if gaveUp, !isFound {
      throw Self.givenUp("\(Self.beginning) \"\(pattern)\" on a string of \(text.count) characters")
    }
    return isFound
  }

  private static let beginning = "MATCHES gave up"

  /// Recreates the error from its message, which a store's statement returns.
  ///
  /// - Returns: nil for any other message.
  package static func failure(saying message: String) -> ObjectGraphError? {
    guard message.hasPrefix("\(beginning) \"") else { return nil }
    let advice = " (\(repair))"
    return givenUp(message.hasSuffix(advice) ? String(message.dropLast(advice.count)) : message)
  }

  private static let repair =
    "rewrite it so that no string matches in two ways: [ab]* for (a|b)*, and a+b for (a+)+b"

  private static func givenUp(_ message: String) -> ObjectGraphError {
    ObjectGraphError(.invalidArgument, message, repair: repair)
  }
}
