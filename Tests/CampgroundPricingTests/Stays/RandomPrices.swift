import CampgroundPricing
import Foundation
import TestSupport

/// What a random card is made of, and what stays cost by it, worked out in another way than by the
/// bill: night after night, in whole numbers, and for each stay anew.
struct RandomPrices {
  /// The rates of a place.
  struct Rates {
    var nightly: Int64
    var weekly: Int64?
    var monthly: Int64?

    init(using generator: inout SeededGenerator) {
      nightly = .random(in: 10_00...90_00, using: &generator)
      weekly =
        Bool.random(using: &generator) ? .random(in: 50_00...400_00, using: &generator) : nil
      monthly =
        Bool.random(using: &generator) ? .random(in: 100_00...900_00, using: &generator) : nil
    }
  }

  /// A night, and whether it is on the site with rates of its own.
  typealias Night = (date: CalendarDate, isOnSite: Bool)

  var general: Rates
  var site: Rates
  /// The price of July 4.
  var special: Int64?
  /// Percentages off and how many nights they are for.
  var percents: [(percent: Int, minimum: Int)] = []
  var amount: (off: Int64, minimum: Int)?
  /// In thousandths of a percent.
  var tax: (rate: Int64, exemptFrom: Int?)?
  /// Each person and night.
  var visitorTax: (amount: Int64, exemptFrom: Int?)?
  var nightFee: Int64
  var stayFee: Int64
  var includesTax: Bool
  var share: Int
  var cancellationFee: Int64

  static let people = 3
  static let siteID = SiteID(rawValue: 2)

  init(using generator: inout SeededGenerator) {
    general = Rates(using: &generator)
    site = Rates(using: &generator)
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &generator) ? value : nil }
    func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &generator) }
    special = maybe(number(10_00...200_00))
    for _ in 0..<number(0...2) {
      percents.append((Int(number(1...70)), Int(number(1...30))))
    }
    amount = maybe((number(1_00...200_00), Int(number(1...30))))
    tax = maybe(([12_350, 10_000, 7_125][Int(number(0...2))], maybe(Int(number(2...35)))))
    visitorTax = maybe((number(1...2_00), maybe(Int(number(2...35)))))
    nightFee = [0, 3_33][Int(number(0...1))]
    stayFee = [0, 8_00][Int(number(0...1))]
    includesTax = Bool.random(using: &generator)
    share = [0, 33, 50, 99, 100][Int(number(0...4))]
    cancellationFee = [0, 5_00][Int(number(0...1))]
  }

  // MARK: The card

  var terms: CancellationTerms {
    CancellationTerms(
      steps: [
        .init(
          NoticeDays(from: 0, through: nil), keeps: .percent(Decimal(share)),
          feeMinor: cancellationFee)
      ],
      currency: .usd)
  }

  func card() throws -> RateCard {
    var rates: [RateCard.Rate] = []
    for (own, name, scope) in [
      (general, "", RuleScope.all), (site, "Site ", .init(site: Self.siteID)),
    ] {
      rates.append(.init(name + "night", .nightly, own.nightly, for: scope))
      if let weekly = own.weekly { rates.append(.init(name + "week", .weekly, weekly, for: scope)) }
      if let monthly = own.monthly {
        rates.append(.init(name + "month", .monthly, monthly, for: scope))
      }
    }
    if let special {
      rates.append(
        .init("Fourth", .nightly, special, for: .init(season: try season((7, 4), (7, 4)))))
    }
    var discounts: [RateCard.Discount] = []
    for (index, own) in percents.enumerated() {
      discounts.append(
        .init("Long \(index)", .percent(try percent("\(own.percent)")), minimumNights: own.minimum))
    }
    if let amount {
      discounts.append(.init("Voucher", .amount(amount.off), minimumNights: amount.minimum))
    }
    var taxes: [RateCard.Tax] = []
    if let tax {
      taxes.append(
        .init(
          "Tax", .percent(try Percentage(Decimal(tax.rate) / 1_000)),
          exemptFromNights: tax.exemptFrom))
    }
    if let visitorTax {
      taxes.append(
        .init(
          "Visitor", .amount(visitorTax.amount, .personNight),
          exemptFromNights: visitorTax.exemptFrom))
    }
    return RateCard(
      rates, discounts: discounts,
      fees: [
        .init("Resort fee", nightFee, .night, taxGroup: RateCard.lodgingGroup),
        .init("Booking fee", stayFee, .stay, isRefundable: false),
      ], taxes: taxes, pricesIncludeTax: includesTax)
  }

  // MARK: Lodging

  /// What an unbroken stay costs after discounts.
  func lodging(of nights: ArraySlice<Night>) -> Int64 {
    guard let arrival = nights.first?.date else { return 0 }
    let price = price(of: nights, from: arrival)
    let percent = percents.reduce(0) { $0 + (nights.count >= $1.minimum ? $1.percent : 0) }
    let left = price - Self.rounded(price * Int64(min(percent, 100)), by: 100)
    guard let amount, nights.count >= amount.minimum else { return left }
    return max(0, left - amount.off)
  }

  private func price(of nights: ArraySlice<Night>, from arrival: CalendarDate) -> Int64 {
    func rates(_ night: Night) -> Rates { night.isOnSite ? site : general }
    func isSpecial(_ night: Night) -> Bool {
      special != nil && night.date.month == 7 && night.date.day == 4
    }
    var (sum, months, rest) = (Int64(0), 0, nights)
    while true {
      let end = arrival.adding(months: months + 1)
      let month = rest.prefix { $0.date < end }
      guard month.last?.date.advanced(by: 1) == end else { break }
      let prices = month.compactMap { rates($0).monthly }
      guard prices.count == month.count else { break }
      sum += Self.rounded(prices.reduce(0, +), by: Int64(month.count))
      rest = rest.dropFirst(month.count)
      months += 1
    }
    while let first = rest.first {
      if isSpecial(first) {
        sum += special ?? 0
        rest = rest.dropFirst()
        continue
      }
      if months > 0, rates(first).monthly != nil {
        // The days of this calendar month up to the next special one.
        let days = rest.prefix {
          rates($0).monthly != nil && !isSpecial($0) && $0.date.month == first.date.month
        }
        let length = CalendarDate.lastDay(ofMonth: first.date.month, year: first.date.year)
        sum += Self.rounded(days.compactMap { rates($0).monthly }.reduce(0, +), by: Int64(length))
        rest = rest.dropFirst(days.count)
        continue
      }
      let week = rest.prefix(7).compactMap { night in
        isSpecial(night) || months > 0 && rates(night).monthly != nil ? nil : rates(night).weekly
      }
      if week.count == 7 {
        sum += Self.rounded(week.reduce(0, +), by: 7)
        rest = rest.dropFirst(7)
      } else {
        sum += rates(first).nightly
        rest = rest.dropFirst()
      }
    }
    return sum
  }

  /// The least lodging of a stay that has the nights at some places of a row.
  func least(_ present: Range<Int>, of row: [Night]) -> Int64 {
    var least = Int64.max
    for start in 0...present.lowerBound {
      for end in present.upperBound...row.count {
        least = min(least, lodging(of: row[start..<end]))
      }
    }
    return least
  }

  // MARK: Totals

  /// What a stay costs in all by what its nights cost, and the tax in it.
  func total(
    lodging: Int64, kept: Int64, nights: Int
  ) -> (total: Int64, tax: Int64) {
    let taxed = lodging + Int64(nights) * nightFee
    var (total, taxes) = (taxed + kept + stayFee, Int64(0))
    if let tax {
      let isExempt = tax.exemptFrom.map { nights >= $0 } ?? false
      func share(of amount: Int64) -> Int64 {
        Self.rounded(amount * tax.rate, by: 100_000 + (includesTax ? tax.rate : 0))
      }
      let paid = isExempt ? 0 : share(of: taxed)
      // Kept money is without its tax where prices have it.
      total += paid - (includesTax ? share(of: taxed + kept) : 0)
      taxes += paid
    }
    if let visitorTax, visitorTax.exemptFrom.map({ nights < $0 }) ?? true {
      let visitors = visitorTax.amount * Int64(nights * Self.people)
      total += visitors
      taxes += visitors
    }
    return (total, taxes)
  }

  /// The quotient of numbers that are not negative, a half rounded up.
  static func rounded(_ dividend: Int64, by divisor: Int64) -> Int64 {
    (2 * dividend + divisor) / (2 * divisor)
  }
}
