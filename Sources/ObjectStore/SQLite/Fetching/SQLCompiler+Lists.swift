import Foundation
import ObjectModel

/// `IN`.
extension SQLCompiler {
  func membership(
    _ terms: Terms, _ left: SQLOperand, _ isExact: Bool, _ scope: SQLScope, _ order: Order
  ) throws -> String {
    let mark = bindings.count
    guard case .value(let value) = left else { return literal(false, mark) }
    let elements = terms.right.elements
    if elements.count > FetchShape.greatestInlineCount, order.locale == nil,
      value.digits != .written,
      let lists = longLists(elements, terms, left)
    {
      return longMembership(lists, isExact && value.canBeNull, mark)
    }
    var places: [String] = []
    var others: [String] = []
    var hasNullable = value.canBeNull
    for element in elements where areOfOneHierarchy(terms.left, element) {
      let operand = try operand(element, against: left, terms.left, terms.folding, in: scope)
      guard case .value(let element) = operand else { continue }
      hasNullable = hasNullable || element.canBeNull
      if order.isPlain(value, element) {
        places.append(element.text)
      } else {
        others.append(order.text(value, "=", element))
      }
    }
    if !places.isEmpty { others.append("\(value.text) IN (\(places.joined(separator: ", ")))") }
    guard !others.isEmpty else { return literal(false, mark) }
    return exact(Self.balanced(others[...], by: " OR "), isExact && hasNullable)
  }

  private func areOfOneHierarchy(_ left: ResolvedExpression, _ right: ResolvedExpression) -> Bool {
    guard let first = hierarchy(of: left), let second = hierarchy(of: right) else { return true }
    return first === second
  }

  // MARK: Long lists

  /// The constants of a long list as elements of JSON, which keeps integers and text exactly, by
  /// what is compared with them: bytes go as hexadecimal digits, doubles by their bits.
  private typealias LongLists = [(expression: String, elements: [String])]

  /// Nil when not all are constants that SQLite's own operators compare with the left side.
  private func longLists(
    _ elements: [ResolvedExpression], _ terms: Terms, _ left: SQLOperand
  ) -> LongLists? {
    guard case .value(let value) = left else { return nil }
    var (integers, texts, bytes, doubles) = ([String](), [String](), [String](), [String]())
    for element in elements {
      guard case .constant(let constant) = element else { return nil }
      let mark = bindings.count
      let operand = operand(constant, against: left, terms.left, terms.folding)
      guard case .value(let element) = operand else { continue }
      let bound = bindings.removeLast()
      assert(bindings.count == mark)
      guard value.isComparable(to: element) else { return nil }
      switch bound {
      case .integer(let number): integers.append(String(number))
      case .real(let number): doubles.append(String(SQLFunctions.bitPattern(of: number)))
      case .text(let text): texts.append(Self.json(text))
      case .blob(let blob): bytes.append("\"\(SQLParameter.hexadecimal(blob, isUpper: true))\"")
      case .null: return nil
      }
    }
    return [
      (value.text, integers), (value.text, texts), ("hex(\(value.text))", bytes),
      ("\(SQLFunctions.bits)(\(value.text))", doubles),
    ]
  }

  private func longMembership(_ lists: LongLists, _ isExact: Bool, _ mark: Int) -> String {
    let parts = lists.filter { !$0.elements.isEmpty }.map { expression, elements in
      let array = bind(.text("[\(elements.joined(separator: ","))]"))
      return "\(expression) IN (SELECT value FROM json_each(\(array)))"
    }
    guard !parts.isEmpty else { return literal(false, mark) }
    return exact(Self.balanced(parts[...], by: " OR "), isExact)
  }

  /// A string in JSON; Foundation's encoder takes ten times as long.
  private static func json(_ string: String) -> String {
    var bytes = [UInt8(ascii: "\"")]
    for byte in string.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes += [UInt8(ascii: "\\"), byte]
      } else if byte < 0x20 {
        bytes += "\\u00\(SQLParameter.hexadecimal([byte], isUpper: true))".utf8
      } else {
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
