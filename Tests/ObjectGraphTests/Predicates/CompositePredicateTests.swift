import ObjectGraph
import XCTest

/// A composite is nil when all of its elements are: in a store, in memory, and evaluated.
///
///     name  address                 boss
///     A     street                  -
///     B     place.latitude          A
///     C     -                       A
///     D     -                       C
///     E     city                    C
@MainActor
final class CompositePredicateTests: XCTestCase {
  private static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Person") {
        AttributeDescription("name", .string)
        AttributeDescription("rank", .integer16)
        CompositeAttributeDescription("address") {
          AttributeDescription("street", .string)
          AttributeDescription("city", .string)
          CompositeAttributeDescription("place") { AttributeDescription("latitude", .double) }
        }
        RelationshipDescription("boss", toOne: "Person", inverse: "minions")
        RelationshipDescription("minions", toMany: "Person", inverse: "boss")
      }
    }
  }

  private static let questions = [
    ("address == nil", "CD"),
    ("address != nil", "ABE"),
    ("NOT address == nil", "ABE"),
    ("NOT address != nil", "CD"),
    ("nil == address", "CD"),
    ("address.place == nil", "ACDE"),
    // Without a boss the path is nil.
    ("boss.address == nil", "ADE"),
    ("boss.address != nil", "BC"),
    ("ANY minions.address != nil", "AC"),
    ("ANY minions.address == nil", "AC"),
    ("ALL minions.address == nil", "BDE"),
    ("NONE minions.address != nil", "BDE"),
    ("ANY minions.address.place != nil", "A"),
    ("ANY minions.boss.address == nil", "C"),
    ("ANY boss.minions.address != nil", "BCDE"),
    ("SUBQUERY(minions, $m, $m.address.place != nil).@count > 0", "A"),
    ("SUBQUERY(minions, $m, ANY $m.minions.address != nil).@count == 1", "A"),
    ("ANY SUBQUERY(minions, $m, $m.name == 'E').address != nil", "C"),
    ("TERNARY(address == nil, 1, 2) == 1", "CD"),
    ("minions.@count == 0 AND address == nil", "D"),
  ]

  private func fill(_ context: ManagedObjectContext) throws {
    var people: [String: ManagedObject] = [:]
    for (name, address, boss) in [
      ("A", ["street": "Main St"] as [String: Any], ""), ("B", ["place": ["latitude": 46.9]], "A"),
      ("C", [:], "A"), ("D", [:], "C"), ("E", ["city": "Bern"], "C"),
    ] {
      let person = try EntityDescription.insertNewObject(forEntityName: "Person", into: context)
      try person.setValue(name, forKey: "name")
      try person.setValue(address, forKey: "address")
      try person.setValue(people[boss], forKey: "boss")
      people[name] = person
    }
  }

  private func names(_ people: [ManagedObject]) throws -> String {
    try people.compactMap { try $0.value(forKey: "name") as? String }.sorted().joined()
  }

  private func check(_ context: ManagedObjectContext, _ state: String) throws {
    let all = try context.fetch(FetchRequest<ManagedObject>(entityName: "Person"))
    for (format, expected) in Self.questions {
      let request = FetchRequest<ManagedObject>(entityName: "Person")
      let predicate = try FetchPredicate(format: format)
      request.predicate = predicate
      XCTAssertEqual(try names(context.fetch(request)), expected, "\(format), \(state)")
      XCTAssertEqual(
        try names(all.filter { try predicate.evaluate(with: $0) }), expected,
        "\(format), evaluated \(state)")
    }
  }

  func testACompositeIsNilWhenAllItsElementsAre() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      try fill(context)
      try check(context, "unsaved")
      try context.save()
      context.reset()
      try check(context, "saved")
    }
  }

  func testBatchesTakeThoseWhoseElementsAreAllNil() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      try fill(context)
      try context.save()
      let update = BatchUpdateRequest(entityName: "Person")
      update.predicate = try FetchPredicate(format: "address == nil")
      update.propertiesToUpdate = ["rank": 7]
      try context.execute(update)
      context.reset()
      let request = FetchRequest<ManagedObject>(entityName: "Person")
      request.predicate = try FetchPredicate(format: "rank == 7")
      XCTAssertEqual(try names(context.fetch(request)), "CD")
    }
  }

  func testACompositeIsNoValue() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      for format in [
        "address == 'x'", "address > nil", "address IN {nil}", "address == boss.address",
        "TERNARY(name == nil, address, nil) == nil", "minions.@max.address == nil",
        "name IN {address}", "length(address) == 1",
      ] {
        let request = FetchRequest<ManagedObject>(entityName: "Person")
        request.predicate = try FetchPredicate(format: format)
        XCTAssertThrowsError(try context.fetch(request), format) { error in
          XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument, format)
          XCTAssertNotNil((error as? ObjectGraphError)?.position, format)
        }
      }
    }
  }
}
