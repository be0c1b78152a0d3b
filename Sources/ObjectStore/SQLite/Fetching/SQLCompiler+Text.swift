import ObjectModel

/// `BEGINSWITH`, `ENDSWITH`, `CONTAINS`, `LIKE` and `MATCHES`.
extension SQLCompiler {
  func text(
    _ terms: Terms, _ left: SQLOperand, _ isExact: Bool, _ scope: SQLScope
  ) throws -> String {
    let mark = bindings.count
    guard case .value(let value) = left else { return literal(false, mark) }
    let options = terms.options
    let isPlain =
      options.isEmpty || (options.contains(.normalized) && !terms.isLocalized)
    if isPlain, case .constant(.string(let pattern)) = terms.right,
      let text = plainText(terms.symbol, value.text, pattern)
    {
      return exact(text, isExact && value.canBeNull)
    }
    guard
      case .value(let pattern) = try operand(
        terms.right, against: left, terms.left, [], in: scope)
    else { return literal(false, mark) }
    // The operator's name is bound too, to keep quotes out of the text.
    let symbol = bind(.text(terms.symbol.rawValue))
    return exact(
      "\(SQLFunctions.matches)(\(value.text), \(pattern.text), \(symbol), \(options.rawValue))",
      isExact && (value.canBeNull || pattern.canBeNull))
  }

  /// What SQLite can do by itself, or nil.
  private func plainText(
    _ symbol: ComparisonOperator, _ value: String, _ pattern: String
  ) -> String? {
    let bytes = Array(pattern.utf8)
    switch symbol {
    case .beginsWith:
      guard !bytes.isEmpty else { return "\(value) IS NOT NULL" }
      // A range of the index.
      let isAbove = "\(value) >= \(bind(.text(pattern)))"
      guard let end = Self.end(ofPrefix: pattern) else { return isAbove }
      return "(\(isAbove) AND \(value) < \(bind(.text(end))))"
    case .endsWith:
      guard !bytes.isEmpty else { return "\(value) IS NOT NULL" }
      let (count, end) = (bind(.integer(Int64(-bytes.count))), bind(.blob(bytes)))
      return "substr(CAST(\(value) AS BLOB), \(count)) = \(end)"
    case .contains:
      guard !bytes.isEmpty else { return "\(value) IS NOT NULL" }
      return "instr(\(value), \(bind(.text(pattern)))) > 0"
    default: return nil
    }
  }

  /// The least text beyond all that begin with a prefix, in the order of UTF-8 bytes; nil when none is.
  private static func end(ofPrefix prefix: String) -> String? {
    var scalars = prefix.unicodeScalars
    while let last = scalars.popLast() {
      // No text has the surrogates, which come after U+D7FF.
      guard let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1) else {
        continue
      }
      scalars.append(next)
      return String(scalars)
    }
    return nil
  }
}
