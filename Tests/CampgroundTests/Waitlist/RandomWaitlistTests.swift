import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Random waiting, canceling, taking and letting go, against a model that looks through everything.
@MainActor
final class RandomWaitlistTests: XCTestCase {
  func testTheWaitlistDoesWhatAListOnPaperWouldDo() async throws {
    for seed in Campaign.seeds(4, full: 400) {
      try await eachStore { desk in try play(seed, desk) }
    }
  }

  private func play(_ seed: UInt64, _ desk: TestDesk) throws {
    var random = SeededGenerator(seed: seed)
    var model = WaitlistModel(siteCount: 2)
    // Each site has a loop of its own, so that an entry can wait for one.
    let sites = try (0..<model.siteCount).map {
      try desk.sites.add("\($0)", features: CampSiteFeatures(loop: "Loop \($0)"))
    }
    let campground = try XCTUnwrap(sites[0].campground)
    try desk.campgrounds.edit(campground, settings: CampgroundSettings(offerHours: 1))
    let first = try day("2026-07-01")
    func dates(_ nights: Range<Int>) throws -> StayDates {
      try StayDates(arrival: first.advanced(by: nights.lowerBound), nights: nights.count)
    }
    var minute = 0
    for step in 0..<60 {
      minute += Int.random(in: 0...36, using: &random)
      let clock = FixedClock(TestStoreStack.noon.addingTimeInterval(Double(minute) * 60))
      let context = desk.stack.mainContext
      let reservations = ReservationService(
        managedObjectContext: context, storeStack: desk.stack, clock: clock)
      let waitlist = WaitlistService(
        managedObjectContext: context, storeStack: desk.stack, clock: clock)
      let start = Int.random(in: 0..<6, using: &random)
      let nights = start..<start + Int.random(in: 1...3, using: &random)
      let site = Int.random(in: 0..<sites.count, using: &random)
      switch Int.random(in: 0..<14, using: &random) {
      case 0..<4:
        let booking = Booking(sites[site], for: nil, dates: try dates(nights))
        if model.isFree(site, nights, at: minute) {
          try reservations.book(booking)
          model.book(WaitlistModel.Stay(site: site, nights: nights, isHold: false), at: minute)
        } else {
          XCTAssertThrowsError(try reservations.book(booking), "seed \(seed), step \(step)")
        }
      case 4..<7:
        let camper = try desk.campers.addCamper("Camper \(step)", phoneNumber: nil)
        var wish = WaitlistWish(dates: try dates(nights))
        let only = Bool.random(using: &random) ? site : nil
        wish.loop = only.map { "loop \($0)" }
        _ = try waitlist.add(wish, for: camper, anyway: true)
        model.entries.append(WaitlistModel.Entry(nights: nights, site: only, since: minute))
      case 7, 8:
        guard let index = reserved(in: model).randomElement(using: &random) else { continue }
        try reservations.cancel("R-\(index + 1)")
        model.cancel(index, at: minute)
      case 9:
        let long = reserved(in: model).filter { model.stays[$0].nights.count > 1 }
        guard let index = long.randomElement(using: &random) else { continue }
        try reservations.shorten("R-\(index + 1)", by: 1)
        model.shorten(index, at: minute)
      case 10...12:
        guard let index = model.entries.indices.randomElement(using: &random) else { continue }
        try answer(index, waitlist, &model, at: minute, "seed \(seed), step \(step)", &random)
      default:
        try reservations.expireOverdue()
        model.sweep(at: minute)
      }
      XCTAssertEqual(
        try summary(desk, at: clock.now), model.summary(at: minute), "seed \(seed), step \(step)")
    }
  }

  /// Takes what is offered or declines it, leaves the line, or is asked again.
  private func answer(
    _ index: Int, _ waitlist: WaitlistService, _ model: inout WaitlistModel, at minute: Int,
    _ label: String, _ random: inout SeededGenerator
  ) throws {
    let code = "W-\(index + 1)"
    let isInLine = ["waiting", "offered", "resting"].contains(model.status(of: index, at: minute))
    let offer = model.openOffer(of: index, at: minute)
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      guard isInLine else {
        return XCTAssertThrowsError(try waitlist.withdraw(code), label)
      }
      try waitlist.withdraw(code)
      model.withdraw(index, at: minute)
    case 1:
      guard isInLine else { return XCTAssertThrowsError(try waitlist.ask(code), label) }
      try waitlist.ask(code)
      model.ask(index, at: minute)
    case 2...4:
      guard offer != nil else { return }
      try waitlist.decline(code)
      model.decline(index, at: minute)
    default:
      guard let offer else { return XCTAssertThrowsError(try waitlist.accept(code), label) }
      try waitlist.accept(code)
      model.accept(offer)
    }
  }

  private func reserved(in model: WaitlistModel) -> [Int] {
    model.stays.indices.filter { model.stays[$0].isThere && !model.stays[$0].isHold }
  }

  private func summary(_ desk: TestDesk, at now: Date) throws -> [String] {
    let first = try day("2026-07-01")
    let context = desk.stack.mainContext
    let stays = try context.fetch(Reservation.fetchRequest()).filter { !$0.nights.isEmpty }
    let lines = stays.map { stay in
      let nights = stay.nights.map { first.distance(to: $0.date) }.sorted()
      let range = (nights.first ?? 0)..<(nights.last ?? 0) + 1
      return "\(stay.siteName ?? "") \(range) \(stay.status)"
    }
    let request = WaitlistEntry.fetchRequest()
    request.sortDescriptors = [FetchSortDescriptor(key: "number", ascending: true)]
    return lines.sorted()
      + (try context.fetch(request).map { "\($0.code) \($0.status(at: now).rawValue)" })
  }
}
