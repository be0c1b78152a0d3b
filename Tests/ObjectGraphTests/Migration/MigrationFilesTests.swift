import Foundation
import ObjectGraph
import XCTest

/// Large values in files beside the store, through migrations by mapping models.
@MainActor
final class MigrationFilesTests: MigrationTestCase {
  private nonisolated static func photos(_ version: Int) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Photo") {
        AttributeDescription("name", .string)
        AttributeDescription("bytes", .binaryData, allowsExternalBinaryDataStorage: true)
        version > 1 ? [AttributeDescription("stars", .integer16, default: .integer(1))] : []
        version > 2 ? [AttributeDescription("place", .string)] : []
      }
    }
  }

  private static func copying() -> MappingModel {
    MappingModel(entityMappings: [
      EntityMapping(name: "PhotoToPhoto", type: .copy, from: "Photo", to: "Photo")
    ])
  }

  private let large = (1...3).map { Data(repeating: UInt8($0), count: 150_000 + $0) }

  private func makePhotos() throws {
    try make(Self.photos(1)) { context in
      for (number, bytes) in large.enumerated() {
        try insert("Photo", ["name": "\(number)", "bytes": bytes], into: context)
      }
    }
  }

  private var externals: URL { folder.appendingPathComponent(".Store_SUPPORT/_EXTERNAL_DATA") }

  private func files() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: externals.path))
  }

  private func description() -> PersistentStoreDescription {
    let description = PersistentStoreDescription(url: file)
    description.modelVersions = (1...3).map { Self.photos($0) }
    description.mappingModels = [Self.copying()]
    return description
  }

  private func assertPhotos(_ version: Int) throws {
    let container = try open(Self.photos(version))
    XCTAssertEqual(
      Set(try all("Photo", container.viewContext).map { try $0.value(forKey: "bytes") as? Data }),
      Set(large))
    try close(container)
    XCTAssertEqual(try files().count, 3)
  }

  func testAMappedStepLeavesExactlyTheFilesOfTheNewContent() async throws {
    try makePhotos()
    let before = try files()
    XCTAssertEqual(before.count, 3)
    let report = try XCTUnwrap(try StoreMigration(of: description(), to: Self.photos(3)).run())
    XCTAssertEqual(report.steps.map(\.isMapped), [true])
    try assertPhotos(3)
    XCTAssertTrue(try files().isDisjoint(with: before))
    XCTAssertEqual(try sqlite3(file, "SELECT length(Z_UUID) FROM Z_METADATA"), "36")
  }

  func testADryRunAndAFailureLeaveExactlyTheFilesOfTheOldContent() async throws {
    try makePhotos()
    let before = try files()
    _ = try StoreMigration(of: description(), to: Self.photos(2)).dryRun()
    XCTAssertEqual(try files(), before)
    let last = Self.photos(3)
    let description = description()
    description.mappingModels = [
      MappingModel(
        entityMappings: [
          EntityMapping(
            name: "PhotoToPhoto", from: "Photo", to: "Photo", policy: "RefusingAtTheEnd")
        ])
    ]
    EntityMigrationPolicies.register(RefusingAtTheEnd.self)
    XCTAssertThrowsError(try StoreMigration(of: description, to: last).run())
    XCTAssertEqual(try files(), before)
    try assertPhotos(1)
  }

  func testTheMarkOfAKilledSaveTakesNoFilesFromTheStore() async throws {
    try makePhotos()
    let uuid = try sqlite3(file, "SELECT Z_UUID FROM Z_METADATA")
    let names = try files().sorted()
    let stray = UUID().uuidString
    try Data([1]).write(to: externals.appendingPathComponent(stray))
    try (names + [stray]).joined(separator: "\n").write(
      to: externals.appendingPathComponent("pending-\(uuid)-\(UUID().uuidString)"),
      atomically: true, encoding: .utf8)
    _ = try StoreMigration(of: description(), to: Self.photos(2)).dryRun()
    XCTAssertEqual(try files().sorted(), names)
    try StoreMigration(of: description(), to: Self.photos(2)).run()
    try assertPhotos(2)
  }
}

/// Makes all objects, and then fails.
private final class RefusingAtTheEnd: EntityMigrationPolicy {
  override func end(_ mapping: EntityMapping, manager: MigrationManager) throws {
    throw CocoaError(.featureUnsupported)
  }
}
