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
    let id = ObjectIdentifier(reader)
    XCTAssertEqual(reader.readAheads[id, default: ReadAhead()].nextSize(), 1)
    XCTAssertEqual(reader.readAheads[id, default: ReadAhead()].nextSize(), 4)
    reader.prefetched = [unattached.object(1)]
    reader.endEvent()
    XCTAssertTrue(reader.prefetched.isEmpty)
    XCTAssertEqual(reader.readAheads[id, default: ReadAhead()].nextSize(), 1)
  }
}
