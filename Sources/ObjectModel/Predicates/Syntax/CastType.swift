/// The types that `CAST` converts to.
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
