/// The types that `CAST` converts to.
///
/// A new one takes a case here, what can be cast to it in `PredicateWalk.cast`, and its values in
/// `PredicateFunction+Evaluation`. Parsing, printing and SQL go by these.
package enum CastType: String, Sendable, Hashable, CaseIterable {
  /// A number of seconds since 2001-01-01, or text with a date literal.
  case date = "NSDate"
  /// A double; of a date its seconds since 2001-01-01.
  case number = "NSNumber"
  case decimal = "NSDecimalNumber"
  case string = "NSString"

  package var attributeType: AttributeType {
    switch self {
    case .date: .date
    case .number: .double
    case .decimal: .decimal
    case .string: .string
    }
  }
}
