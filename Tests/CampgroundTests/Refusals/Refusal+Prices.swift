import Campground
import Foundation
import XCTest

extension Refusal {
  /// Rates, fees, taxes, policies and rules about stays.
  static var prices: [Refusal] {
    plans + steps + rules + brokenRules
  }

  private static var plans: [Refusal] {
    [
      Refusal(
        .nameTaken, about: .named("fee", "Booking"), names: "fee", "Booking",
        fix: .advice("choose another name")
      ) { desk, refused in
        try desk.rates.addFee("Booking", FeePlan(amount: 8))
        refused { try desk.rates.addFee("Booking", FeePlan(amount: 9)) }
      },
      Refusal(
        .unknown, about: .named("fee", "Bed"), names: "fee", "Bed", fix: .advice("add one first")
      ) { desk, refused in
        refused { try desk.rates.findFee("Bed") }
      },
      Refusal(.unknown, about: .named("fee", "Bed"), names: "fee", "Bed", mends: "there is Booking")
      {
        desk, refused in
        try desk.rates.addFee("Booking", FeePlan(amount: 8))
        refused { try desk.rates.findFee("Bed") }
      },
      Refusal(.invalidValue, about: .amount(-1), names: "fee", "-1", mends: "at least 0") {
        desk, refused in
        refused { try desk.rates.addFee("Booking", FeePlan(amount: -1)) }
      },
      Refusal(.invalidValue, about: .amount(101), names: "discount", "101", mends: "from 0 to 100")
      { desk, refused in
        refused { try desk.rates.addDiscount("Senior", DiscountPlan(percent: 101)) }
      },
      Refusal(
        .invalidValue, about: .property("amount"), names: "tax", mends: "exactly one of these"
      ) { desk, refused in
        refused { try desk.rates.addTax("Bed", TaxPlan()) }
      },
      Refusal(
        .invalidValue, about: .property("included"), names: "night", mends: "charge it per person",
        fix: .includeAll
      ) { desk, refused in
        refused {
          try desk.rates.addFee("Resort", FeePlan(amount: 2, basis: .night, includedCount: 2))
        }
      },
      Refusal(
        .invalidValue, about: .property("weekdays"), names: "weekly",
        mends: "leave out the weekdays"
      ) { desk, refused in
        refused {
          try desk.rates.addRate(
            "Week", RatePlan(amount: 1, kind: .weekly, for: ScopePlan(weekdays: .weekend)))
        }
      },
      Refusal(
        .invalidValue, about: .property("type"), names: "15", "cabin",
        fix: .advice("leave out one of them")
      ) { desk, refused in
        let site = try desk.sites.add("15", features: CampSiteFeatures(type: .tent))
        let scope = ScopePlan(site: site, siteType: .cabin)
        refused { try desk.rates.addFee("Linen", FeePlan(amount: 5, for: scope)) }
      },
      Refusal(
        .inUse, about: .named("season", "Summer"), names: "Summer", "rate \"High\"",
        mends: "choose another season there first"
      ) { desk, refused in
        let span = try SeasonSpan(from: .init(month: 6, day: 1), through: .init(month: 8, day: 31))
        let season = try desk.rates.addSeason("Summer", span)
        try desk.rates.addRate("High", RatePlan(amount: 60, for: ScopePlan(season: season)))
        refused { try desk.rates.delete(season) }
      },
    ]
  }

  private static var steps: [Refusal] {
    [
      Refusal(
        .invalidValue, about: .property("steps"), names: "Strict",
        fix: .advice("cover every number of days from 0 once, and leave the last step open")
      ) { desk, refused in
        refused { try desk.policies.add("Strict", PolicyPlan(steps: [])) }
      },
      Refusal(
        .invalidValue, about: .property("steps"), names: "Strict", "from 5 through 2",
        fix: .advice("cover every number of days from 0 once, and leave the last step open")
      ) { desk, refused in
        let days = NoticeDays(from: 5, through: 2)
        let plan = PolicyPlan(steps: [PolicyPlan.Step(days, keeps: .nothing)])
        refused { try desk.policies.add("Strict", plan) }
      },
      Refusal(
        .invalidValue, about: .property("steps"), names: "Strict", "30",
        fix: .advice("cover every number of days from 0 once, and leave the last step open")
      ) { desk, refused in
        let plan = try PolicyPlan(steps: PolicyPlan.steps(parsing: "0-29 all, 31+ nothing"))
        refused { try desk.policies.add("Strict", plan) }
      },
      Refusal(
        .invalidValue, about: .property("steps"), names: "Strict", "30",
        fix: .advice("cover every number of days from 0 once, and leave the last step open")
      ) { desk, refused in
        let plan = try PolicyPlan(steps: PolicyPlan.steps(parsing: "0-30 all, 30+ nothing"))
        refused { try desk.policies.add("Strict", plan) }
      },
      Refusal(nil, names: "soon", mends: "enter steps like") { _, refused in
        refused { try PolicyPlan.steps(parsing: "soon") }
      },
    ]
  }

  private static var rules: [Refusal] {
    [
      Refusal(
        .invalidValue, about: .property("kind"), names: "maximum", mends: "a number of nights"
      ) { desk, refused in
        refused { try desk.rules.add("Short", StayRulePlan(.maximumNights)) }
      },
      Refusal(
        .invalidValue, about: .property("number"), names: "no-arrival", mends: "takes no number"
      ) { desk, refused in
        let scope = ScopePlan(weekdays: .weekend)
        refused { try desk.rules.add("Closed", StayRulePlan(.closedToArrival, 3, for: scope)) }
      },
      Refusal(
        .invalidValue, about: .property("kind"), names: "no-arrival", mends: "dates or a season"
      ) { desk, refused in
        refused { try desk.rules.add("Closed", StayRulePlan(.closedToArrival)) }
      },
      Refusal(
        .invalidValue, about: try .date(day("2026-07-01")), names: "2026-07-05", "2026-07-01",
        fix: .advice("enter the earlier date first")
      ) { desk, refused in
        let scope = try ScopePlan(from: day("2026-07-05"), through: day("2026-07-01"))
        refused { try desk.rules.add("Closed", StayRulePlan(.closedToArrival, for: scope)) }
      },
    ]
  }

  /// Rules that a stay of two nights on site 15 from July 1 on would break, on June 15.
  private static var brokenRules: [Refusal] {
    [
      broken(.minimumPerNight, value: 3, names: "3 nights", "has 2"),
      broken(
        .minimumInSeason, value: 3, on: "2026-07-01", "2026-07-31", names: "3 nights", "has 2"),
      broken(.maximumNights, value: 1, names: "1 night", "has 2", mends: "at most 1"),
      broken(
        .closedToArrival, on: "2026-07-01", "2026-07-01", names: "2026-07-01",
        mends: "no arrivals"),
      broken(
        .closedToDeparture, on: "2026-07-03", "2026-07-03", names: "2026-07-03",
        mends: "no departures"),
      broken(
        .bookingWindow, value: 1, arriving: "2026-08-01", names: "2026-07-15", mends: "through"),
      broken(.advanceDays, value: 30, names: "2026-07-15", mends: "from 2026-07-15"),
      Refusal(
        .stayRuleBroken, rule: .gap, names: "15", "\"Rule\"", "2026-06-30",
        mends: "no gap of 1 night"
      ) { desk, refused in
        let site = try desk.sites.add("15")
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-28", "2026-06-30"))
        try desk.rules.add("Rule", StayRulePlan(.gap, 1))
        refused {
          try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
        }
      },
      Refusal(
        .stayRuleBroken, names: "15", "2026-06-10", "2026-06-15", fix: .overrideRules
      ) { desk, refused in
        let site = try desk.sites.add("15")
        refused {
          try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-10", "2026-06-12"))
        }
      },
    ]
  }

  private static func broken(
    _ kind: StayRuleKind, value: Int? = nil, on first: String? = nil, _ last: String? = nil,
    arriving arrival: String = "2026-07-01", names: String..., mends: String = "at least 3"
  ) -> Refusal {
    Refusal(.stayRuleBroken, rule: kind, names: ["15", "\"Rule\""] + names, mends: mends) {
      desk, refused in
      let site = try desk.sites.add("15")
      let scope = try ScopePlan(
        from: first.map { try day($0) }, through: last.map { try day($0) })
      try desk.rules.add("Rule", StayRulePlan(kind, value, for: scope))
      refused { try desk.reservations.reserve(site, for: nil, arrival: day(arrival), nights: 2) }
    }
  }
}
