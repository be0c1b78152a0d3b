import Foundation
import ObjectModel
import TestSupport
import XCTest

@testable import ObjectStore

/// Generated requests for dictionaries over generated models and rows: SQL, the evaluator over the
/// rows and an evaluation in plain Swift give the same values, of the same types, in the same order.
final class GroupedDifferentialTests: StoreTestCase {
  private static let casesInAWorld = 50

  func testGeneratedRequestsGiveTheSameValuesInSQLInMemoryAndInPlainSwift() throws {
    guard let tally = try DifferentialCampaign.run("requests", runWorld) else { return }
    XCTAssertLessThan(tally.refused, tally.cases / 4, "\(tally)")
    // More than one result.
    XCTAssertGreaterThan(tally.telling, tally.cases / 4, "\(tally)")
    XCTAssertGreaterThan(tally.grouped, tally.cases / 4, "\(tally)")
  }

  private func runWorld(_ seed: UInt64, _ tally: inout DifferentialTally) throws {
    var dice = SeededGenerator(seed: seed)
    let hasRows = Int.random(in: 0..<10, using: &dice) > 0
    let world = try GeneratedWorld(
      rowCount: hasRows ? 0...12 : 0...0,
      spread: Int.random(in: 2...5, using: &dice), using: &dice)
    for number in 0..<Self.casesInAWorld {
      let name = GeneratedWorld.names[Int.random(in: 0..<5, using: &dice)]
      let request = GeneratedRequest(world, entity: name, using: &dice)
      let values: ValueFetch
      do {
        values = try fetch(request, in: world)
      } catch let error as ObjectGraphError where error.code == .invalidArgument {
        tally.refused += 1
        if Campaign.seed != nil {
          print("refused: \(request.text): \(error.message)")
        }
        continue
      }
      tally.cases += 1
      tally.grouped += request.groups.isEmpty ? 0 : 1
      let place = "case \(tally.cases): seed \(seed), number \(number)"
      if try !agree(request, values, in: world, place, seed, &tally) {
        tally.failures += 1
      }
    }
    world.store.close()
  }

  /// - Throws: `invalidArgument` for a request that does not fit the model.
  private func fetch(_ request: GeneratedRequest, in world: GeneratedWorld) throws -> ValueFetch {
    let layout = try XCTUnwrap(world.model.entity(named: request.entity))
    var rows = FetchPlan(layout: layout)
    rows.includesSubentities = request.includesSubentities
    (rows.limit, rows.offset) = (request.limit, request.offset)
    if let predicate = try request.condition?.predicate() {
      rows.predicate = try PredicateResolver(entity: layout.entity).resolve(predicate)
    }
    let results = try ResultResolver.resolve(
      request.namesProperties ? request.columns.map(\.property) : nil,
      groupedBy: request.groups.map(\.property), having: try request.having?.predicate(),
      isDistinct: request.isDistinct, sortedBy: request.sorts.map(\.descriptor),
      entity: layout.entity)
    return ValueFetch(rows, results)
  }

  private func agree(
    _ request: GeneratedRequest, _ fetch: ValueFetch, in world: GeneratedWorld, _ place: String,
    _ seed: UInt64, _ tally: inout DifferentialTally
  ) throws -> Bool {
    let plain = request.results(of: try world.plainRows(of: request.entity))
    if plain.count > 1 { tally.telling += 1 }
    func fail(_ reason: String) throws -> Bool {
      XCTFail(
        "\(place): \(request.text)\n\(reason)\n\(try rows(of: world))\nrepeat with "
          + "CAMPAIGN_SEED=\(seed) swift test --filter GroupedDifferentialTests")
      return false
    }
    do {
      let expected = try evaluated(fetch, over: world)
      let found = try world.store.values(fetch)
      let isSame =
        ResultComparison.isSame(found, expected, isExact: true)
        && ResultComparison.isSame(expected, plain, isExact: false)
      if isSame { return true }
      let sql = try? world.store.text(of: fetch)
      return try fail(
        "in SQL \(ResultComparison.text(found))\nevaluated \(ResultComparison.text(expected))\n"
          + "in plain Swift \(ResultComparison.text(plain))\nSQL \(sql ?? "none")")
    } catch let error as ObjectGraphError {
      return try fail("\(error)")
    }
  }

  private func evaluated(
    _ fetch: ValueFetch, over world: GeneratedWorld
  ) throws -> [[AttributeValue]] {
    let subjects = try world.subjects(fetch.rows.layout.name).filter {
      try fetch.rows.includes(entityNumber: $0.row.entityNumber)
        && fetch.rows.predicate?.matches($0) ?? true
    }
    return try fetch.results.results(
      of: subjects, limit: fetch.rows.limit, offset: fetch.rows.offset)
  }

  private func rows(of world: GeneratedWorld) throws -> String {
    try GeneratedWorld.names.flatMap { name in
      try world.plainRows(of: name).filter { $0.entity == name }.map { row in
        let values = row.values.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let references = row.references.sorted { $0.key < $1.key }.map {
          "\($0.key) \($0.value.key)"
        }
        let counts = row.counts.sorted { $0.key < $1.key }.map { "\($0.key) has \($0.value)" }
        return "\(name) \(row.key): \((values + references + counts).joined(separator: ", "))"
      }
    }.joined(separator: "\n")
  }
}

extension PersistentStore {
  fileprivate func text(of fetch: ValueFetch) throws -> String {
    let mapping = StoreMapping(model: model)
    let compiler = SQLCompiler(
      mapping: mapping, identity: identity, entity: fetch.rows.layout.entity)
    return try compiler.query(
      fetch, entityCondition: nil
    ).text
  }
}

extension GeneratedRequest.Sort {
  fileprivate var descriptor: FetchSortDescriptor {
    FetchSortDescriptor(key: key, ascending: ascending, comparison: comparison)
  }
}

extension PlainCondition {
  fileprivate func predicate() throws -> FetchPredicate {
    var arguments: [Any?] = []
    let text = format(&arguments)
    return try FetchPredicate(format: text, argumentArray: arguments)
  }

  fileprivate var text: String {
    var arguments: [Any?] = []
    let text = format(&arguments)
    return "\(text) with \(arguments.map { $0.map { "\($0)" } ?? "nil" })"
  }
}

extension GeneratedRequest {
  fileprivate var text: String {
    func list(_ columns: [Column]) -> String {
      columns.map { column in
        if case .expression(let name, let expression, _) = column.property {
          return "\(name) = \(expression)"
        }
        return column.name
      }.joined(separator: ", ")
    }
    var text = "\(entity)\(includesSubentities ? "" : " alone")"
    text += " fetching \(namesProperties ? list(columns) : "the groups")"
    if let condition { text += " where \(condition.text)" }
    if !groups.isEmpty { text += " grouped by \(list(groups))" }
    if let having { text += " having \(having.text)" }
    if isDistinct { text += " distinct" }
    for sort in sorts { text += ", by \(sort.key) \(sort.ascending) \(sort.comparison)" }
    return text + ", limit \(limit), offset \(offset)"
  }
}

/// Compares the values that two evaluations gave, their types included.
private enum ResultComparison {
  /// - Parameter isExact: whether fractions must have the very same digits; the order in which
  ///   numbers are added decides about the last of them.
  static func isSame(
    _ left: [[AttributeValue]], _ right: [[AttributeValue]], isExact: Bool
  ) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy { left, right in
        left.count == right.count
          && zip(left, right).allSatisfy { isSame($0, $1, isExact: isExact) }
      }
  }

  private static func isSame(
    _ left: AttributeValue, _ right: AttributeValue, isExact: Bool
  ) -> Bool {
    switch (left, right) {
    case (.double(let left), .double(let right)):
      return left == right || !isExact && abs(left - right) <= 1e-9 * max(abs(left), abs(right))
    case (.decimal(let left), .decimal(let right)):
      let difference = abs(left - right)
      let room = max(abs(left), abs(right)) * Decimal(sign: .plus, exponent: -30, significand: 1)
      return left == right || !isExact && difference <= room
    case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right.utf8)
    case (.objectID(let left), .objectID(let right)):
      return left.reference == right.reference && left.entity === right.entity
    default: return left == right
    }
  }

  static func text(_ results: [[AttributeValue]]) -> String {
    results.map { row in
      "["
        + row.map { value in
          if case .objectID(let id) = value { return "\(id.entity.name ?? "") \(id.reference)" }
          return "\(value)"
        }.joined(separator: ", ") + "]"
    }.joined(separator: " ")
  }
}
