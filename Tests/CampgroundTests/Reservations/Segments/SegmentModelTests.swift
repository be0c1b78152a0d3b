import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Random calls about stays on several campsites, of two stacks on one file and over several days.
///
/// After each call all stays of the run are read anew: their nights, their segments and their bills
/// have to agree with each other, and a call that was refused has changed nothing.
@MainActor
final class SegmentModelTests: XCTestCase {
  func testRandomCallsLeaveEveryStayInOnePiece() async throws {
    let seeds = UInt64(Campaign.rounds(30, full: 2_000))
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    var done: [String: Int] = [:]
    for first in stride(from: 0, to: seeds, by: 30) {
      try? FileManager.default.removeItem(at: file)
      let store = PersistentStoreDescription(url: file)
      let desks = try [TestStoreStack(store: store), TestStoreStack(store: store)].map {
        TestDesk($0, file: file)
      }
      _ = try desks[0].campground(in: "UTC")
      try desks[0].rates.addFee("Booking", FeePlan(amount: 8))
      for seed in first..<min(seeds, first + 30) {
        var walk = try SegmentWalk(seed: seed, desks: desks)
        for step in 0..<25 {
          if let fault = try walk.step() {
            return XCTFail("seed \(seed), step \(step): \(fault)\n\(walk.story)")
          }
        }
        done.merge(walk.done, uniquingKeysWith: +)
      }
      for desk in desks { try desk.stack.close() }
      XCTAssertEqual(
        try StoreShell(file).rows(
          "SELECT count(*) - count(DISTINCT ZCAMPSITE * 100000 + ZNIGHT) FROM ZRESERVATIONNIGHT"),
        ["0"])
    }
    // A walk that is refused everything shows nothing.
    for call in SegmentWalk.Call.allCases {
      XCTAssertGreaterThan(done[call.rawValue] ?? 0, 0, "never done: \(call)")
    }
  }
}

/// One run of random calls on campsites of its own, each at 40.00 a night.
@MainActor
private struct SegmentWalk {
  enum Call: String, CaseIterable {
    case book, split, move, swap, extend, shorten, dates, cancel, reinstate, checkIn, early
    case checkOut, noShow, nightly
  }

  /// How often each call was not refused.
  private(set) var done: [String: Int] = [:]

  private var random: SeededGenerator
  private let desks: [TestDesk]
  private let sites: [String]
  private let seed: UInt64
  private var now = TestStoreStack.noon
  private var steps: [String] = []
  private var picture = SegmentPicture()

  init(seed: UInt64, desks: [TestDesk]) throws {
    random = SeededGenerator(seed: seed)
    self.seed = seed
    self.desks = desks
    sites = ["a", "b", "c"].map { "\(seed)\($0)" }
    for site in sites { _ = try desks[0].sites.add(site, rate: 40) }
  }

  /// What was done so far.
  var story: String { (steps + [picture.description]).joined(separator: "\n") }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  /// Makes a call.
  ///
  /// - Returns: what is wrong then; nil for nothing.
  mutating func step() throws -> String? {
    // A day has about six calls.
    if Int.random(in: 0..<6, using: &random) == 0 { now += 86_400 }
    let today = CalendarDate(now, in: .gmt)
    let desk = desks[Int.random(in: 0...1, using: &random)]
    try desk.stack.refreshAfterForeignChanges()
    // From 15:00 on guests arrive, and who did not come may be noted.
    let service = desk.reservations(at: now.addingTimeInterval(5 * 3_600))
    let (name, call, run) = try next(today, at: desk, by: service)
    do {
      try run()
      steps.append("\(today) \(name)")
      done[call.rawValue, default: 0] += 1
    } catch let error as CampgroundError {
      steps.append("\(today) \(name): \(error)")
      let after = try SegmentPicture(of: sites, at: desk.stack)
      if after != picture { return "what was refused changed something:\n\(after)" }
      return picture.fault(in: error)
    }
    picture = try SegmentPicture(of: sites, at: desk.stack)
    return picture.fault(on: today)
  }

  private mutating func next(
    _ today: CalendarDate, at desk: TestDesk, by service: ReservationService
  ) throws -> (name: String, Call, () throws -> Void) {
    let arrival = today.advanced(by: Int.random(in: 0...3, using: &random))
    let dates = try StayDates(arrival: arrival, nights: Int.random(in: 1...6, using: &random))
    let place = try desk.sites.find(pick(sites) ?? "")
    let code = pick(picture.codes) ?? "R-0"
    let other = pick(picture.codes) ?? "R-0"
    let count = Int.random(in: 1...3, using: &random)
    let date = today.advanced(by: Int.random(in: 0...7, using: &random))
    let call = picture.codes.isEmpty ? Call.book : pick(Self.weighted) ?? .book
    switch call {
    case .book:
      var booking = Booking(place, for: nil, dates: dates)
      for _ in 0..<Int.random(in: 0...2, using: &random) where dates.nightCount > 1 {
        let day = arrival.advanced(by: Int.random(in: 1..<dates.nightCount, using: &random))
        booking.siteChanges.append(
          SiteChange(on: day, to: try desk.sites.find(pick(sites) ?? "")))
      }
      booking.siteChanges.sort { $0.date < $1.date }
      let changes = booking.siteChanges.map { ", \($0.site.name) on \($0.date)" }.joined()
      return (
        "book \(place.name) \(dates)\(changes)", call,
        { [booking] in
          try service.book(booking)
        }
      )
    case .split:
      return (
        "split \(code) on \(date) to \(place.name)", call,
        {
          try service.split(code, on: date, to: place)
        }
      )
    case .move:
      return ("move \(code) to \(place.name)", call, { try service.move(code, to: place) })
    case .swap:
      return ("swap \(code) with \(other)", call, { try service.swap(code, with: other) })
    case .extend: return ("extend \(code) \(count)", call, { try service.extend(code, by: count) })
    case .shorten:
      return ("shorten \(code) \(count)", call, { try service.shorten(code, by: count) })
    case .dates:
      return ("dates \(code) \(dates)", call, { try service.changeDates(code, to: dates) })
    case .cancel: return ("cancel \(code)", call, { try service.cancel(code) })
    case .reinstate: return ("reinstate \(code)", call, { try service.reinstate(code) })
    case .checkIn: return ("check in \(code)", call, { try service.checkIn(code) })
    case .early:
      return ("check in \(code) early", call, { try service.checkIn(code, early: true) })
    case .checkOut: return ("check out \(code)", call, { try service.checkOut(code) })
    case .noShow: return ("no-show \(code)", call, { try service.noShow(code) })
    case .nightly:
      let folios = FolioService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(now))
      return ("nightly", call, { try folios.runNightly() })
    }
  }

  /// The calls, those more often that make or keep stays.
  private static let weighted: [Call] =
    Call.allCases
    + [.book, .book, .split, .split, .checkIn, .checkIn, .checkIn, .swap, .swap, .swap, .swap]
}
