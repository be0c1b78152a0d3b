/// Exact arithmetic on whole minor units, with an error on overflow.
public enum MinorUnits {
  /// The amount does not fit into 64 bits.
  public struct Overflow: Error {
    public init() {}
  }

  @inlinable
  public static func sum(of amounts: some Sequence<Int64>) throws(Overflow) -> Int64 {
    var sum: Int64 = 0
    for amount in amounts { sum = try adding(sum, amount) }
    return sum
  }

  @inlinable
  public static func adding(_ left: Int64, _ right: Int64) throws(Overflow) -> Int64 {
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    guard !isTooLarge else { throw Overflow() }
    return sum
  }

  @inlinable
  public static func subtracting(_ part: Int64, from whole: Int64) throws(Overflow) -> Int64 {
    let (rest, isTooLarge) = whole.subtractingReportingOverflow(part)
    guard !isTooLarge else { throw Overflow() }
    return rest
  }

  @inlinable
  public static func times(_ amount: Int64, _ count: Int) throws(Overflow) -> Int64 {
    let (product, isTooLarge) = amount.multipliedReportingOverflow(by: Int64(count))
    guard !isTooLarge else { throw Overflow() }
    return product
  }

  /// The quotient rounded to a whole number, half away from zero; the divisor must be above zero.
  @inlinable
  public static func rounded(_ dividend: Int128, by divisor: Int128) throws(Overflow) -> Int64 {
    let magnitude = dividend.magnitude
    let half = UInt128(divisor) / 2 + UInt128(divisor) % 2
    let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: UInt128(divisor))
    let quotient = whole + (rest >= half ? 1 : 0)
    guard let units = Int64(exactly: quotient) else { throw Overflow() }
    return dividend < 0 ? -units : units
  }
}
