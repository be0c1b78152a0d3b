import Foundation
import XCTest

@testable import ObjectGraph

/// Observers are told in the order in which they came, and may come and go meanwhile.
@MainActor
final class EventCenterTests: XCTestCase {
  private let topic = Notification.Name("EventCenterTests")
  private final class Sender {}

  func testObserversOfTheNameAreToldInTheOrderInWhichTheyCame() async {
    let events = EventCenter()
    var told: [String] = []
    _ = events.add(topic) { _ in told.append("first") }
    _ = events.add(Notification.Name("other")) { _ in told.append("other") }
    _ = events.add(topic) { info in told.append("second \(info["a"] ?? "")") }
    events.post(topic, ["a": 1], from: Sender())
    XCTAssertEqual(told, ["first", "second 1"])
  }

  func testWhoIsRemovedWhileOthersAreToldIsNotTold() async {
    let events = EventCenter()
    var told: [String] = []
    var second = 0
    _ = events.add(topic) { _ in
      told.append("first")
      events.remove(second)
    }
    second = events.add(topic) { _ in told.append("second") }
    events.post(topic, [:], from: Sender())
    XCTAssertEqual(told, ["first"])
  }

  func testNotificationsCarryTheHandleInTheContextsPlaceAndAreNotPostedOnceItIsGone() async {
    let (events, context) = (EventCenter(), Sender())
    var senders: [ObjectIdentifier] = []
    let token = NotificationCenter.default.addObserver(forName: topic, object: nil, queue: nil) {
      notification in
      let sender = (notification.object as AnyObject?).map { ObjectIdentifier($0) }
      MainActor.assumeIsolated { sender.map { senders.append($0) } }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    events.post(topic, [:], from: context)
    do {
      let handle = Sender()
      events.handle = Weak(handle)
      events.post(topic, [:], from: context)
      XCTAssertEqual(senders, [ObjectIdentifier(context), ObjectIdentifier(handle)])
    }
    events.post(topic, [:], from: context)
    XCTAssertEqual(senders.count, 2)
  }

  func testAMailboxThatNobodyReadsIsTakenOutWithTheNextPost() async {
    let events = EventCenter()
    let mailbox = ChangeMailbox()
    var count = 0
    _ = events.add(topic, mailbox: mailbox) { _ in count += 1 }
    events.post(topic, [:], from: Sender())
    mailbox.close()
    events.post(topic, [:], from: Sender())
    XCTAssertEqual(count, 1)
  }
}
