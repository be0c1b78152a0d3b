import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What policies are called for, and what they can do.
final class MigrationPolicyTests: XCTestCase {
  private func fill(_ stage: MigrationStage, count: Int = 2) throws {
    try stage.fill { context in
      for number in 1...count {
        let book = try context.insert("Book", ["title": "Book \(number)", "pages": 7])
        if number % 3 == 1 {
          _ = try context.insert("Shelf", ["name": "\(number)", "books": [book]])
        }
      }
    }
  }

  func testThreePassesCallEachPolicyInOrder() throws {
    EntityMigrationPolicies.register(RecordingPolicy.self)
    let stage = try shelves()
    try fill(stage)
    let shelf = EntityMapping(
      name: "S", from: "Shelf", to: "Shelf", policy: "Module.RecordingPolicy")
    let book = EntityMapping(
      name: "B", from: "Book", to: "Volume", attributes: [PropertyMapping(name: "title")],
      policy: "RecordingPolicy")
    let manager = try stage.migrate([shelf, book]) { $0.userInfo = ["calls": [String]()] }
    XCTAssertEqual(
      manager.userInfo?["calls"] as? [String],
      [
        "S begin", "S create", "S end creation",
        "B begin", "B create", "B create", "B end creation",
        "S relate", "S end relationships", "B relate", "B relate", "B end relationships",
        "S validate", "S end", "B validate", "B end",
      ])
  }

  func testAPolicyOwnsWhatItMakes() throws {
    EntityMigrationPolicies.register(SplittingPolicy.self)
    let stage = try shelves()
    try fill(stage)
    try stage.migrate([
      try ShelvesModel.books(policy: "SplittingPolicy"), try ShelvesModel.shelves(),
      ShelvesModel.tags(),
    ])
    try stage.read { context in
      XCTAssertEqual(
        try context.texts("Volume", "title"),
        ["Book 1 of 1", "Book 1 of 2", "Book 2 of 1", "Book 2 of 2"])
      // Both halves are associated with the book on the shelf.
      let shelf = try XCTUnwrap(try context.all("Shelf", by: "name").first)
      XCTAssertEqual((try shelf.value(forKey: "volumes") as? OrderedSet<ManagedObject>)?.count, 2)
    }
  }

  func testValueExpressionsAskThePolicy() throws {
    EntityMigrationPolicies.register(SpeakingPolicy.self)
    let stage = try shelves()
    try fill(stage)
    try stage.migrate([
      try ShelvesModel.books(
        policy: "SpeakingPolicy",
        extra: [
          try PropertyMapping(
            "state", "FUNCTION($entityPolicy, \"shout:and:\", $source.title, '!')")
        ]), try ShelvesModel.shelves(), ShelvesModel.tags(),
    ])
    XCTAssertEqual(
      try stage.read { try $0.texts("Volume", "state") }, ["BOOK 1!", "BOOK 2!"])
    let error = MigrationStage.error {
      try stage.migrate([
        EntityMapping(
          name: "B", from: "Book", to: "Volume",
          attributes: [try PropertyMapping("title", "FUNCTION($entityPolicy, \"whisper:\", 'a')")])
      ])
    }
    XCTAssertEqual(error?.code, .entityMigrationPolicy)
    XCTAssertEqual(
      error?.underlyingErrors.first?.message,
      "EntityMigrationPolicy does not implement whisper:")
  }

  func testAPolicyThatIsNotRegisteredIsToldBeforeAnythingIsWritten() throws {
    let stage = try shelves()
    try fill(stage)
    let error = MigrationStage.error {
      try stage.migrate([
        try ShelvesModel.books(policy: "Unknown"), ShelvesModel.tags(), try ShelvesModel.shelves(),
      ])
    }
    XCTAssertEqual(error?.code, .entityMigrationPolicy)
    XCTAssertEqual(
      error?.message, "the mapping BookToVolume has the policy Unknown, which is not registered")
    XCTAssertFalse(stage.hasDestination)
  }

  func testAFailureLeavesTheSourceAndNoDestinationAndNamesTheObject() throws {
    EntityMigrationPolicies.register(FailingPolicy.self)
    let stage = try shelves()
    try fill(stage, count: 2_500)
    let before = try stage.sourceBytes()
    let error = MigrationStage.error {
      try stage.migrate([
        try ShelvesModel.books(policy: "FailingPolicy"), try ShelvesModel.shelves(),
        ShelvesModel.tags(),
      ])
    }
    XCTAssertEqual(error?.code, .entityMigrationPolicy)
    XCTAssertEqual(error?.entityName, "Book")
    XCTAssertEqual(error?.objectID?.uriRepresentation().lastPathComponent, "p2345")
    XCTAssertEqual(
      error?.message.hasPrefix("the mapping BookToVolume failed for x-coredata://"), true)
    XCTAssertEqual(error?.message.hasSuffix("Book/p2345: Torn(title: \"Book 2345\")"), true)
    XCTAssertEqual(try stage.sourceBytes(), before)
    XCTAssertFalse(stage.hasDestination)
  }

  func testAFailureLeavesAnExistingDestinationAsItWas() throws {
    EntityMigrationPolicies.register(FailingPolicy.self)
    let stage = try shelves()
    try fill(stage, count: 2_400)
    try MigrationStage.with(stage.destination, stage.destinationURL) { context in
      _ = try context.insert("Volume", ["title": "kept"])
      try context.save()
    }
    _ = MigrationStage.error {
      try stage.migrate([
        try ShelvesModel.books(policy: "FailingPolicy"), try ShelvesModel.shelves(),
        ShelvesModel.tags(),
      ])
    }
    XCTAssertEqual(try stage.read { try $0.texts("Volume", "title") }, ["kept"])
  }

  func testWhatAPolicyKeepsStaysOfUseOverManySaves() throws {
    EntityMigrationPolicies.register(GatheringPolicy.self)
    let stage = try shelves()
    try fill(stage, count: 9_000)
    try stage.migrate([
      EntityMapping(
        name: "B", from: "Book", to: "Volume",
        attributes: [PropertyMapping(name: "title"), PropertyMapping(name: "pages")],
        policy: "GatheringPolicy")
    ])
    try stage.read { context in
      let shelves = try context.all("Shelf", by: "name")
      XCTAssertEqual(shelves.count, 1)
      XCTAssertEqual(try shelves.first?.value(forKey: "name") as? String, "all 9000")
      XCTAssertEqual(
        (try shelves.first?.value(forKey: "volumes") as? OrderedSet<ManagedObject>)?.count, 9_000)
    }
  }

  func testAssociationsAreFoundAcrossSaves() throws {
    let stage = try shelves()
    try fill(stage, count: 9_000)
    try stage.migrate([try ShelvesModel.shelves(), try ShelvesModel.books(), ShelvesModel.tags()])
    try stage.read { context in
      let request = FetchRequest<ManagedObject>(entityName: "Volume")
      request.predicate = try FetchPredicate(format: "shelf != nil")
      let volumes = try context.fetch(request)
      XCTAssertEqual(volumes.count, 3_000)
      for volume in volumes {
        XCTAssertEqual(
          try volume.value(forKey: "title") as? String,
          (try volume.value(forKeyPath: "shelf.name") as? String).map { "Book \($0)" })
      }
    }
  }

  func testAssociationsCanBeAskedBothWaysAndForgotten() throws {
    EntityMigrationPolicies.register(AskingPolicy.self)
    let stage = try shelves()
    try fill(stage, count: 3)
    let manager = try stage.migrate([
      EntityMapping(
        name: "B", from: "Book", to: "Volume", attributes: [PropertyMapping(name: "title")],
        policy: "AskingPolicy")
    ]) { $0.userInfo = [:] }
    XCTAssertEqual(manager.userInfo?["found"] as? [Int], [3, 3, 1, 1, 0])
    XCTAssertEqual(
      manager.userInfo?["error"] as? String, "the mapping model has no mapping C")
    XCTAssertNil(manager.currentEntityMapping)
  }
}

/// Notes its calls with the manager.
private final class RecordingPolicy: EntityMigrationPolicy {
  private func note(_ call: String, _ mapping: EntityMapping, _ manager: MigrationManager) {
    XCTAssertTrue(manager.currentEntityMapping === mapping)
    let calls = manager.userInfo?["calls"] as? [String] ?? []
    manager.userInfo?["calls"] = calls + ["\(mapping.name) \(call)"]
  }

  override func begin(_ mapping: EntityMapping, with manager: MigrationManager) throws {
    note("begin", mapping, manager)
  }

  override func createDestinationInstances(
    forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    note("create", mapping, manager)
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
  }

  override func endInstanceCreation(
    forMapping mapping: EntityMapping, manager: MigrationManager
  ) throws { note("end creation", mapping, manager) }

  override func createRelationships(
    forDestination dInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws { note("relate", mapping, manager) }

  override func endRelationshipCreation(
    forMapping mapping: EntityMapping, manager: MigrationManager
  ) throws { note("end relationships", mapping, manager) }

  override func performCustomValidation(
    forMapping mapping: EntityMapping, manager: MigrationManager
  ) throws { note("validate", mapping, manager) }

  override func end(_ mapping: EntityMapping, manager: MigrationManager) throws {
    note("end", mapping, manager)
  }
}

/// Makes two volumes of a book.
private final class SplittingPolicy: EntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    let title = try sInstance.value(forKey: "title") as? String ?? ""
    for part in 1...2 {
      let volume = try EntityDescription.insertNewObject(
        forEntityName: "Volume", into: manager.destinationContext)
      try volume.setValue("\(title) of \(part)", forKey: "title")
      manager.associate(sourceInstance: sInstance, withDestinationInstance: volume, for: mapping)
    }
  }
}

private final class SpeakingPolicy: EntityMigrationPolicy {
  override func perform(_ selector: String, arguments: [Any?]) throws -> Any? {
    guard selector == "shout:and:", let text = arguments[0] as? String,
      let end = arguments[1] as? String
    else { return try super.perform(selector, arguments: arguments) }
    return text.uppercased() + end
  }
}

private struct Torn: Error {
  let title: String
}

/// Cannot cope with one book.
private final class FailingPolicy: EntityMigrationPolicy {
  private var count = 0

  override func createDestinationInstances(
    forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    count += 1
    if count == 2_345 { throw Torn(title: try sInstance.value(forKey: "title") as? String ?? "") }
  }
}

/// Puts all volumes on one shelf, which it keeps.
private final class GatheringPolicy: EntityMigrationPolicy {
  private var count = 0

  override func begin(_ mapping: EntityMapping, with manager: MigrationManager) throws {
    let shelf = try EntityDescription.insertNewObject(
      forEntityName: "Shelf", into: manager.destinationContext)
    manager.userInfo = ["shelf": shelf]
  }

  override func createDestinationInstances(
    forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let made = try manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    let shelf = manager.userInfo?["shelf"] as? ManagedObject
    XCTAssertEqual(made.count, 1)
    try made.first?.setValue(shelf, forKey: "shelf")
    count += 1
    try shelf?.setValue("all \(count)", forKey: "name")
  }
}

/// Asks for associations once all are made.
private final class AskingPolicy: EntityMigrationPolicy {
  override func endInstanceCreation(
    forMapping mapping: EntityMapping, manager: MigrationManager
  ) throws {
    let made = try manager.destinationInstances(
      forEntityMappingName: "B", sourceInstances: nil)
    let sources = try manager.sourceInstances(
      forEntityMappingName: "B", destinationInstances: nil)
    let one = try manager.destinationInstances(
      forEntityMappingName: "B", sourceInstances: [sources[0]])
    let back = try manager.sourceInstances(forEntityMappingName: "B", destinationInstances: one)
    XCTAssertEqual(back, [sources[0]])
    XCTAssertEqual(manager.sourceEntity(for: mapping)?.name, "Book")
    XCTAssertEqual(manager.destinationEntity(for: mapping)?.name, "Volume")
    do {
      _ = try manager.destinationInstances(forEntityMappingName: "C", sourceInstances: [])
    } catch let error as ObjectGraphError {
      manager.userInfo?["error"] = error.message
    }
    try manager.reset()
    let forgotten = try manager.destinationInstances(
      forEntityMappingName: "B", sourceInstances: sources)
    manager.userInfo?["found"] = [
      made.count, sources.count, one.count, back.count, forgotten.count,
    ]
  }
}
