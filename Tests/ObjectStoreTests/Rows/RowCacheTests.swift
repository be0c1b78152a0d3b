import ObjectModel
import XCTest

@testable import ObjectStore

/// A row enters the cache only if its key was not changed since its reader began to read.
final class RowCacheTests: XCTestCase {
  private func row(_ key: Int64, version: Int64 = 1) -> Row {
    Row.make(
      key: key, version: version, entityNumber: 1, propertyCount: 0, slotCount: 0, byteCapacity: 0)
  }

  private func insert(
    _ keys: ClosedRange<Int64>, version: Int64 = 1, root: Int = 1, readAt count: UInt64,
    into cache: inout RowCache
  ) {
    _ = cache.insert(
      keys.map { row($0, version: version) }, root: root,
      readAt: CacheMoment(epoch: 0, changeCount: count), time: nil)
  }

  private func keys(_ range: ClosedRange<Int64>, root: Int = 1, in cache: RowCache) -> [Int64] {
    range.filter { cache.row(key: $0, root: root) != nil }
  }

  func testARowThatWasReadEnters() {
    var cache = RowCache()
    insert(1...3, readAt: cache.changeCount, into: &cache)
    XCTAssertEqual(keys(1...4, in: cache), [1, 2, 3])
    XCTAssertEqual(keys(1...4, root: 2, in: cache), [])
  }

  func testAChangeTakesTheRowOutAndKeepsOlderReadersFromBringingItBack() {
    var cache = RowCache()
    insert(1...3, readAt: cache.changeCount, into: &cache)
    let count = cache.changeCount
    cache.recordChanges(of: [2], root: 1)
    XCTAssertEqual(keys(1...3, in: cache), [1, 3])
    // A version tells nothing.
    insert(1...4, version: 99, readAt: count, into: &cache)
    XCTAssertEqual(keys(1...4, in: cache), [1, 3, 4])
    insert(2...2, readAt: cache.changeCount, into: &cache)
    XCTAssertEqual(keys(1...4, in: cache), [1, 2, 3, 4])
  }

  func testAKeyOfAnotherHierarchyIsAnother() {
    var cache = RowCache()
    let count = cache.changeCount
    cache.recordChanges(of: [2], root: 2)
    insert(1...3, readAt: count, into: &cache)
    insert(1...3, root: 2, readAt: count, into: &cache)
    XCTAssertEqual(keys(1...3, in: cache), [1, 2, 3])
    XCTAssertEqual(keys(1...3, root: 2, in: cache), [1, 3])
  }

  func testWhenEverythingIsForgottenNoOlderReaderBringsAnythingBack() {
    var cache = RowCache()
    insert(1...1, readAt: cache.changeCount, into: &cache)
    let count = cache.changeCount
    _ = cache.removeAll()
    insert(1...2, readAt: count, into: &cache)
    insert(1...2, root: 5, readAt: count, into: &cache)
    XCTAssertEqual(keys(1...2, in: cache) + keys(1...2, root: 5, in: cache), [])
    insert(1...2, readAt: cache.changeCount, into: &cache)
    XCTAssertEqual(keys(1...2, in: cache), [1, 2])
  }

  func testWhenAHierarchyIsForgottenOthersStay() {
    var cache = RowCache()
    insert(1...1, readAt: cache.changeCount, into: &cache)
    insert(1...1, root: 2, readAt: cache.changeCount, into: &cache)
    let count = cache.changeCount
    _ = cache.removeAll(root: 2)
    insert(1...2, readAt: count, into: &cache)
    insert(1...2, root: 2, readAt: count, into: &cache)
    XCTAssertEqual(keys(1...2, in: cache), [1, 2])
    XCTAssertEqual(keys(1...2, root: 2, in: cache), [])
  }

  func testAHierarchyOfWhichMostRowsWereChangedIsForgottenInOneStep() {
    var cache = RowCache()
    insert(1...10, readAt: cache.changeCount, into: &cache)
    insert(1...1, root: 2, readAt: cache.changeCount, into: &cache)
    let count = cache.changeCount
    XCTAssertNil(cache.removeAll(root: 1, ifMostlyChangedBy: 4))
    XCTAssertEqual(keys(1...10, in: cache), Array(1...10))
    XCTAssertEqual(cache.changeCount, count, "nothing was noted")
    XCTAssertNotNil(cache.removeAll(root: 1, ifMostlyChangedBy: 5))
    insert(1...2, readAt: count, into: &cache)
    XCTAssertEqual(keys(1...10, in: cache), [], "an older reader brings nothing back")
    XCTAssertEqual(keys(1...1, root: 2, in: cache), [1])
  }

  func testChangesOfUnknownKeysLeaveWhatIsThere() {
    var cache = RowCache()
    insert(1...1, readAt: cache.changeCount, into: &cache)
    let count = cache.changeCount
    cache.recordChangesAnywhere()
    insert(1...2, readAt: count, into: &cache)
    XCTAssertEqual(keys(1...2, in: cache), [1])
  }

  func testWithMoreChangesThanItTellsApartAllKeysCountAsChanged() {
    var cache = RowCache(changeLimit: 10)
    let count = cache.changeCount
    cache.recordChanges(of: 1...8, root: 1)
    insert(1...20, readAt: count, into: &cache)
    XCTAssertEqual(keys(1...20, in: cache), Array(9...20))
    let later = cache.changeCount
    cache.recordChanges(of: 21...28, root: 1)
    insert(30...30, readAt: later, into: &cache)
    XCTAssertEqual(keys(21...40, in: cache), [])
    XCTAssertEqual(keys(1...20, in: cache), Array(9...20))
    insert(30...30, readAt: cache.changeCount, into: &cache)
    XCTAssertEqual(keys(21...40, in: cache), [30])
  }

  func testItsSizeIsBounded() {
    // A row without values takes 56 bytes: 16 of its allocation's header and 40 of its own.
    var cache = RowCache(byteLimit: 100 * 56)
    for start in stride(from: Int64(1), through: 1000, by: 50) {
      insert(start...(start + 49), readAt: cache.changeCount, into: &cache)
    }
    let found = keys(1...1000, in: cache)
    XCTAssertLessThanOrEqual(found.count, 200)
    XCTAssertEqual(found.suffix(100), Array(901...1000))
  }

  func testALargeRowTakesTheRoomOfManySmallOnes() {
    var cache = RowCache(byteLimit: 100 * 56)
    insert(1...10, readAt: 0, into: &cache)
    let large = Row.make(
      key: 11, version: 1, entityNumber: 1, propertyCount: 0, slotCount: 0, byteCapacity: 95 * 56)
    _ = cache.insert(
      [large], root: 2, readAt: CacheMoment(epoch: 0, changeCount: 0), time: nil)
    XCTAssertEqual(keys(1...10, in: cache), Array(1...10), "the old generation is still there")
    insert(12...18, readAt: 0, into: &cache)
    XCTAssertEqual(keys(1...10, in: cache), [], "the bound is one of all hierarchies together")
    XCTAssertEqual(keys(12...18, in: cache), Array(12...18))
  }

  func testOnlyRowsThatNobodyElseHoldsAreForgottenAsUnused() {
    var cache = RowCache()
    insert(1...3, readAt: 0, into: &cache)
    let held = cache.row(key: 2, root: 1)
    _ = cache.removeUnused([1, 2, 4], root: 1)
    XCTAssertEqual(keys(1...4, in: cache), [2, 3])
    XCTAssertEqual(held?.key, 2)
    insert(1...1, readAt: 0, into: &cache)
    XCTAssertEqual(keys(1...4, in: cache), [1, 2, 3], "nothing was changed")
  }

  /// Readers and writers in any order against a model that knows what the store has.
  func testWhatIsThereIsWhatTheStoreHas() {
    struct Reading {
      let count: UInt64
      let versions: [Int64: Int64]
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var cache = RowCache(byteLimit: 8 * 56, changeLimit: Int.random(in: 1...12, using: &random))
      var store: [Int64: Int64] = [:]
      var readings: [Reading] = []
      for step in 1...200 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
          let keys = (1...12).filter { _ in Bool.random(using: &random) }.map { Int64($0) }
          readings.append(
            Reading(count: cache.changeCount, versions: store.filter { keys.contains($0.key) }))
        case 2, 3:
          guard !readings.isEmpty else { continue }
          let reading = readings.remove(at: Int.random(in: 0..<readings.count, using: &random))
          let rows = reading.versions.map { row($0.key, version: $0.value) }
          _ = cache.insert(
            rows, root: 1, readAt: CacheMoment(epoch: 0, changeCount: reading.count), time: nil)
        case 4:
          let keys = (1...3).map { _ in Int64.random(in: 1...12, using: &random) }
          for key in keys {
            // A row may go and come back with the version that it had.
            store[key] = Bool.random(using: &random) ? nil : Int64.random(in: 1...2, using: &random)
          }
          cache.recordChanges(of: keys, root: 1)
        default:
          if step % 20 == 0 { _ = cache.removeAll() }
          if step % 20 == 10 { _ = cache.removeAll(root: 1) }
        }
        for key in Int64(1)...12 {
          guard let row = cache.row(key: key, root: 1) else { continue }
          XCTAssertEqual(row.version, store[key], "key \(key) at step \(step)")
        }
      }
    }
  }
}
