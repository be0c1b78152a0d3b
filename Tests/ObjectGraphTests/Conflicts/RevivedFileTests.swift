import Foundation
import ObjectGraph
import XCTest

/// Objects with data in files that a merge policy inserts again after somebody deleted them.
@MainActor
final class RevivedFileTests: XCTestCase {
  func testAnObjectThatIsInsertedAgainNamesNoFileThatIsGone() async throws {
    try await eachPairOfWriters(model: TypesModel.make) { pair in
      let site = Site(context: pair.context)
      (site.name, site.photo) = ("here", Data(count: 200_000))
      try pair.context.save()
      try pair.elsewhere.performAndWait { other in
        for site in try other.fetch(FetchRequest<Site>()) { other.delete(site) }
        try other.save()
      }
      site.name = "again"
      pair.context.mergePolicy = .mergeByPropertyObjectTrump
      if pair.file != nil {
        // The file went with the row: nobody has the data any more.
        XCTAssertThrowsError(try pair.context.save()) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.code, .persistentStoreSave)
          XCTAssertEqual(error?.key, "photo")
          XCTAssertNotNil(error?.repair)
        }
        XCTAssertEqual(site.name, "again")
        site.photo = Data(repeating: 7, count: 200_000)
      }
      try pair.context.save()
      let expected = Data(repeating: pair.file == nil ? 0 : 7, count: 200_000)
      let stored = try pair.elsewhere.performAndWait { other in
        other.reset()
        return try other.fetch(FetchRequest<Site>()).map(\.photo)
      }
      XCTAssertEqual(stored, [expected])
    }
  }
}
