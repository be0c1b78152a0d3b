import Foundation
import XCTest

@testable import ObjectGraph

/// A save makes rows of its own: those that objects hold, and others may have been given, stay as
/// they are.
@MainActor
final class CommitTests: XCTestCase {
  private let model = ManagedObjectModel {
    EntityDescription("Album", unique: [["name"]]) {
      AttributeDescription("name", .string)
      RelationshipDescription("tracks", toMany: "Track", inverse: "album", isOrdered: true)
    }
    EntityDescription("Track") {
      AttributeDescription("title", .string)
      RelationshipDescription("album", toOne: "Album", inverse: "tracks")
    }
  }

  /// The parts of a row that a save decides.
  private struct Decided: Equatable {
    let key: Int64
    let version: Int64
    let album: Int64?
    let orderKey: Int64?

    init(_ row: Row, _ layout: EntityLayout) throws {
      let reference = try XCTUnwrap(layout.orderedToOnes.first)
      key = row.key
      version = row.version
      func integer(_ property: PropertyLayout) -> Int64? {
        row.isNull(property.index) ? nil : row.integer(slot: property.slot)
      }
      album = integer(reference.toOne)
      orderKey = integer(reference.orderKey)
    }
  }

  private func insert(
    _ entity: String, into context: ManagedObjectContext
  ) throws -> ManagedObject {
    try EntityDescription.insertNewObject(forEntityName: entity, into: context)
  }

  func testTheRowsThatAreSavedAreOthersThanThoseThatObjectsHeld() async throws {
    try await eachStore(model: model) { container in
      let context = container.viewContext
      let album = try self.insert("Album", into: context)
      let track = try self.insert("Track", into: context)
      try track.setValue(album, forKey: "album")
      context.processPendingChanges()
      let planned = try XCTUnwrap(track.row)
      let before = try Decided(planned, track.layout)
      try context.save()
      XCTAssertEqual(try Decided(planned, track.layout), before)
      XCTAssertLessThan(before.key, 0)
      XCTAssertEqual(before.album.map { $0 < 0 }, true)
      let saved = try Decided(XCTUnwrap(track.row), track.layout)
      XCTAssertEqual(saved.key, track.key)
      XCTAssertEqual(saved.version, 1)
      XCTAssertEqual(saved.album, album.key)
      XCTAssertEqual(saved.orderKey, OrderKey.first)

      try track.setValue("One", forKey: "title")
      let changed = try XCTUnwrap(track.row)
      try context.save()
      XCTAssertEqual(changed.version, 1)
      XCTAssertEqual(track.row?.version, 2)
    }
  }

  func testAFailedSaveLeavesTheRowsAsTheyWere() async throws {
    try await eachStore(model: model) { container in
      let context = container.viewContext
      let album = try self.insert("Album", into: context)
      let twin = try self.insert("Album", into: context)
      for album in [album, twin] { try album.setValue("Kind of Blue", forKey: "name") }
      let track = try self.insert("Track", into: context)
      try track.setValue(album, forKey: "album")
      context.processPendingChanges()
      let before = try Decided(XCTUnwrap(track.row), track.layout)
      XCTAssertThrowsError(try context.save())
      XCTAssertEqual(try Decided(XCTUnwrap(track.row), track.layout), before)
      XCTAssertTrue(track.state.ownsRow)
    }
  }
}
