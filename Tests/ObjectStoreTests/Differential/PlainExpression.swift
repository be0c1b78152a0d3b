import Foundation
import ObjectModel

/// An expression of a generated request: its text, for the engine, and its value in plain Swift
/// that shares no code with the engine's evaluators.
indirect enum PlainExpression {
  /// To-one steps and an attribute, or an object at the end of them.
  case path([String], AttributeType)
  /// How many objects a to-many relationship leads to.
  case members(String)
  case constant(AttributeValue)
  /// A value of the results, with how it is written.
  case column(String, AttributeType, text: String)
  case arithmetic(String, PlainExpression, PlainExpression)
  case call(String, [PlainExpression])
  case aggregate(String, isDistinct: Bool, PlainExpression)

  /// The static type: what the sum of nothing is, and of which kind averages are.
  var type: AttributeType {
    switch self {
    case .path(_, let type), .column(_, let type, _): type
    case .members: .integer64
    case .constant(let value):
      switch value {
      case .decimal: .decimal
      case .double: .double
      default: .integer64
      }
    case .arithmetic(_, let left, let right): Self.wider(left.type, right.type)
    case .call(let name, let arguments):
      switch name {
      case "uppercase", "lowercase": .string
      case "length", "year", "month", "day": .integer64
      default: arguments.map(\.type).reduce(.integer64, Self.wider)
      }
    case .aggregate(let name, _, let operand):
      switch name {
      case "count": .integer64
      case "min", "max", "mode": operand.type
      case "sum": Self.wider(operand.type, .integer64)
      case "stddev": .double
      default: operand.type == .decimal ? .decimal : .double
      }
    }
  }

  private static func wider(_ left: AttributeType, _ right: AttributeType) -> AttributeType {
    let both = [left, right]
    if both.contains(where: { $0 == .double || $0 == .float }) { return .double }
    return both.contains(.decimal) ? .decimal : .integer64
  }

  var isAggregate: Bool {
    switch self {
    case .path, .members, .constant, .column: false
    case .arithmetic(_, let left, let right): left.isAggregate || right.isAggregate
    case .call(_, let arguments): arguments.contains(where: \.isAggregate)
    case .aggregate: true
    }
  }

  var isNumber: Bool {
    switch type {
    case .integer16, .integer32, .integer64, .double, .float, .decimal: true
    default: false
    }
  }

  // MARK: Text

  /// The format text, with the constants as arguments in its order.
  func format(_ arguments: inout [Any?]) -> String {
    switch self {
    case .path(let keys, _): return keys.isEmpty ? "SELF" : keys.joined(separator: ".")
    case .members(let name): return "\(name).@count"
    case .column(_, _, let text): return text
    case .constant(let value):
      arguments.append(value)
      return "%@"
    case .arithmetic(let symbol, let left, let right):
      return "(\(left.format(&arguments)) \(symbol) \(right.format(&arguments)))"
    case .call(let name, let operands):
      return "\(name)(\(operands.map { $0.format(&arguments) }.joined(separator: ", ")))"
    case .aggregate(let name, let isDistinct, let operand):
      let text = operand.format(&arguments)
      return "\(name)(\(isDistinct ? "distinct(\(text))" : text))"
    }
  }

  // MARK: Value

  /// - Parameters:
  ///   - row: the evaluated row, or the first of a group; nil where there is none.
  ///   - group: what aggregates run over.
  func value(of row: PlainRow?, in group: [PlainRow]) -> AttributeValue {
    switch self {
    case .path(let keys, _): return row?.value(at: keys) ?? .null
    case .members(let name): return row?.counts[name].map { .integer(Int64($0)) } ?? .null
    case .constant(let value): return value
    case .column(let name, _, _): return row?.values[name] ?? .null
    case .arithmetic(let symbol, let left, let right):
      return PlainNumbers.apply(
        symbol, left.value(of: row, in: group), right.value(of: row, in: group))
    case .call(let name, let operands):
      return PlainFunctions.value(name, operands.map { $0.value(of: row, in: group) })
    case .aggregate(let name, let isDistinct, let operand):
      var values = group.map { operand.value(of: $0, in: []) }.filter { !$0.isNull }
      if isDistinct {
        var seen: [AttributeValue] = []
        for value in values where !seen.contains(where: { PlainOrder.isSame($0, value) }) {
          seen.append(value)
        }
        values = seen
      }
      return PlainAggregates.value(name, values, type)
    }
  }
}

/// A row as a generated request sees it.
final class PlainRow {
  let entity: String
  let key: Int64
  var values: [String: AttributeValue] = [:]
  var references: [String: PlainRow] = [:]
  var counts: [String: Int] = [:]
  let id: ManagedObjectID

  init(entity: String, key: Int64, id: ManagedObjectID) {
    self.entity = entity
    self.key = key
    self.id = id
  }

  func value(at keys: [String]) -> AttributeValue {
    guard let first = keys.first else { return .objectID(id) }
    if let next = references[first] { return next.value(at: Array(keys.dropFirst())) }
    return values[keys.joined(separator: ".")] ?? .null
  }
}

enum PlainFunctions {
  static func value(_ name: String, _ operands: [AttributeValue]) -> AttributeValue {
    guard let first = operands.first, !first.isNull else { return .null }
    switch (name, first) {
    case ("uppercase", .string(let text)): return .string(text.uppercased())
    case ("lowercase", .string(let text)): return .string(text.lowercased())
    case ("length", .string(let text)): return .integer(Int64(text.utf16.count))
    case ("year", .date(let date)): return part(.year, of: date)
    case ("month", .date(let date)): return part(.month, of: date)
    case ("day", .date(let date)): return part(.day, of: date)
    case ("abs", .integer(.min)): return .double(0x1p63)
    case ("abs", .integer(let number)): return .integer(abs(number))
    case ("abs", .double(let number)): return .double(abs(number))
    case ("abs", .decimal(let number)): return .decimal(abs(number))
    case ("floor", .integer), ("ceiling", .integer): return first
    case ("floor", .double(let number)): return .double(number.rounded(.down))
    case ("ceiling", .double(let number)): return .double(number.rounded(.up))
    case ("floor", .decimal(var number)): return whole(&number, .down)
    case ("ceiling", .decimal(var number)): return whole(&number, .up)
    case ("modulus", .integer(let number)):
      guard operands.count == 2, case .integer(let divisor) = operands[1] else { return .null }
      return .integer(number % divisor)
    // What overflowed on the way.
    case ("modulus", .double(let number)):
      return .double(fmod(number, operands.last.flatMap(PlainNumbers.double) ?? .nan))
    default: return .null
    }
  }

  private static func whole(
    _ number: inout Decimal, _ mode: NSDecimalNumber.RoundingMode
  ) -> AttributeValue {
    var result = Decimal()
    NSDecimalRound(&result, &number, 0, mode)
    return .decimal(result)
  }

  private static func part(_ part: Calendar.Component, of date: Date) -> AttributeValue {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    // Up to the last moment of the year 9999.
    guard date.timeIntervalSinceReferenceDate < 252_423_993_600 else { return .null }
    return .integer(Int64(calendar.component(part, from: date)))
  }
}
