import Foundation
import ObjectStore
import XCTest

@testable import ObjectGraph

/// An object is changed exactly as long as it is listed.
@MainActor
final class ChangeTrackerTests: XCTestCase {
  private let unattached = UnattachedObjects()

  private func object(_ key: Int64) -> ManagedObject { unattached.object(key) }

  func testAnObjectThatChangesIsListedOnceAndNamedByTheEvent() async {
    let tracker = ChangeTracker()
    let one = object(1)
    tracker.recordChange(of: one)
    tracker.recordChange(of: one)
    XCTAssertEqual(tracker.changes.count, 1)
    XCTAssertEqual(tracker.changes.unreported, [one])
    XCTAssertTrue(one.state.isChanged && one.state.isPending)
    XCTAssertEqual(tracker.checkInvariants([one]), [])
  }

  func testTheNextEventNamesOnlyWhatChangesInIt() async throws {
    let tracker = ChangeTracker()
    let (one, two) = (object(1), object(2))
    tracker.recordChange(of: one)
    let first = try XCTUnwrap(tracker.endEvent())
    XCTAssertEqual(first.entered, 0..<1)
    XCTAssertNil(tracker.endEvent())
    tracker.recordChange(of: two)
    tracker.recordChange(of: one)
    XCTAssertEqual(tracker.checkInvariants([one, two]), [])
    let second = try XCTUnwrap(tracker.endEvent())
    XCTAssertEqual(second.entered, 1..<2)
    XCTAssertEqual(second.events.changedAgain.map(\.object), [one])
  }

  func testForgettingAllLeavesNothingToSaveOrToTell() async {
    let tracker = ChangeTracker()
    let (one, two) = (object(1), object(2))
    tracker.recordChange(of: one)
    XCTAssertTrue(tracker.recordDeletion(of: two))
    XCTAssertEqual(tracker.forgetAll(), [one, two])
    XCTAssertTrue(tracker.changes.isEmpty)
    XCTAssertFalse(tracker.hasPendingChanges)
    XCTAssertFalse(tracker.hasDeletions)
    XCTAssertEqual(one.changeIndex, -1)
  }

  func testWhoJoinsAQueueWhileItIsEmptiedHasItsTurn() async {
    let tracker = ChangeTracker()
    let objects = (1...4).map { object(Int64($0)) }
    XCTAssertTrue(tracker.recordDeletion(of: objects[0]))
    var seen: [ManagedObject] = []
    tracker.emptyDeletions { object in
      seen.append(object)
      if seen.count < 4 { XCTAssertTrue(tracker.recordDeletion(of: objects[seen.count])) }
      // Whoever empties it in the midst leaves the rest to the one who began.
      tracker.emptyDeletions { _ in XCTFail("twice") }
    }
    XCTAssertEqual(seen, objects)
    XCTAssertFalse(tracker.hasDeletions)
  }

  func testResolvingConflictsRecordsOnlyTheObjectsThatChange() async {
    let tracker = ChangeTracker()
    let objects = (1...100).map { object(Int64($0)) }
    for one in objects { tracker.recordChange(of: one) }
    _ = tracker.endEvent()
    tracker.beginResolution()
    tracker.recordChange(of: objects[41])
    tracker.recordChange(of: objects[41])
    XCTAssertEqual(tracker.endResolution(), 1)
  }

  func testAFailedResolutionRestoresTheListsAndTheObjects() async {
    let tracker = ChangeTracker()
    let registry = ObjectRegistry(entityCount: unattached.root)
    let (one, two, three) = (object(1), object(2), object(3))
    for object in [one, two, three] { registry.enter(object) }
    tracker.recordChange(of: one)
    tracker.recordChange(of: two)
    _ = tracker.endEvent()
    tracker.beginResolution()
    XCTAssertTrue(tracker.recordDeletion(of: two))
    tracker.recordChange(of: three)
    tracker.forget(one)
    tracker.revertResolution(in: registry)
    XCTAssertEqual(tracker.changes.filter { _ in true }, [one, two])
    XCTAssertEqual(one.changeIndex, 0)
    XCTAssertFalse(two.isDeleted)
    XCTAssertFalse(three.hasChanges)
    XCTAssertFalse(tracker.hasDeletions)
    XCTAssertFalse(tracker.hasPendingChanges)
    XCTAssertEqual(tracker.checkInvariants([one, two, three]), [])
    XCTAssertEqual(tracker.endResolution(), 0, "it has ended")
    registry.leaveAll()
  }
}
