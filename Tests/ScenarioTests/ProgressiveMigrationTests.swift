import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Stores that Core Data wrote, opened with the newest version of their models: each step by its mapping
/// model, or inferred where there is none.
@MainActor
final class ProgressiveMigrationTests: XCTestCase {
  override func setUp() async throws {
    ValueTransformer.setValueTransformer(PlainTransformer(), forName: "ColorsTransformer")
    EntityMigrationPolicies.register(Post2ToPost3MigrationPolicy.self)
  }

  private func open(
    _ file: URL, bundle: String, mappings: [String]
  ) throws -> (container: PersistentContainer, versions: VersionedModel) {
    let versions = try VersionedModel(contentsOf: Fixtures.url("models/\(bundle).xcdatamodeld"))
    let models = try versions.versionNames.map { try versions.model(forVersion: $0) }
    let description = PersistentStoreDescription(url: file)
    description.modelVersions = models
    description.mappingModels = try mappings.map {
      try MappingModel(contentsOf: Fixtures.url("mappings/\($0).xcmappingmodel"))
    }
    let container = try PersistentContainer(
      name: "Store", managedObjectModel: try XCTUnwrap(models.last), descriptions: [description])
    try container.loadPersistentStores()
    return (container, versions)
  }

  private func all(_ entity: String, _ container: PersistentContainer) throws -> [ManagedObject] {
    let request = FetchRequest<ManagedObject>(entityName: entity)
    request.sortDescriptors = [FetchSortDescriptor(key: "self", ascending: true)]
    return try container.viewContext.fetch(request)
  }

  func testPostsOfAllVersionsBecomePostsWithSections() async throws {
    for version in 1...3 {
      let folder = try temporaryFolder()
      let file = try Fixtures.copyStore("wibosco/CoreDataMigration_Example_\(version)", to: folder)
      let coordinator = try PersistentStoreCoordinator(
        managedObjectModel: PersistentStoreCoordinator.storedModel(at: file))
      let old = try coordinator.addPersistentStore(type: .sqlite, at: file)
      let count = try BackgroundContext(coordinator: coordinator).performAndWait {
        try $0.count(for: FetchRequest<ManagedObject>(entityName: "Post"))
      }
      try coordinator.remove(old)
      let (container, versions) = try open(
        file, bundle: "wibosco/CoreDataMigration_Example", mappings: ["Migration2to3ModelMapping"])
      XCTAssertEqual(versions.versionNames.count, 4)
      let posts = try all("Post", container)
      XCTAssertEqual(posts.count, count, "\(version)")
      XCTAssertGreaterThanOrEqual(count, 10)
      for section in try all("Section", container) {
        let post = try section.value(forKey: "post") as? ManagedObject
        XCTAssertNotNil(post, "\(version)")
        let body = try section.value(forKey: "body") as? String ?? ""
        XCTAssertFalse(body.isEmpty)
      }
      if version < 3 { XCTAssertEqual(try all("Section", container).count, count) }
    }
  }

  func testMoodsOfAllVersionsComeToTheLast() async throws {
    for version in [1, 3] {
      let folder = try temporaryFolder()
      let file = try Fixtures.copyStore("Moody/Moody\(version)", to: folder)
      let (container, versions) = try open(
        file, bundle: "Moody", mappings: ["Moody2-3", "Moody3-4"])
      XCTAssertEqual(versions.versionNames.count, 6)
      let moods = try all("Mood", container)
      XCTAssertEqual(moods.count, 4, "\(version)")
      for mood in moods {
        XCTAssertEqual(try (mood.value(forKey: "colors") as? Data)?.count ?? 0 > 0, true)
        XCTAssertNotNil(try mood.value(forKey: "country"), "\(version)")
      }
      // What was opened once is of the newest version.
      let description = PersistentStoreDescription(url: file)
      XCTAssertNil(
        try StoreMigration(of: description, to: container.managedObjectModel).dryRun())
    }
  }

  func testWithoutItsMappingModelAStepIsRefusedAndTheStoreStays() async throws {
    let folder = try temporaryFolder()
    let file = try Fixtures.copyStore("wibosco/CoreDataMigration_Example_1", to: folder)
    let before = try Data(contentsOf: file)
    XCTAssertThrowsError(
      try open(file, bundle: "wibosco/CoreDataMigration_Example", mappings: [])
    ) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.code, .inferredMappingModel)
    }
    XCTAssertEqual(try Data(contentsOf: file), before)
  }
}

private final class PlainTransformer: ValueTransformer, @unchecked Sendable {}
