import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// What goes into the outbox and out of it. The clock stands at noon UTC of 2026-06-15.
@MainActor
final class MailServiceTests: XCTestCase {
  /// A carrier that keeps what it gets, or fails.
  private final class Bag: MailCarrier {
    nonisolated(unsafe) var mail: [String: Data] = [:]  // Used on the main thread alone.
    let failure: MailFailure?

    init(_ failure: MailFailure? = nil) { self.failure = failure }

    func carry(
      _ message: Data, code: String, unless isCanceled: () -> Bool
    ) throws(MailFailure) {
      if let failure { throw failure }
      mail[code] = message
    }
  }

  private func mail(_ desk: TestDesk, at time: String? = nil) throws -> MailService {
    guard let time else { return MailService(beside: desk.reservations) }
    return MailService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: FixedClock(try noon(time)))
  }

  /// A campground that sends mail, and R-1 of a guest with an address.
  private func begin(
    _ desk: TestDesk, _ settings: CampgroundSettings = CampgroundSettings()
  ) throws -> Reservation {
    var settings = settings
    settings.email = "office@wawona.example"
    settings.mailProgram = "/nowhere/sendmail -t"
    settings.timeZone = .gmt
    _ = try desk.campgrounds.add("Wawona", settings: settings)
    let stay = try desk.stay("2026-06-18", nights: [4_500, 4_500])
    try desk.campers.edit(XCTUnwrap(stay.camper), email: "ada@example.com")
    return stay
  }

  private func confirmation(_ desk: TestDesk, _ stay: Reservation) throws -> Message {
    try mail(desk).queue(.confirmation, desk.folios.confirmation(of: stay), about: stay)
  }

  private func sentEvents(_ desk: TestDesk) throws -> [Event] {
    try desk.stack.mainContext.fetch(Event.self, where: "kind == %@", "sent", by: ["number"])
  }

  func testAMessageWaitsUntilItIsSentAndThenHasAnEvent() async throws {
    try await eachStore { desk in
      let stay = try begin(desk)
      let message = try confirmation(desk, stay)
      XCTAssertEqual(message.code, "M-1")
      XCTAssertEqual(message.recipient, "ada@example.com")
      XCTAssertEqual(message.subject, "Wawona: Confirmation R-1")
      XCTAssertEqual(message.text, try desk.folios.confirmation(of: stay).text)
      XCTAssertNil(message.sentAt)
      XCTAssertEqual(try sentEvents(desk), [])
      let bag = Bag()
      XCTAssertNil(try mail(desk).send(message, by: bag))
      XCTAssertEqual(bag.mail.keys.sorted(), ["M-1"])
      XCTAssertEqual(message.sentAt, TestStoreStack.noon)
      XCTAssertEqual(try mail(desk).messages(waiting: true).rows, [])
      let event = try XCTUnwrap(sentEvents(desk).first)
      XCTAssertTrue(event.reservation === stay)
      XCTAssertEqual(event.change(of: "recipient")?.after, "ada@example.com")
      XCTAssertEqual(event.change(of: "message")?.after, "M-1 confirmation")
      // It is not sent twice.
      XCTAssertNil(try mail(desk).send(message, by: Bag(MailFailure("twice"))))
      XCTAssertEqual(try sentEvents(desk).count, 1)
    }
  }

  func testWhatFailsStaysInTheOutboxWithTheReason() async throws {
    try await eachStore { desk in
      let message = try confirmation(desk, begin(desk))
      let failure = MailFailure("the server is down")
      XCTAssertEqual(try mail(desk).send(message, by: Bag(failure)), failure)
      XCTAssertEqual(message.failure, "the server is down")
      XCTAssertEqual(try mail(desk).messages(waiting: true).rows.map(\.code), ["M-1"])
      XCTAssertEqual(try sentEvents(desk), [])
      // The program that the campground names is not there either.
      XCTAssertEqual(
        try mail(desk).send(message)?.description, "no program /nowhere/sendmail is installed")
      XCTAssertNil(try mail(desk).send(message, by: Bag()))
      XCTAssertNil(message.failure)
      XCTAssertEqual(try sentEvents(desk).count, 1)
    }
  }

  func testTwoDesksDoNotSendTheSameMessage() async throws {
    try await eachStore { desk in
      let message = try confirmation(desk, begin(desk))
      let other = Bag()
      /// A program during whose run another desk tries to send the message.
      struct Slow: MailCarrier {
        let meanwhile: @Sendable () -> Void
        func carry(
          _ message: Data, code: String, unless isCanceled: () -> Bool
        ) throws(MailFailure) { meanwhile() }
      }
      // All of it happens on this thread, the main one.
      nonisolated(unsafe) let service = try mail(desk)
      nonisolated(unsafe) let sent = message
      let slow = Slow {
        MainActor.assumeIsolated {
          XCTAssertNil(try? service.send(sent, by: other))
        }
      }
      XCTAssertNil(try service.send(message, by: slow))
      XCTAssertEqual(other.mail, [:])
      XCTAssertEqual(try sentEvents(desk).count, 1)
    }
  }

  func testAMessageOfAProgramThatWasKilledIsSentAgainLater() async throws {
    try await eachStore { desk in
      let message = try confirmation(desk, begin(desk))
      message.attemptedAt = TestStoreStack.noon.addingTimeInterval(-59)
      try desk.stack.mainContext.saveThrough()
      let bag = Bag()
      XCTAssertNil(try mail(desk).send(message, by: bag))
      XCTAssertEqual(bag.mail.count, 0)
      message.attemptedAt = TestStoreStack.noon.addingTimeInterval(-61)
      try desk.stack.mainContext.saveThrough()
      XCTAssertNil(try mail(desk).send(message, by: bag))
      XCTAssertEqual(bag.mail.count, 1)
    }
  }

  func testMailNeedsASenderAWayAndASingleAddress() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-18", nights: [4_500])
      XCTAssertThrowsError(try confirmation(desk, stay)) {
        XCTAssertEqual("\($0)", "Ada Rivera has no e-mail address")
      }
      let guest = try XCTUnwrap(stay.camper)
      try desk.campers.edit(guest, email: "ada@example.com, bo@example.com")
      XCTAssertThrowsError(try confirmation(desk, stay)) {
        XCTAssertEqual(
          "\($0)", "no mail can go to \"ada@example.com, bo@example.com\"")
      }
      try desk.campers.edit(guest, email: "ada@example.com")
      XCTAssertThrowsError(try confirmation(desk, stay)) {
        XCTAssertEqual("\($0)", "Campground has no e-mail address to send mail from")
      }
      let campground = try XCTUnwrap(stay.campground)
      try desk.campgrounds.edit(campground, settings: CampgroundSettings(email: "a@b.example"))
      XCTAssertThrowsError(try confirmation(desk, stay)) {
        XCTAssertEqual("\($0)", "Campground sends no mail yet")
      }
      XCTAssertEqual(try desk.count(Message.self), 0)
    }
  }

  func testAFolderGetsFilesThatOnlyTheirOwnerReads() async throws {
    let folder = try temporaryFolder()
    let stack = try TestStoreStack()
    let desk = TestDesk(stack)
    let stay = try begin(desk)
    let campground = try XCTUnwrap(stay.campground)
    try desk.campgrounds.edit(
      campground, settings: CampgroundSettings(mailFolder: folder.path))
    XCTAssertNil(campground.mailProgram)
    XCTAssertNil(try mail(desk).send(confirmation(desk, stay)))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    XCTAssertEqual(names.count, 1)
    let name = try XCTUnwrap(names.first)
    XCTAssertTrue(name.hasPrefix("M-1-") && name.hasSuffix(".eml"), name)
    let path = folder.appendingPathComponent(name).path
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    XCTAssertEqual(mode, 0o600)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    XCTAssertTrue(text.contains("\r\nTo: ada@example.com\r\n"), text)
    // A folder that is gone is made again; a file in its place is left alone.
    try FileManager.default.removeItem(at: folder)
    XCTAssertNil(try mail(desk).send(confirmation(desk, stay)))
    try FileManager.default.removeItem(at: folder)
    try Data().write(to: folder)
    let failure = try XCTUnwrap(mail(desk).send(confirmation(desk, stay)))
    XCTAssertEqual(
      failure.description, "\(folder.path) cannot be written: Not a directory")
  }

  func testAProgramGetsTheMessageAndItsWordsTellWhyItFailed() async throws {
    let folder = try temporaryFolder()
    let program = folder.appendingPathComponent("my mailer")
    let copy = folder.appendingPathComponent("copy").path
    try Data(
      "#!/bin/sh\n[ \"$1\" = -t ] && cat > '\(copy)' && exit 0\necho no server >&2; exit 69\n".utf8
    )
    .write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    try ProgramMailCarrier("\"\(program.path)\" -t")
      .carry(Data("To: x\r\n".utf8), code: "M-1") { false }
    XCTAssertEqual(try String(contentsOfFile: copy, encoding: .utf8), "To: x\r\n")
    XCTAssertThrowsError(
      try ProgramMailCarrier("\"\(program.path)\"").carry(Data(), code: "M-1") { false }
    ) {
      XCTAssertEqual("\($0)", "my mailer ended with status 69: no server")
    }
    XCTAssertThrowsError(
      try ProgramMailCarrier("/bin/sleep 3600", seconds: 1).carry(Data(), code: "M-1") { false }
    ) {
      XCTAssertEqual("\($0)", "sleep: it did not end within 1 second")
    }
  }

  func testOnlyWhatWasNotSentIsDeleted() async throws {
    try await eachStore { desk in
      let stay = try begin(desk)
      let (sent, waiting) = (try confirmation(desk, stay), try confirmation(desk, stay))
      _ = try mail(desk).send(sent, by: Bag())
      XCTAssertThrowsError(try mail(desk).discard(sent)) {
        XCTAssertEqual("\($0)", "M-1 was sent and is kept")
      }
      try mail(desk).discard(waiting)
      XCTAssertEqual(try mail(desk).messages(waiting: false).rows.map(\.code), ["M-1"])
    }
  }

  // MARK: The night audit

  private func nightly(_ desk: TestDesk, on date: String) throws -> [String] {
    let service = try mail(desk, at: date)
    let queued = try service.queueNightly(day(date))
    return queued.messages.map { "\($0.kindWord) \($0.reservation?.code ?? "")" }
      + queued.withoutAddress.map { "none \($0)" }
  }

  func testAReminderIsQueuedOnceTheNamedDaysBeforeArrival() async throws {
    try await eachStore { desk in
      // R-1 arrives on June 18.
      let stay = try begin(desk, CampgroundSettings(reminderDays: 2))
      XCTAssertEqual(try nightly(desk, on: "2026-06-15"), [])
      XCTAssertEqual(try nightly(desk, on: "2026-06-16"), ["reminder R-1"])
      XCTAssertEqual(try nightly(desk, on: "2026-06-16"), [])
      XCTAssertEqual(try nightly(desk, on: "2026-06-17"), [])
      let message = try XCTUnwrap(mail(desk).messages(waiting: true).rows.first)
      XCTAssertEqual(message.subject, "Wawona: Your stay R-1")
      XCTAssertTrue(message.text.contains("Balance due"), message.text)
      XCTAssertNotNil(stay.campground)
    }
  }

  func testGuestsWithoutAnAddressAreTold() async throws {
    try await eachStore { desk in
      let stay = try begin(desk, CampgroundSettings(reminderDays: 3))
      try desk.campers.edit(XCTUnwrap(stay.camper), email: "")
      XCTAssertEqual(try nightly(desk, on: "2026-06-15"), ["none R-1"])
      XCTAssertEqual(try desk.count(Message.self), 0)
    }
  }

  func testNobodyIsRemindedOfACanceledStayOrOnTheDayItself() async throws {
    try await eachStore { desk in
      _ = try begin(desk, CampgroundSettings(reminderDays: 60))
      XCTAssertEqual(try nightly(desk, on: "2026-06-18"), [])
      _ = try desk.reservations.cancel("R-1")
      XCTAssertEqual(try nightly(desk, on: "2026-06-15"), [])
    }
  }

  func testAGuestWhoLeftGetsAReceiptOnce() async throws {
    try await eachStore { desk in
      let stay = try begin(desk, CampgroundSettings(mailsReceipts: true))
      try desk.reservations(on: "2026-06-18").checkIn("R-1")
      try desk.folios.pay(90, by: .card, for: stay)
      XCTAssertEqual(try nightly(desk, on: "2026-06-19"), [])
      try desk.reservations(on: "2026-06-20").checkOut("R-1")
      XCTAssertEqual(try nightly(desk, on: "2026-06-21"), [])
      XCTAssertEqual(try nightly(desk, on: "2026-06-20"), ["receipt R-1"])
      XCTAssertEqual(try nightly(desk, on: "2026-06-20"), [])
    }
  }
}
