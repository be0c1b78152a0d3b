/// Finds the values of parameters by comparing a statement's text with the text in which they are
/// replaced by their values, which is all that SQLite provides.
enum ExpandedStatement {
  /// The values in the order of the parameters, which are question marks, either all numbered from
  /// 1 or none.
  static func values(of sql: String, in expanded: String) -> [SQLParameter] {
    // A quoted text, a parameter, or the text between them.
    let part = /'[^']*'|"[^"]*"|\?(?<number>[0-9]*)|[^'"?]+/.matchingSemantics(.unicodeScalar)
    var values: [Int: SQLParameter] = [:]
    var rest = expanded[...]
    for match in sql.matches(of: part) {
      if let number = match.output.number {
        values[Int(number) ?? values.count + 1] = popLiteral(from: &rest)
      } else {
        rest = Substring(rest.unicodeScalars.dropFirst(match.output.0.unicodeScalars.count))
      }
    }
    return values.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Removes the literal at the start of the text, and returns its value.
  private static func popLiteral(from text: inout Substring) -> SQLParameter {
    // A text that contains a NUL ends there, without its closing quote.
    let literal =
      #/
      '(?<text>(?:[^']+|'')*+)'?
      | x'(?<digits>[0-9a-fA-F]*)'
      | zeroblob\((?<zeroCount>[0-9]+)\)
      | -?(?:[0-9][0-9.]*(?:e[-+]?[0-9]+)?|[A-Za-z]+)
      /#.matchingSemantics(.unicodeScalar)
    guard let match = text.prefixMatch(of: literal)?.output else { return .null }
    text = text[match.0.endIndex...]
    if let quoted = match.text { return .text(String(quoted.replacing("''", with: "'"))) }
    if let digits = match.digits.map({ Array($0.utf8) }) {
      return .blob(
        stride(from: 0, to: digits.count - 1, by: 2).map { index in
          UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16) ?? 0
        })
    }
    if let count = match.zeroCount.flatMap({ Int($0) }) {
      return .blob(Array(repeating: 0, count: count))
    }
    return Int64(match.0).map { .integer($0) } ?? Double(match.0).map { .real($0) } ?? .null
  }
}
