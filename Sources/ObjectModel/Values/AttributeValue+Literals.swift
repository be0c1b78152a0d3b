/// Literals, where a model is written in code: `default: 1`, `default: "open"`, `minimum: 0.5`.
///
/// An attribute's default and bounds are taken in the attribute's own type where they fit it
/// exactly: `1` is a decimal for a decimal attribute. nil is `.null`.
extension AttributeValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }
}

extension AttributeValue: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) {
    self = .double(value)
  }
}

extension AttributeValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }
}

extension AttributeValue: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}
