import Campground
import Foundation
import XCTest

extension Refusal {
  /// Dates and amounts that are none.
  static var values: [Refusal] {
    dates + amounts
  }

  private static var dates: [Refusal] {
    [
      Refusal(.invalidValue, about: .dates, names: "2026-07-01", "2026-06-30", mends: "after") {
        desk, refused in
        let site = try desk.sites.add("15")
        refused {
          try desk.reservations.reserve(
            site, for: nil, arrival: day("2026-07-01"), departure: day("2026-06-30"))
        }
      },
      Refusal(.invalidValue, about: .dates, names: "0", mends: "at least 1 night") {
        desk, refused in
        let site = try desk.sites.add("15")
        refused {
          try desk.reservations.reserve(site, for: nil, arrival: day("2026-07-01"), nights: 0)
        }
      },
      Refusal(.invalidValue, about: .dates, names: "9000000 nights", mends: "the year 9999") {
        desk, refused in
        let site = try desk.sites.add("15")
        refused {
          try desk.reservations.reserve(
            site, for: nil, arrival: day("2026-07-01"), nights: 9_000_000)
        }
      },
      Refusal(nil, names: "0", mends: "at least 1 month") { _, refused in
        refused { try StayDates(arrival: day("2026-07-01"), months: 0) }
      },
      Refusal(nil, names: "96000 months", mends: "the year 9999") { _, refused in
        refused { try StayDates(arrival: day("2026-07-01"), months: 96_000) }
      },
      Refusal(nil, names: "February 2026", mends: "28 days") { _, refused in
        refused {
          try SeasonSpan(
            from: .init(month: 2, day: 29), through: .init(month: 3, day: 1), year: 2026)
        }
      },
      Refusal(nil, names: "13", mends: "from 1 to 12") { _, refused in
        refused { try SeasonSpan(from: .init(month: 13, day: 1), through: .init(month: 3, day: 1)) }
      },
      Refusal(nil, names: "10000", mends: "from 0001 to 9999") { _, refused in
        refused {
          try SeasonSpan(
            from: .init(month: 2, day: 1), through: .init(month: 3, day: 1), year: 10_000)
        }
      },
      Refusal(nil, names: "soon", mends: "use year-month-day") { _, refused in
        refused { try CalendarDate(parsing: "soon") }
      },
    ]
  }

  private static var amounts: [Refusal] {
    [
      Refusal(
        .invalidValue, about: .amount(Decimal(string: "0.005")), names: "0.005", "USD",
        fix: .advice("enter at most 2 decimal places")
      ) { desk, refused in
        let half = try XCTUnwrap(Decimal(string: "0.005"))
        refused { try desk.rates.addFee("Booking", FeePlan(amount: half)) }
      },
      Refusal(
        .invalidValue, about: .amount(nil), names: "USD", fix: .advice("enter a smaller amount")
      ) { desk, refused in
        let site = try desk.sites.add("15", rateMinor: .max)
        refused {
          try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
        }
      },
      Refusal(nil, names: "USD", "EUR", mends: "amounts of USD") {
        _, refused in
        refused { try Money(1, .usd) + Money(1, .eur) }
      },
      Refusal(nil, names: "dollars", mends: "three letters") { _, refused in
        refused { try Currency("dollars") }
      },
      Refusal(nil, names: "ten", mends: "digits and a decimal point") { _, refused in
        refused { try Money(parsing: "ten", .usd) }
      },
      Refusal(nil, names: "12,50", mends: "like 1,000.00") { _, refused in
        refused { try Money(parsing: "12,50", .usd) }
      },
      Refusal(nil, names: "USD", "€", mends: "the number alone") { _, refused in
        refused { try Money(parsing: "€5", .usd) }
      },
      Refusal(nil, mends: "at least one share") { _, refused in
        refused { try usd("1").split(into: 0) }
      },
    ]
  }
}
