import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Somebody takes a check-out back while somebody else checks the next guest in on that site: whoever
/// comes second waits, and then finds the other in the way.
@MainActor
final class CheckInMeetsUndoTests: XCTestCase {
  /// Does one thing on one stack, and the other on a second one after each of its looks in turn.
  private func assertOneSucceeds(
    doing first:
      @escaping @Sendable (ReservationService, _ left: String, _ comes: String) throws
      -> Void,
    meanwhile second:
      @escaping @Sendable (ReservationService, _ left: String, _ comes: String) throws -> Void
  ) throws {
    let store = PersistentStoreDescription(
      url: try temporaryFolder().appendingPathComponent("Campground.sqlite"))
    let desk = TestDesk(try TestStoreStack(store: store))
    // It waits for nobody, and tells instead that it would have to.
    let other = TestDesk(
      try TestStoreStack(store: PersistentStoreDescription(url: store.url, timeout: 0)))
    let noon = try noon("2026-06-16")
    var look = 0
    var wasDone = true
    while wasDone {
      look += 1
      let site = try desk.sites.add("\(look)", rate: 40)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-16"))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-16", "2026-06-17"))
      let (left, comes) = ("R-\(look * 2 - 1)", "R-\(look * 2)")
      try desk.reservations.checkIn(left)
      try desk.reservations(at: noon).checkOut(left)
      var outcomes: [Bool] = []
      let meddler = Meddler(afterLook: look) {
        outcomes.append(succeeds { try second(other.reservations(at: noon), left, comes) })
      }
      desk.stack.persistentStoreCoordinator.addWorkObserver(meddler)
      outcomes.append(succeeds { try first(desk.reservations(at: noon), left, comes) })
      desk.stack.persistentStoreCoordinator.removeWorkObserver(meddler)
      wasDone = meddler.wasCalled
      guard wasDone else { continue }
      XCTAssertEqual(outcomes.filter { $0 }.count, 1, "after look \(look)")
      // Done before the first one began, or told to wait, and refused now.
      guard outcomes == [false, true] else { continue }
      XCTAssertFalse(
        succeeds { try second(other.reservations(at: noon), left, comes) }, "after look \(look)")
    }
    XCTAssertGreaterThan(look, 3)
    try desk.stack.close()
    try other.stack.close()
  }

  func testACheckInMeetsTheUndoneCheckOut() async throws {
    try assertOneSucceeds(
      doing: { service, _, comes in try service.checkIn(comes) },
      meanwhile: { service, left, _ in try service.undoCheckOut(left) })
  }

  func testAnUndoneCheckOutMeetsTheCheckIn() async throws {
    try assertOneSucceeds(
      doing: { service, left, _ in try service.undoCheckOut(left) },
      meanwhile: { service, _, comes in try service.checkIn(comes) })
  }
}

/// Whether a call goes through; another guest on the site, or one who is about to be, is the only thing
/// that may be in its way.
private func succeeds(_ body: () throws -> Void) -> Bool {
  do {
    try body()
    return true
  } catch let error as CampgroundError
    where error.code == .refused && error.text.contains(" is still on site ")
  {
    return false
  } catch let error as ObjectGraphError where error.code == .persistentStoreTimeout {
    return false
  } catch {
    XCTFail("\(error)")
    return false
  }
}

/// Does something once, after a context has looked into the store so many times.
private final class Meddler: WorkObserver, @unchecked Sendable {
  // Sound: the tests work on one thread.
  let interests: WorkInterests = .work
  private let look: Int
  private let deed: () -> Void
  private var looks = 0
  private(set) var wasCalled = false

  init(afterLook look: Int, _ deed: @escaping () -> Void) {
    self.look = look
    self.deed = deed
  }

  func didWork(_ event: WorkEvent) {
    switch event {
    case .fetch, .objectFault, .relationshipFault: looks += 1
    default: return
    }
    guard looks == look, !wasCalled else { return }
    wasCalled = true
    deed()
  }
}
