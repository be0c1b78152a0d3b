import Foundation

/// The fields of an archived `NSDecimalNumber`.
enum ArchivedDecimal {
  /// The mantissa's size in bytes, and the byte order in which the lowest comes first.
  private static let mantissaSize = 16
  private static let littleEndian: Int64 = 1

  static func fields(of value: Decimal) -> PropertyList.Fields {
    let mantissa = mantissa(of: value)
    let words = (128 - mantissa.leadingZeroBitCount + 15) / 16
    let bytes = (0..<mantissaSize).map { UInt8(truncatingIfNeeded: mantissa >> ($0 * 8)) }
    return [
      "NS.mantissa": .data(Data(bytes)), "NS.mantissa.bo": .integer(littleEndian),
      "NS.exponent": .integer(Int64(value.exponent)), "NS.length": .integer(Int64(words)),
      "NS.negative": .boolean(value.isSignMinus && !value.isZero), "NS.compact": .boolean(true),
    ]
  }

  /// The number, or nil if the fields are not valid.
  static func decimal(
    from fields: PropertyList.Fields, in archive: KeyedArchive
  ) throws -> Decimal? {
    guard case .data(let bytes)? = try archive.resolve(fields["NS.mantissa"]),
      bytes.count <= mantissaSize, let exponent = fields["NS.exponent"]?.integer,
      (-128...127).contains(exponent)
    else { return nil }
    let lowestFirst = fields["NS.mantissa.bo"]?.integer ?? littleEndian == littleEndian
    // The words are in order, but the bytes of each have the machine's order.
    let ordered = lowestFirst ? Array(bytes) : Array(bytes).swappingPairs()
    var mantissa: UInt128 = 0
    for byte in ordered.reversed() { mantissa = mantissa << 8 | UInt128(byte) }
    guard let digits = Decimal(string: String(mantissa)) else { return nil }
    let isNegative = fields["NS.negative"]?.isTrue ?? false
    return Decimal(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: digits)
  }

  private static func mantissa(of value: Decimal) -> UInt128 {
    // Whatever the sign and exponent, the significand is a whole number of at most 38 digits.
    UInt128(value.significand.magnitude.description) ?? 0
  }
}

extension [UInt8] {
  fileprivate func swappingPairs() -> [UInt8] { indices.map { self[Swift.min($0 ^ 1, count - 1)] } }
}
