import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A fresh store with the services of its main context.
@MainActor
struct TestDesk {
  let stack: TestStoreStack
  let file: URL?
  let campgrounds: CampgroundService
  let campers: CamperService
  let classes: SiteClassService
  let sites: CampSiteService
  let reservations: ReservationService
  let rates: RateService
  let policies: PolicyService
  let folios: FolioService
  let rules: StayRuleService
  let availability: AvailabilityService
  let blocks: SiteBlockService
  let waitlist: WaitlistService
  let employees: EmployeeService
  let sales: SaleService

  init(_ stack: TestStoreStack, file: URL? = nil) {
    self.stack = stack
    self.file = file
    let context = stack.mainContext
    let clock = stack.clock
    campgrounds = CampgroundService(
      managedObjectContext: context, storeStack: stack, clock: clock)
    campers = CamperService(managedObjectContext: context, storeStack: stack, clock: clock)
    classes = SiteClassService(managedObjectContext: context, storeStack: stack, clock: clock)
    sites = CampSiteService(managedObjectContext: context, storeStack: stack, clock: clock)
    reservations = ReservationService(
      managedObjectContext: context, storeStack: stack, clock: clock)
    blocks = SiteBlockService(managedObjectContext: context, storeStack: stack, clock: clock)
    rates = RateService(managedObjectContext: context, storeStack: stack, clock: clock)
    policies = PolicyService(managedObjectContext: context, storeStack: stack, clock: clock)
    folios = FolioService(
      managedObjectContext: context, storeStack: stack, clock: clock, voucherCodes: .seeded(1))
    rules = StayRuleService(managedObjectContext: context, storeStack: stack, clock: clock)
    availability = AvailabilityService(
      managedObjectContext: context, storeStack: stack, clock: clock)
    waitlist = WaitlistService(managedObjectContext: context, storeStack: stack, clock: clock)
    employees = EmployeeService(managedObjectContext: context, storeStack: stack, clock: clock)
    sales = SaleService(managedObjectContext: context, storeStack: stack, clock: clock)
    OpenStores.note(stack, file)
  }

  /// A desk on the store with an open scratch pad.
  func scratchPad(by actor: String? = nil) -> Desk {
    let desk = Desk(on: stack, clock: stack.clock, voucherCodes: .seeded(1), by: actor)
    desk.begin()
    return desk
  }

  /// The number of objects of a class in the store.
  func count<Object: ManagedObject>(_ type: Object.Type) throws -> Int {
    try stack.mainContext.count(for: FetchRequest<Object>())
  }
}

extension XCTestCase {
  /// A folder that is removed when the test is over.
  @MainActor
  func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("campground-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    return folder
  }

  /// Runs a test against a fresh store in memory and against one in a file.
  @MainActor
  func eachStore(
    now: Date = TestStoreStack.noon, _ body: @MainActor (TestDesk) async throws -> Void
  ) async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    for store in [.inMemory(), PersistentStoreDescription(url: file)] {
      let stack = try TestStoreStack(store: store, now: now)
      do {
        try await body(TestDesk(stack, file: store.type == .sqlite ? file : nil))
      } catch {
        XCTFail("on the \(store.type.rawValue) store: \(error)")
      }
      try stack.close()
    }
  }

  /// Checks that a call breaks that rule, and that no store of the test has another row then.
  @MainActor
  func assertBreaks<Result>(
    _ rule: CampgroundError, file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> Result
  ) {
    assertRefused(file: file, line: line, body) {
      XCTAssertEqual($0, rule, "\(rule)", file: file, line: line)
    }
  }

  /// Checks that a call is refused with that code and these words, and that no store of the test has
  /// another row then.
  @MainActor
  func assertBreaks<Result>(
    _ code: CampgroundError.Code, _ text: String, file: StaticString = #filePath,
    line: UInt = #line, _ body: () throws -> Result
  ) {
    assertRefused(file: file, line: line, body) {
      XCTAssertEqual($0?.code, code, file: file, line: line)
      XCTAssertEqual($0?.text, text, file: file, line: line)
    }
  }

  /// Checks that a call is refused for another reason than those with a code of their own, with
  /// these words, and that no store of the test has another row then.
  @MainActor
  func assertBreaks<Result>(
    _ text: String, file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Result
  ) {
    assertBreaks(.refused, text, file: file, line: line, body)
  }

  @MainActor
  private func assertRefused<Result>(
    file: StaticString, line: UInt, _ body: () throws -> Result, check: (CampgroundError?) -> Void
  ) {
    let before = OpenStores.dumps()
    XCTAssertThrowsError(try body(), file: file, line: line) { check(reason(of: $0)) }
    for (before, after) in zip(before, OpenStores.dumps()) {
      XCTAssertEqual(after.changes(since: before), [], file: file, line: line)
    }
  }
}

/// The rule that was broken, also by a command of a scratch pad.
func reason(of error: any Error) -> CampgroundError? {
  (error as? UnsavedCommandError)?.reason as? CampgroundError ?? error as? CampgroundError
}

/// The names of the rules about stays that are broken, on that place where one is told.
func rulesBroken(by error: any Error, on place: String = "") -> [String] {
  guard let error = reason(of: error), error.code == .stayRuleBroken, error.text.hasPrefix(place)
  else { return ["\(error)"] }
  return error.brokenRules.map(\.name)
}

/// A date of a test.
func day(_ text: String) throws -> CalendarDate { try CalendarDate(parsing: text) }

/// The dates of a stay of a test.
func stay(_ arrival: String, _ departure: String) throws -> StayDates {
  try StayDates(arrival: day(arrival), departure: day(departure))
}
