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
      return longMembership(value, lists, isExact && value.canBeNull, mark)
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

  /// The constants of a long list by how they travel in JSON, which keeps integers and text
  /// exactly; bytes go as hexadecimal digits, doubles by their bits.
  private struct LongLists {
    var integers: [Int64] = []
    var texts: [String] = []
    var bytes: [String] = []
    var doubles: [Int64] = []
  }

  /// Nil when not all are constants that SQLite's own operators compare with the left side.
  private func longLists(
    _ elements: [ResolvedExpression], _ terms: Terms, _ left: SQLOperand
  ) -> LongLists? {
    guard case .value(let value) = left else { return nil }
    var lists = LongLists()
    for element in elements {
      guard case .constant(let constant) = element else { return nil }
      let mark = bindings.count
      let operand = operand(constant, against: left, terms.left, terms.folding)
      guard case .value(let element) = operand else { continue }
      let bound = bindings.removeLast()
      assert(bindings.count == mark)
      guard value.isComparable(to: element) else { return nil }
      switch bound {
      case .integer(let number): lists.integers.append(number)
      case .real(let number): lists.doubles.append(SQLFunctions.bitPattern(of: number))
      case .text(let text): lists.texts.append(text)
      case .blob(let bytes), .textBytes(let bytes): lists.bytes.append(Self.hexadecimal(bytes))
      }
    }
    return lists
  }

  private func longMembership(
    _ value: SQLValue, _ lists: LongLists, _ isExact: Bool, _ mark: Int
  ) -> String {
    var parts: [String] = []
    func add(_ json: String, _ expression: String) {
      parts.append("\(expression) IN (SELECT value FROM json_each(\(bind(.text(json)))))")
    }
    let text = value.text
    if !lists.integers.isEmpty { add(Self.json(lists.integers), text) }
    if !lists.texts.isEmpty { add(Self.json(lists.texts), text) }
    if !lists.bytes.isEmpty { add(Self.json(lists.bytes), "hex(\(text))") }
    if !lists.doubles.isEmpty { add(Self.json(lists.doubles), "\(SQLFunctions.bits)(\(text))") }
    guard !parts.isEmpty else { return literal(false, mark) }
    return exact(Self.balanced(parts[...], by: " OR "), isExact)
  }

  /// An array in JSON; Foundation's encoder takes ten times as long.
  private static func json(_ numbers: [Int64]) -> String {
    var text = "["
    for number in numbers {
      if text.utf8.count > 1 { text.append(",") }
      text.append(String(number))
    }
    text.append("]")
    return text
  }

  private static func json(_ strings: [String]) -> String {
    var bytes = [UInt8(ascii: "[")]
    for string in strings {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "\""))
      for byte in string.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          bytes.append(UInt8(ascii: "\\"))
          bytes.append(byte)
        } else if byte < 0x20 {
          bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u"), 0x30, 0x30] + hexadecimal([byte]).utf8
        } else {
          bytes.append(byte)
        }
      }
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: "]"))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
