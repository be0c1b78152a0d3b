/// Long lists of literals, read as one token: separate tokens for each value and comma would take
/// many times the memory and time.
extension FormatLexer {
  /// Shorter lists keep their tokens, so that error messages can quote them.
  private static let fewestLiterals = 64

  /// The values of a list that starts at the brace; nil for a short list, or one that contains
  /// anything but literals and must be read token by token.
  mutating func literals() -> [AttributeValue]? {
    let start = offset
    offset += 1
    var values: [AttributeValue] = []
    while let value = literal(), let sign = skipSpace() {
      values.append(value)
      offset += 1
      if sign == "}", values.count >= Self.fewestLiterals { return values }
      if sign != "," { break }
    }
    offset = start
    return nil
  }

  private mutating func literal() -> AttributeValue? {
    guard let scalar = skipSpace() else { return nil }
    if scalar == "\"" || scalar == "'" { return (try? quoted(by: scalar)).map { .string($0) } }
    let isNegative = scalar == "-"
    if isNegative { offset += 1 }
    guard Self.isDigit(text[offset]) || text[offset] == "." && Self.isDigit(text[offset + 1]) else {
      return nil
    }
    let kind = wholeNumber().map(FormatToken.Kind.integer) ?? (try? number())
    if isNegative, case .date = kind { return nil }
    return kind?.value(isNegative: isNegative)
  }

  /// A number consisting of digits only; nil for any other, leaving the position unchanged.
  private mutating func wholeNumber() -> UInt64? {
    var place = offset
    var magnitude: UInt64 = 0
    while let scalar = text[place], Self.isDigit(scalar) {
      let (shifted, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = shifted.addingReportingOverflow(UInt64(scalar.value - 0x30))
      if isTooLarge || overflows { return nil }
      magnitude = sum
      place += 1
    }
    guard let next = text[place], next == "," || next == "}" || next == " " else { return nil }
    offset = place
    return magnitude
  }
}
