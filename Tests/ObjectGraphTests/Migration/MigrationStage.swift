import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A store of one version of a library's model, and what becomes of it in the next.
struct MigrationStage {
  let folder: TemporaryFolder
  let source: ManagedObjectModel
  let destination: ManagedObjectModel

  var sourceURL: URL { folder.file("old.sqlite") }
  var destinationURL: URL { folder.file("new.sqlite") }

  /// Fills the source store.
  ///
  /// - Parameter fill: is called on the context's queue.
  func fill(_ fill: @Sendable (ManagedObjectContext) throws -> Void) throws {
    try Self.with(source, sourceURL) { context in
      try fill(context)
      try context.save()
    }
  }

  /// Reads the destination store.
  func read<Result: Sendable>(
    _ read: @Sendable (ManagedObjectContext) throws -> Result
  ) throws -> Result {
    try Self.with(destination, destinationURL, read)
  }

  static func with<Result: Sendable>(
    _ model: ManagedObjectModel, _ url: URL,
    _ body: @Sendable (ManagedObjectContext) throws -> Result
  ) throws -> Result {
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    defer { XCTAssertNoThrow(try coordinator.remove(store)) }
    return try BackgroundContext(coordinator: coordinator).performAndWait { try body($0) }
  }

  @discardableResult
  func migrate(
    _ mappings: [EntityMapping], _ prepare: (MigrationManager) throws -> Void = { _ in }
  ) throws -> MigrationManager {
    let manager = try MigrationManager(sourceModel: source, destinationModel: destination)
    try prepare(manager)
    try manager.migrateStore(
      from: sourceURL, mapping: MappingModel(entityMappings: mappings), to: destinationURL)
    return manager
  }

  /// The bytes of the source's file, as it was closed.
  func sourceBytes() throws -> Data { try Data(contentsOf: sourceURL) }

  /// Whether there is a file of the destination.
  var hasDestination: Bool {
    ["", "-wal", "-shm"].contains {
      FileManager.default.fileExists(atPath: destinationURL.path + $0)
    }
  }

  /// The error of the closure, which must throw one of the engine's.
  static func error<Result>(
    file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Result
  ) -> ObjectGraphError? {
    do {
      _ = try body()
      XCTFail("nothing was thrown", file: file, line: line)
    } catch let error as ObjectGraphError {
      return error
    } catch {
      XCTFail("\(error)", file: file, line: line)
    }
    return nil
  }
}

extension ManagedObjectContext {
  func insert(_ name: String, _ values: [String: Any?] = [:]) throws -> ManagedObject {
    let object = try EntityDescription.insertNewObject(forEntityName: name, into: self)
    for (key, value) in values { try object.setValue(value, forKey: key) }
    return object
  }

  /// The objects of an entity, sorted by a key.
  func all(_ name: String, by key: String) throws -> [ManagedObject] {
    let request = FetchRequest<ManagedObject>(entityName: name)
    request.sortDescriptors = [FetchSortDescriptor(key: key, ascending: true)]
    return try fetch(request)
  }

  func texts(_ name: String, _ key: String) throws -> [String] {
    try all(name, by: key).map { try $0.value(forKey: key) as? String ?? "nil" }
  }
}

/// Two versions of a library: books become volumes, and tags topics.
enum ShelvesModel {
  static func old() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Shelf") {
        AttributeDescription("name", .string)
        RelationshipDescription("books", toMany: "Book", inverse: "shelf", isOrdered: true)
      }
      EntityDescription("Book") {
        AttributeDescription("title", .string)
        AttributeDescription("pages", .integer16)
        RelationshipDescription("shelf", toOne: "Shelf", inverse: "books")
        RelationshipDescription("tags", toMany: "Tag", inverse: "books")
      }
      EntityDescription("Tag") {
        AttributeDescription("label", .string)
        RelationshipDescription("books", toMany: "Book", inverse: "tags")
      }
    }
  }

  static func new() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Shelf") {
        AttributeDescription("name", .string)
        RelationshipDescription("volumes", toMany: "Volume", inverse: "shelf", isOrdered: true)
      }
      EntityDescription("Volume", unique: [["number"]]) {
        AttributeDescription("title", .string, isOptional: false)
        AttributeDescription(
          "pages", .integer32, minimum: .integer(1), maximum: .integer(10_000))
        AttributeDescription("state", .string, default: .string("new"))
        AttributeDescription("number", .integer64)
        RelationshipDescription("shelf", toOne: "Shelf", inverse: "volumes")
        RelationshipDescription("topics", toMany: "Topic", inverse: "volumes")
      }
      EntityDescription("Topic") {
        AttributeDescription("label", .string)
        RelationshipDescription("volumes", toMany: "Volume", inverse: "topics")
      }
    }
  }

  static func made(by mapping: String, of sources: String) -> String {
    "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\","
      + " \"\(mapping)\", \(sources))"
  }

  static func shelves() throws -> EntityMapping {
    EntityMapping(
      name: "ShelfToShelf", from: "Shelf", to: "Shelf",
      attributes: [PropertyMapping(name: "name")],
      relationships: [try PropertyMapping("volumes", made(by: "BookToVolume", of: "$source.books"))]
    )
  }

  static func books(
    where predicate: FetchPredicate? = nil, policy: String? = nil,
    extra: [PropertyMapping] = []
  ) throws -> EntityMapping {
    EntityMapping(
      name: "BookToVolume", from: "Book", to: "Volume", where: predicate,
      attributes: [PropertyMapping(name: "title"), PropertyMapping(name: "pages")] + extra,
      relationships: [
        try PropertyMapping("shelf", made(by: "ShelfToShelf", of: "$source.shelf")),
        try PropertyMapping("topics", made(by: "TagToTopic", of: "$source.tags")),
      ], policy: policy)
  }

  static func tags() -> EntityMapping {
    EntityMapping(
      name: "TagToTopic", from: "Tag", to: "Topic", attributes: [PropertyMapping(name: "label")])
  }
}

extension XCTestCase {
  func shelves() throws -> MigrationStage {
    MigrationStage(
      folder: try temporaryFolder(), source: ShelvesModel.old(), destination: ShelvesModel.new())
  }
}
