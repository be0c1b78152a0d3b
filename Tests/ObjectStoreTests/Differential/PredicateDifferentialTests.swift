import Foundation
import ObjectModel
import TestSupport
import XCTest

@testable import ObjectStore

/// Generated predicates, orders and windows over generated models and rows: SQL and the evaluator
/// over the rows of the store give the same rows in the same order.
final class PredicateDifferentialTests: StoreTestCase {
  private static let casesInAWorld = 50

  func testGeneratedPredicatesFindTheSameRowsInSQLAndInMemory() throws {
    guard let tally = try DifferentialCampaign.run("predicates", runWorld) else { return }
    XCTAssertLessThan(tally.refused, tally.cases / 4, "\(tally)")
    // Some of the rows and not all.
    XCTAssertGreaterThan(tally.telling, tally.cases / 10, "\(tally)")
  }

  private func runWorld(_ seed: UInt64, _ tally: inout DifferentialTally) throws {
    var dice = SeededGenerator(seed: seed)
    let world = try GeneratedWorld(using: &dice)
    for number in 0..<Self.casesInAWorld {
      let name = GeneratedWorld.names[Int.random(in: 0..<5, using: &dice)]
      let depth = Int.random(in: 0...3, using: &dice)
      guard let one = try plan(name, depth, in: world, &dice) else {
        tally.refused += 1
        continue
      }
      tally.cases += 1
      if try !agree(one, in: world, "seed \(seed), case \(number)", &tally) {
        tally.failures += 1
      }
    }
    world.store.close()
  }

  private struct Case {
    let text: String
    let plan: FetchPlan
  }

  /// Nil for a predicate that does not fit the model.
  private func plan(
    _ name: String, _ depth: Int, in world: GeneratedWorld, _ dice: inout SeededGenerator
  ) throws -> Case? {
    let layout = try XCTUnwrap(world.model.entity(named: name))
    var plan = FetchPlan(layout: layout)
    plan.includesSubentities = Int.random(in: 0..<5, using: &dice) > 0
    var generator = GeneratedPredicate(world, entity: name, identity: world.store.identity)
    let (format, arguments) = generator.format(depth: depth, using: &dice)
    plan.sorts = try sorts(name, in: world, layout, &dice)
    if Int.random(in: 0..<3, using: &dice) == 0 {
      plan.limit = Int.random(in: 0...3, using: &dice)
      plan.offset = Int.random(in: 0...3, using: &dice)
    }
    do {
      let predicate = try FetchPredicate(format: format, argumentArray: arguments)
      checkPrinting(of: predicate)
      plan.predicate = try PredicateResolver(entity: layout.entity).resolve(predicate)
      return Case(
        text: "\(name) \(predicate.predicateFormat), sorted by "
          + "\(plan.sorts.map { "\($0.path.text) \($0.ascending) \($0.comparison)" }), "
          + "limit \(plan.limit), offset \(plan.offset)", plan: plan)
    } catch let error as ObjectGraphError where error.code == .invalidArgument {
      if Campaign.seed != nil {
        print("refused: \(format): \(error.message)")
      }
      return nil
    }
  }

  /// A predicate is read back from its text; only the IDs of objects have no spelling.
  private func checkPrinting(of predicate: FetchPredicate) {
    let text = predicate.predicateFormat
    guard !text.contains("x-coredata:") else { return }
    XCTAssertEqual(try FetchPredicate(format: text), predicate, text)
  }

  private func sorts(
    _ name: String, in world: GeneratedWorld, _ layout: EntityLayout,
    _ dice: inout SeededGenerator
  ) throws -> [ResolvedSortDescriptor] {
    guard let entity = world.entities[name] else { return [] }
    let keys =
      entity.attributes.map(\.path) + entity.toOnes.map(\.name)
      + entity.toOnes.flatMap { step in
        (world.entities[step.destination]?.attributes ?? []).map { "\(step.name).\($0.path)" }
      } + ["SELF"]
    let descriptors = (0..<Int.random(in: 0...2, using: &dice)).compactMap { _ in
      keys.randomElement(using: &dice).map { key in
        FetchSortDescriptor(
          key: key, ascending: Bool.random(using: &dice),
          comparison: FetchSortDescriptor.Comparison.allCases.randomElement(using: &dice)
            ?? .binary)
      }
    }
    return try ResolvedSortOrder(descriptors, entity: layout.entity).descriptors
  }

  private func agree(
    _ one: Case, in world: GeneratedWorld, _ place: String, _ tally: inout DifferentialTally
  ) throws -> Bool {
    let expected = try evaluated(one.plan, over: world)
    if !expected.isEmpty,
      try expected.count < world.store.count(FetchPlan(layout: one.plan.layout))
    {
      tally.telling += 1
    }
    do {
      let found = try world.store.fetch(one.plan).map(\.key)
      let count = try world.store.count(one.plan)
      if found == expected, count == expected.count { return true }
      XCTFail(
        "\(place): \(one.text)\nin SQL \(found), counted \(count)\nevaluated \(expected)\n"
          + "\(sql(one.plan, in: world))\n\(try rows(of: world))")
    } catch {
      XCTFail("\(place): \(one.text)\n\(error)\n\(sql(one.plan, in: world))")
    }
    return false
  }

  private func evaluated(_ plan: FetchPlan, over world: GeneratedWorld) throws -> [Int64] {
    let order = ResolvedSortOrder(resolved: plan.sorts)
    let matching = try world.subjects(plan.layout.name).filter {
      try plan.includes(entityNumber: $0.row.entityNumber)
        && plan.predicate?.matches($0) ?? true
    }.sorted { order.areInIncreasingOrder($0, $1) }.map(\.row.key)
    let rest = matching.dropFirst(plan.offset)
    return Array(plan.limit > 0 ? rest.prefix(plan.limit) : rest)
  }

  private func rows(of world: GeneratedWorld) throws -> String {
    let roots = world.model.entities.filter { $0.number == $0.rootNumber }
    return try roots.flatMap { root in
      try world.store.fetch(FetchPlan(layout: root)).map { row in
        let layout = world.model[row.entityNumber]
        let values = layout.properties.map { "\($0.name) \(row.value(of: $0))" }
        let members = try layout.toManys.map { many in
          "\(many.name) \(try world.store.destinations(of: many, source: row.key).map(\.key))"
        }
        return "\(layout.name) \(row.key): \((values + members).joined(separator: ", "))"
      }
    }.joined(separator: "\n")
  }

  private func sql(_ plan: FetchPlan, in world: GeneratedWorld) -> String {
    let compiler = SQLCompiler(
      mapping: StoreMapping(model: world.model), identity: world.store.identity,
      entity: plan.layout.entity)
    let query = try? compiler.query(plan, entityCondition: nil)
    return "SQL \(query?.text ?? "none")\nbound \(query?.bindings ?? [])"
  }
}
