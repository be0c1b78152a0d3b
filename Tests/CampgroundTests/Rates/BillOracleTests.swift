import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Random campgrounds and stays, whose bills Python works out from the store's file.
@MainActor
final class BillOracleTests: XCTestCase {
  private var random = SeededGenerator(seed: 2_026)

  func testPythonAgreesWithEveryLineOfThreeHundredBills() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let stack = try TestStoreStack(store: PersistentStoreDescription(url: file))
    let desk = Desk(stack)
    for number in 0..<15 {
      let currency = try Currency(["USD", "USD", "EUR", "JPY", "KWD"][number % 5])
      let campground = try desk.campgrounds.add(
        "Camp \(number)", timeZone: .gmt, currency: currency)
      try fill(campground, stack)
    }
    try stack.close()

    let oracle: BillOracle = try Python.answer(of: BillOracle.script, about: [file])
    XCTAssertEqual(oracle.faults, [])
    // Twenty stays on one site and eight on several at each of fifteen campgrounds.
    XCTAssertEqual(oracle.stays, 420)
    XCTAssertEqual(oracle.splits, 120)
    // Every kind of rate was used, and there is more than nights on the bills.
    XCTAssertEqual(Set(oracle.kinds.keys), ["nightly", "weekly", "monthly", "own"])
    XCTAssertGreaterThan(oracle.lines, oracle.kinds.values.reduce(0, +))
    XCTAssertEqual(
      oracle.conditions.filter { $0.value > 0 }.keys.sorted(), ["fee", "percentage", "tax"])
  }

  /// Gives a campground random rules and twenty stays.
  private func fill(_ campground: Campground, _ stack: TestStoreStack) throws {
    let context = stack.mainContext
    let rates = RateService(
      managedObjectContext: context, storeStack: stack, clock: stack.clock,
      campground: campground.objectID, savingTo: .context)
    let sites = CampSiteService(
      managedObjectContext: context, storeStack: stack, clock: stack.clock,
      campground: campground.objectID, savingTo: .context)
    let reservations = ReservationService(
      managedObjectContext: context, storeStack: stack, clock: stack.clock,
      campground: campground.objectID)
    let types: [CampSiteType] = [.tent, .rv, .cabin]
    let pitches = try types.map { type in
      try sites.add(
        type.rawValue, features: CampSiteFeatures(type: type, petsAllowed: true),
        rate: isLucky(3) ? amount(60, campground) : nil)
    }
    let seasons = try (0..<number(4)).map { try rates.addSeason("Season \($0)", span()) }
    for index in 0..<4 + number(8) {
      try rates.addRate("Rate \(index)", ratePlan(seasons, pitches, campground))
    }
    for index in 0..<number(4) {
      let isPercent = isLucky(2)
      try rates.addDiscount(
        "Discount \(index)",
        DiscountPlan(
          percent: isPercent ? percent(60) : nil, amount: isPercent ? nil : amount(90, campground),
          season: isLucky(3) ? seasons.randomElement(using: &random) : nil,
          weekdays: isLucky(3) ? .weekend : [], minimumNights: isLucky(3) ? 3 : nil,
          siteType: isLucky(4) ? .rv : nil, isAutomatic: isLucky(2)))
    }
    for index in 0..<number(5) {
      let basis = element(ChargeBasis.allCases)
      let (from, through) = try nights()
      try rates.addFee(
        "Fee \(index)",
        FeePlan(
          amount: amount(12, campground), basis: basis,
          includedCount: basis.unit != nil && isLucky(2) ? 1 + number(3) : nil,
          taxGroup: element([nil, "lodging", "goods"]),
          season: isLucky(3) ? seasons.randomElement(using: &random) : nil,
          weekdays: isLucky(4) ? .weekend : [], from: from, through: through,
          siteType: isLucky(4) ? .tent : nil, isRefundable: isLucky(2), isActive: !isLucky(6)))
    }
    for index in 0..<2 + number(5) {
      let isPercent = isLucky(2)
      let (from, through) = try nights()
      try rates.addTax(
        "Tax \(index)",
        TaxPlan(
          percent: isPercent ? percent(20) : nil, amount: isPercent ? nil : amount(4, campground),
          basis: element(ChargeBasis.allCases), group: element(["lodging", "goods"]),
          from: from, through: through, siteType: isLucky(4) ? .cabin : nil,
          exemptFromNights: isLucky(3) ? 5 + number(30) : nil, isActive: !isLucky(6)))
    }
    try context.saveThrough()
    let discounts = try rates.discounts()
    for _ in 0..<20 {
      let arrival = try day("2026-07-01").advanced(by: number(900))
      let nights = isLucky(4) ? 25 + number(80) : 1 + number(16)
      var booking = Booking(
        element(pitches), for: nil, dates: try StayDates(arrival: arrival, nights: nights),
        party: Party(
          people: 1 + number(6), vehicles: isLucky(3) ? nil : number(4), pets: number(3)))
      booking.discount = isLucky(2) ? discounts.randomElement(using: &random) : nil
      // Drafts keep no nights, so none is in the way of another.
      _ = try reservations.draft(booking)
    }
    for place in 0..<8 {
      // Each has a half-year of its own, since these keep nights.
      try splitStay(
        from: day("2030-01-01").advanced(by: 200 * place), pitches, discounts, reservations)
    }
  }

  /// Reserves a stay on two to four sites, one after the other.
  private func splitStay(
    from arrival: CalendarDate, _ pitches: [CampSite], _ discounts: [Discount],
    _ reservations: ReservationService
  ) throws {
    let nights = isLucky(3) ? 30 + number(60) : 3 + number(14)
    var sites = [element(pitches)]
    var changes: [SiteChange] = []
    for step in 1...(nights > 4 ? 1 + number(3) : 1) {
      let others = pitches.filter { $0 !== sites[step - 1] }
      sites.append(element(others))
      let date = arrival.advanced(by: nights * step / 4 + (step == 1 ? 1 : 0))
      if date > changes.last?.date ?? arrival {
        changes.append(SiteChange(on: date, to: sites[step]))
      } else {
        sites[step] = sites[step - 1]
      }
    }
    var booking = Booking(
      sites[0], for: nil, dates: try StayDates(arrival: arrival, nights: nights),
      party: Party(people: 1 + number(6), vehicles: number(4), pets: number(3)))
    booking.discount = isLucky(2) ? discounts.randomElement(using: &random) : nil
    booking.siteChanges = changes
    _ = try reservations.reserve(booking)
  }

  private func ratePlan(
    _ seasons: [Season], _ pitches: [CampSite], _ campground: Campground
  ) -> RatePlan {
    let kind = element([RateKind.nightly, .nightly, .weekly, .monthly])
    let most = [RateKind.nightly: 80, .weekly: 400, .monthly: 1_400][kind] ?? 80
    return RatePlan(
      amount: amount(most, campground), kind: kind,
      season: isLucky(2) ? seasons.randomElement(using: &random) : nil,
      weekdays: kind == .nightly && isLucky(3) ? element([.weekend, Weekdays([.monday])]) : [],
      siteType: isLucky(3) ? element([CampSiteType.tent, .rv]) : nil,
      site: isLucky(5) ? element(pitches) : nil, rank: number(3), isActive: !isLucky(8))
  }

  /// A season of every year or of one, which often wraps it.
  private func span() throws -> SeasonSpan {
    let days = (0..<2).map { _ in
      SeasonSpan.YearDay(month: 1 + number(12), day: 1 + number(28))
    }
    return try SeasonSpan(
      from: days[0], through: days[1], year: isLucky(3) ? 2_026 + number(3) : nil)
  }

  /// The first and the last night of a charge, which mostly has none of both.
  private func nights() throws -> (CalendarDate?, CalendarDate?) {
    let first = try day("2026-07-01").advanced(by: number(1_000))
    let last = first.advanced(by: number(400))
    return (isLucky(3) ? first : nil, isLucky(3) ? last : nil)
  }

  private func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private func isLucky(_ among: Int) -> Bool { number(among) == 0 }

  private func element<Value>(_ values: [Value]) -> Value { values[number(values.count)] }

  /// An amount of whole minor units, up to that many whole ones.
  private func amount(_ most: Int, _ campground: Campground) -> Decimal {
    let scale = [0: 1, 2: 100, 3: 1_000][campground.currency.minorUnitDigits] ?? 1
    return Money(minorUnits: Int64(number(most * scale)), campground.currency).amount
  }

  /// A percentage with up to four decimal places.
  private func percent(_ most: Int) -> Decimal {
    Decimal(sign: .plus, exponent: -4, significand: Decimal(number(most * 10_000)))
  }
}
