import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Conditions over to-one relationships: where they rule nil out, an index at the end of a path leads
/// to the objects, and where they do not, nobody is lost.
@MainActor
final class JoinedIndexTests: XCTestCase {
  private static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Stay") {
        AttributeDescription("code", .string)
        RelationshipDescription("site", toOne: "Site", inverse: "stays")
      }
      EntityDescription("Site") {
        AttributeDescription("number", .integer32)
        RelationshipDescription("area", toOne: "Area", inverse: "sites")
        RelationshipDescription("stays", toMany: "Stay", inverse: "site")
      }
      EntityDescription("Area") {
        AttributeDescription("name", .string, isIndexed: true)
        RelationshipDescription("sites", toMany: "Site", inverse: "area")
      }
    }
  }

  /// Runs the body with the stays `A1` at site 1 in the area North, `A2` at site 2 in no area, and
  /// `A3` at no site.
  private func withStays(_ body: @MainActor (ManagedObjectContext) throws -> Void) async throws {
    try await withStoreFile { file in
      let container = try PersistentContainer(
        name: "Joins", managedObjectModel: Self.model(),
        descriptions: [PersistentStoreDescription(url: file)])
      try container.loadPersistentStores()
      let context = container.viewContext
      func new(_ name: String) throws -> ManagedObject {
        try EntityDescription.insertNewObject(forEntityName: name, into: context)
      }
      let area = try new("Area")
      try area.setValue("North", forKey: "name")
      var sites: [ManagedObject] = []
      for number in 1...2 {
        let site = try new("Site")
        try site.setValue(number, forKey: "number")
        sites.append(site)
      }
      try sites[0].setValue(area, forKey: "area")
      for number in 1...3 {
        let stay = try new("Stay")
        try stay.setValue("A\(number)", forKey: "code")
        if number < 3 { try stay.setValue(sites[number - 1], forKey: "site") }
      }
      try context.save()
      context.reset()
      try body(context)
    }
  }

  private func request(_ format: String) throws -> FetchRequest<ManagedObject> {
    let request = FetchRequest<ManagedObject>(entityName: "Stay")
    request.predicate = try FetchPredicate(format: format)
    return request
  }

  func testAnIndexAtTheEndOfAPathLeadsToTheObjects() async throws {
    try await withStays { context in
      for format in [
        "site.area.name == 'North'", "site.area.name BEGINSWITH 'N'",
        "site.area.name == 'North' OR site.area.name == 'South'",
        "site.area.name == 'North' AND code != 'B'",
      ] {
        let tables = try XCTUnwrap(context.explain(self.request(format)).stores.first).tables
        XCTAssertEqual(tables.first?.entityName, "Area", format)
        XCTAssertEqual(tables.count, 3, format)
        XCTAssertFalse(tables.contains(where: \.method.readsAllRows), "\(format): \(tables)")
      }
    }
  }

  func testConditionsFindTheObjectsThatTheyHoldFor() async throws {
    try await withStays { context in
      for (format, codes) in [
        ("site.area.name == 'North'", ["A1"]), ("site.area.name != 'North'", ["A2", "A3"]),
        ("site.area.name == nil", ["A2", "A3"]), ("site.area.name != nil", ["A1"]),
        ("NOT site.area.name == 'North'", ["A2", "A3"]), ("site.number == 2", ["A2"]),
        ("NOT site.number < 5", ["A3"]), ("site.area == nil AND site.number > 0", ["A2"]),
        ("site.area.name == 'North' OR code == 'A3'", ["A1", "A3"]),
        ("site.area.name == 'North' OR site.number == 2", ["A1", "A2"]),
        ("site.area.name == 'North' OR site.area.name == nil", ["A1", "A2", "A3"]),
        ("site.number + 1 == 3", ["A2"]), ("site.number IN {1, 2}", ["A1", "A2"]),
        ("TERNARY(site == nil, 0, site.number) == 0", ["A3"]),
        ("site.area.sites.@count == 1", ["A1"]), ("ANY site.area.sites.number == 1", ["A1"]),
        ("NONE site.area.sites.number == 1", ["A2", "A3"]),
        ("ALL site.area.sites.number == 1", ["A1", "A2", "A3"]),
        ("site.area.name == code", []),
        ("ANY site.stays.site.area.name == 'North'", ["A1"]),
        ("NONE site.stays.site.area.name == 'North'", ["A2", "A3"]),
        ("ALL site.stays.site.area.name == 'North'", ["A1", "A3"]),
        ("SUBQUERY(site.stays, $s, $s.site.area.name == 'North').@count == 1", ["A1"]),
        ("SUBQUERY(site.stays, $s, $s.site.area.name == nil).@count == 1", ["A2"]),
      ] {
        let request = try self.request(format)
        request.sortDescriptors = [FetchSortDescriptor(key: "code", ascending: true)]
        let found = try context.fetch(request).map { try $0.value(forKey: "code") as? String }
        XCTAssertEqual(found, codes, format)
        let predicate = try XCTUnwrap(request.predicate)
        let all = FetchRequest<ManagedObject>(entityName: "Stay")
        all.sortDescriptors = request.sortDescriptors
        let matching = try context.fetch(all).filter { try predicate.evaluate(with: $0) }
        XCTAssertEqual(matching.map { try? $0.value(forKey: "code") as? String }, codes, format)
      }
    }
  }

  func testASortOverThePathIsUnchanged() async throws {
    try await withStays { context in
      let request = try self.request("site.area.name != 'South'")
      request.sortDescriptors = [
        FetchSortDescriptor(key: "site.area.name", ascending: false),
        FetchSortDescriptor(key: "code", ascending: false),
      ]
      let codes = try context.fetch(request).map { try $0.value(forKey: "code") as? String }
      XCTAssertEqual(codes, ["A1", "A3", "A2"])
    }
  }
}
