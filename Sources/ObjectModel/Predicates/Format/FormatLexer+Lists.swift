/// Long lists of literals, read as one token: a token for each value and each comma would take many
/// times the memory and the time.
extension FormatLexer {
  /// Shorter lists stay what they are spelled as, which error messages quote.
  private static let fewestLiterals = 64

  /// The values of a list from the brace on; nil for a short list and for one with anything else in
  /// it than literals, which is to be read token by token.
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

  /// A number of digits alone; nil, and nothing read, for any other.
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
