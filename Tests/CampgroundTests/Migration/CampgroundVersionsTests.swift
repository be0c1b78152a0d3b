import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class CampgroundVersionsTests: XCTestCase {
  func testTheVersionsAreListedUpToTheModelOfToday() async throws {
    XCTAssertEqual(
      CampgroundVersions.all.map { $0.versionIdentifiers.sorted() },
      [["1"], ["2"], ["3"], ["4"], ["5"], ["6"], ["7"]])
    XCTAssertTrue(CampgroundVersions.all.last === ManagedObjectModel.campground)
    XCTAssertEqual(
      Set(CampgroundVersions.all.map(\.versionChecksum)).count, CampgroundVersions.all.count)
  }

  func testTheModelOfStoresInUseDoesNotChange() async throws {
    XCTAssertEqual(
      CampgroundVersions.all.dropFirst().map(\.versionChecksum),
      [
        "Wm2pOM5x0KDUdUofvjVBxMh0PwVXDkIE+yBpXYEXkFM=",
        "HsV7pNORkTqx5udFdQmC3STBku9qSHY5SKxr528pft0=",
        "R0jKaIHKV0Z1UGo+z+Xrk0alIf1FzeFH8AJSuSKnrOk=",
        "fOjs0+5iLIDdDzu+x7obHkWEfTLycwkGuTod+TB7Voc=",
        "j5GsppXFSGeR9MNJAm3blo6txso4XLpDpQy6jSFiuK8=",
        "2lSgOpNrS8uGKNj25d0J1rA7muC5ngg6BrfAiWx6AkE=",
      ],
      """
      A version differs from that of the stores that people have. Leave the versions as they are, and \
      make what is new another one, as the comment on ManagedObjectModel.campground says; then pin its \
      checksum here, too.
      """)
  }

  func testTheMappingOfTheBookSaysWhichVersionsItMaps() async throws {
    let mappings = BookMapping.model(in: .gmt, at: Date(timeIntervalSinceReferenceDate: 0))
      .entityMappings
    let (old, new) = (ManagedObjectModel.campgroundVersion1, ManagedObjectModel.campground)
    for mapping in mappings {
      XCTAssertEqual(
        mapping.sourceEntityVersionHash,
        mapping.sourceEntityName.flatMap { old.entityVersionHashesByName[$0] })
      XCTAssertEqual(
        mapping.destinationEntityVersionHash,
        mapping.destinationEntityName.flatMap { new.entityVersionHashesByName[$0] })
    }
    XCTAssertEqual(mappings.compactMap(\.sourceEntityVersionHash).count, 3)
    XCTAssertEqual(mappings.compactMap(\.destinationEntityVersionHash).count, 4)
  }

  func testVersionOneIsTheModelOfTheBook() async throws {
    guard let root = ProcessInfo.processInfo.environment["OBJECTGRAPH_FIXTURES"] else {
      throw XCTSkip("OBJECTGRAPH_FIXTURES is not set")
    }
    let book = try VersionedModel(
      contentsOf: URL(fileURLWithPath: root)
        .appendingPathComponent("models/CampgroundManager.xcdatamodeld"))
    let name = try XCTUnwrap(book.versionNames.first)
    XCTAssertEqual(book.versionNames.count, 1)
    XCTAssertEqual(
      ManagedObjectModel.campgroundVersion1.entityVersionHashesByName,
      try book.model(forVersion: name).entityVersionHashesByName)
  }

  func testAStoreThatKnewTheModelOfTodayAsItsFirstVersionOpensAsItIs() async throws {
    let url = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let former = try ManagedObjectModel.campground.copy()
    former.versionIdentifiers = ["1"]
    let old = try StoreStack(model: former, store: PersistentStoreDescription(url: url))
    let camper = Camper(context: old.mainContext)
    camper.fullName = "Ada Rivera"
    try old.mainContext.saveThrough()
    try old.close()

    let stack = try TestStoreStack(store: PersistentStoreDescription(url: url))
    XCTAssertNil(stack.migration)
    XCTAssertEqual(
      try stack.mainContext.fetch(Camper.fetchRequest()).map(\.fullName), ["Ada Rivera"])
    try stack.close()
    XCTAssertNil(try CampgroundStack.otherVersion(of: PersistentStoreDescription(url: url)))
  }

  func testTheVersionOfAStoreIsToldWithoutOpeningIt() async throws {
    let folder = try temporaryFolder()
    let book = PersistentStoreDescription(url: folder.appendingPathComponent("book.sqlite"))
    try BookStore(at: book.url).close()
    let before = try Data(contentsOf: book.url)
    let first = try CampgroundStack.otherVersion(of: book)
    XCTAssertEqual(first?.name, "version 1")
    XCTAssertEqual(first?.isKnown, true)
    XCTAssertEqual(try Data(contentsOf: book.url), before)

    let later = PersistentStoreDescription(url: folder.appendingPathComponent("later.sqlite"))
    let model = ManagedObjectModel {
      EntityDescription("Kayak") { AttributeDescription("name", .string) }
    }
    model.versionIdentifiers = ["9"]
    try StoreStack(model: model, store: later).close()
    let ninth = try CampgroundStack.otherVersion(of: later)
    XCTAssertEqual(ninth?.name, "version 9")
    XCTAssertEqual(ninth?.isKnown, false)
    XCTAssertThrowsError(try CampgroundStack(store: later)) {
      XCTAssertEqual(($0 as? ObjectGraphError)?.code, .migrationMissingSourceModel, "\($0)")
    }

    let missing = PersistentStoreDescription(url: folder.appendingPathComponent("none.sqlite"))
    XCTAssertNil(try CampgroundStack.otherVersion(of: missing))
    XCTAssertNil(try CampgroundStack.otherVersion(of: .inMemory()))
  }
}
