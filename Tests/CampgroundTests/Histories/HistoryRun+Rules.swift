import Campground
import Foundation
import ObjectGraph

/// The rules of a random history, which change as it goes.
extension HistoryRun {
  /// Adds a rule or makes it another one.
  mutating func editRule() throws {
    let name = element(["a", "b", "c"])
    let kind = element(["rate", "fee", "fee", "tax", "tax", "discount", "season"])
    if kind == "season" { return try editSeason(name) }
    let isActive = !isLucky(5)
    let type = isLucky(3) ? element([CampSiteType.tent, .rv]) : nil
    var rule: [String: Any]
    switch kind {
    case "rate": rule = try editRate(name, type, isActive: isActive)
    case "fee": rule = try editFee(name, type, isActive: isActive)
    case "tax": rule = try editTax(name, type, isActive: isActive)
    default: rule = try editDiscount(name, type, isActive: isActive)
    }
    rule["active"] = isActive
    rule["type"] = type?.rawValue as Any? ?? NSNull()
    try note("rule", ["kind": kind, "name": name, "rule": rule])
  }

  mutating func taxGroup() -> String? { element([nil, "lodging", "goods"]) }

  private mutating func percent(_ most: Int) -> String {
    element(["5", "10", "12.35", "\(number(1...most)).5", "7.125"])
  }

  /// The first and the last night of a charge, which mostly has none of both.
  private mutating func nights() -> (from: CalendarDate?, through: CalendarDate?) {
    let first = today.advanced(by: number(-3...7))
    let last = first.advanced(by: number(0...7))
    return (isLucky(4) ? first : nil, isLucky(4) ? last : nil)
  }

  private func word(_ night: CalendarDate?) -> Any { night.map { Int($0.dayNumber) } ?? NSNull() }

  // MARK: Kinds

  /// A season of June, which sometimes is all of the year but some days of June.
  private mutating func editSeason(_ name: String) throws {
    let days = [number(1...30), number(1...30)]
    let span = try SeasonSpan(
      from: .init(month: 6, day: days[0]), through: .init(month: 6, day: days[1]))
    if let season = try rates.seasons().first(where: { $0.name == name }) {
      try rates.edit(season, span: span)
    } else {
      try rates.addSeason(name, span)
    }
    let rule = [span.first.description, span.last.description]
    try note("rule", ["kind": "season", "name": name, "rule": rule])
  }

  private mutating func editRate(
    _ name: String, _ type: CampSiteType?, isActive: Bool
  ) throws -> [String: Any] {
    let isWeekly = isLucky(2)
    let cents = cents(isWeekly ? 30_000 : 8_000)
    let plan = RatePlan(
      amount: amount(cents), kind: isWeekly ? .weekly : .nightly, for: ScopePlan(siteType: type),
      isActive: isActive)
    if let rate = try rates.rates().first(where: { $0.name == name }) {
      try rates.edit(rate) { $0 = plan }
    } else {
      try rates.addRate(name, plan)
    }
    return ["kind": isWeekly ? "weekly" : "nightly", "amount": cents]
  }

  private mutating func editFee(
    _ name: String, _ type: CampSiteType?, isActive: Bool
  ) throws -> [String: Any] {
    let (cents, basis, group) = (cents(1_500), element(ChargeBasis.allCases), taxGroup())
    let (isRefundable, nights) = (isLucky(2), nights())
    let included = basis.unit != nil && isLucky(2) ? number(1...2) : nil
    let season = isLucky(3) ? try rates.seasons().randomElement(using: &random) : nil
    let weekdays = isLucky(5) ? [Weekday.friday, .saturday] : []
    let plan = FeePlan(
      amount: amount(cents), basis: basis, includedCount: included, taxGroup: group,
      for: ScopePlan(
        season: season, weekdays: Weekdays(weekdays), from: nights.from, through: nights.through,
        siteType: type), isRefundable: isRefundable, isActive: isActive)
    if let fee = try rates.fees().first(where: { $0.name == name }) {
      try rates.edit(fee) { $0 = plan }
    } else {
      try rates.addFee(name, plan)
    }
    return [
      "amount": cents, "basis": basis.rawValue, "group": group as Any? ?? NSNull(),
      "included": included ?? 0, "season": season?.name as Any? ?? NSNull(),
      "weekdays": weekdays.isEmpty ? [] : [4, 5], "from": word(nights.from),
      "until": word(nights.through), "refundable": isRefundable,
    ]
  }

  private mutating func editTax(
    _ name: String, _ type: CampSiteType?, isActive: Bool
  ) throws -> [String: Any] {
    let percent = isLucky(4) ? nil : percent(20)
    let (cents, basis) = (cents(400), element(ChargeBasis.allCases))
    let group = element(["lodging", "lodging", "goods"])
    let (exempt, nights) = (isLucky(4) ? number(3...9) : nil, nights())
    let plan = TaxPlan(
      percent: percent.flatMap { Decimal(string: $0) },
      amount: percent == nil ? amount(cents) : nil, basis: basis, group: group,
      for: ScopePlan(from: nights.from, through: nights.through, siteType: type),
      exemptFromNights: exempt, isActive: isActive)
    if let tax = try rates.taxes().first(where: { $0.name == name }) {
      try rates.edit(tax) { $0 = plan }
    } else {
      try rates.addTax(name, plan)
    }
    return [
      "percent": percent as Any? ?? NSNull(), "amount": cents, "basis": basis.rawValue,
      "group": group, "exempt": exempt as Any? ?? NSNull(), "from": word(nights.from),
      "until": word(nights.through),
    ]
  }

  private mutating func editDiscount(
    _ name: String, _ type: CampSiteType?, isActive: Bool
  ) throws -> [String: Any] {
    let percent = isLucky(2) ? nil : percent(40)
    let (cents, isAutomatic) = (cents(4_000), isLucky(2))
    let nights = isLucky(3) ? number(2...6) : nil
    let plan = DiscountPlan(
      percent: percent.flatMap { Decimal(string: $0) },
      amount: percent == nil ? amount(cents) : nil, for: ScopePlan(siteType: type),
      minimumNights: nights, isAutomatic: isAutomatic, isActive: isActive)
    if let discount = try rates.discounts().first(where: { $0.name == name }) {
      try rates.edit(discount) { $0 = plan }
    } else {
      try rates.addDiscount(name, plan)
    }
    return [
      "percent": percent as Any? ?? NSNull(), "amount": cents, "nights": nights ?? 0,
      "automatic": isAutomatic,
    ]
  }
}
