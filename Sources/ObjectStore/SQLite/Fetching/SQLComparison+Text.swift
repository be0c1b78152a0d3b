import ObjectModel

/// `BEGINSWITH`, `ENDSWITH`, `CONTAINS`, `LIKE` and `MATCHES`.
extension SQLComparison {
  func textCondition() throws -> String {
    guard case .value(let value) = left else { return literal(false) }
    let options = terms.options
    let isPlain = options.isEmpty || (options.contains(.normalized) && !terms.isLocalized)
    if isPlain, case .constant(.string(let pattern)) = terms.right,
      let text = plainTextCondition(value.text, pattern)
    {
      return exact(text, canBeNull: value.canBeNull)
    }
    guard case .value(let pattern) = try right(terms.right) else { return literal(false) }
    // The operator's name is also bound, to avoid quotes in the text.
    let symbol = compiler.bind(.text(terms.symbol.spelling))
    return exact(
      "\(SQLFunctions.matches)(\(value.text), \(pattern.text), \(symbol), \(options.rawValue))",
      canBeNull: value.canBeNull || pattern.canBeNull)
  }

  /// A condition using SQLite's built-in operators, or nil.
  private func plainTextCondition(_ value: String, _ pattern: String) -> String? {
    switch terms.symbol {
    case .beginsWith where pattern.isEmpty, .endsWith where pattern.isEmpty,
      .contains where pattern.isEmpty:
      return "\(value) IS NOT NULL"
    case .beginsWith:
      // A range of the index.
      let isAbove = "\(value) >= \(compiler.bind(.text(pattern)))"
      guard let end = Self.end(ofPrefix: pattern) else { return isAbove }
      return "(\(isAbove) AND \(value) < \(compiler.bind(.text(end))))"
    case .endsWith:
      let bytes = Array(pattern.utf8)
      let count = compiler.bind(.integer(Int64(-bytes.count)))
      return "substr(CAST(\(value) AS BLOB), \(count)) = \(compiler.bind(.blob(bytes)))"
    case .contains: return "instr(\(value), \(compiler.bind(.text(pattern)))) > 0"
    default: return nil
    }
  }

  /// The least string greater than all those with a prefix, in the order of UTF-8 bytes; nil if
  /// there is none.
  private static func end(ofPrefix prefix: String) -> String? {
    var scalars = prefix.unicodeScalars
    while let last = scalars.popLast() {
      // Skip the surrogates after U+D7FF, which no string contains.
      guard let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1) else {
        continue
      }
      scalars.append(next)
      return String(scalars)
    }
    return nil
  }
}
