import Foundation
import ObjectModel

/// A decimal in a form that a column of NUMERIC affinity can store without losing digits.
enum StoredDecimal {
  case integer(Int64)
  case real(Double)

  /// Converts the decimal text of a row; nil if no column value represents the number exactly.
  init?(_ text: UnsafeRawBufferPointer) {
    if let short = Self.short(text) {
      self = short
      return
    }
    let string = String(decoding: text, as: UTF8.self)
    if let integer = Int64(string) {
      self = .integer(integer)
      return
    }
    guard let decimal = Decimal(string: string, locale: Row.posix), !decimal.isNaN,
      let double = Double(string), double.isFinite,
      Decimal(string: double.description, locale: Row.posix) == decimal
    else { return nil }
    self = .real(double)
  }

  /// Up to 15 digits need no check: both the digits and the power of ten are exact as doubles, so
  /// their quotient is the double nearest to the decimal, and its shortest text is the decimal.
  private static func short(_ text: UnsafeRawBufferPointer) -> StoredDecimal? {
    guard text.count <= 17 else { return nil }
    var mantissa: Int64 = 0
    var digits = 0
    var scale = -1
    var isNegative = false
    for (index, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        mantissa = mantissa * 10 + Int64(byte - UInt8(ascii: "0"))
        digits += 1
        if scale >= 0 { scale += 1 }
      case UInt8(ascii: ".") where scale < 0: scale = 0
      case UInt8(ascii: "-") where index == 0: isNegative = true
      default: return nil
      }
    }
    guard (1...15).contains(digits) else { return nil }
    if isNegative { mantissa = -mantissa }
    return scale <= 0 ? .integer(mantissa) : .real(Double(mantissa) / powersOfTen[scale])
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// The decimal text for a number in a column, in the form used by rows, or nil if it is not a
  /// number.
  static func text(of number: Double) -> String? {
    let text = number.description
    if text.utf8.allSatisfy({ $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "n") }) {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    return number.isFinite ? canonical(text) : nil
  }

  /// A decimal text in the form used by rows, or nil if it is not a number.
  static func canonical(_ text: String) -> String? {
    guard let decimal = Decimal(string: text, locale: Row.posix), !decimal.isNaN else { return nil }
    return NSDecimalNumber(decimal: decimal).description(withLocale: Row.posix)
  }
}
