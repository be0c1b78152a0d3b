import CampgroundShell
import CommandKit
import Foundation
import TestSupport
import XCTest

/// One test for each story in `Specs/`, and one for the README.
@MainActor
final class SpecTests: XCTestCase {
  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func replay(_ name: String) throws {
    try SpecReplay(Self.package.appendingPathComponent(name)).run()
  }

  func testReadme() async throws { try replay("README.md") }

  func testAFirstDayAtTheDesk() async throws { try replay("Specs/a-first-day-at-the-desk.md") }

  func testATourOfTheDemo() async throws { try replay("Specs/a-tour-of-the-demo.md") }

  private final class Page: AnswerDestination {
    var text = ""

    func write(_ text: String) throws(Diagnostic) { self.text += text }
  }

  /// The fifteen lines of the help page are those of the story.
  func testTheTourOfTheHelpPageIsThatOfTheStory() async throws {
    let page = Page()
    let session = try SpecReplay.freshSession(page, at: SpecReplay.morning)
    var script = ScriptReader("help tour", file: "tour")
    while let command = try script.next() { try session.run(command) }
    let typed = page.text.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let text = try String(
      contentsOf: Self.package.appendingPathComponent("Specs/a-tour-of-the-demo.md"),
      encoding: .utf8)
    let told = try SpecFile(text, file: "tour").steps.compactMap { step -> String? in
      if case .command(let text) = step.action { text } else { nil }
    }
    XCTAssertEqual(Array(typed.dropFirst()), told)
    XCTAssertEqual(told.count, 15)
    XCTAssertEqual(typed.first, "campground --demo --now 2026-07-15T09:00")
  }

  func testAShellToLiveIn() async throws { try replay("Specs/a-shell-to-live-in.md") }

  func testABusyAfternoon() async throws { try replay("Specs/a-busy-afternoon.md") }

  func testADoubleBookingRefused() async throws { try replay("Specs/a-double-booking-refused.md") }

  func testBackingUp() async throws { try replay("Specs/backing-up.md") }

  func testAskingTheStoreAnything() async throws {
    try replay("Specs/asking-the-store-anything.md")
  }

  func testGroupingAndCounting() async throws { try replay("Specs/grouping-and-counting.md") }

  func testImportingAFile() async throws { try replay("Specs/importing-a-file.md") }

  func testMovingInFromAnotherProgram() async throws {
    try replay("Specs/moving-in-from-another-program.md")
  }

  func testCalendars() async throws { try replay("Specs/calendars.md") }

  func testWhatAnOwnerAsks() async throws { try replay("Specs/what-an-owner-asks.md") }

  func testANewOwnersFirstMonth() async throws { try replay("Specs/a-new-owners-first-month.md") }
  func testPapersThatReachAGuest() async throws { try replay("Specs/papers-that-reach-a-guest.md") }
  func testRunningScripts() async throws { try replay("Specs/running-scripts.md") }

  /// What a session wrote down of itself is a story that comes out the same, errors and all.
  func testATranscriptIsAStory() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("transcript-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("day.md")
    let session = try SpecReplay.freshSession(NoDestination(), at: SpecReplay.morning)
    session.rendering.width = 120
    var script = ScriptReader(
      """
      .transcript \(file.path)
      campsite add 1 rate 40
      camper add "Ada Rivera"
      reserve 1 for \\
        Rivera from 2026-07-04 nights 2
      campsite list; reserve 1 for Rivera from 2026-07-05 nights 1
      report arrivals july
      .transcript off
      """, file: "day.camp")
    var failed = 0
    while let command = try script.next() {
      do {
        try session.run(command)
      } catch {
        failed += 1
      }
    }
    XCTAssertEqual(failed, 1)
    let text = try String(contentsOf: file, encoding: .utf8)
    XCTAssertTrue(text.hasPrefix("# What was done on 2026-07-01\n\n```campground\n"), text)
    XCTAssertTrue(text.contains("\nerror: site 1 is taken"), text)
    XCTAssertTrue(text.contains("\nnote: july is"), text)
    try SpecReplay(file).run()
  }

  func testTheAccountantsJournal() async throws {
    try replay("Specs/the-accountants-journal.md")
  }

  func testTakingDataOut() async throws { try replay("Specs/taking-data-out.md") }

  func testFindingThings() async throws { try replay("Specs/finding-things.md") }

  func testWhatIsTyped() async throws { try replay("Specs/what-is-typed.md") }

  func testMistakes() async throws { try replay("Specs/mistakes.md") }

  func testAScratchPad() async throws { try replay("Specs/a-scratch-pad.md") }

  func testMoneyAtTheDesk() async throws { try replay("Specs/money-at-the-desk.md") }

  func testWhoTookTheMoney() async throws { try replay("Specs/who-took-the-money.md") }

  func testGivingMoneyBack() async throws { try replay("Specs/giving-money-back.md") }

  func testWhoPaysForThePower() async throws { try replay("Specs/who-pays-for-the-power.md") }

  func testNightsWithoutARate() async throws { try replay("Specs/nights-without-a-rate.md") }

  func testWeeksAndWeekends() async throws { try replay("Specs/weeks-and-weekends.md") }

  func testTwoClerks() async throws { try replay("Specs/two-clerks.md") }

  func testSettingUpACampground() async throws {
    try replay("Specs/setting-up-a-campground.md")
  }

  func testTwoCampersOfOneName() async throws { try replay("Specs/two-campers-of-one-name.md") }

  func testANewCampground() async throws { try replay("Specs/a-new-campground.md") }

  func testAReservationsLife() async throws { try replay("Specs/a-reservations-life.md") }

  func testAGuestWhoComesLate() async throws {
    try replay("Specs/a-guest-who-comes-late.md")
  }

  func testWhoChangedWhat() async throws { try replay("Specs/who-changed-what.md") }

  func testCallingOffAStay() async throws { try replay("Specs/calling-off-a-stay.md") }

  func testWhatWasAgreed() async throws { try replay("Specs/what-was-agreed.md") }

  func testWhatAStayCosts() async throws { try replay("Specs/what-a-stay-costs.md") }

  func testTaxesAndFeesByRule() async throws { try replay("Specs/taxes-and-fees-by-rule.md") }

  func testFindingAFreeSite() async throws { try replay("Specs/finding-a-free-site.md") }

  func testLookingAfterTheSites() async throws {
    try replay("Specs/looking-after-the-sites.md")
  }

  func testGroupsOnOneBill() async throws {
    try replay("Specs/groups-on-one-bill.md")
  }

  func testTheWaitlist() async throws { try replay("Specs/the-waitlist.md") }

  func testStaysThatComeAgain() async throws { try replay("Specs/stays-that-come-again.md") }

  func testBookingAClass() async throws { try replay("Specs/booking-a-class.md") }

  func testAStayOnTwoSites() async throws { try replay("Specs/a-stay-on-two-sites.md") }

  func testTheWrongGuest() async throws { try replay("Specs/the-wrong-guest.md") }

  func testAGuestWhoMoves() async throws { try replay("Specs/a-guest-who-moves.md") }

  func testThePeopleWhoWorkHere() async throws { try replay("Specs/the-people-who-work-here.md") }

  func testReports() async throws { try replay("Specs/reports.md") }

  func testUndoingACommand() async throws { try replay("Specs/undoing-a-command.md") }

  func testWatchingTheList() async throws { try replay("Specs/watching-the-list.md") }

  func testAListThatKeepsUp() async throws { try replay("Specs/a-list-that-keeps-up.md") }

  func testSellingFirewood() async throws { try replay("Specs/selling-firewood.md") }

  func testSeeingWhatAQuestionCosts() async throws {
    try replay("Specs/seeing-what-a-question-costs.md")
  }

  func testAStoreOfAnOlderVersion() async throws {
    try replay("Specs/a-store-of-an-older-version.md")
  }

  /// XCTest finds only methods that are written down.
  func testEveryStoryHasATest() async throws {
    let stories = try FileManager.default
      .contentsOfDirectory(atPath: Self.package.appendingPathComponent("Specs").path)
      .filter { $0.hasSuffix(".md") }
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    for story in stories {
      XCTAssertTrue(
        source.contains("replay(\"Specs/\(story)\")"), "Specs/\(story) has no test in SpecTests")
    }
    XCTAssertFalse(stories.isEmpty)
  }
}
