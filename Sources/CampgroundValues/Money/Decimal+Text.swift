import Foundation

extension Decimal {
  /// Reads a plain decimal number: an optional minus sign, digits, and an optional point with
  /// digits after it; nil for anything else and for a number that a `Decimal` cannot hold exactly.
  ///
  /// Foundation's own parser reads the leading digits of a text and silently ignores the rest.
  package init?(exactly text: String) {
    let unsigned = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = unsigned.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    // A Decimal's 128-bit significand holds any number of 38 digits.
    let digits = unsigned.utf8.drop { $0 == UInt8(ascii: "0") }
    guard isPlain, digits.count <= 38 + (parts.count - 1) else { return nil }
    guard let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else {
      return nil
    }
    self = value
  }
}
