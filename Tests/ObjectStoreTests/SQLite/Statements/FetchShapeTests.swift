import Foundation
import ObjectModel
import XCTest

@testable import ObjectStore

/// Fetches of one shape share a statement, so they must have one text.
final class FetchShapeTests: StoreTestCase {
  private let identity = StoreIdentity(identifier: "TEST")

  private func plan(
    _ format: String, _ arguments: [Any?], _ model: ModelLayout, _ entity: String = "Reservation"
  ) throws -> FetchPlan {
    let layout = try XCTUnwrap(model.entity(named: entity))
    var plan = FetchPlan(layout: layout)
    plan.select(
      try PredicateResolver(entity: layout.entity).resolution(
        of: try FetchPredicate(format: format, argumentArray: arguments)))
    return plan
  }

  private func shape(_ plan: FetchPlan) -> FetchShape? { FetchShape(plan, identity: identity) }

  func testFetchesThatDifferInConstantsHaveOneShape() throws {
    let model = try layout()
    let one = try XCTUnwrap(
      shape(try plan("status == %@ AND NOT code < %@", [1, "a"], model)))
    let other = try XCTUnwrap(
      shape(try plan("status == %@ AND NOT code < %@", [2, "b"], model)))
    XCTAssertEqual(one.words, other.words)
    XCTAssertEqual(one.bindings, [.integer(1), .text("a")])
    XCTAssertEqual(other.bindings, [.integer(2), .text("b")])
  }

  func testOperatorsKeysNilsJoinsAndWindowsTellShapesApart() throws {
    let model = try layout()
    var plans = try [
      "status == 1", "status != 1", "serial == 1", "status == 2.5", "status == nil", "status < nil",
      "NOT status == 1", "status == 1 AND serial == 2", "status == 1 OR serial == 2",
      "status BETWEEN {1, 2}", "status IN {1, 2}", "status IN {1, 2, 3}", "status IN {}",
      "campsite.siteNumber == 1", "campsite.area == 1",
      "campsite == nil", "TRUEPREDICATE", "FALSEPREDICATE",
      "(status == 1 AND serial == 2) OR number == 3",
      "status == 1 AND (serial == 2 OR number == 3)",
    ].map { try plan($0, [], model) }
    plans.append(FetchPlan(layout: plans[0].layout))
    for (limit, offset) in [(1, 0), (0, 1)] {
      var window = plans[0]
      (window.limit, window.offset) = (limit, offset)
      if limit > 0 { plans.append(window) }
      XCTAssertEqual(
        shape(window)?.bindings,
        [.integer(1), .integer(limit > 0 ? 1 : -1), .integer(Int64(offset))])
    }
    for ascending in [true, false] {
      var sorted = plans[0]
      sorted.sorts = try ResolvedSortOrder(
        [FetchSortDescriptor(key: "status", ascending: ascending)], entity: sorted.layout.entity
      ).descriptors
      plans.append(sorted)
    }
    let shapes = try plans.map { try XCTUnwrap(shape($0)).words }
    XCTAssertEqual(Set(shapes).count, plans.count)
  }

  func testWhatConstantsMayChangeTheTextOfHasNoShape() throws {
    let model = try layout()
    for format in [
      "code BEGINSWITH 'a'", "code LIKE 'a*'", "code ==[c] 'a'", "price == 1.5",
      "status == serial", "status + 1 == 2", "1 == status",
    ] {
      XCTAssertNil(shape(try plan(format, [], model)), format)
    }
    XCTAssertNil(shape(try plan("reservations.@count > 0", [], model, "Campsite")))
  }

  func testFetchesOfOneShapeHaveOneTextWhateverTheirConstants() throws {
    let model = try layout()
    let entity = { (name: String) in try XCTUnwrap(model.entity(named: name)).entity }
    let ids = try ["Campsite", "Guest", "Ranger", "Person", "Tag"].flatMap { name in
      [
        ManagedObjectID(store: identity, entity: try entity(name), reference: 7),
        ManagedObjectID(
          store: StoreIdentity(identifier: "OTHER"), entity: try entity(name), reference: 7),
      ]
    }
    var constants: [Any?] = [
      nil, 0, 1, -3, 2.5, 1e300, Double.nan, Double.infinity, true, false, "", "x", "a\u{0}b",
      Decimal(1), Date(timeIntervalSinceReferenceDate: 0),
      Date(timeIntervalSinceReferenceDate: .nan), Data(), Data([1]), UUID(),
    ]
    constants += ids as [Any?]
    let keys = [
      "status", "serial", "number", "isPaid", "code", "arrival", "price", "weight", "token",
      "photo",
      "campsite", "guest", "SELF", "campsite.area", "campsite.name", "guest.name",
    ]
    var known: [FetchShape.Words: String] = [:]
    // A form that is gone may leave its address to another one.
    var forms: [AnyObject?] = []
    var count = 0
    for key in keys {
      for symbol in ["== %@", "!= %@", "< %@", ">= %@", "IN {%@}", "IN {%@, %@}"] {
        for start in ["", "NOT "] {
          for constant in constants {
            // Not every key may be compared with everything.
            let arguments = Array(repeating: constant, count: symbol.count { $0 == "%" })
            guard let plan = try? plan("\(start)\(key) \(symbol)", arguments, model),
              let shape = shape(plan)
            else { continue }
            let query = try SQLCompiler(
              mapping: StoreMapping(model: model), identity: identity, entity: plan.layout.entity
            ).query(plan, entityCondition: nil)
            count += 1
            let text = "\(query.text), \(query.bindings == shape.bindings)"
            XCTAssertEqual(known[shape.words] ?? text, text, "\(key) \(symbol) \(constant as Any)")
            known[shape.words] = text
            forms.append(shape.form)
          }
        }
      }
    }
    XCTAssertGreaterThan(count, known.count)
    XCTAssertEqual(forms.count, count)
  }

  func testAFetchAfterOneOfItsShapeFindsItsOwnRows() throws {
    let model = try layout()
    let store = try open(model)
    defer { store.close() }
    try insert(
      store, model, "Reservation",
      (1...6).map { ["code": .string("R\($0)"), "status": .integer($0 % 3)] })
    let found = { (format: String, arguments: [Any?]) in
      try store.fetch(try self.plan(format, arguments, model)).map(\.key)
    }
    XCTAssertEqual(try found("status == %@", [1]), [1, 4])
    XCTAssertEqual(try found("status == %@", [2]), [2, 5])
    XCTAssertEqual(try found("status == %@", [9]), [])
    XCTAssertEqual(try found("status == %@", [nil]), [])
    XCTAssertEqual(try found("status == %@", [0]), [3, 6])
    XCTAssertEqual(try found("status BETWEEN {%@, %@}", [1, 2]), [1, 2, 4, 5])
    XCTAssertEqual(try found("status BETWEEN {%@, %@}", [0, 1]), [1, 3, 4, 6])
    XCTAssertEqual(try found("code == %@", ["R2"]), [2])
    XCTAssertEqual(try found("code == %@", [""]), [])
    var window = try plan("status == %@", [1], model)
    (window.limit, window.offset) = (1, 1)
    XCTAssertEqual(try store.fetch(window).map(\.key), [4])
    window.offset = 0
    XCTAssertEqual(try store.fetch(window).map(\.key), [1])
  }

  func testARepeatedFormatFindsTheRowsOfItsOwnValuesEachTime() throws {
    let model = try layout()
    let store = try open(model)
    defer { store.close() }
    try insert(
      store, model, "Reservation",
      (1...6).map { ["code": .string("R\($0)"), "status": .integer($0 % 3)] })
    let id = { (reference: Int64, identity: StoreIdentity) in
      ManagedObjectID(
        store: identity, entity: try XCTUnwrap(model.entity(named: "Reservation")).entity,
        reference: reference)
    }
    let foreign = StoreIdentity(identifier: "OTHER")
    let uses: [(format: String, arguments: [Any?], keys: [Int64])] = [
      ("status == %@", [1], [1, 4]), ("status == %@", [2], [2, 5]),
      ("status == %@", [nil], []), ("status == %@", [2.5], []), ("status == %@", [0], [3, 6]),
      ("status == %@ AND code != %@", [1, "R1"], [4]),
      ("status == %@ AND code != %@", [2, "R1"], [2, 5]),
      ("status == 1 AND code == %@", ["R1"], [1]), ("status == 1 AND code == %@", ["R2"], []),
      ("code == %@ AND status == 1", ["R4"], [4]), ("code == %@ AND status == 1", ["R2"], []),
      ("status BETWEEN {%@, %@}", [1, 2], [1, 2, 4, 5]),
      ("status BETWEEN {%@, %@}", [0, 1], [1, 3, 4, 6]),
      ("status IN {%@, %@}", [1, 2], [1, 2, 4, 5]), ("status IN {%@, %@}", [0, 9], [3, 6]),
      ("status IN {%@, %@}", [nil, 1], [1, 4]), ("status IN {%@, %@}", [1, 1], [1, 4]),
      ("status IN {%@, 2}", [0], [2, 3, 5, 6]), ("status IN {%@, 2}", [1], [1, 2, 4, 5]),
      ("NOT status < %@", [2], [2, 5]), ("NOT status < %@", [1], [1, 2, 4, 5]),
      ("SELF == %@", [try id(2, store.identity)], [2]), ("SELF == %@", [try id(2, foreign)], []),
      ("SELF == %@", [try id(-5, store.identity)], []),
      ("SELF == %@", [try id(6, store.identity)], [6]),
      ("status > %@ AND code > %@", [0, "R3"], [4, 5]),
      ("status > %@ AND code > %@", [1, ""], [2, 5]),
    ]
    // Often enough that each format is asked in every way: parsed, resolved, known by its shape.
    for _ in 0..<6 {
      for use in uses {
        var plan = try plan(use.format, use.arguments, model)
        XCTAssertEqual(try store.fetch(plan).map(\.key), use.keys, use.format)
        (plan.limit, plan.offset) = (1, 1)
        XCTAssertEqual(
          try store.fetch(plan).map(\.key), Array(use.keys.dropFirst().prefix(1)), use.format)
        (plan.limit, plan.offset) = (0, 0)
        plan.sorts = try ResolvedSortOrder(
          [FetchSortDescriptor(key: "code", ascending: false)], entity: plan.layout.entity
        ).descriptors
        XCTAssertEqual(try store.fetch(plan).map(\.key), use.keys.reversed(), use.format)
      }
    }
  }

  func testAFetchWhosePredicateWasReplacedHasNoForm() throws {
    let model = try layout()
    var known = try plan("status == %@", [1], model)
    for status in 1...3 { known = try plan("status == %@", [status], model) }
    XCTAssertNotNil(known.form)
    var other = known
    other.predicate = nil
    XCTAssertNil(other.form)
    other = known
    other.layout = known.layout
    XCTAssertNil(other.form)
  }
}
