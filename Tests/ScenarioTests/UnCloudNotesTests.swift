import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// UnCloudNotes: notes that learn of pictures, of attachments, and of captions, from version to version.
///
/// The models and the mapping models are the application's own. Version 2 is inferred; version 3 makes
/// an attachment of each note's picture; version 4 makes image attachments of these by a policy.
final class UnCloudNotesTests: XCTestCase {
  private static let versions = [
    "UnCloudNotesDataModel", "UnCloudNotesDataModel v2", "UnCloudNotesDataModel v3",
    "UnCloudNotesDataModel v4",
  ]

  override func setUp() {
    ValueTransformer.setValueTransformer(PictureTransformer(), forName: "ImageTransformer")
    EntityMigrationPolicies.register(AttachmentToImageAttachmentMigrationPolicyV3toV4.self)
  }

  private func model(_ version: Int) throws -> ManagedObjectModel {
    try VersionedModel(contentsOf: Fixtures.url("models/UnCloudNotes.xcdatamodeld"))
      .model(forVersion: Self.versions[version - 1])
  }

  private func mappings() throws -> [MappingModel] {
    try ["UnCloudNotes_v2_to_v3", "UnCloudNotes_v3_to_v4"].map {
      try MappingModel(contentsOf: Fixtures.url("mappings/\($0).xcmappingmodel"))
    }
  }

  /// Makes a store of a version.
  private func makeStore(
    _ version: Int, in folder: TemporaryFolder,
    _ fill: @Sendable (ManagedObjectContext) throws -> Void
  ) throws -> URL {
    let url = folder.file("v\(version).sqlite")
    try Self.with(try model(version), url) { context in
      try fill(context)
      try context.save()
    }
    return url
  }

  private static func with<Result: Sendable>(
    _ model: ManagedObjectModel, _ url: URL,
    _ body: @Sendable (ManagedObjectContext) throws -> Result
  ) throws -> Result {
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    defer { XCTAssertNoThrow(try coordinator.remove(store)) }
    return try BackgroundContext(coordinator: coordinator).performAndWait { try body($0) }
  }

  /// The book's data migration manager: goes from version to version, with the mapping model of a step
  /// where the application has one, and an inferred one otherwise.
  private func migrate(_ url: URL, from version: Int, in folder: TemporaryFolder) throws -> URL {
    var url = url
    for next in version + 1...4 {
      let (old, new) = (try model(next - 1), try model(next))
      let mapping =
        try MappingModel(from: mappings(), forSourceModel: old, destinationModel: new)
        ?? .inferredMappingModel(forSourceModel: old, destinationModel: new)
      let target = folder.file("from\(version)to\(next).sqlite")
      let before = try Data(contentsOf: url)
      try MigrationManager(sourceModel: old, destinationModel: new)
        .migrateStore(from: url, mapping: mapping, to: target)
      XCTAssertEqual(try Data(contentsOf: url), before)
      url = target
    }
    return url
  }

  private static let long = String(repeating: "0123456789", count: 20)

  private static func note(
    _ title: String, _ body: String, _ index: Int, in context: ManagedObjectContext
  ) throws -> ManagedObject {
    let note = try EntityDescription.insertNewObject(forEntityName: "Note", into: context)
    try note.setValue(title, forKey: "title")
    try note.setValue(body, forKey: "body")
    try note.setValue(index, forKey: "displayIndex")
    try note.setValue(
      Date(timeIntervalSinceReferenceDate: Double(index) * 60), forKey: "dateCreated")
    return note
  }

  /// Of each note its title and body, and of each attachment the note's title, the caption, the size
  /// and the minute in which it was made.
  private static func content(_ context: ManagedObjectContext) throws -> [String] {
    let notes = FetchRequest<ManagedObject>(entityName: "Note")
    notes.sortDescriptors = [FetchSortDescriptor(key: "displayIndex", ascending: true)]
    let attachments = FetchRequest<ManagedObject>(entityName: "Attachment")
    attachments.sortDescriptors = [FetchSortDescriptor(key: "dateCreated", ascending: true)]
    return try context.fetch(notes).map { note in
      let count = (try note.value(forKey: "attachments") as? Set<ManagedObject>)?.count ?? 0
      return try "\(note.value(forKey: "title") ?? "") with \(count)"
    }
      + context.fetch(attachments).map { attachment in
        let title = try attachment.value(forKeyPath: "note.title") as? String ?? "no note"
        let caption = try attachment.value(forKey: "caption") as? String ?? ""
        let size = try ["width", "height"].map { try attachment.value(forKey: $0) as? Double ?? 0 }
        let day = try attachment.value(forKey: "dateCreated") as? Date
        let picture = try attachment.value(forKey: "image") as? Picture
        let minute = (day?.timeIntervalSinceReferenceDate ?? 0) / 60
        return "\(attachment.entity.name ?? "") of \(title): \(caption), \(size), \(minute),"
          + " \(picture?.width ?? 0)"
      }
  }

  func testNotesOfTheFirstVersionComeThroughAllOthers() throws {
    let folder = try temporaryFolder()
    let store = try makeStore(1, in: folder) { context in
      _ = try Self.note("One", "short", 1, in: context)
      _ = try Self.note("Two", Self.long, 2, in: context)
    }
    let url = try migrate(store, from: 1, in: folder)
    XCTAssertEqual(
      try Self.with(model(4), url) { try Self.content($0) }, ["One with 0", "Two with 0"])
  }

  func testPicturesOfTheSecondVersionBecomeImageAttachments() throws {
    let folder = try temporaryFolder()
    let store = try makeStore(2, in: folder) { context in
      _ = try Self.note("Plain", "short", 1, in: context)
      try Self.note("Short", "0123456789", 2, in: context)
        .setValue(Picture(width: 3, height: 5), forKey: "image")
      try Self.note("Long", Self.long, 3, in: context)
        .setValue(Picture(width: 640, height: 480), forKey: "image")
    }
    let url = try migrate(store, from: 2, in: folder)
    XCTAssertEqual(
      try Self.with(model(4), url) { try Self.content($0) },
      [
        "Plain with 0", "Short with 1", "Long with 1",
        "ImageAttachment of Short: 0123456789, [3.0, 5.0], 2.0, 3",
        "ImageAttachment of Long: \(Self.long.prefix(80)), [640.0, 480.0], 3.0, 640",
      ])
  }

  func testAttachmentsOfTheThirdVersionNeedNoNote() throws {
    let folder = try temporaryFolder()
    let store = try makeStore(3, in: folder) { context in
      let note = try Self.note("Two pictures", "0123456789", 1, in: context)
      for (minute, owner) in [(4, note), (5, nil), (6, note)] {
        let attachment = try EntityDescription.insertNewObject(
          forEntityName: "Attachment", into: context)
        try attachment.setValue(
          Date(timeIntervalSinceReferenceDate: Double(minute) * 60), forKey: "dateCreated")
        try attachment.setValue(Picture(width: minute, height: 1), forKey: "image")
        try attachment.setValue(owner, forKey: "note")
      }
    }
    let url = try migrate(store, from: 3, in: folder)
    XCTAssertEqual(
      try Self.with(model(4), url) { try Self.content($0) },
      [
        "Two pictures with 2",
        "ImageAttachment of Two pictures: 0123456789, [4.0, 1.0], 4.0, 4",
        "ImageAttachment of no note: , [5.0, 1.0], 5.0, 5",
        "ImageAttachment of Two pictures: 0123456789, [6.0, 1.0], 6.0, 6",
      ])
  }

  func testAPictureThatCannotBeReadNamesItsAttachment() throws {
    let folder = try temporaryFolder()
    let store = try makeStore(3, in: folder) { context in
      for width in [1, 0] {
        let attachment = try EntityDescription.insertNewObject(
          forEntityName: "Attachment", into: context)
        try attachment.setValue(Date(timeIntervalSinceReferenceDate: 0), forKey: "dateCreated")
        try attachment.setValue(Picture(width: width, height: 1), forKey: "image")
      }
    }
    XCTAssertThrowsError(try migrate(store, from: 3, in: folder)) { error in
      let error = error as? ObjectGraphError
      XCTAssertEqual(error?.code, .entityMigrationPolicy)
      XCTAssertEqual(error?.objectID?.uriRepresentation().lastPathComponent, "p2")
      XCTAssertEqual(
        error?.message.contains("the mapping AttachmentToImageAttachment failed for"), true)
    }
    XCTAssertFalse(
      FileManager.default.fileExists(atPath: folder.file("from3to4.sqlite").path))
  }
}

/// A picture as its file.
private struct Picture: Hashable {
  let data: Data

  init(_ data: Data) { self.data = data }

  /// The beginning of a PNG: its signature and its header.
  init(width: Int, height: Int) {
    func bytes(_ number: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    data = Data(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bytes(13) + Array("IHDR".utf8)
        + bytes(width) + bytes(height) + [8, 2, 0, 0, 0])
  }

  private func number(at offset: Int) -> Int {
    data.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  var width: Int { number(at: 16) }
  var height: Int { number(at: 20) }
}

private final class PictureTransformer: ValueTransformer, @unchecked Sendable {
  override func transformedValue(_ value: Any?) throws -> Any? { (value as? Picture)?.data }

  override func reverseTransformedValue(_ value: Any?) throws -> Any? {
    (value as? Data).map { Picture($0) }
  }
}

private struct NoPicture: Error {}

/// Gives an image attachment the size of its picture, and the beginning of its note as a caption.
private final class AttachmentToImageAttachmentMigrationPolicyV3toV4: EntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
  ) throws {
    let attachment = try EntityDescription.insertNewObject(
      forEntityName: "ImageAttachment", into: manager.destinationContext)
    for property in mapping.attributeMappings {
      guard let expression = property.valueExpression else { continue }
      try attachment.setValue(
        expression.expressionValue(with: sInstance, context: ["source": sInstance]),
        forKey: property.name)
    }
    guard let picture = try sInstance.value(forKey: "image") as? Picture, picture.width > 0 else {
      throw NoPicture()
    }
    try attachment.setValue(picture.width, forKey: "width")
    try attachment.setValue(picture.height, forKey: "height")
    let body = try sInstance.value(forKeyPath: "note.body") as? String ?? ""
    try attachment.setValue(String(body.prefix(80)), forKey: "caption")
    manager.associate(
      sourceInstance: sInstance, withDestinationInstance: attachment, for: mapping)
  }
}
