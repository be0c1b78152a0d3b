import CampgroundPricing
import Foundation
import TestSupport

/// What a random card is made of, and what stays cost by it, worked out in another way than by the
/// bill: night after night, in whole numbers, and for each stay anew.
struct RandomPrices {
  /// The rates of a place.
  struct Rates {
    /// For every weekday; nil where the place has no such rate.
    var nightly: Int64?
    /// For Fridays and Saturdays.
    var weekend: Int64?
    var weekly: Int64?
    var monthly: Int64?

    init(using generator: inout SeededGenerator, isGeneral: Bool) {
      nightly =
        isGeneral || Bool.random(using: &generator)
        ? .random(in: 10_00...90_00, using: &generator) : nil
      weekend =
        Int.random(in: 0..<3, using: &generator) == 0
        ? .random(in: 20_00...120_00, using: &generator) : nil
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
  /// The prices of a night and of a week from June 20 to August 20, for all places.
  var summer: (nightly: Int64?, weekly: Int64?)
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
    general = Rates(using: &generator, isGeneral: true)
    site = Rates(using: &generator, isGeneral: false)
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &generator) ? value : nil }
    func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &generator) }
    special = maybe(number(10_00...200_00))
    summer = (maybe(number(10_00...150_00)), maybe(number(50_00...500_00)))
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
      if let nightly = own.nightly {
        rates.append(.init(name + "night", .nightly, nightly, for: scope))
      }
      if let weekend = own.weekend {
        var scope = scope
        scope.weekdays = .weekend
        rates.append(.init(name + "weekend", .nightly, weekend, for: scope))
      }
      if let weekly = own.weekly { rates.append(.init(name + "week", .weekly, weekly, for: scope)) }
      if let monthly = own.monthly {
        rates.append(.init(name + "month", .monthly, monthly, for: scope))
      }
    }
    if let special {
      rates.append(
        .init("Fourth", .nightly, special, for: .init(season: try season((7, 4), (7, 4)))))
    }
    let season = RuleScope(season: try season((6, 20), (8, 20)))
    if let nightly = summer.nightly {
      rates.append(.init("Summer", .nightly, nightly, for: season))
    }
    if let weekly = summer.weekly {
      rates.append(.init("Summer week", .weekly, weekly, for: season))
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

  private func isSpecial(_ night: Night) -> Bool {
    special != nil && night.date.month == 7 && night.date.day == 4
  }

  private func isInSummer(_ night: Night) -> Bool {
    (620...820).contains(night.date.month * 100 + night.date.day)
  }

  /// What a night costs by itself.
  private func nightly(_ night: Night) -> Int64 {
    if let special, isSpecial(night) { return special }
    let isOfWeekend = [.friday, .saturday].contains(night.date.weekday)
    let own = isOfWeekend ? site.weekend ?? site.nightly : site.nightly
    if night.isOnSite, let own { return own }
    if let nightly = summer.nightly, isInSummer(night) { return nightly }
    return (isOfWeekend ? general.weekend : nil) ?? general.nightly ?? 0
  }

  /// What a week or a month at a night's rates costs.
  private func weekly(_ night: Night) -> Int64? {
    (night.isOnSite ? site.weekly : nil) ?? (isInSummer(night) ? summer.weekly : nil)
      ?? general.weekly
  }

  private func monthly(_ night: Night) -> Int64? {
    (night.isOnSite ? site.monthly : nil) ?? general.monthly
  }

  /// Whether a night costs its share of a week or of a month.
  private func takesWeek(_ night: Night) -> Bool {
    weekly(night) != nil && !(night.isOnSite && site.nightly != nil && site.weekly == nil)
  }

  private func takesMonth(_ night: Night) -> Bool {
    monthly(night) != nil && !(night.isOnSite && site.nightly != nil && site.monthly == nil)
  }

  private func price(of nights: ArraySlice<Night>, from arrival: CalendarDate) -> Int64 {
    var (sum, months, rest) = (Int64(0), 0, nights)
    /// Adds nights of which some take a fraction of their rate, and removes them from the rest.
    func add(
      _ unit: ArraySlice<Night>, _ rate: (Night) -> Int64?, by length: Int,
      if takes: (Night) -> Bool
    ) {
      sum += Self.rounded(
        unit.filter(takes).compactMap(rate).reduce(0, +), by: Int64(length))
      sum += unit.filter { !takes($0) }.map(nightly).reduce(0, +)
      rest = rest.dropFirst(unit.count)
    }
    while true {
      let end = arrival.adding(months: months + 1)
      let month = rest.prefix { $0.date < end }
      guard month.last?.date.advanced(by: 1) == end,
        month.allSatisfy({ monthly($0) != nil }), month.contains(where: takesMonth)
      else { break }
      add(month, monthly, by: month.count, if: takesMonth)
      months += 1
    }
    while let first = rest.first {
      if months > 0, takesMonth(first) {
        let days = rest.prefix { takesMonth($0) && $0.date.month == first.date.month }
        let length = CalendarDate.lastDay(ofMonth: first.date.month, year: first.date.year)
        add(days, monthly, by: length, if: takesMonth)
        continue
      }
      let week = rest.prefix(7).prefix {
        weekly($0) != nil && !isSpecial($0) && !(months > 0 && takesMonth($0))
      }
      if week.count == 7 {
        add(week, weekly, by: 7, if: takesWeek)
      } else {
        sum += nightly(first)
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
