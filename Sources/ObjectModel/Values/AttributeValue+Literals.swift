/// Literals, where a model is written in code: `default: 1`, `default: "open"`, `minimum: 0.5`.
///
/// An attribute's default and bounds are taken in the attribute's own type where they fit it
/// exactly: `1` is a decimal for a decimal attribute. nil is `.null`.
extension AttributeValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByStringLiteral
{
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }

  public init(floatLiteral value: Double) {
    self = .double(value)
  }

  public init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }

  public init(stringLiteral value: String) {
    self = .string(value)
  }
}
