import Foundation
import ObjectModel
import XCTest

@testable import ObjectStore

/// Large values in files, as a store sees them that knows of no objects.
final class ExternalStoreTests: StoreTestCase {
  private let large = Data(repeating: 9, count: 150_000)

  private func photoModel() -> ManagedObjectModel {
    let photo = AttributeDescription("aPhoto", .binaryData)
    photo.allowsExternalBinaryDataStorage = true
    return ManagedObjectModel {
      EntityDescription("Site") {
        photo
        AttributeDescription("zShape", .transformable)
        AttributeDescription("name", .string)
      }
    }
  }

  private func files() -> Set<String> {
    let folder = directory.appendingPathComponent(".store_SUPPORT/_EXTERNAL_DATA").path
    return Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
  }

  /// A store with one row, and that row as it is read again.
  private func storeWithRow() throws -> (PersistentStore, EntityLayout, Row) {
    let model = try layout(photoModel())
    let store = try open(model)
    let site = try XCTUnwrap(model.entity(named: "Site"))
    let row = site.template.copy(extraBytes: large.count + 10)
    row.identify(key: -1, version: 0)
    XCTAssertTrue(row.set(.data(large), for: try XCTUnwrap(site.property("aPhoto"))))
    var changes = ChangeSet()
    changes.inserts.append(.init(layout: site, row: row))
    _ = try store.save(changes)
    return (store, site, try XCTUnwrap(try store.fetch(FetchPlan(layout: site)).first))
  }

  private func save(
    _ row: Row, _ site: EntityLayout, key: Int64, to store: PersistentStore
  ) throws {
    let copy = row.copy()
    copy.identify(key: key, version: 0)
    var changes = ChangeSet()
    changes.inserts.append(.init(layout: site, row: copy))
    _ = try store.save(changes)
  }

  func testTransformableColumnsStandBeforeBinaryOnes() throws {
    let (store, _, _) = try storeWithRow()
    store.close()
    XCTAssertEqual(
      try shell("SELECT sql FROM sqlite_master WHERE name = 'ZSITE'"),
      "CREATE TABLE ZSITE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
        + "ZNAME VARCHAR, ZZSHAPE BLOB, ZAPHOTO BLOB )")
  }

  func testARowThatRefersToAFileGetsOneOfItsOwn() throws {
    let (store, site, row) = try storeWithRow()
    try save(row, site, key: -1, to: store)
    XCTAssertEqual(files().count, 2)
    XCTAssertEqual(try shell("SELECT count(DISTINCT ZAPHOTO) FROM ZSITE"), "2")
  }

  func testARowThatRefersToARemovedFileIsRefusedWhole() throws {
    let (store, site, row) = try storeWithRow()
    var changes = ChangeSet()
    changes.deletes.append(.init(layout: site, key: row.key, expectedVersion: row.version))
    _ = try store.save(changes)
    XCTAssertEqual(files(), [])
    // As undoing a deletion after its save does.
    let error = assertError(.persistentStoreSave) { try save(row, site, key: 1, to: store) }
    XCTAssertEqual(error?.key, "aPhoto")
    XCTAssertEqual(try shell("SELECT count(*) FROM ZSITE"), "0")
    XCTAssertEqual(files(), [])
  }

  func testARowWithItsDataCanBeSavedElsewhere() throws {
    let (store, site, row) = try storeWithRow()
    let photo = try XCTUnwrap(site.property("aPhoto"))
    XCTAssertNotNil(row.externalFileName(of: photo))
    let whole = try store.rowWithExternalData(row, site)
    XCTAssertEqual(whole.value(of: photo), .data(large))
    let memory = try PersistentStore(
      settings: PersistentStoreDescription.inMemory().settings, model: store.model)
    try save(whole, site, key: -1, to: memory)
    XCTAssertEqual(
      try memory.fetch(FetchPlan(layout: site)).first?.value(of: photo), .data(large))
  }

  func testAReadOnlyStoreReadsItsFilesAndSweepsNothing() throws {
    let (store, site, row) = try storeWithRow()
    store.close()
    let folder = directory.appendingPathComponent(".store_SUPPORT/_EXTERNAL_DATA")
    for name in ["pending-\(UUID().uuidString)", UUID().uuidString] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
    let before = files()
    let again = try open(store.model, readOnly: true)
    let photo = try XCTUnwrap(site.property("aPhoto"))
    XCTAssertEqual(
      try again.externalData(named: try XCTUnwrap(row.externalFileName(of: photo))), large)
    XCTAssertEqual(files(), before)
    again.close()
  }

  func testAFolderThatCannotBeMadeFailsTheSave() throws {
    let model = try layout(photoModel())
    let store = try open(model)
    let site = try XCTUnwrap(model.entity(named: "Site"))
    // A file stands where the folder should be.
    try Data().write(to: directory.appendingPathComponent(".store_SUPPORT"))
    let row = site.template.copy(extraBytes: large.count + 10)
    XCTAssertTrue(row.set(.data(large), for: try XCTUnwrap(site.property("aPhoto"))))
    assertError(.persistentStoreSave) { try save(row, site, key: -1, to: store) }
    XCTAssertEqual(try shell("SELECT count(*) FROM ZSITE"), "0")
  }
}
