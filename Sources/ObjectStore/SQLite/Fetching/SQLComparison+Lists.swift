import ObjectModel

/// `IN`.
extension SQLComparison {
  func membership() throws -> String {
    guard case .value(let value) = left else { return literal(false) }
    let elements = terms.right.elements
    if elements.count > FetchShape.greatestInlineCount, !terms.isLocalized,
      value.digits != .written, let lists = try longLists(elements, comparedWith: value)
    {
      return membership(in: lists, canBeNull: value.canBeNull)
    }
    var places: [String] = []
    var others: [String] = []
    var hasNullable = value.canBeNull
    for element in elements where compiler.areOfOneHierarchy(terms.left, element) {
      guard case .value(let element) = try right(element) else { continue }
      hasNullable = hasNullable || element.canBeNull
      if isPlain(value, element) {
        places.append(element.text)
      } else {
        others.append(order(value, "=", element))
      }
    }
    if !places.isEmpty { others.append("\(value.text) IN (\(places.joined(separator: ", ")))") }
    guard !others.isEmpty else { return literal(false) }
    return exact(SQLCompiler.balanced(others[...], by: " OR "), canBeNull: hasNullable)
  }

  // MARK: Long lists

  /// The constants of a long list as elements of JSON, which represents integers and strings
  /// exactly, grouped by the expression to compare: bytes are hexadecimal digits, and doubles are
  /// compared by their bits.
  private typealias LongLists = [(expression: String, elements: [String])]

  /// Nil unless all elements are constants that SQLite's own operators can compare with the left
  /// side.
  private func longLists(
    _ elements: [ResolvedExpression], comparedWith value: SQLValue
  ) throws -> LongLists? {
    var (integers, texts, bytes, doubles) = ([String](), [String](), [String](), [String]())
    for element in elements {
      guard element.isConstant else { return nil }
      guard case .value(let element) = try right(element) else { continue }
      let bound = compiler.bindings.removeLast()
      guard value.isComparable(to: element) else { return nil }
      switch bound {
      case .integer(let number): integers.append(String(number))
      case .real(let number): doubles.append(String(SQLFunctions.bitPattern(of: number)))
      case .text(let text): texts.append(Self.json(text))
      case .blob(let blob): bytes.append("\"\(blob.hexadecimal(isUpper: true))\"")
      case .null: return nil
      }
    }
    return [
      (value.text, integers), (value.text, texts), ("hex(\(value.text))", bytes),
      ("\(SQLFunctions.bits)(\(value.text))", doubles),
    ]
  }

  private func membership(in lists: LongLists, canBeNull: Bool) -> String {
    let parts = lists.filter { !$0.elements.isEmpty }.map { expression, elements in
      let array = compiler.bind(.text("[\(elements.joined(separator: ","))]"))
      return "\(expression) IN (SELECT value FROM json_each(\(array)))"
    }
    guard !parts.isEmpty else { return literal(false) }
    return exact(SQLCompiler.balanced(parts[...], by: " OR "), canBeNull: canBeNull)
  }

  /// A JSON string literal; Foundation's encoder takes ten times as long.
  private static func json(_ string: String) -> String {
    var bytes = [UInt8(ascii: "\"")]
    for byte in string.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes += [UInt8(ascii: "\\"), byte]
      } else if byte < 0x20 {
        bytes += "\\u00\([byte].hexadecimal())".utf8
      } else {
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
