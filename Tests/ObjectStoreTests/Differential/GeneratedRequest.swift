import Foundation
import ObjectModel
import TestSupport

/// A request for dictionaries, drawn from the whole of what one can ask for.
struct GeneratedRequest {
  struct Column {
    let property: FetchedProperty
    let expression: PlainExpression

    var name: String { property.key }
  }

  struct Sort {
    let key: String
    let expression: PlainExpression
    let ascending: Bool
    let comparison: FetchSortDescriptor.Comparison
  }

  let entity: String
  var includesSubentities = true
  /// Without `properties` the groups themselves.
  var columns: [Column] = []
  var namesProperties = true
  var groups: [Column] = []
  var condition: PlainCondition?
  var having: PlainCondition?
  var isDistinct = false
  var sorts: [Sort] = []
  var limit = 0
  var offset = 0

  var isGrouped: Bool { !groups.isEmpty || columns.contains { $0.expression.isAggregate } }
  var isOfRows: Bool { !isGrouped && !isDistinct }

  private let world: GeneratedWorld

  init(_ world: GeneratedWorld, entity: String, using dice: inout SeededGenerator) {
    self.world = world
    self.entity = entity
    includesSubentities = roll(5, &dice) > 0
    switch roll(6, &dice) {
    case 0, 1: rows(&dice)
    case 2: totals(&dice)
    default: grouped(&dice)
    }
    isDistinct = roll(3, &dice) == 0
    if roll(3, &dice) == 0 { condition = condition(over: operands(&dice), 1, &dice) }
    if !groups.isEmpty, roll(2, &dice) == 0 {
      having = condition(over: columns.map { standing($0, &dice) }, 2, &dice)
    }
    sort(&dice)
    if roll(3, &dice) == 0 { (limit, offset) = (roll(4, &dice), roll(4, &dice)) }
  }

  // MARK: Columns

  private mutating func rows(_ dice: inout SeededGenerator) {
    for _ in 0...roll(3, &dice) {
      add(roll(3, &dice) == 0 ? computed(path(&dice), &dice) : path(&dice), to: \.columns)
    }
  }

  private mutating func totals(_ dice: inout SeededGenerator) {
    for _ in 0...roll(3, &dice) { add(total(&dice), to: \.columns) }
  }

  private mutating func grouped(_ dice: inout SeededGenerator) {
    for _ in 0...roll(2, &dice) {
      add(roll(3, &dice) == 0 ? computed(path(&dice), &dice) : path(&dice), to: \.groups)
    }
    if roll(8, &dice) == 0 {
      columns = groups
      namesProperties = false
      return
    }
    for group in groups where roll(4, &dice) > 0 { columns.append(group) }
    if roll(4, &dice) == 0, let group = groups.randomElement(using: &dice) {
      add(computed(group.expression, &dice), to: \.columns)
    }
    for _ in 0..<roll(4, &dice) { add(total(&dice), to: \.columns) }
    if columns.isEmpty { add(total(&dice), to: \.columns) }
  }

  private mutating func add(
    _ expression: PlainExpression, to list: WritableKeyPath<GeneratedRequest, [Column]>
  ) {
    var arguments: [Any?] = []
    let text = expression.format(&arguments)
    if case .path = expression {
      let name = text == "SELF" ? "objectID" : text
      guard !self[keyPath: list].contains(where: { $0.name == name }) else { return }
      self[keyPath: list].append(Column(property: .keyPath(name), expression: expression))
      return
    }
    // A text that is none shows when the request is resolved.
    let made =
      (try? FetchExpression(format: text, argumentArray: arguments))
      ?? FetchExpression(forKeyPath: "no expression: \(text)")
    self[keyPath: list].append(
      Column(
        property: .expression(name: "x\(groups.count + columns.count)", made, .undefined),
        expression: expression))
  }

  // MARK: Expressions

  /// An attribute or an object, of the entity or behind a to-one relationship.
  private func path(_ dice: inout SeededGenerator) -> PlainExpression {
    paths().randomElement(using: &dice) ?? .path([], .objectID)
  }

  private func paths() -> [PlainExpression] {
    guard let own = world.entities[entity] else { return [] }
    var paths = own.attributes.map { PlainExpression.path($0.path.keys, $0.type) }
    for step in own.toOnes {
      paths.append(.path([step.name], .objectID))
      guard let next = world.entities[step.destination] else { continue }
      paths += next.attributes.map { .path([step.name] + $0.path.keys, $0.type) }
    }
    return paths
  }

  private func computed(
    _ operand: PlainExpression, _ dice: inout SeededGenerator
  ) -> PlainExpression {
    switch operand.type {
    case .string: return .call(["uppercase", "lowercase", "length"][roll(3, &dice)], [operand])
    case .date: return .call(["year", "month", "day"][roll(3, &dice)], [operand])
    case .integer16, .integer32, .integer64:
      if roll(5, &dice) == 0 { return .call("modulus", [operand, .constant(.integer(3))]) }
    default: break
    }
    guard operand.isNumber else { return operand }
    if roll(3, &dice) == 0 {
      return .call(["abs", "floor", "ceiling"][roll(3, &dice)], [operand])
    }
    let symbol = ["+", "-", "*", "/"][roll(4, &dice)]
    if roll(2, &dice) == 0, !operand.isAggregate { return .arithmetic(symbol, operand, operand) }
    return .arithmetic(symbol, operand, constant(beside: operand.type, &dice))
  }

  /// A constant that is not converted beside a value of the type.
  private func constant(
    beside type: AttributeType, _ dice: inout SeededGenerator
  ) -> PlainExpression {
    if type == .float || type == .double {
      return .constant(.double([0, 1.5, -2][roll(3, &dice)]))
    }
    return .constant(GeneratedValues.value(type == .decimal ? .decimal : .integer64, using: &dice))
  }

  private func total(_ dice: inout SeededGenerator) -> PlainExpression {
    let first = aggregate(&dice)
    guard roll(4, &dice) == 0 else { return first }
    let second = aggregate(&dice)
    if first.isNumber, second.isNumber, first.type == second.type, roll(2, &dice) == 0 {
      return .arithmetic(["+", "-", "*", "/"][roll(4, &dice)], first, second)
    }
    return computed(first, &dice)
  }

  private func aggregate(_ dice: inout SeededGenerator) -> PlainExpression {
    let isDistinct = roll(4, &dice) == 0
    if roll(5, &dice) == 0 { return .aggregate("count", isDistinct: isDistinct, path(&dice)) }
    let collections = world.entities[entity]?.toManys ?? []
    if roll(8, &dice) == 0, let many = collections.randomElement(using: &dice) {
      let names = ["sum", "average", "max"]
      return .aggregate(names[roll(3, &dice)], isDistinct: false, .members(many.name))
    }
    let operand = paths().filter {
      $0.isNumber || [.string, .date, .boolean].contains($0.type)
    }.randomElement(using: &dice)
    guard let operand else { return .aggregate("count", isDistinct: false, .path([], .objectID)) }
    guard operand.isNumber || operand.type == .boolean else {
      return .aggregate(["min", "max", "mode"][roll(3, &dice)], isDistinct: isDistinct, operand)
    }
    let names = ["sum", "average", "min", "max", "median", "mode", "stddev", "sum", "average"]
    return .aggregate(
      names[roll(names.count, &dice)], isDistinct: isDistinct,
      roll(3, &dice) == 0 ? computed(operand, &dice) : operand)
  }

  // MARK: Conditions

  private func operands(_ dice: inout SeededGenerator) -> [PlainExpression] {
    (0..<3).map { _ in path(&dice) }
  }

  /// A column as a condition on groups writes it.
  private func standing(_ column: Column, _ dice: inout SeededGenerator) -> PlainExpression {
    .column(
      column.name, column.expression.type,
      text: roll(2, &dice) == 0 ? "$\(column.name)" : column.name)
  }

  private func condition(
    over operands: [PlainExpression], _ depth: Int, _ dice: inout SeededGenerator
  ) -> PlainCondition? {
    if depth > 0, roll(2, &dice) == 0 {
      guard let left = condition(over: operands, depth - 1, &dice),
        let right = condition(over: operands, depth - 1, &dice)
      else { return nil }
      return [.and(left, right), .or(left, right), .not(left)][roll(3, &dice)]
    }
    guard let operand = operands.randomElement(using: &dice) else { return nil }
    if roll(5, &dice) == 0 { return .isNil(operand) }
    let ordered = ["==", "!=", "<", "<=", ">", ">="]
    switch operand.type {
    case .string:
      return .comparison(
        operand, (ordered + ["BEGINSWITH"])[roll(7, &dice)],
        .constant(GeneratedValues.value(.string, using: &dice)))
    case .boolean, .uuid, .binaryData, .uri:
      return .comparison(
        operand, ordered[roll(2, &dice)],
        .constant(GeneratedValues.value(operand.type, using: &dice)))
    case .objectID: return .isNil(operand)
    default:
      if operand.isNumber, roll(4, &dice) == 0,
        let other = operands.filter({ $0.type == operand.type }).randomElement(using: &dice)
      {
        return .comparison(operand, ordered[roll(6, &dice)], other)
      }
      return .comparison(
        operand, ordered[roll(6, &dice)],
        .constant(GeneratedValues.value(operand.type, using: &dice)))
    }
  }

  // MARK: The order

  private mutating func sort(_ dice: inout SeededGenerator) {
    for _ in 0..<roll(3, &dice) {
      var keys = columns.map {
        ($0.name, PlainExpression.column($0.name, $0.expression.type, text: $0.name))
      }
      if isOfRows, roll(2, &dice) == 0 {
        keys = paths().map { path in
          var arguments: [Any?] = []
          return (path.format(&arguments), path)
        }
      }
      guard let (key, expression) = keys.randomElement(using: &dice) else { return }
      sorts.append(
        Sort(
          key: key, expression: expression, ascending: Bool.random(using: &dice),
          comparison: FetchSortDescriptor.Comparison.allCases.randomElement(using: &dice)
            ?? .binary))
    }
  }

  private func roll(_ sides: Int, _ dice: inout SeededGenerator) -> Int {
    Int.random(in: 0..<sides, using: &dice)
  }
}

extension String {
  fileprivate var keys: [String] { split(separator: ".").map(String.init) }
}
