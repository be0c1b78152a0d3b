import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What mappings alone make of a store.
final class MigrationTests: XCTestCase {
  /// Two shelves; the second book on the first shelf was put there before the first.
  private func fillLibrary(_ stage: MigrationStage) throws {
    try stage.fill { context in
      let books = try (1...4).map {
        try context.insert("Book", ["title": "Book \($0)", "pages": 100 * $0])
      }
      let tags = try ["crime", "sea"].map { try context.insert("Tag", ["label": $0]) }
      _ = try context.insert("Shelf", ["name": "A", "books": [books[1], books[0]]])
      _ = try context.insert("Shelf", ["name": "B", "books": [books[2]]])
      try books[0].setValue(Set(tags), forKey: "tags")
      try books[3].setValue([tags[1]], forKey: "tags")
    }
  }

  func testAttributesAndEveryKindOfRelationshipFollow() throws {
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
      let stage = try shelves()
      try fillLibrary(stage)
      let before = try stage.sourceBytes()
      let mappings = [
        try ShelvesModel.shelves(), try ShelvesModel.books(), ShelvesModel.tags(),
      ]
      try stage.migrate(order.map { mappings[$0] })
      XCTAssertEqual(try stage.sourceBytes(), before)
      try stage.read { context in
        let volumes = try context.all("Volume", by: "title")
        XCTAssertEqual(
          try volumes.map { try $0.value(forKey: "title") as? String },
          ["Book 1", "Book 2", "Book 3", "Book 4"])
        XCTAssertEqual(
          try volumes.map { try $0.value(forKey: "pages") as? Int64 }, [100, 200, 300, 400])
        XCTAssertEqual(
          try volumes.map { try $0.value(forKey: "state") as? String },
          Array(repeating: "new", count: 4))
        XCTAssertEqual(
          try volumes.map { try $0.value(forKeyPath: "shelf.name") as? String },
          ["A", "A", "B", nil])
        XCTAssertEqual(
          try volumes.map { volume in
            try (volume.value(forKey: "topics") as? Set<ManagedObject>)?
              .map { try $0.value(forKey: "label") as? String ?? "" }.sorted()
          }, [["crime", "sea"], [], [], ["sea"]])
        let shelf = try XCTUnwrap(try context.all("Shelf", by: "name").first)
        let onShelf = try shelf.value(forKey: "volumes") as? OrderedSet<ManagedObject>
        XCTAssertEqual(
          try onShelf?.map { try $0.value(forKey: "title") as? String }, ["Book 2", "Book 1"])
      }
    }
  }

  func testAnInferredMappingModelIsCarriedOut() throws {
    let new = ManagedObjectModel {
      EntityDescription("Shelf") {
        AttributeDescription("name", .string)
        RelationshipDescription(
          "volumes", toMany: "Volume", inverse: "shelf", isOrdered: true,
          renamingIdentifier: "books")
      }
      EntityDescription("Volume", renamingIdentifier: "Book") {
        AttributeDescription("name", .string, renamingIdentifier: "title")
        AttributeDescription("state", .string, isOptional: false, default: .string("used"))
        RelationshipDescription("shelf", toOne: "Shelf", inverse: "volumes")
        RelationshipDescription("tags", toMany: "Tag", inverse: "books")
      }
      EntityDescription("Tag") {
        AttributeDescription("label", .string)
        RelationshipDescription("books", toMany: "Volume", inverse: "tags")
      }
    }
    let stage = MigrationStage(
      folder: try temporaryFolder(), source: ShelvesModel.old(), destination: new)
    try fillLibrary(stage)
    let mapping = try MappingModel.inferredMappingModel(
      forSourceModel: stage.source, destinationModel: new)
    try stage.migrate(mapping.entityMappings)
    try stage.read { context in
      XCTAssertEqual(try context.texts("Volume", "name"), (1...4).map { "Book \($0)" })
      XCTAssertEqual(try context.texts("Volume", "state"), Array(repeating: "used", count: 4))
      let shelf = try XCTUnwrap(try context.all("Shelf", by: "name").first)
      let onShelf = try shelf.value(forKey: "volumes") as? OrderedSet<ManagedObject>
      XCTAssertEqual(
        try onShelf?.map { try $0.value(forKey: "name") as? String }, ["Book 2", "Book 1"])
      let sea = try XCTUnwrap(try context.all("Tag", by: "label").last)
      XCTAssertEqual((try sea.value(forKey: "books") as? Set<ManagedObject>)?.count, 2)
    }
  }

  func testAFilterMaySpeakOfTheSourceOrOfItsKeys() throws {
    for format in ["pages > 150 AND shelf != nil", "$source.pages > 150 AND $source.shelf != nil"] {
      let stage = try shelves()
      try fillLibrary(stage)
      try stage.migrate([
        try ShelvesModel.books(where: FetchPredicate(format: format)), try ShelvesModel.shelves(),
        ShelvesModel.tags(),
      ])
      XCTAssertEqual(
        try stage.read { try $0.texts("Volume", "title") }, ["Book 2", "Book 3"], format)
      // A relationship to what was left out leads nowhere.
      XCTAssertEqual(
        try stage.read { context in
          try context.all("Shelf", by: "name").map {
            (try $0.value(forKey: "volumes") as? OrderedSet<ManagedObject>)?.count
          }
        }, [1, 1])
    }
  }

  func testAnExistingStoreIsAppendedTo() throws {
    let stage = try shelves()
    try fillLibrary(stage)
    try MigrationStage.with(stage.destination, stage.destinationURL) { context in
      _ = try context.insert("Topic", ["label": "before"])
      try context.save()
    }
    try stage.migrate([ShelvesModel.tags()])
    try stage.migrate([ShelvesModel.tags()])
    XCTAssertEqual(
      try stage.read { try $0.texts("Topic", "label") }, ["before", "crime", "crime", "sea", "sea"])
  }

  func testAnEntityThatIsAddedOrRemovedHasNoObjectsOfTheSource() throws {
    let stage = try shelves()
    try fillLibrary(stage)
    try stage.migrate([
      EntityMapping(name: "A", type: .add, to: "Volume"),
      EntityMapping(name: "R", type: .remove, from: "Tag"),
    ])
    XCTAssertEqual(try stage.read { try $0.texts("Volume", "title") }, [])
  }

  func testAnObjectOfASubentityIsForTheMappingOfItsOwnEntity() throws {
    func model(_ key: String) -> ManagedObjectModel {
      ManagedObjectModel {
        EntityDescription(
          "Place",
          subentities: [EntityDescription("Town") { AttributeDescription(key, .integer64) }]
        ) { AttributeDescription("name", .string) }
      }
    }
    let stage = MigrationStage(
      folder: try temporaryFolder(), source: model("size"), destination: model("people"))
    try stage.fill { context in
      _ = try context.insert("Place", ["name": "Hill"])
      _ = try context.insert("Town", ["name": "Ulm", "size": 120_000])
    }
    let name = PropertyMapping(name: "name")
    try stage.migrate([
      EntityMapping(name: "P", from: "Place", to: "Place", attributes: [name]),
      EntityMapping(
        name: "T", from: "Town", to: "Town",
        attributes: [name, try PropertyMapping("people", "$source.size")]),
    ])
    XCTAssertEqual(
      try stage.read { try $0.all("Place", by: "name").map { $0.entity.name } }, ["Place", "Town"])
    XCTAssertEqual(
      try stage.read {
        try $0.all("Town", by: "name").map { try $0.value(forKey: "people") as? Int64 }
      },
      [120_000])
  }

  func testTheFactsOfTheApplicationGoAlong() throws {
    let stage = try shelves()
    try fillLibrary(stage)
    try PersistentStoreCoordinator.setMetadata(
      ["chosen": "A"], type: .sqlite, at: stage.sourceURL)
    try stage.migrate([])
    let facts = try PersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: stage.destinationURL)
    XCTAssertEqual(facts["chosen"] as? String, "A")
  }

  func testWhatDoesNotFitIsToldBeforeAnythingIsWritten() throws {
    let stage = try shelves()
    try fillLibrary(stage)
    let error = MigrationStage.error {
      try stage.migrate([
        EntityMapping(name: "A", from: "Bok", to: "Volume"),
        EntityMapping(
          name: "B", from: "Book", to: "Volume", attributes: [PropertyMapping(name: "titel")]),
      ])
    }
    XCTAssertEqual(error?.code, .migration)
    XCTAssertEqual(
      error?.underlyingErrors.map(\.repair), ["did you mean Book?", "did you mean title?"])
    XCTAssertFalse(stage.hasDestination)
  }

  func testStoresThatCannotBeMigratedAreRefused() throws {
    let stage = try shelves()
    let manager = try MigrationManager(
      sourceModel: stage.source, destinationModel: stage.destination)
    func code(_ source: URL, _ destination: URL, _ type: StoreType = .sqlite)
      -> ObjectGraphError.Code?
    {
      MigrationStage.error {
        try manager.migrateStore(
          from: source, type: .sqlite, mapping: MappingModel(), to: destination, type: type)
      }?.code
    }
    XCTAssertEqual(code(stage.sourceURL, stage.destinationURL), .migrationManagerSourceStore)
    XCTAssertFalse(stage.hasDestination)
    try fillLibrary(stage)
    XCTAssertEqual(code(stage.sourceURL, stage.sourceURL), .migrationManagerDestinationStore)
    XCTAssertEqual(
      code(stage.sourceURL, stage.destinationURL, .inMemory), .migrationManagerDestinationStore)
    // A store of the wrong version, on either side.
    try FileManager.default.copyItem(at: stage.sourceURL, to: stage.destinationURL)
    XCTAssertEqual(
      code(stage.sourceURL, stage.destinationURL), .migrationManagerDestinationStore)
  }
}
