import Foundation
import ObjectModel
import TestSupport

/// A format string and its arguments, drawn from the whole language.
struct GeneratedPredicate {
  private var constants: [AttributeValue] = []
  private let world: GeneratedWorld
  private let identity: StoreIdentity
  private let model: [String: EntityDescription]
  /// What paths can start from: the evaluated object and the variables of subqueries.
  private var roots: [(prefix: String, entity: String)]
  private var variableCount = 0

  init(_ world: GeneratedWorld, entity: String, identity: StoreIdentity) {
    self.world = world
    self.identity = identity
    model = Dictionary(
      world.model.entities.map { ($0.name, $0.entity) }, uniquingKeysWith: { first, _ in first })
    roots = [("", entity)]
  }

  /// A condition as a format string, with the arguments in the order of its text.
  mutating func format(
    depth: Int, using dice: inout SeededGenerator
  ) -> (format: String, arguments: [Any?]) {
    let parts = condition(depth, &dice).split(
      separator: "⟦", omittingEmptySubsequences: false)
    var format = String(parts[0])
    var arguments: [Any?] = []
    for part in parts.dropFirst() {
      let ends = part.split(separator: "⟧", maxSplits: 1, omittingEmptySubsequences: false)
      if let index = Int(ends[0]) { arguments.append(constants[index]) }
      format += "%@" + ends[1]
    }
    return (format, arguments)
  }

  // MARK: Conditions

  private mutating func condition(_ depth: Int, _ dice: inout SeededGenerator) -> String {
    let choice = Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &dice)
    switch choice {
    case 6: return "(\(condition(depth - 1, &dice))) AND (\(condition(depth - 1, &dice)))"
    case 7: return "(\(condition(depth - 1, &dice))) OR (\(condition(depth - 1, &dice)))"
    case 8, 9: return "NOT (\(condition(depth - 1, &dice)))"
    case 0: return collection(depth, &dice)
    default: return comparison(depth, &dice)
    }
  }

  private mutating func comparison(_ depth: Int, _ dice: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<14, using: &dice) {
    case 0...4:
      if roll(9, &dice) > 0 { return numbers(depth, number(depth, &dice), &dice) }
      return "{\(number(0, &dice)), \(number(0, &dice))} CONTAINS \(number(depth, &dice))"
    case 5...7: return texts(text(depth, &dice), depth, &dice)
    case 8: return ordered(date(depth, &dice), date(depth, &dice), &dice)
    case 9: return objects(&dice)
    case 10: return other(&dice)
    case 11:
      if roll(3, &dice) == 0, let path = composites().randomElement(using: &dice) {
        return "\(path) \(Bool.random(using: &dice) ? "==" : "!=") nil"
      }
      let side = [number(1, &dice), text(1, &dice), date(1, &dice)].randomElement(using: &dice)
      return "\(side ?? "nil") \(Bool.random(using: &dice) ? "==" : "!=") nil"
    case 12: return "entity.name == '\(GeneratedWorld.names.randomElement(using: &dice) ?? "")'"
    default: return ["TRUEPREDICATE", "FALSEPREDICATE"].randomElement(using: &dice) ?? ""
    }
  }

  private mutating func numbers(
    _ depth: Int, _ left: String, _ dice: inout SeededGenerator
  ) -> String {
    switch Int.random(in: 0..<8, using: &dice) {
    case 0: return "\(left) BETWEEN {\(number(0, &dice)), \(number(depth, &dice))}"
    case 1:
      let list = (0..<3).map { _ in number(0, &dice) }.joined(separator: ", ")
      return "\(left) IN {\(list)}"
    case 2:
      let type: AttributeType = Bool.random(using: &dice) ? .decimal : .integer64
      let count = Int.random(in: 0..<8, using: &dice) == 0 ? 600 : 3
      return "\(left) IN \(argument((0..<count).map { _ in value(type, &dice) }))"
    default: return ordered(left, number(depth, &dice), &dice)
    }
  }

  private func ordered(
    _ left: String, _ right: String, _ dice: inout SeededGenerator
  ) -> String {
    let symbols = ["==", "!=", "<", "<=", ">", ">="]
    return "\(left) \(symbols.randomElement(using: &dice) ?? "==") \(right)"
  }

  private mutating func texts(
    _ left: String, _ depth: Int, _ dice: inout SeededGenerator
  ) -> String {
    let options = ["", "", "[c]", "[d]", "[cd]", "[n]", "[l]"].randomElement(using: &dice) ?? ""
    switch Int.random(in: 0..<7, using: &dice) {
    case 0: return "\(left) BETWEEN\(options) {\(text(0, &dice)), \(text(0, &dice))}"
    case 1: return "\(left) IN\(options) {\(text(0, &dice)), \(text(0, &dice))}"
    default:
      let symbols = [
        "==", "!=", "<", ">=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES",
      ]
      let symbol = symbols.randomElement(using: &dice) ?? "=="
      let right = symbol == "MATCHES" ? "'[a-z]+.?'" : text(depth, &dice)
      return "\(left) \(symbol)\(options) \(right)"
    }
  }

  private mutating func objects(_ dice: inout SeededGenerator) -> String {
    let left = reference(&dice) ?? "SELF"
    switch Int.random(in: 0..<5, using: &dice) {
    case 0: return "\(left) == nil"
    case 1: return "\(left) != \(reference(&dice) ?? "SELF")"
    case 2: return "\(left) == \(reference(&dice) ?? "SELF")"
    case 3: return "\(left) IN \(argument((0..<3).map { _ in object(&dice) }))"
    default: return "\(left) == \(argument(object(&dice)))"
    }
  }

  private mutating func other(_ dice: inout SeededGenerator) -> String {
    let types: [AttributeType] = [.boolean, .uuid, .binaryData, .uri]
    let type = types.randomElement(using: &dice) ?? .boolean
    guard let path = attribute([type], &dice) else { return "TRUEPREDICATE" }
    switch Int.random(in: 0..<3, using: &dice) {
    case 0: return "\(path) IN \(argument([value(type, &dice), value(type, &dice)]))"
    case 1: return "\(path) != \(argument(value(type, &dice)))"
    default: return "\(path) == \(argument(value(type, &dice)))"
    }
  }

  // MARK: Collections

  private mutating func collection(_ depth: Int, _ dice: inout SeededGenerator) -> String {
    guard let many = toMany(&dice) else { return comparison(depth, &dice) }
    switch Int.random(in: 0..<8, using: &dice) {
    case 6:
      let modifier = ["ANY", "ALL", "NONE"].randomElement(using: &dice) ?? "ANY"
      guard let end = end(of: many, [.integer32, .decimal, .double], &dice) else {
        return "\(argument(object(&dice))) IN \(subquery(many, depth, &dice))"
      }
      let query = subquery(many, depth, &dice) + end.path.dropFirst(many.path.count)
      return "\(modifier) \(numbers(min(depth, 1), query, &dice))"
    case 7: return "\(many.path)[SIZE] > noindex(\(number(min(depth, 1), &dice)))"
    case 0: return "\(argument(object(&dice))) IN \(many.path)"
    case 1: return "\(many.path) CONTAINS \(argument(object(&dice)))"
    case 2, 3:
      let modifier = ["ANY", "ALL", "NONE", "SOME"].randomElement(using: &dice) ?? "ANY"
      guard let end = end(of: many, [.integer32, .integer64, .decimal, .double, .string], &dice)
      else { return "\(many.path).@count > 0" }
      if let path = Self.composite(around: end.path) {
        return "\(modifier) \(path) \(Bool.random(using: &dice) ? "==" : "!=") nil"
      }
      let left = roll(3, &dice) == 0 ? computed(end, &dice) : end.path
      let comparison =
        end.type == .string
        ? texts(left, min(depth, 1), &dice) : numbers(min(depth, 1), left, &dice)
      return "\(modifier) \(comparison)"
    default:
      let count = Int.random(in: 0...2, using: &dice)
      return ordered("\(subquery(many, depth, &dice)).@count", "\(count)", &dice)
    }
  }

  /// What is computed of a path over a collection, to stand behind ANY.
  private mutating func computed(
    _ end: (path: String, type: AttributeType), _ dice: inout SeededGenerator
  ) -> String {
    if end.type == .string {
      return "\(["uppercase", "lowercase", "canonical"][roll(3, &dice)])(\(end.path))"
    }
    switch roll(4, &dice) {
    case 0: return "-(\(end.path))"
    case 1: return "abs(\(end.path))"
    case 2: return "(\(number(1, &dice)) - \(end.path))"
    default: return "TERNARY(\(condition(0, &dice)), \(end.path), \(number(0, &dice)))"
    }
  }

  private mutating func subquery(
    _ many: (path: String, entity: String), _ depth: Int, _ dice: inout SeededGenerator
  ) -> String {
    variableCount += 1
    let variable = "$v\(variableCount)"
    roots.append((variable + ".", many.entity))
    let text = condition(max(0, min(depth, 2) - 1), &dice)
    roots.removeLast()
    return "SUBQUERY(\(many.path), \(variable), \(text))"
  }

  private mutating func toMany(
    _ dice: inout SeededGenerator
  ) -> (path: String, entity: String)? {
    var candidates: [(path: String, entity: String)] = []
    for root in roots {
      guard let entity = world.entities[root.entity] else { continue }
      candidates += entity.toManys.map { (root.prefix + $0.name, $0.destination) }
      for step in entity.toOnes {
        candidates += (world.entities[step.destination]?.toManys ?? []).map {
          ("\(root.prefix)\(step.name).\($0.name)", $0.destination)
        }
      }
    }
    guard roll(3, &dice) == 0 else { return candidates.randomElement(using: &dice) }
    // On over another one, or over a to-one relationship to another one.
    let further = candidates.flatMap { first -> [(path: String, entity: String)] in
      guard let entity = world.entities[first.entity] else { return [] }
      return entity.toManys.map { ("\(first.path).\($0.name)", $0.destination) }
        + entity.toOnes.flatMap { step in
          (world.entities[step.destination]?.toManys ?? []).map {
            ("\(first.path).\(step.name).\($0.name)", $0.destination)
          }
        }
    }
    return (further.isEmpty ? candidates : further).randomElement(using: &dice)
  }

  /// An attribute behind a collection.
  private func end(
    of many: (path: String, entity: String), _ types: [AttributeType],
    _ dice: inout SeededGenerator
  ) -> (path: String, type: AttributeType)? {
    guard let entity = world.entities[many.entity] else { return nil }
    var candidates = entity.attributes.map { (many.path + "." + $0.path, $0.type) }
    for step in entity.toOnes {
      candidates += (world.entities[step.destination]?.attributes ?? []).map {
        ("\(many.path).\(step.name).\($0.path)", $0.type)
      }
    }
    return candidates.filter { types.contains($0.1) }.randomElement(using: &dice)
  }

  // MARK: Expressions

  private mutating func number(_ depth: Int, _ dice: inout SeededGenerator) -> String {
    let types: [AttributeType] = [
      .integer16, .integer32, .integer64, .double, .float, .decimal, .boolean,
    ]
    switch Int.random(in: 0..<(depth > 0 ? 17 : 5), using: &dice) {
    case 15: return "(\(date(depth - 1, &dice)) - \(date(depth - 1, &dice)))"
    case 0...2: return attribute(types, &dice) ?? "\(GeneratedValues.integer(using: &dice))"
    case 3:
      return argument(
        value(([.decimal, .integer64, .double] as [AttributeType])[roll(3, &dice)], &dice))
    case 4: return ["0", "1", "2", "2.5", "0.1", "-3", "9223372036854775807"][roll(7, &dice)]
    case 5...7:
      let symbol = ["+", "-", "*", "/", "**"][roll(5, &dice)]
      return "(\(number(depth - 1, &dice)) \(symbol) \(number(depth - 1, &dice)))"
    case 8: return "-(\(number(depth - 1, &dice)))"
    case 9:
      let name = ["abs", "ceiling", "floor", "trunc", "round", "sqrt", "ln", "log", "exp"][
        roll(9, &dice)]
      return "\(name)(\(number(depth - 1, &dice)))"
    case 10: return "modulus(\(number(depth - 1, &dice)), \(number(depth - 1, &dice)))"
    case 11:
      let name = ["bitwiseAnd", "bitwiseOr", "bitwiseXor", "leftshift", "rightshift"][
        roll(5, &dice)]
      let integers: [AttributeType] = [.integer16, .integer32, .integer64, .boolean]
      switch roll(8, &dice) {
      case 0: return "onesComplement(\(attribute(integers, &dice) ?? "5"))"
      case 1: return "~\(attribute(integers, &dice) ?? "0b101")"
      case 2...4:
        let symbol = ["&", "|", "^", "<<", ">>"][roll(5, &dice)]
        return "(\(attribute(integers, &dice) ?? "0o6") \(symbol) 1 + 0b1)"
      default: break
      }
      return "\(name)(\(attribute(integers, &dice) ?? "6"), \(attribute(integers, &dice) ?? "3"))"
    case 12: return "length(\(text(depth - 1, &dice)))"
    case 13: return "\(["year", "month", "day"][roll(3, &dice)])(\(date(depth - 1, &dice)))"
    case 14:
      let choices = [
        "TERNARY(\(condition(0, &dice)), \(number(depth - 1, &dice)), \(number(depth - 1, &dice)))",
        "CAST(\(text(depth - 1, &dice)), 'NSNumber')", "CAST(\(text(0, &dice)), 'NSDecimalNumber')",
        "CAST(\(number(depth - 1, &dice)), 'NSDecimalNumber')",
        "CAST(\(date(depth - 1, &dice)), 'NSNumber')",
      ]
      return choices[roll(choices.count, &dice)]
    default: return aggregate(depth, &dice)
    }
  }

  private mutating func aggregate(_ depth: Int, _ dice: inout SeededGenerator) -> String {
    let types: [AttributeType] = [
      .integer16, .integer32, .integer64, .double, .float, .decimal,
    ]
    let functions = ["sum", "average", "min", "max", "median", "mode", "stddev", "count"]
    let function = functions[roll(functions.count, &dice)]
    if roll(4, &dice) == 0 {
      return "\(function)({\(number(0, &dice)), \(number(depth - 1, &dice)), \(number(0, &dice))})"
    }
    guard let many = toMany(&dice) else { return "1" }
    guard let end = end(of: many, types, &dice) else { return "\(many.path).@count" }
    let rest = end.path.dropFirst(many.path.count)
    switch roll(4, &dice) {
    case 0: return "\(end.path).@\(["sum", "avg", "min", "max"][roll(4, &dice)])"
    case 1:
      return
        "\(subquery(many, depth, &dice))\(rest).@\(["sum", "avg", "min", "max"][roll(4, &dice)])"
    case 2: return "\(function)(distinct(\(end.path)))"
    default: return "\(function)(\(end.path))"
    }
  }

  private mutating func text(_ depth: Int, _ dice: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &dice) {
    case 0...2: return attribute([.string], &dice) ?? argument(value(.string, &dice))
    case 3: return argument(value(.string, &dice))
    case 4, 5:
      return "\(["uppercase", "lowercase", "canonical"][roll(3, &dice)])(\(text(depth - 1, &dice)))"
    case 6:
      return "TERNARY(\(condition(0, &dice)), \(text(depth - 1, &dice)), \(text(0, &dice)))"
    default:
      guard let many = toMany(&dice), let end = end(of: many, [.string], &dice) else {
        return "CAST(\(attribute([.integer32, .uuid, .uri, .boolean], &dice) ?? "7"), 'NSString')"
      }
      return "\(["min", "max", "mode"][roll(3, &dice)])(\(end.path))"
    }
  }

  private mutating func date(_ depth: Int, _ dice: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 3), using: &dice) {
    case 5:
      let symbol = ["+", "-"][roll(2, &dice)]
      return "(\(date(depth - 1, &dice)) \(symbol) \(number(depth - 1, &dice)))"
    case 6: return "(\(number(depth - 1, &dice)) + \(date(depth - 1, &dice)))"
    case 0, 1: return attribute([.date], &dice) ?? argument(value(.date, &dice))
    case 2: return argument(value(.date, &dice))
    case 3: return "CAST(\(number(depth - 1, &dice)), 'NSDate')"
    case 4: return "TERNARY(\(condition(0, &dice)), \(date(0, &dice)), \(date(0, &dice)))"
    default:
      guard let many = toMany(&dice), let end = end(of: many, [.date], &dice) else {
        return argument(value(.date, &dice))
      }
      return "\(["min", "max"][roll(2, &dice)])(\(end.path))"
    }
  }

  // MARK: Paths and constants

  private func paths() -> [(path: String, type: AttributeType)] {
    roots.flatMap { root -> [(path: String, type: AttributeType)] in
      guard let entity = world.entities[root.entity] else { return [] }
      let own = entity.attributes.map { (path: root.prefix + $0.path, type: $0.type) }
      return own
        + entity.toOnes.flatMap { step in
          (world.entities[step.destination]?.attributes ?? []).map {
            (path: "\(root.prefix)\(step.name).\($0.path)", type: $0.type)
          }
        }
    }
  }

  /// The paths to composites, whose elements have their names and one letter more.
  private func composites() -> [String] { paths().compactMap { Self.composite(around: $0.path) } }

  private static func composite(around path: String) -> String? {
    let keys = path.split(separator: ".")
    guard keys.count > 1, keys[keys.count - 1].dropLast() == keys[keys.count - 2] else {
      return nil
    }
    return keys.dropLast().joined(separator: ".")
  }

  private func attribute(_ types: [AttributeType], _ dice: inout SeededGenerator) -> String? {
    paths().filter { types.contains($0.type) }.randomElement(using: &dice)?.path
  }

  private func reference(_ dice: inout SeededGenerator) -> String? {
    roots.flatMap { root -> [String] in
      let first = world.entities[root.entity]?.toOnes ?? []
      return first.map { root.prefix + $0.name }
        + first.flatMap { step in
          (world.entities[step.destination]?.toOnes ?? []).map {
            "\(root.prefix)\(step.name).\($0.name)"
          }
        }
    }.randomElement(using: &dice)
  }

  private func object(_ dice: inout SeededGenerator) -> AttributeValue {
    guard let entity = model[GeneratedWorld.names[roll(5, &dice)]] else { return .null }
    let stores = [identity, identity, identity, StoreIdentity(identifier: "OTHER")]
    return .objectID(
      ManagedObjectID(
        store: stores[roll(4, &dice)], entity: entity, reference: Int64(1 + roll(5, &dice))))
  }

  private func value(_ type: AttributeType, _ dice: inout SeededGenerator) -> AttributeValue {
    GeneratedValues.value(type, using: &dice)
  }

  private mutating func argument(_ value: AttributeValue) -> String {
    constants.append(value)
    return "⟦\(constants.count - 1)⟧"
  }

  private mutating func argument(_ values: [AttributeValue]) -> String {
    argument(.list(values))
  }

  private func roll(_ sides: Int, _ dice: inout SeededGenerator) -> Int {
    Int.random(in: 0..<sides, using: &dice)
  }
}
