import ObjectModel
import ObjectStore
import XCTest

@testable import ObjectGraph

/// Faults that wait are read together.
@MainActor
final class RowReaderTests: XCTestCase {
  private let unattached = UnattachedObjects()

  private func reader() throws -> RowReader {
    RowReader(try PersistentStoreCoordinator(managedObjectModel: TestModel.pets()))
  }

  func testWhoFiresIsReadFirstAndTogetherWithThoseThatWait() async throws {
    let (reader, registry) = (try reader(), ObjectRegistry(entityCount: unattached.root))
    let objects = (1...5).map { unattached.object(Int64($0)) }
    for object in objects {
      registry.enter(object)
      reader.enqueueUnread(object.key, root: unattached.root, in: registry)
    }
    XCTAssertEqual(reader.checkInvariants(registry), [])
    let keys = reader.dequeueUnread(with: objects[2], in: registry)
    XCTAssertEqual(keys.first, 3)
    XCTAssertEqual(Set(keys), [1, 2, 3, 4, 5])
    XCTAssertEqual(reader.dequeueUnread(with: objects[0], in: registry), [1])
  }

  func testWhatIsGoneOrCannotBeReadDoesNotWait() async throws {
    let (reader, registry) = (try reader(), ObjectRegistry(entityCount: unattached.root))
    let objects = (1...4).map { unattached.object(Int64($0)) }
    for object in objects {
      registry.enter(object)
      reader.enqueueUnread(object.key, root: unattached.root, in: registry)
    }
    registry.leave(objects[1])
    objects[2].become(.vanished)
    XCTAssertEqual(Set(reader.dequeueUnread(with: objects[0], in: registry)), [1, 4])
  }

  func testAtMostTwoHundredAreReadAtOnce() async throws {
    let (reader, registry) = (try reader(), ObjectRegistry(entityCount: unattached.root))
    let objects = (1...500).map { unattached.object(Int64($0)) }
    for object in objects {
      registry.enter(object)
      reader.enqueueUnread(object.key, root: unattached.root, in: registry)
    }
    XCTAssertEqual(reader.dequeueUnread(with: objects[0], in: registry).count, 200)
    XCTAssertEqual(reader.dequeueUnread(with: objects[1], in: registry).count, 200)
  }

  func testThoseThatCouldNotBeReadWaitForTheNextTry() async throws {
    let (reader, registry) = (try reader(), ObjectRegistry(entityCount: unattached.root))
    let objects = (1...3).map { unattached.object(Int64($0)) }
    for object in objects {
      registry.enter(object)
      reader.enqueueUnread(object.key, root: unattached.root, in: registry)
    }
    let keys = reader.dequeueUnread(with: objects[0], in: registry)
    XCTAssertNotEqual(reader.checkInvariants(registry), [])
    reader.putBack(keys, root: unattached.root)
    XCTAssertEqual(reader.checkInvariants(registry), [])
    XCTAssertEqual(Set(reader.dequeueUnread(with: objects[2], in: registry)), [1, 2, 3])
  }

  func testTheListOfThoseThatWaitStaysInProportionToTheObjectsThatThereAre() async throws {
    let (reader, registry) = (try reader(), ObjectRegistry(entityCount: unattached.root))
    let waiting = unattached.object(1)
    registry.enter(waiting)
    reader.enqueueUnread(1, root: unattached.root, in: registry)
    for key in 2...10_000 { reader.enqueueUnread(Int64(key), root: unattached.root, in: registry) }
    XCTAssertLessThan(reader.unreadCount, 2_000)
    XCTAssertEqual(reader.checkInvariants(registry), [])
  }

  func testTheEndOfAnEventForgetsHowFarItReadAhead() async throws {
    let reader = try reader()
    let layout = try XCTUnwrap(reader.coordinator.layout.entity(named: "Owner"))
    let property = try XCTUnwrap(layout.toManys.first)
    XCTAssertEqual(reader.nextReadAheadSize(for: property), 1)
    reader.recordUse(ofRowsReadAheadFor: property)
    XCTAssertEqual(reader.nextReadAheadSize(for: property), 6)
    reader.endEvent()
    XCTAssertEqual(reader.nextReadAheadSize(for: property), 1)
  }

  func testPrefetchedObjectsLiveUntilTheEndOfTheEvent() async throws {
    let reader = try reader()
    weak var kept: ManagedObject?
    do {
      let object = unattached.object(1)
      kept = object
      reader.keepForEvent([object])
    }
    XCTAssertNotNil(kept)
    reader.endEvent()
    XCTAssertNil(kept)
  }

  /// Registers faults that one fetch with batches of two has found.
  private func addBatches(
    of keys: ClosedRange<Int64>, _ reader: RowReader, _ registry: ObjectRegistry
  ) -> [ManagedObject] {
    let objects = keys.map { unattached.object($0) }
    var found = RowKeys()
    for object in objects {
      registry.enter(object)
      found.append(object.key, entityNumber: unattached.root)
    }
    reader.addBatches(of: found, root: unattached.root, LaterReading(batchSize: 2), in: registry)
    return objects
  }

  func testAFetchIsForgottenAfterItsLastBatch() async throws {
    let (reader, registry) = (try reader(), ObjectRegistry(entityCount: unattached.root))
    XCTAssertFalse(reader.hasBatches)
    let objects = addBatches(of: 1...5, reader, registry)
    XCTAssertEqual(reader.checkInvariants(registry), [])
    for (place, range) in [(3, 2..<4), (0, 0..<2), (4, 4..<5)] {
      let batch = try XCTUnwrap(reader.batch(of: objects[place]))
      XCTAssertEqual(batch.range, range)
      reader.recordRead(of: batch.range, in: batch.list)
    }
    XCTAssertFalse(reader.hasBatches)
    XCTAssertNil(reader.batch(of: objects[0]))
  }

  func testTheFaultsOfANinthFetchLetTheFirstOnesWaitWithAllOthers() async throws {
    let (reader, registry) = (try reader(), ObjectRegistry(entityCount: unattached.root))
    let objects = addBatches(of: 1...3, reader, registry)
    // A fetch whose objects are all gone would be forgotten.
    var others: [ManagedObject] = []
    for key in Int64(11)...18 {
      XCTAssertEqual(reader.batch(of: objects[2])?.range, 2..<3)
      XCTAssertEqual(reader.unreadCount, 0)
      others += addBatches(of: key...key, reader, registry)
    }
    XCTAssertNil(reader.batch(of: objects[2]))
    XCTAssertEqual(Set(reader.dequeueUnread(with: objects[2], in: registry)), [1, 2, 3])
    XCTAssertEqual(reader.batch(of: others[0])?.range, 0..<1)
  }

  func testAFetchThatHasEndedIsNeitherReportedToNorNumberedAgain() async throws {
    let reader = try reader()
    var counts: [Int] = []
    let number = reader.makeFetchNumber()
    XCTAssertFalse(reader.isPending(number))
    reader.begin(PendingFetch(reportRows: { counts.append($0) }, deliver: { _ in }), number: number)
    XCTAssertTrue(reader.isPending(number))
    reader.reportRows(1000, ofFetch: number)
    XCTAssertNotNil(reader.end(number))
    reader.reportRows(2000, ofFetch: number)
    XCTAssertEqual(counts, [1000])
    XCTAssertNil(reader.end(number))
    XCTAssertNotEqual(reader.makeFetchNumber(), number)
  }
}
