import Campground
import Foundation
import TestSupport
import XCTest

extension Refusal {
  /// Days, lines, vouchers and meters. Today is 2026-06-15, and R-1 owes 40.00.
  static var ledger: [Refusal] {
    days + amounts + lines + vouchers + meters
  }

  private static func stayOf40(_ desk: TestDesk, isInHouse: Bool = false) throws -> Reservation {
    try desk.stay(nights: [4_000], isInHouse: isInHouse)
  }

  private static var days: [Refusal] {
    [
      Refusal(
        about: try .date(day("2026-06-13")), names: "2026-06-13", "2026-06-14",
        mends: "through 2026-06-14", fix: .leaveDayOut
      ) { desk, refused in
        try desk.begin(on: "2026-06-14")
        let stay = try stayOf40(desk)
        _ = try desk.folios.closeDay(try day("2026-06-14"))
        refused { try desk.folios.pay(1, by: .cash, for: stay, on: day("2026-06-13")) }
      },
      Refusal(
        about: try .date(day("2026-06-16")), names: "2026-06-16", "2026-06-15",
        fix: .advice("enter today or an earlier date")
      ) { desk, refused in
        let stay = try stayOf40(desk)
        refused { try desk.folios.pay(1, by: .cash, for: stay, on: day("2026-06-16")) }
      },
      Refusal(
        about: try .date(day("2026-06-12")), names: "2026-06-12", mends: "close 2026-06-11 before"
      ) { desk, refused in
        try desk.begin(on: "2026-06-10")
        _ = try desk.folios.closeDay(try day("2026-06-10"))
        refused { try desk.folios.closeDay(day("2026-06-12")) }
      },
      Refusal(
        about: try .date(day("1900-01-01")), names: "1900-01-01", "2026-06-10",
        fix: try .closeDay(day("2026-06-10"))
      ) { desk, refused in
        try desk.begin(on: "2026-06-10")
        refused { try desk.folios.closeDay(day("1900-01-01")) }
      },
      Refusal(about: try .date(day("2026-06-15")), names: "2026-06-15", fix: .list(.closedDays)) {
        desk, refused in
        try desk.begin(on: "2026-06-14")
        _ = try desk.folios.closeDay(try day("2026-06-14"))
        refused { try desk.folios.reopenDay(day("2026-06-15")) }
      },
      Refusal(
        about: try .date(day("2026-06-13")), names: "2026-06-14",
        fix: try .reopenDay(day("2026-06-14"))
      ) { desk, refused in
        try desk.begin(on: "2026-06-13")
        for date in ["2026-06-13", "2026-06-14"] { _ = try desk.folios.closeDay(day(date)) }
        refused { try desk.folios.reopenDay(day("2026-06-13")) }
      },
      Refusal(
        .dayClosedAlready, about: try .date(day("2026-06-10")), names: "2026-06-10",
        fix: .closeNextDay
      ) { desk, refused in
        try desk.begin(on: "2026-06-10")
        _ = try desk.folios.closeDay(try day("2026-06-10"))
        refused { try desk.folios.closeDay(day("2026-06-10")) }
      },
      Refusal(
        about: try .date(day("2026-06-15")), names: "2026-06-15", "R-1",
        fix: try .postNights(day("2026-06-15"))
      ) { desk, refused in
        _ = try stayOf40(desk, isInHouse: true)
        refused { try desk.folios.closeDay(day("2026-06-15")) }
      },
    ]
  }

  private static var amounts: [Refusal] {
    [
      Refusal(.invalidValue, about: .amount(0), names: "$0.00", mends: "above $0.00") {
        desk, refused in
        let stay = try stayOf40(desk)
        refused { try desk.folios.pay(0, by: .cash, for: stay) }
      },
      Refusal(
        .invalidValue, about: .amount(Decimal(string: "1000000000.01")), names: "1,000,000,000.01",
        "at most $1,000,000,000.00",
        fix: .advice(
          "an amount this large looks like a typing mistake; if it is right, enter it in parts")
      ) { desk, refused in
        let stay = try stayOf40(desk)
        let amount = try XCTUnwrap(Decimal(string: "1000000000.01"))
        refused { try desk.folios.pay(amount, by: .cash, for: stay) }
      },
      Refusal(.invalidValue, about: .property("reason"), names: "a refund", mends: "needs a reason")
      { desk, refused in
        let stay = try stayOf40(desk)
        try desk.folios.pay(40, by: .cash, for: stay)
        refused { try desk.folios.refund(1, to: stay, reason: " ") }
      },
      Refusal(about: .amount(61), names: "R-1", "$61.00", mends: "at most $60.00") {
        desk, refused in
        let stay = try stayOf40(desk)
        try desk.folios.pay(10, by: .card, for: stay)
        try desk.folios.pay(50, by: .cash, for: stay)
        refused { try desk.folios.refund(61, to: stay, reason: "rain") }
      },
      Refusal(
        about: .amount(11), names: "R-1", "$11.00", mends: "only $10.00 of it came by card",
        fix: .refundAsPaid
      ) { desk, refused in
        let stay = try stayOf40(desk)
        try desk.folios.pay(10, by: .card, for: stay)
        try desk.folios.pay(50, by: .cash, for: stay)
        refused { try desk.folios.refund(11, to: stay, by: .card, reason: "rain") }
      },
      Refusal(
        about: .amount(41), names: "R-1", "$41.00", mends: "bill of R-1 ($40.00)",
        fix: .reverseCharges
      ) { desk, refused in
        let stay = try stayOf40(desk)
        refused { try desk.folios.allow(41, to: stay, reason: "rain") }
      },
      Refusal(
        about: .amount(11), names: "R-1", "$11.00", mends: "a credit of $10.00", fix: .takeOffFirst
      ) { desk, refused in
        let stay = try stayOf40(desk)
        try desk.folios.pay(50, by: .cash, for: stay)
        refused { try desk.folios.credit(11, to: stay) }
      },
      Refusal(about: .stay("R-1"), names: "R-1", fix: .advice("enter an amount to prepay")) {
        desk, refused in
        let stay = try stayOf40(desk)
        try desk.folios.pay(40, by: .cash, for: stay)
        let voucher = try desk.folios.issueVoucher(50)
        refused { try desk.folios.redeem(voucher.code, for: stay) }
      },
      Refusal(about: .property("price"), names: "R-1", fix: .takeOffOrExtend) {
        desk, refused in
        let stay = try stayOf40(desk, isInHouse: true)
        stay.totalMinor = 4_000
        try desk.stack.mainContext.saveThrough()
        try desk.folios.runNightly(day("2026-06-15"))
        refused { try desk.reservations.edit("R-1", price: 30) }
      },
      Refusal(about: .stay("R-1"), names: "R-1", fix: .advice("leave out unpriced")) {
        desk, refused in
        _ = try stayOf40(desk)
        refused { try desk.reservations.edit("R-1", price: 30, onlyUnpriced: true) }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "2026-06-16", fix: .priceNights("R-1")) {
        desk, refused in
        // June 15, 2026 is a Monday.
        try desk.rates.addRate(
          "Mondays", RatePlan(amount: 40, for: ScopePlan(weekdays: Weekdays([Weekday.monday]))))
        let site = try desk.sites.add("15")
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-17"))
        try desk.reservations.checkIn("R-1")
        refused { try desk.reservations(on: "2026-06-17").checkOut("R-1") }
      },
      Refusal(about: .property("discount"), names: "R-1", fix: .takeOffOrExtend) { desk, refused in
        _ = try stayOf40(desk, isInHouse: true)
        try desk.folios.runNightly(day("2026-06-15"))
        let scouts = try desk.rates.addDiscount("Scouts", DiscountPlan(percent: 25))
        refused { try desk.reservations.edit("R-1", discount: .chosen(scouts)) }
      },
    ]
  }

  private static var lines: [Refusal] {
    [
      Refusal(.unknown, about: .line(99), names: "99", fix: .showLines) { desk, refused in
        let stay = try desk.stay(nights: [4_000])
        refused { try desk.folios.line(99, of: stay) }
      },
      Refusal(
        about: .line(1), names: "line 1", "line 2", fix: .advice("if it was right, post it again")
      ) { desk, refused in
        let line = try desk.folios.pay(40, by: .cash, for: stayOf40(desk))
        try desk.folios.reverse(line, reason: "the wrong guest")
        refused { try desk.folios.reverse(line, reason: "again") }
      },
      Refusal(about: .line(2), names: "line 2", mends: "post the line again") {
        desk, refused in
        let line = try desk.folios.pay(40, by: .cash, for: stayOf40(desk))
        let reversal = try desk.folios.reverse(line, reason: "the wrong guest")
        refused { try desk.folios.reverse(reversal, reason: "no") }
      },
      Refusal(
        about: .line(1), names: "line 1", "line 2",
        fix: .advice("reverse line 2 first; if that money was paid out, charge the difference")
      ) { desk, refused in
        let stay = try stayOf40(desk)
        let line = try desk.folios.pay(40, by: .cash, for: stay)
        try desk.folios.refund(10, to: stay, reason: "rain")
        refused { try desk.folios.reverse(line, reason: "the wrong guest") }
      },
      Refusal(
        about: .line(2), names: "line 2", "Senior",
        fix: .advice("reverse that line, or edit the reservation")
      ) { desk, refused in
        try desk.rates.addDiscount("Senior", DiscountPlan(percent: 10, isAutomatic: true))
        let stay = try stayOf40(desk)
        try desk.reservations.checkIn(stay.code)
        try desk.folios.runNightly(day("2026-06-15"))
        let lines = try desk.folios.lines(of: XCTUnwrap(stay.folio))
        let discount = try XCTUnwrap(lines.first { $0.kind == .discount })
        refused { try desk.folios.reverse(discount, reason: "no") }
      },
      Refusal(
        about: .line(2), names: "line 2", "V-",
        fix: .advice("reverse the payments by the voucher first")
      ) { desk, refused in
        let stay = try stayOf40(desk)
        try desk.folios.pay(60, by: .cash, for: stay)
        let line = try desk.folios.credit(20, to: stay)
        let voucher = try XCTUnwrap(line.voucher)
        try desk.folios.redeem(voucher.code, amount: 5, for: stay)
        refused { try desk.folios.reverse(line, reason: "no") }
      },
    ]
  }

  private static var vouchers: [Refusal] {
    [
      Refusal(.unknown, about: .named("voucher", "V-1"), names: "V-1", fix: .list(.vouchers)) {
        desk, refused in
        let stay = try stayOf40(desk)
        refused { try desk.folios.redeem("V-1", for: stay) }
      },
      Refusal(
        about: .named("voucher", "V-38R6-J6LX"), names: "V-", "2026-06-15",
        fix: .advice("use another payment method")
      ) { desk, refused in
        _ = try stayOf40(desk)
        let voucher = try desk.folios.issueVoucher(50, lastDay: day("2026-06-15"))
        let late = try desk.folios(on: "2026-06-16")
        refused { try late.redeem(voucher.code, for: desk.find("R-1")) }
      },
      Refusal(
        about: .named("voucher", "V-38R6-J6LX"), names: "V-",
        fix: .advice("use it for a stay of Ben Okafor")
      ) { desk, refused in
        let stay = try stayOf40(desk)
        let ben = try desk.campers.addCamper("Ben Okafor", phoneNumber: nil)
        let voucher = try desk.folios.issueVoucher(50, for: ben)
        refused { try desk.folios.redeem(voucher.code, for: stay) }
      },
      Refusal(
        about: .named("voucher", "V-38R6-J6LX"), names: "V-",
        fix: .advice("use another payment method")
      ) { desk, refused in
        let stay = try stayOf40(desk)
        let voucher = try desk.folios.issueVoucher(10)
        try desk.folios.redeem(voucher.code, for: stay)
        refused { try desk.folios.redeem(voucher.code, for: stay) }
      },
      Refusal(
        about: .amount(11), names: "V-", "$11.00", "$10.00",
        fix: .advice("use another payment method for the rest")
      ) { desk, refused in
        let stay = try stayOf40(desk)
        let voucher = try desk.folios.issueVoucher(10)
        refused { try desk.folios.redeem(voucher.code, amount: 11, for: stay) }
      },
      Refusal(
        about: try .date(day("2026-06-14")), names: "2026-06-14",
        fix: .advice("enter 2026-06-15 or a later date")
      ) { desk, refused in
        refused { try desk.folios.issueVoucher(5, lastDay: day("2026-06-14")) }
      },
      Refusal(about: .property("method"), fix: .nameVoucher) { desk, refused in
        let stay = try stayOf40(desk)
        refused { try desk.folios.pay(5, by: .voucher, for: stay) }
      },
    ]
  }

  private static var meters: [Refusal] {
    [
      Refusal(
        about: .property("reading"), names: "electricity", "15", "100", "99", mends: "replaced",
        fix: .replaceMeter
      ) { desk, refused in
        let site = try desk.sites.add("15")
        _ = try desk.folios.readMeter(.electricity, of: site, showing: 100)
        refused { try desk.folios.readMeter(.electricity, of: site, showing: 99) }
      },
      Refusal(
        about: .property("reading"), names: "electricity", "15", "R-1", "R-2", "2026-06-16",
        fix: try .nameMeterPayer("R-1", change: day("2026-06-16"))
      ) { desk, refused in
        let site = try guests(desk)
        let folios = try desk.folios(on: "2026-06-17")
        refused { try folios.readMeter(.electricity, of: site, showing: 110) }
      },
      Refusal(
        about: .stay("R-3"), names: "R-3", "15", "R-1",
        fix: .advice("choose a stay that was on the site")
      ) { desk, refused in
        let site = try guests(desk)
        let other = try desk.stay(nights: [4_000], site: "16", camper: "Ben Okafor")
        let folios = try desk.folios(on: "2026-06-17")
        refused { try folios.readMeter(.electricity, of: site, showing: 110, for: other) }
      },
      Refusal(.invalidValue, about: .property("reading"), names: "-1", mends: "at least 0") {
        desk, refused in
        let site = try desk.sites.add("15")
        refused { try desk.folios.readMeter(.electricity, of: site, showing: -1) }
      },
      Refusal(
        about: try .date(day("2026-06-14")), names: "2026-06-14", "2026-06-15",
        fix: .advice("enter 2026-06-15 or a later date")
      ) { desk, refused in
        let site = try desk.sites.add("15")
        _ = try desk.folios.readMeter(.electricity, of: site, showing: 100)
        refused {
          try desk.folios.readMeter(
            .electricity, of: site, showing: 101, on: day("2026-06-14"))
        }
      },
    ]
  }

  /// Site 15, whose meter was read while R-1 was there, and which R-2 has from the next day on.
  private static func guests(_ desk: TestDesk) throws -> CampSite {
    try desk.folios.setMeterRate(.electricity, price: 1, unit: "kWh")
    let site = try desk.sites.add("15")
    for (arrival, departure) in [("2026-06-15", "2026-06-16"), ("2026-06-16", "2026-06-18")] {
      let service = try desk.reservations(on: arrival)
      let code = try service.book(Booking(site, for: nil, dates: stay(arrival, departure))).code
      if code == "R-2" { try service.checkOut("R-1") }
      try service.checkIn(code)
      if code == "R-1" {
        _ = try desk.folios.readMeter(.electricity, of: site, showing: 100)
      }
    }
    return site
  }
}
