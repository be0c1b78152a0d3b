import Foundation
import ObjectGraph
import XCTest

/// What a search finds, in every kind of store.
@MainActor
final class SearchTests: XCTestCase {
  func testEachWordIsTheBeginningOfAWordInSomeValue() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      context.guest("Johnny Appleseed", phone: "(408) 555-1234")
      context.guest("Apple Pie", phone: "212-000-0000")
      try context.save()
      XCTAssertEqual(try context.found("apple"), ["Apple Pie", "Johnny Appleseed"])
      XCTAssertEqual(try context.found("apple 555"), ["Johnny Appleseed"])
      XCTAssertEqual(try context.found("seed"), [])
      XCTAssertEqual(try context.found("555 1234"), ["Johnny Appleseed"])
      XCTAssertEqual(try context.found("85551"), ["Johnny Appleseed"])
      XCTAssertEqual(try context.found("apple 999"), [])
      XCTAssertEqual(try context.found(" - "), [])
      XCTAssertEqual(try context.found(""), [])
    }
  }

  func testScriptsAndSymbolsAreFound() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      for name in ["Zoë Straße", "山田太郎", "İzmir", "Tent \u{1F3D5}\u{FE0F}", "Ｆｕｌｌ ２"] {
        context.guest(name)
      }
      try context.save()
      XCTAssertEqual(try context.found("ZOE\u{308} strasse"), ["Zoë Straße"])
      XCTAssertEqual(try context.found("太郎"), ["山田太郎"])
      XCTAssertEqual(try context.found("ızmir"), ["İzmir"])
      XCTAssertEqual(try context.found("\u{1F3D5}"), ["Tent \u{1F3D5}\u{FE0F}"])
      XCTAssertEqual(try context.found("full 2"), ["Ｆｕｌｌ ２"])
    }
  }

  func testExactFindsComeFirstThenBeginningsThenWords() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      // Saved one by one, so that their keys follow each other.
      for name in ["Mary Ann", "Annabel", "Ann", "Old Ann", "Ann Lee"] {
        context.guest(name)
        try context.save()
      }
      let hits = try context.search("ann")
      XCTAssertEqual(
        hits.map { ($0.object as? Lodger)?.name },
        ["Ann", "Annabel", "Ann Lee", "Mary Ann", "Old Ann"])
      XCTAssertEqual(hits.map(\.rank), [.exact, .beginning, .beginning, .words, .words])
      for limit in 1...5 {
        XCTAssertEqual(
          try context.found("ann", limit: limit),
          Array(["Ann", "Annabel", "Ann Lee", "Mary Ann", "Old Ann"].prefix(limit)))
      }
      var request = SearchRequest("ann", limit: 4)
      request.sortDescriptors["Lodger"] = [FetchSortDescriptor(key: "name", ascending: true)]
      XCTAssertEqual(
        try context.search(request).map { ($0.object as? Lodger)?.name },
        ["Ann", "Ann Lee", "Annabel", "Mary Ann"])
      request.predicates["Lodger"] = try FetchPredicate(format: "name != %@", "Ann")
      XCTAssertEqual(
        try context.search(request).map { ($0.object as? Lodger)?.name },
        ["Ann Lee", "Annabel", "Mary Ann", "Old Ann"])
    }
  }

  func testObjectsAreFoundByWhatBelongsToOthers() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      let guest = context.guest("Johnny Appleseed")
      context.stay(12, note: "by the lake", of: guest)
      context.stay(13)
      try context.save()
      XCTAssertEqual(try context.found("johnny", in: [Sojourn.self]), ["12"])
      XCTAssertEqual(try context.found("johnny lake"), ["12"])
      XCTAssertEqual(try context.found("r-12"), ["12"])
      XCTAssertEqual(try context.found("13"), ["13"])
      XCTAssertEqual(try context.found("1"), ["12", "13"])
      XCTAssertEqual(try context.found("johnny"), ["Johnny Appleseed", "12"])
      XCTAssertEqual(
        try context.found("johnny", in: [Sojourn.self, Lodger.self]), ["12", "Johnny Appleseed"])
      let match = try XCTUnwrap(context.search("johnny", in: [Sojourn.self]).first).matches
      XCTAssertEqual(match.map(\.keyPath), ["guest.name"])
      XCTAssertEqual(match.map(\.text), ["Johnny Appleseed"])
      guest.name = "Jane"
      try context.save()
      XCTAssertEqual(try context.found("johnny"), [])
      XCTAssertEqual(try context.found("jane lake"), ["12"])
    }
  }

  func testSubentitiesAreFoundByTheirOwnAndByInheritedValues() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      context.guest("Ann")
      let member = ClubLodger(context: context)
      member.name = "Anna"
      member.club = "Anglers"
      try context.save()
      XCTAssertEqual(try context.found("ann", in: [Lodger.self]), ["Ann", "Anna"])
      XCTAssertEqual(try context.found("ann", in: [ClubLodger.self]), ["Anna"])
      XCTAssertEqual(try context.found("angl", in: [Lodger.self]), ["Anna"])
    }
  }

  func testUnsavedChangesCountInAContextAndInItsChildren() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      let ann = context.guest("Ann")
      let bob = context.guest("Bob")
      try context.save()
      ann.name = "Carla"
      context.delete(bob)
      context.guest("Bobby")
      for each in [context, context.makeChild()] {
        XCTAssertEqual(try each.found("ann"), [])
        XCTAssertEqual(try each.found("carla"), ["Carla"])
        XCTAssertEqual(try each.found("bob"), ["Bobby"])
        XCTAssertEqual(try each.found("bob", limit: 1), ["Bobby"])
      }
      context.rollback()
      XCTAssertEqual(try context.found("ann"), ["Ann"])
      XCTAssertEqual(try context.found("bob"), ["Bob"])
    }
  }

  func testEachSaveAndItsUndoingIsFollowed() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      context.undoManager = UndoManager()
      let ann = context.guest("Ann", phone: "408-555-1234")
      try context.save()
      XCTAssertEqual(try context.found("555"), ["Ann"])
      ann.phone = nil
      ann.name = "Carla Ann"
      try context.save()
      XCTAssertEqual(try context.found("555"), [])
      XCTAssertEqual(try context.found("ann"), ["Carla Ann"])
      context.undo()
      try context.save()
      XCTAssertEqual(try context.found("555"), ["Ann"])
      XCTAssertEqual(try context.found("carla"), [])
      context.delete(ann)
      try context.save()
      XCTAssertEqual(try context.found("ann"), [])
      context.undo()
      try context.save()
      XCTAssertEqual(try context.found("ann 555"), ["Ann"])
    }
  }

  func testSeveralStoresAreSearchedTogether() async throws {
    try await withStoreFile { file in
      let container = try PersistentContainer(
        name: "Store", managedObjectModel: SearchModel.make(),
        descriptions: [.inMemory(), PersistentStoreDescription(url: file)])
      try container.loadPersistentStores()
      let context = container.viewContext
      let stores = container.persistentStoreCoordinator.persistentStores
      for (number, name) in ["Ann", "Old Ann", "Annabel", "Ann"].enumerated() {
        let guest = context.guest(name)
        context.assign(guest, to: stores[number % 2])
        try context.save()
      }
      XCTAssertEqual(try context.found("ann"), ["Ann", "Ann", "Annabel", "Old Ann"])
      XCTAssertEqual(try context.found("ann", limit: 2), ["Ann", "Ann"])
    }
  }

  func testAWrongRequestIsRefused() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      XCTAssertThrowsError(try context.search("a", in: [Owner.self]))
      XCTAssertThrowsError(try context.search("a", limit: -1))
      XCTAssertThrowsError(try context.search(SearchRequest("a", entityNames: ["Gest"])))
    }
  }
}
