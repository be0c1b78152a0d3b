import Foundation
import ObjectGraph
import XCTest

/// What objects of one entity are found by is not what those of its siblings are found by.
///
///     entity  name   motto       boss
///     Human   Anna   "we mend"   Bob
///     Human   Bob                -
///     Firm    Acme   "we build"  Bob
@MainActor
final class SearchOfSubentitiesTests: XCTestCase {
  private static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription(
        "Party", isAbstract: true,
        subentities: [
          EntityDescription("Human") { AttributeDescription("motto", .string) },
          EntityDescription("Firm", searchKeyPaths: ["boss.name"]) {
            AttributeDescription("motto", .string, searchedBy: .words)
          },
        ]
      ) {
        AttributeDescription("name", .string, searchedBy: .words)
        RelationshipDescription("boss", toOne: "Party", inverse: "team")
        RelationshipDescription("team", toMany: "Party", inverse: "boss")
      }
    }
  }

  private func fill(_ context: ManagedObjectContext) throws {
    var parties: [String: ManagedObject] = [:]
    for (entity, name, motto, boss) in [
      ("Human", "Bob", nil, ""), ("Human", "Anna", "we mend", "Bob"),
      ("Firm", "Acme", "we build", "Bob"),
    ] {
      let party = try EntityDescription.insertNewObject(forEntityName: entity, into: context)
      try party.setValue(name, forKey: "name")
      try party.setValue(motto, forKey: "motto")
      try party.setValue(parties[boss], forKey: "boss")
      parties[name] = party
    }
  }

  private func check(_ context: ManagedObjectContext, _ state: String) throws {
    let cases = [
      ("Party", "SELF CONTAINS[w] 'bob'", "Acme Bob"), ("Human", "SELF CONTAINS[w] 'bob'", "Bob"),
      ("Firm", "SELF CONTAINS[w] 'bob'", "Acme"), ("Party", "SELF CONTAINS[w] 'we'", "Acme"),
      ("Party", "NOT SELF CONTAINS[w] 'bob'", "Anna"),
      ("Party", "SELF CONTAINS[w] 'acme bob'", "Acme"),
      ("Party", "SELF CONTAINS[w] 'anna bob'", ""),
      ("Party", "SUBQUERY(team, $t, $t CONTAINS[w] 'bob').@count == 1", "Bob"),
      ("Party", "boss CONTAINS[w] 'bob'", "Acme Anna"),
    ]
    for (entity, format, expected) in cases {
      let request = FetchRequest<ManagedObject>(entityName: entity)
      let everything = FetchRequest<ManagedObject>(entityName: entity)
      let predicate = try FetchPredicate(format: format)
      request.predicate = predicate
      func names(_ parties: [ManagedObject]) throws -> String {
        try parties.compactMap { try $0.value(forKey: "name") as? String }.sorted()
          .joined(separator: " ")
      }
      XCTAssertEqual(
        try names(context.fetch(request)), expected, "\(format) of \(entity), \(state)")
      XCTAssertEqual(
        try names(context.fetch(everything).filter { try predicate.evaluate(with: $0) }), expected,
        "\(format) of \(entity), evaluated \(state)")
    }
    let hits = try context.search(SearchRequest("bob", entityNames: ["Party"]))
    XCTAssertEqual(
      try Set(hits.map { try $0.object.value(forKey: "name") as? String }), ["Bob", "Acme"], state)
  }

  func testAnObjectIsFoundByTheFieldsOfItsOwnEntityAlone() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      try fill(context)
      try check(context, "unsaved")
      try context.save()
      try check(context, "saved")
      // Now the index is there.
      try check(context, "again")
    }
  }

  func testAConditionForNoEntityThatIsLookedThroughIsRefused() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      for (name, message) in [
        ("Nope", "the model has no entity Nope"),
        ("Human", "the search covers Party, which includes Human"),
      ] {
        var request = SearchRequest("bob")
        request.predicates[name] = try FetchPredicate(format: "name != 'Bob'")
        XCTAssertEqual(errorOf { try context.search(request) }?.message, message)
        request.predicates = [:]
        request.sortDescriptors[name] = [FetchSortDescriptor(key: "name", ascending: true)]
        XCTAssertEqual(errorOf { try context.search(request) }?.message, message)
      }
      var apart = SearchRequest("bob", entityNames: ["Human", "Firm"])
      apart.predicates["Human"] = try FetchPredicate(format: "name != 'Bob'")
      XCTAssertNoThrow(try context.search(apart))
      let each = FetchRequest<ManagedObject>(entityName: "Party")
      each.predicate = try FetchPredicate(format: "ANY team.name CONTAINS[w] 'bob'")
      XCTAssertEqual(
        errorOf { try context.fetch(each) }?.repair,
        "write SUBQUERY(team, $x, $x.name CONTAINS[w] …).@count > 0")
    }
  }
}
