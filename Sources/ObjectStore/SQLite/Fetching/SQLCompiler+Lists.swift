import Foundation
import ObjectModel

/// `IN`.
extension SQLCompiler {
  /// A longer list becomes one parameter, so that it is bounded by no limit of SQLite's.
  static let greatestInlineCount = 500

  /// - Parameter remake: makes the left side again, with constants of its own.
  func membership(
    _ comparison: ResolvedComparison, _ left: SQLOperand, _ isExact: Bool, _ scope: SQLScope,
    _ locale: ComparisonOptions?, _ folding: ComparisonOptions, _ mark: Int,
    remake: () throws -> SQLOperand
  ) throws -> String {
    guard case .text(let value, let canBeNull) = left else { return literal(false, mark) }
    let elements = comparison.right.elements
    if elements.count > Self.greatestInlineCount, locale == nil,
      let lists = longLists(elements, against: comparison.left, folding)
    {
      return try longMembership(value, lists, isExact && canBeNull, mark, remake)
    }
    var places: [String] = []
    var hasNullable = canBeNull
    for element in elements {
      let operand = try operand(element, against: comparison.left, in: scope, folding: folding)
      guard case .text(let text, let canBeNull) = operand else { continue }
      hasNullable = hasNullable || canBeNull
      places.append(text)
    }
    guard !places.isEmpty else { return literal(false, mark) }
    if let locale {
      let parts = places.map { "\(SQLFunctions.compare)(\(value), \($0), \(locale.rawValue)) = 0" }
      return exact(Self.balanced(parts[...], by: " OR "), isExact && hasNullable)
    }
    return exact("\(value) IN (\(places.joined(separator: ", ")))", isExact && hasNullable)
  }

  // MARK: Long lists

  /// The constants of a long list by how they travel in JSON, which keeps integers and text exactly;
  /// bytes go as hexadecimal digits, doubles by their bits.
  private struct LongLists {
    var integers: [Int64] = []
    var texts: [String] = []
    var bytes: [String] = []
    var doubles: [Int64] = []
  }

  /// Nil when not all are constants.
  private func longLists(
    _ elements: [ResolvedExpression], against other: ResolvedExpression,
    _ folding: ComparisonOptions
  ) -> LongLists? {
    var lists = LongLists()
    for element in elements {
      guard case .constant(let value) = element else { return nil }
      let mark = bindings.count
      guard case .text = constant(value, against: other, folding: folding) else { continue }
      let bound = bindings.removeLast()
      assert(bindings.count == mark)
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
    _ value: String, _ lists: LongLists, _ isExact: Bool, _ mark: Int,
    _ remake: () throws -> SQLOperand
  ) throws -> String {
    var parts: [String] = []
    func add(_ json: String, _ expression: (String) -> String) throws {
      var text = value
      // A second use of the left side needs its constants a second time.
      if !parts.isEmpty, case .text(let again, _) = try remake() { text = again }
      bind(.text(json))
      parts.append("\(expression(text)) IN (SELECT value FROM json_each(?))")
    }
    if !lists.integers.isEmpty { try add(Self.json(lists.integers)) { $0 } }
    if !lists.texts.isEmpty { try add(Self.json(lists.texts)) { $0 } }
    if !lists.bytes.isEmpty { try add(Self.json(lists.bytes)) { "hex(\($0))" } }
    if !lists.doubles.isEmpty {
      try add(Self.json(lists.doubles)) { "\(SQLFunctions.bits)(\($0))" }
    }
    guard !parts.isEmpty else { return literal(false, mark) }
    return exact(Self.balanced(parts[...], by: " OR "), isExact)
  }

  private static func json<Element: Encodable>(_ values: [Element]) throws -> String {
    String(decoding: try JSONEncoder().encode(values), as: UTF8.self)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
