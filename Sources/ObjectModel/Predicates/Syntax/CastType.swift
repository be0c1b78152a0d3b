/// The types that `CAST` converts to.
///
/// To add one, add a case here, the types that can be cast to it in `PredicateWalk.cast`, and its
/// values in `PredicateFunction+Evaluation`. Parsing, printing and SQL use these.
package enum CastType: String, Sendable, Hashable, CaseIterable {
  /// A number of seconds since 2001-01-01, or a date literal.
  case date = "NSDate"
  /// A double; for a date, its seconds since 2001-01-01.
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
