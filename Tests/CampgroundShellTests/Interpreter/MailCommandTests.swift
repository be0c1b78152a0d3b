import Campground
import CommandKit
import Foundation
import XCTest

@testable import CampgroundShell

/// Sending papers from the shell. The clock stands at noon UTC of 2026-06-15.
final class MailCommandTests: SessionTestCase {
  /// Keeps what it gets, or fails while it is told to.
  private final class Bag: MailCarrier {
    // Used on the main thread alone.
    nonisolated(unsafe) var codes: [String] = []
    nonisolated(unsafe) var fails = false

    func carry(
      _ message: Data, code: String, unless isCanceled: () -> Bool
    ) throws(MailFailure) {
      guard !fails else { throw MailFailure("the server is down") }
      codes.append(code)
    }
  }

  private let bag = Bag()

  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    session.mailCarrier = bag
    try run(
      """
      campsite add 15 rate 45; camper add Ada email ada@example.com; camper add Bo
      reserve 15 for Ada from 2026-06-17 nights 1; reserve 15 for Bo from 2026-06-18 nights 1
      campground edit email office@example.com mail "/nowhere/sendmail -t" reminders 3
      """)
  }

  func testAPaperIsSentToTheGuestOrToWhomIsNamed() async throws {
    XCTAssertEqual(
      try run("send confirmation R-1"), "Sent confirmation R-1 to ada@example.com · M-1\n")
    XCTAssertEqual(
      try run("send invoice R-2 to boss@example.com"),
      "Sent invoice R-2 to boss@example.com · M-2\n")
    XCTAssertEqual(bag.codes, ["M-1", "M-2"])
    XCTAssertEqual(try failure("send receipt R-2").message, "Bo has no e-mail address")
    XCTAssertEqual(try run("outbox list"), "No mail waits to be sent\n")
    let events = try rows("audit R-1 limit 2")
    XCTAssertTrue(events.contains("ada@example.com"), events)
    XCTAssertTrue(events.contains("send confirmation R-1"), events)
  }

  func testWhatFailsWaitsAndIsSentAgain() async throws {
    bag.fails = true
    let fault = try failure("send confirmation R-1")
    XCTAssertEqual(fault.message, "M-1 is still in the outbox")
    XCTAssertEqual(fault.exitStatus, .temporaryFailure)
    XCTAssertTrue(try rows("outbox list").contains("the server is down"))
    XCTAssertTrue(try run("outbox show M-1").contains("Not sent: the server is down\n"))
    bag.fails = false
    XCTAssertEqual(try run("outbox send"), "Sent confirmation R-1 to ada@example.com · M-1\n")
    XCTAssertEqual(try failure("outbox send M-1").message, "M-1 was sent")
    XCTAssertEqual(try failure("outbox delete M-1").message, "M-1 was sent and is kept")
  }

  func testTheNightAuditRemindsAndSendsWhatWaits() async throws {
    bag.fails = true
    _ = try failure("send confirmation R-1")
    bag.fails = false
    let night = try run("nightly")
    XCTAssertTrue(night.contains("\n  mailed M-1, M-2\n"), night)
    // R-2 begins on June 18, three days from today.
    XCTAssertTrue(night.contains("\n  no e-mail address: R-2\n"), night)
    XCTAssertEqual(bag.codes, ["M-1", "M-2"])
    XCTAssertTrue(try rows("outbox list all").contains("reminder"))
  }

  func testNothingIsSentFromAScratchPad() async throws {
    try run("begin")
    for command in [
      "send confirmation R-1", "send statement Ada from june", "outbox send", "send reminder R-1",
    ] {
      XCTAssertEqual(
        try failure(command).message, "mail is not sent from a scratch pad", command)
    }
    try run("nightly; save")
    XCTAssertEqual(bag.codes, [])
    XCTAssertEqual(try run("outbox list all"), "No mail yet\n")
  }

  func testUndoPassesOverMail() async throws {
    try run("extend R-2 nights 1; send confirmation R-1")
    XCTAssertTrue(try run("undo").contains("R-2"))
    XCTAssertEqual(try run("outbox list all").split(separator: "\n").count, 2)
  }

  func testWithoutAWayToSendMailNothingIsKept() async throws {
    try run("campground edit mail \"\"")
    XCTAssertEqual(
      try failure("send confirmation R-1").message, "Campground sends no mail yet")
    // The night audit does its other work, and says what is missing.
    let fault = try failure("nightly")
    XCTAssertEqual(fault.message, "Campground sends no mail yet")
    XCTAssertEqual(try run("outbox list all"), "No mail yet\n")
    XCTAssertEqual(
      try failure("campground edit mail sendmail outbox here").message,
      "mail is sent by a program or put into a folder, not both")
  }
}
