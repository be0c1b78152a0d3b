import Campground
import XCTest

@testable import CampgroundDemo

/// What the demo plans before anything is stored.
final class DemoPlanTests: XCTestCase {
  private let day = CalendarDate(dayNumber: 9_326)

  private func plan(seed: UInt64 = 1, _ span: DemoSpan? = nil) -> DemoPlan {
    DemoPlan(
      seed: seed, span: span ?? .short(around: day), scenes: DemoScene.all(on: day))
  }

  /// The stays of a plan as texts.
  private func words(_ plan: DemoPlan) -> [String] {
    plan.stays.map { stay in
      "\(plan.guests[stay.guest].name) \(stay.place) \(stay.arrival) \(stay.nights) \(stay.party)"
    }
  }

  func testRandomNumbersAreThoseOfSplitMix64() {
    // The first numbers of the generator's reference implementation for the seed 1234567.
    var random = DemoRandom(seed: 1_234_567)
    XCTAssertEqual(
      (0..<3).map { _ in random.next() },
      [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  func testACampgroundHas120SitesIn3LoopsAnd5Classes() {
    XCTAssertEqual(DemoSite.all.count, 120)
    XCTAssertEqual(Set(DemoSite.all.map(\.name)).count, 120)
    XCTAssertEqual(Set(DemoSite.all.map(\.loop)), ["Bay", "Dunes", "Spruce"])
    XCTAssertEqual(Set(DemoSite.all.map(\.siteClass)), Set(DemoClass.all.indices))
    XCTAssertEqual(DemoClass.all.count, 5)
  }

  func testTheSameSeedPlansTheSame() {
    XCTAssertEqual(words(plan()), words(plan()))
  }

  func testAnotherSeedPlansOtherStays() {
    XCTAssertNotEqual(words(plan()), words(plan(seed: 2)))
  }

  func testTheShortDemoAndTheWholeOneHaveTheSameWishes() {
    let arrival = day.advanced(by: 3)
    let spans = [DemoSpan.short(around: day), .whole(around: day)]
    let wishes = spans.map { span in
      DemoDemand(seed: 1, span: span).wishes(for: 0, on: arrival).map { [$0.lead, $0.nights] }
    }
    XCTAssertFalse(wishes[0].isEmpty)
    XCTAssertEqual(wishes[0], wishes[1])
  }

  func testNoTwoStaysThatLastShareASiteAndANight() {
    let plan = plan()
    // Whoever was canceled or left early gave nights back; those who came stayed for theirs.
    var came: Set<Int> = []
    for steps in plan.steps.values {
      for step in steps {
        switch step.action {
        case .walkIn(let number), .checkIn(let number): came.insert(number)
        default: break
        }
      }
    }
    var taken: [String: Int] = [:]
    for number in came {
      guard case .site(let site) = plan.stays[number].place else { continue }
      // A guest who moved was elsewhere before.
      guard case .site(site) = plan.stays[number].booked.place else { continue }
      for offset in 0..<plan.stays[number].nights {
        let night = "\(site) \(plan.stays[number].arrival.advanced(by: offset))"
        XCTAssertNil(taken.updateValue(number, forKey: night), "stay \(number) on \(night)")
      }
    }
    XCTAssertGreaterThan(taken.count, 500)
  }

  func testGuestsAreInvented() throws {
    for guest in plan().guests {
      XCTAssertNotNil(try /[0-9]{3}-555-01[0-9]{2}/.wholeMatch(in: guest.phone), guest.phone)
      if let email = guest.email {
        XCTAssertNotNil(try /[a-z.]+@example\.(com|net|org)/.wholeMatch(in: email), email)
      }
    }
  }

  func testSummersAreFullAndWintersQuiet() {
    func wishes(_ month: Int) throws -> Int {
      let demand = DemoDemand(seed: 1, span: .whole(around: day))
      let first = try CalendarDate(year: 2026, month: month, day: 1)
      return (0..<28).reduce(0) { $0 + demand.wishes(for: 1, on: first.advanced(by: $1)).count }
    }
    XCTAssertGreaterThan(try wishes(7), 3 * (try wishes(1)))
  }

  func testSummerWeekendsAreBookedForTwoNightsAtLeast() throws {
    let friday = try CalendarDate(year: 2026, month: 7, day: 17)
    XCTAssertEqual(DemoDemand.allowed(1, from: friday), 2)
    XCTAssertEqual(DemoDemand.allowed(1, from: friday.advanced(by: 3)), 1)
    let winter = try CalendarDate(year: 2026, month: 1, day: 16)
    XCTAssertEqual(winter.weekday, .friday)
    XCTAssertEqual(DemoDemand.allowed(1, from: winter), 1)
  }

  func testEverySceneNamesCampsitesThatExistAndNoneTwiceForANight() {
    var taken: Set<String> = []
    for scene in DemoScene.all(on: day) {
      for use in scene.uses {
        // An unknown name would be taken for the first campsite.
        XCTAssertNotEqual(use.site, 0, scene.title)
        for night in use.arrival..<(use.arrival + use.nights) {
          XCTAssertTrue(taken.insert("\(use.site) \(night)").inserted, scene.title)
        }
      }
    }
    XCTAssertGreaterThan(taken.count, 100)
  }
}
