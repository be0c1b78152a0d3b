/// Literals for models written in code: `default: 1`, `default: "open"`, `minimum: 0.5`.
///
/// Default values and bounds are converted to the attribute's type if it represents them exactly:
/// `1` becomes a decimal for a decimal attribute. Nil is `.null`.
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
