import ObjectGraph
import XCTest

/// Fetching with unsaved changes laid over, order, windows, counts, errors.
@MainActor
final class FetchingTests: XCTestCase {
  /// Alpha 22, bravo 25 and charlie 10 saved; alpha → 5, charlie → 21, bravo deleted, delta 30 and
  /// echo 40 inserted.
  private func makeOverlay(_ context: ManagedObjectContext) throws {
    for (name, age) in [("alpha", 22), ("bravo", 25), ("charlie", 10)] {
      let owner = Owner(context: context)
      owner.name = name
      owner.age = Int16(age)
    }
    try context.save()
    for owner in try context.fetch(FetchRequest<Owner>()) {
      switch owner.name {
      case "alpha": owner.age = 5
      case "charlie": owner.age = 21
      default: context.delete(owner)
      }
    }
    for (name, age) in [("delta", 30), ("echo", 40)] {
      let owner = Owner(context: context)
      owner.name = name
      owner.age = Int16(age)
    }
  }

  private func request(_ format: String?, _ sort: String? = "age") throws -> FetchRequest<Owner> {
    let request = FetchRequest<Owner>()
    request.predicate = try format.map { try FetchPredicate(format: $0) }
    request.sortDescriptors = sort.map { [FetchSortDescriptor(key: $0, ascending: true)] }
    return request
  }

  func testUnsavedChangesAreLaidOverTheStoresAnswer() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try makeOverlay(context)
      let over20 = try request("age > 20")
      XCTAssertEqual(try context.fetch(over20).map(\.name), ["charlie", "delta", "echo"])
      XCTAssertEqual(try context.count(for: over20), 3)
      over20.includesPendingChanges = false
      over20.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
      XCTAssertEqual(try context.fetch(over20).map(\.name), ["alpha", "bravo"])
    }
  }

  func testLimitAndOffsetApplyAfterTheOverlay() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try makeOverlay(context)
      let window = try request(nil)
      window.fetchOffset = 1
      window.fetchLimit = 2
      // Ages now: alpha 5, charlie 21, delta 30, echo 40.
      XCTAssertEqual(try context.fetch(window).map(\.name), ["charlie", "delta"])
    }
  }

  func testSubentitiesAreFetchedUnlessExcluded() async throws {
    try await eachStore { container in
      let context = container.viewContext
      Pet(context: context).name = "Tom"
      Dog(context: context).name = "Rex"
      let request = FetchRequest<Pet>()
      XCTAssertEqual(try context.count(for: request), 2)
      request.includesSubentities = false
      XCTAssertEqual(try context.fetch(request).map(\.name), ["Tom"])
      try context.save()
      XCTAssertEqual(try context.fetch(request).map(\.name), ["Tom"])
      XCTAssertEqual(try context.fetch(FetchRequest<Dog>()).map(\.name), ["Rex"])
    }
  }

  func testPredicatesOverRelationshipsAnswerAlikeBeforeAndAfterTheSave() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob, cy) = (
        Owner(context: context), Owner(context: context), Owner(context: context)
      )
      (ann.name, bob.name, cy.name) = ("Ann", "Bob", "Cy")
      for (name, owner) in [("Rex", ann), ("Tom", ann), ("Rex", bob)] {
        let pet = Pet(context: context)
        pet.name = name
        pet.owner = owner
      }
      let questions: [(String, [String])] = [
        ("ANY pets.name == 'Rex'", ["Ann", "Bob"]),
        ("ANY pets.name == 'Tom'", ["Ann"]),
        ("NONE pets.name == 'Tom'", ["Bob", "Cy"]),
        ("NOT (ANY pets.name == 'Rex')", ["Cy"]),
        ("ALL pets.name == 'Rex'", ["Bob", "Cy"]),
        ("pets.@count == 2", ["Ann"]),
        ("pets.@count == 0", ["Cy"]),
        ("name BEGINSWITH[c] 'a' OR name LIKE '?y'", ["Ann", "Cy"]),
        ("name IN {'Ann', 'Bob'} AND age BETWEEN {18, 20}", ["Ann", "Bob"]),
      ]
      for (format, names) in questions {
        XCTAssertEqual(try context.fetch(request(format, "name")).map(\.name), names, format)
      }
      try context.save()
      for (format, names) in questions {
        XCTAssertEqual(try context.fetch(request(format, "name")).map(\.name), names, format)
      }
    }
  }

  func testAPathOverAToOneRelationshipAndAnObjectAsValue() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      let pet = Pet(context: context)
      pet.owner = ann
      _ = Pet(context: context)
      try context.save()
      let request = FetchRequest<Pet>()
      request.predicate = try FetchPredicate(format: "owner.name == %@", "Ann")
      XCTAssertEqual(try context.fetch(request), [pet])
      request.predicate = try FetchPredicate(format: "owner == %@", ann)
      XCTAssertEqual(try context.fetch(request), [pet])
      request.predicate = try FetchPredicate(format: "owner == nil")
      XCTAssertEqual(try context.count(for: request), 1)
      request.predicate = try FetchPredicate(format: "owner.name != 'Ann'")
      XCTAssertEqual(try context.count(for: request), 1)
    }
  }

  func testTextIsNeverTakenForSQL() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let evil = "x' OR 1=1; DROP TABLE ZOWNER; --"
      Owner(context: context).name = evil
      Owner(context: context).name = "Ann"
      try context.save()
      let request = FetchRequest<Owner>()
      request.predicate = try FetchPredicate(format: "name == %@", evil)
      XCTAssertEqual(try context.fetch(request).map(\.name), [evil])
      XCTAssertThrowsError(try FetchPredicate(format: "%K == 1", "name; DROP TABLE ZOWNER"))
    }
  }

  func testUnknownEntitiesKeysAndTypesAreErrors() async throws {
    try await eachStore { container in
      let context = container.viewContext
      XCTAssertThrowsError(
        try context.fetch(FetchRequest<ManagedObject>(entityName: "Nobody"))
      ) { XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument) }
      for format in ["nmae == 'x'", "pets.name == 'x'", "age == 'old'", "name BETWEEN {1, 2}"] {
        XCTAssertThrowsError(try context.fetch(request(format)), format) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument, format)
        }
      }
      XCTAssertThrowsError(try context.fetch(request(nil, "pets")))
    }
  }
}
