import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What may have been meant where nothing is found.
@MainActor
final class SearchSuggestionTests: XCTestCase {
  private func suggestions(
    _ text: String, _ entities: [String]? = nil, in context: ManagedObjectContext
  ) throws -> [String] {
    try context.searchSuggestions(for: SearchRequest(text, entityNames: entities))
  }

  func testAWordThatTakesAChangeOrTwoIsSuggested() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      context.guest("Johnny Appleseed", phone: "408-555-1234")
      context.guest("Zoë Bannister")
      try context.save()
      let cases: [(typed: String, meant: [String])] = [
        ("jonny", ["johnny"]), ("jhonny", ["johnny"]), ("johnyn", ["johnny"]),
        ("ohnny", ["johnny"]), ("bohnny", ["johnny"]),
        // The beginning of the word is what is near.
        ("aplpe", ["appleseed"]), ("jonny aplseed", ["johnny appleseed"]),
        ("appleseed jonny", ["appleseed johnny"]), ("jonny 555", ["johnny 555"]),
        ("ZÖÉ", []), ("zoi", ["zoe"]), ("banister", ["bannister"]),
        // Three changes are too many, and short words are near to everything.
        ("bnnstr", []), ("zi", []), ("999", []), ("banana", []), (" - ", []), ("", []),
        // Each is right, though no object has both.
        ("zoe johnny", []),
        // Right by themselves, but the one that is found has no such number.
        ("banister 555", []),
      ]
      for (typed, meant) in cases {
        XCTAssertEqual(try self.suggestions(typed, in: context), meant, typed)
      }
      XCTAssertEqual(try self.suggestions("jonny", ["Sojourn"], in: context), [])
      XCTAssertEqual(try self.suggestions("jonny", in: context.makeChild()), ["johnny"])
    }
  }

  func testTheNearestComeFirstAndNoMoreThanThree() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      for name in ["Marten", "Marlin", "Martin", "Marvin", "Merlin"] { context.guest(name) }
      try context.save()
      // One change makes Martin and Marlin and Marvin of it; the others take two.
      XCTAssertEqual(try self.suggestions("Marzin", in: context), ["marlin", "martin", "marvin"])
    }
  }

  func testAStoreThatIsReadOnlySuggestsWithoutAnIndex() async throws {
    try await withStoreFile { file in
      let model = SearchModel.make()
      let writer = try PersistentContainer(
        name: "Store", managedObjectModel: model,
        descriptions: [PersistentStoreDescription(url: file)])
      try writer.loadPersistentStores()
      writer.viewContext.guest("Johnny")
      try writer.viewContext.save()
      let coordinator = writer.persistentStoreCoordinator
      for store in coordinator.persistentStores { try coordinator.remove(store) }
      let reader = try PersistentContainer(
        name: "Store", managedObjectModel: model,
        descriptions: [PersistentStoreDescription(url: file, isReadOnly: true)])
      try reader.loadPersistentStores()
      XCTAssertEqual(try self.suggestions("jonny", in: reader.viewContext), ["johnny"])
    }
  }
}
