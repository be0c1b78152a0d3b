import Foundation

/// The right side of `MATCHES`: a regular expression that the whole text must match.
///
/// One that would try too many ways, such as `(a+)+b`, is given up by the engine's own limits after
/// about a second, and that is an error: whether the text matches is not known.
package struct MatchesPattern: Sendable {
  /// The engine reports its progress about each 10,000 ways that it tries, and gives up after some
  /// thousands of reports without saying so; a text that is matched in one way reports once for
  /// 10,000 characters.
  private static let mostReports = 2_000

  private let pattern: String
  private let expression: NSRegularExpression
  private let options: ComparisonOptions

  /// - Throws: `invalidArgument` when the pattern is no regular expression.
  package init(_ pattern: String, options: ComparisonOptions = []) throws(ObjectGraphError) {
    self.pattern = pattern
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
  ///
  /// - Throws: `invalidArgument` when the engine gave up.
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
      throw Self.givenUp("\(Self.beginning) \"\(pattern)\" on a text of \(text.count) characters")
    }
    return isFound
  }

  private static let beginning = "MATCHES gave up"

  /// The error whose message is known, as it comes back out of a statement of a store.
  ///
  /// - Returns: nil for a message of something else.
  package static func failure(saying message: String) -> ObjectGraphError? {
    guard message.hasPrefix("\(beginning) \"") else { return nil }
    let advice = " (\(repair))"
    return givenUp(message.hasSuffix(advice) ? String(message.dropLast(advice.count)) : message)
  }

  private static let repair =
    "write it so that no text fits it in two ways, [ab]* for (a|b)*, and a+b for (a+)+b"

  private static func givenUp(_ message: String) -> ObjectGraphError {
    ObjectGraphError(.invalidArgument, message, repair: repair)
  }
}
