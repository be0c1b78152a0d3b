import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Random calls of two stacks on one file, compared with a dictionary of nights.
@MainActor
final class StayModelTests: XCTestCase {
  func testRandomCallsOfTwoStacksDoWhatADictionaryOfNightsDoes() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let store = PersistentStoreDescription(url: file)
    let desks = try [TestStoreStack(store: store), TestStoreStack(store: store)].map {
      TestDesk($0)
    }
    _ = try desks[0].campground(in: "UTC")
    for seed in Campaign.seeds(50, full: 5_000) {
      var run = try StayRun(seed: seed, desks: desks)
      for step in 0..<12 {
        let outcome = try run.step()
        guard outcome.isAsExpected else {
          return XCTFail("seed \(seed), step \(step): \(outcome.story)")
        }
      }
    }
    for desk in desks { try desk.stack.close() }
    // Nobody but the constraint and plain SQL: one row a site and night, and none of what is over.
    let shell = StoreShell(file)
    XCTAssertEqual(
      try shell.rows(
        "SELECT count(*) - count(DISTINCT ZCAMPSITE * 100000 + ZNIGHT) FROM ZRESERVATIONNIGHT"),
      ["0"])
    XCTAssertEqual(
      try shell.rows(
        "SELECT count(*) FROM ZRESERVATIONNIGHT n JOIN ZRESERVATION r ON n.ZRESERVATION = r.Z_PK "
          + "WHERE r.ZSTATUS NOT IN ('Hold', 'Reserved', 'CheckedIn', 'CheckedOut')"), ["0"])
  }
}

/// One run of random calls on campsites of its own.
@MainActor
private struct StayRun {
  struct Outcome {
    let isAsExpected: Bool
    let story: String
  }

  private var random: SeededGenerator
  private let desks: [TestDesk]
  private let sites: [String]
  private var model = NaiveStays()
  private var now = TestStoreStack.noon
  private var story: [String] = []

  init(seed: UInt64, desks: [TestDesk]) throws {
    random = SeededGenerator(seed: seed)
    self.desks = desks
    sites = ["\(seed)a", "\(seed)b"]
    for site in sites { _ = try desks[0].sites.add(site) }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  mutating func step() throws -> Outcome {
    now += Double(Int.random(in: 0...30, using: &random)) * 60
    let desk = desks[Int.random(in: 0...1, using: &random)]
    let service = ReservationService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack, clock: FixedClock(now))
    let arrival = CalendarDate(dayNumber: 9_296).advanced(
      by: Int.random(in: -1...5, using: &random))
    let dates = try StayDates(arrival: arrival, nights: Int.random(in: 1...4, using: &random))
    let site = pick(sites) ?? ""
    let place = try desk.sites.find(site)
    let code = pick(model.codes) ?? ""
    let other = pick(model.codes) ?? ""
    let count = Int.random(in: 1...2, using: &random)
    let (name, isExpected, call): (String, Bool, (ReservationService) throws -> Void)
    var booked: NaiveStays.Stay?
    switch Int.random(in: 0...18, using: &random) {
    case _ where model.codes.isEmpty, 0, 1, 2, 3:
      let status = pick([ReservationStatus.reserved, .hold, .requested]) ?? .reserved
      let stay = NaiveStays.Stay(
        site: site, dates: dates, status: status,
        heldUntil: status == .hold ? now + 15 * 60 : nil)
      booked = stay
      (name, isExpected) = (
        "\(status) \(site) \(dates)",
        model.isToCome(dates) && (!stay.isTaking || model.isFree(site, dates, at: now))
      )
      call = { try $0.book(Booking(place, for: nil, dates: dates), as: status) }
    case 4:
      (name, isExpected) = ("accept \(code)", model.accept(code, at: now))
      call = { try $0.accept(code) }
    case 5:
      (name, isExpected) = ("reserve \(code)", model.confirm(code, at: now))
      call = { try $0.reserve(code) }
    case 6:
      (name, isExpected) = ("cancel \(code)", model.turn(code, from: [.reserved], to: .canceled))
      call = { try $0.cancel(code) }
    case 7:
      (name, isExpected) = ("reinstate \(code)", model.reinstate(code, at: now))
      call = { try $0.reinstate(code) }
    case 8, 9:
      (name, isExpected) = ("extend \(code) \(count)", model.resize(code, by: count, at: now))
      call = { try $0.extend(code, by: count) }
    case 10:
      (name, isExpected) = ("shorten \(code) \(count)", model.resize(code, by: -count, at: now))
      call = { try $0.shorten(code, by: count) }
    case 11, 12:
      (name, isExpected) = ("dates \(code) \(dates)", model.change(code, to: dates, at: now))
      call = { try $0.changeDates(code, to: dates) }
    case 13:
      (name, isExpected) = ("move \(code) \(site)", model.change(code, site: site, at: now))
      call = { try $0.move(code, to: place) }
    case 14:
      (name, isExpected) = ("swap \(code) \(other)", model.swap(code, other, at: now))
      call = { try $0.swap(code, with: other) }
    case 15:
      (name, isExpected) = (
        "expire \(code)", model.turn(code, from: [.hold, .requested], to: .expired)
      )
      call = { try $0.expire(code) }
    case 16:
      let status = pick([ReservationStatus.checkedIn, .noShow]) ?? .noShow
      (name, isExpected) = ("\(status) \(code)", model.arrive(code, as: status, at: now))
      call = { service in
        if status == .noShow { try service.noShow(code) } else { try service.checkIn(code) }
      }
    case 17:
      (name, isExpected) = ("check in early \(code)", model.arriveEarly(code, at: now))
      call = { try $0.checkIn(code, early: true) }
    default:
      (name, isExpected) = ("check out \(code)", model.leave(code))
      call = { try $0.checkOut(code) }
    }
    story.append("\(name) → \(isExpected)")
    do {
      try call(service)
      if let booked {
        let all = try service.reservations()
        let made = all.max { $0.number < $1.number }
        model.add(booked, as: made?.code ?? "", at: now)
      }
      if !isExpected { return outcome("\(name) should have failed") }
    } catch let error as CampgroundError where !isExpected {
      _ = error
    } catch {
      return outcome("\(name): \(error)")
    }
    return try compare(with: service)
  }

  private func outcome(_ reason: String) -> Outcome {
    Outcome(isAsExpected: false, story: (story + [reason]).joined(separator: "\n"))
  }

  /// Compares the stays and the nights of the run with the model's.
  private func compare(with service: ReservationService) throws -> Outcome {
    for code in model.codes {
      let reservation = try service.find(code)
      guard let stay = model[code] else { continue }
      let nights = Set(reservation.nights.map { "\($0.campSite?.name ?? "") \($0.date)" })
      let expected = stay.isTaking ? Set(stay.dates.nights.map { "\(stay.site) \($0)" }) : []
      let isSame =
        reservation.state == stay.status && reservation.dates == stay.dates
        && reservation.siteName == stay.site && nights == expected
      if !isSame {
        return outcome(
          "\(code) is \(reservation.status) \(reservation.siteName ?? "") "
            + "\(reservation.arrival) to \(reservation.departure) with \(nights.sorted()), and not "
            + "\(stay)")
      }
    }
    return Outcome(isAsExpected: true, story: "")
  }
}

/// Stays in a dictionary, without any cleverness.
private struct NaiveStays {
  struct Stay {
    var site: String
    var dates: StayDates
    var status: ReservationStatus
    var heldUntil: Date?

    /// Whether it has nights, be they free for others by now.
    var isTaking: Bool { [.hold, .reserved, .checkedIn, .checkedOut].contains(status) }

    func isOver(at now: Date) -> Bool { heldUntil.map { $0 <= now } ?? false }
  }

  private var stays: [String: Stay] = [:]
  private let today = CalendarDate(dayNumber: 9_296)

  var codes: [String] { stays.keys.sorted() }

  subscript(code: String) -> Stay? { stays[code] }

  func isFree(
    _ site: String, _ dates: StayDates, at now: Date, without codes: [String] = []
  ) -> Bool {
    !stays.contains { code, stay in
      !codes.contains(code) && stay.isTaking && !stay.isOver(at: now) && stay.site == site
        && stay.dates.overlaps(dates)
    }
  }

  /// Puts a stay in, over holds that have ended.
  mutating func add(_ stay: Stay, as code: String, at now: Date) {
    if stay.isTaking {
      for (other, hold) in stays
      where other != code && hold.status == .hold && hold.isOver(at: now)
        && hold.site == stay.site && hold.dates.overlaps(stay.dates)
      {
        stays[other]?.status = .expired
        stays[other]?.heldUntil = nil
      }
    }
    stays[code] = stay
  }

  mutating func turn(
    _ code: String, from states: Set<ReservationStatus>, to status: ReservationStatus
  ) -> Bool {
    guard var stay = stays[code], states.contains(stay.status) else { return false }
    stay.status = status
    stay.heldUntil = nil
    stays[code] = stay
    return true
  }

  private mutating func take(
    _ code: String, from state: ReservationStatus, at now: Date
  ) -> Bool {
    guard var stay = stays[code], stay.status == state, isFree(stay.site, stay.dates, at: now),
      state != .requested || isToCome(stay.dates)
    else { return false }
    stay.status = .reserved
    add(stay, as: code, at: now)
    return true
  }

  mutating func accept(_ code: String, at now: Date) -> Bool {
    take(code, from: .requested, at: now)
  }

  mutating func reinstate(_ code: String, at now: Date) -> Bool {
    take(code, from: .canceled, at: now) || take(code, from: .noShow, at: now)
  }

  mutating func confirm(_ code: String, at now: Date) -> Bool {
    guard let stay = stays[code], !stay.isOver(at: now) else { return false }
    return turn(code, from: [.hold], to: .reserved)
  }

  mutating func arrive(_ code: String, as status: ReservationStatus, at now: Date) -> Bool {
    guard let stay = stays[code], stay.dates.arrival <= today else { return false }
    // Guests arrive from 15:00 on, three hours after noon.
    if status == .noShow, now < TestStoreStack.noon + 3 * 3_600 { return false }
    return turn(code, from: [.reserved], to: status)
  }

  /// Nobody in the runs comes more than a week before the time.
  mutating func arriveEarly(_ code: String, at now: Date) -> Bool {
    guard let stay = stays[code], stay.status == .reserved else { return false }
    if stay.dates.arrival > today {
      guard let dates = try? StayDates(arrival: today, departure: stay.dates.departure),
        change(code, to: dates, at: now)
      else { return false }
    }
    return turn(code, from: [.reserved], to: .checkedIn)
  }

  func isToCome(_ dates: StayDates) -> Bool { dates.arrival >= today }

  mutating func leave(_ code: String) -> Bool {
    guard var stay = stays[code], stay.status == .checkedIn,
      let dates = try? StayDates(arrival: stay.dates.arrival, nights: 1)
    else { return false }
    // All of them arrived today.
    stay.dates = dates
    stay.status = .checkedOut
    stays[code] = stay
    return true
  }

  mutating func resize(_ code: String, by count: Int, at now: Date) -> Bool {
    guard let stay = stays[code],
      let dates = try? StayDates(
        arrival: stay.dates.arrival, nights: stay.dates.nightCount + count)
    else { return false }
    return change(code, to: dates, at: now)
  }

  private func isChangeable(_ stay: Stay, at now: Date) -> Bool {
    [.hold, .requested, .reserved, .checkedIn].contains(stay.status) && !stay.isOver(at: now)
  }

  private func hasNightLeft(_ stay: Stay) -> Bool { stay.dates.departure > today }

  mutating func change(
    _ code: String, to dates: StayDates? = nil, site: String? = nil, at now: Date
  ) -> Bool {
    guard var stay = stays[code], isChangeable(stay, at: now) else { return false }
    if let dates {
      if stay.status == .checkedIn, dates.arrival != stay.dates.arrival { return false }
      // Rules are asked about what keeps nights; a request is asked about when it is accepted.
      if stay.isTaking, !isToCome(dates), dates.arrival != stay.dates.arrival { return false }
      stay.dates = dates
    }
    if let site {
      guard site != stay.site, hasNightLeft(stay) else { return false }
      stay.site = site
    }
    guard !stay.isTaking || isFree(stay.site, stay.dates, at: now, without: [code]) else {
      return false
    }
    add(stay, as: code, at: now)
    return true
  }

  mutating func swap(_ code: String, _ other: String, at now: Date) -> Bool {
    guard code != other, var first = stays[code], var second = stays[other],
      isChangeable(first, at: now), isChangeable(second, at: now), first.site != second.site,
      hasNightLeft(first), hasNightLeft(second)
    else { return false }
    (first.site, second.site) = (second.site, first.site)
    for stay in [first, second] where stay.isTaking {
      guard isFree(stay.site, stay.dates, at: now, without: [code, other]) else { return false }
    }
    add(first, as: code, at: now)
    add(second, as: other, at: now)
    return true
  }
}
