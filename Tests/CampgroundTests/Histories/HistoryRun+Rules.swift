import Campground
import Foundation
import ObjectGraph

/// The rules of a random history, which change as it goes.
extension HistoryRun {
  /// Adds a rule or makes it another one.
  mutating func editRule() throws {
    let name = element(["a", "b", "c"])
    let isActive = !isLucky(5)
    switch element(["rate", "fee", "fee", "tax", "tax", "discount", "deposit", "season"]) {
    case "rate": try editRate(name, isActive: isActive)
    case "fee": try editFee(name, isActive: isActive)
    case "tax": try editTax(name, isActive: isActive)
    case "discount": try editDiscount(name, isActive: isActive)
    case "deposit": try editDeposit(name, isActive: isActive)
    default: try editSeason(name)
    }
    try note("rule", [:])
  }

  mutating func taxGroup() -> String? { element([nil, "lodging", "goods"]) }

  private mutating func percent(_ most: Int) -> String {
    element(["5", "10", "12.35", "\(number(1...most)).5", "7.125"])
  }

  /// The nights and places of a rule, which mostly names few of them.
  private mutating func scope() throws -> ScopePlan {
    let first = today.advanced(by: number(-3...7))
    let last = first.advanced(by: number(0...7))
    let (from, through) = (isLucky(4) ? first : nil, isLucky(4) ? last : nil)
    let season = isLucky(3) ? try rates.seasons().randomElement(using: &random) : nil
    let weekdays: Weekdays = isLucky(5) ? .weekend : []
    let site = isLucky(5) ? element(sites) : nil
    let type = isLucky(3) ? site?.siteType ?? element([CampSiteType.tent, .rv]) : nil
    return ScopePlan(
      season: season, weekdays: weekdays, from: from, through: through, site: site, siteType: type)
  }

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
  }

  private mutating func editRate(_ name: String, isActive: Bool) throws {
    let isWeekly = isLucky(2)
    var scope = try scope()
    if isWeekly { scope.weekdays = [] }
    let plan = RatePlan(
      amount: amount(cents(isWeekly ? 30_000 : 8_000)), kind: isWeekly ? .weekly : .nightly,
      for: scope, isActive: isActive)
    if let rate = try rates.rates().first(where: { $0.name == name }) {
      try rates.edit(rate) { $0 = plan }
    } else {
      try rates.addRate(name, plan)
    }
  }

  private mutating func editFee(_ name: String, isActive: Bool) throws {
    let (cents, basis, group) = (cents(1_500), element(ChargeBasis.allCases), taxGroup())
    let isRefundable = isLucky(2)
    let included = basis.unit != nil && isLucky(2) ? number(1...2) : nil
    let plan = FeePlan(
      amount: amount(cents), basis: basis, includedCount: included, taxGroup: group,
      for: try scope(), isRefundable: isRefundable, isActive: isActive)
    if let fee = try rates.fees().first(where: { $0.name == name }) {
      try rates.edit(fee) { $0 = plan }
    } else {
      try rates.addFee(name, plan)
    }
  }

  private mutating func editTax(_ name: String, isActive: Bool) throws {
    let percent = isLucky(4) ? nil : percent(20)
    let (cents, basis) = (cents(400), element(ChargeBasis.allCases))
    let group = element(["lodging", "lodging", "goods"])
    let exempt = isLucky(4) ? number(3...9) : nil
    let plan = TaxPlan(
      percent: percent.flatMap { Decimal(string: $0) },
      amount: percent == nil ? amount(cents) : nil, basis: basis, group: group,
      for: try scope(), exemptFromNights: exempt, isActive: isActive)
    if let tax = try rates.taxes().first(where: { $0.name == name }) {
      try rates.edit(tax) { $0 = plan }
    } else {
      try rates.addTax(name, plan)
    }
  }

  private mutating func editDiscount(_ name: String, isActive: Bool) throws {
    let percent = isLucky(2) ? nil : percent(40)
    let (cents, isAutomatic) = (cents(4_000), isLucky(2))
    let nights = isLucky(3) ? number(2...6) : nil
    let plan = DiscountPlan(
      percent: percent.flatMap { Decimal(string: $0) },
      amount: percent == nil ? amount(cents) : nil, for: try scope(), minimumNights: nights,
      isAutomatic: isAutomatic, isActive: isActive)
    if let discount = try rates.discounts().first(where: { $0.name == name }) {
      try rates.edit(discount) { $0 = plan }
    } else {
      try rates.addDiscount(name, plan)
    }
  }

  private mutating func editDeposit(_ name: String, isActive: Bool) throws {
    let plan = DepositPlan(nights: number(1...3), for: try scope(), isActive: isActive)
    if let rule = try rates.depositRules().first(where: { $0.name == name }) {
      try rates.edit(rule) { $0 = plan }
    } else {
      try rates.addDepositRule(name, plan)
    }
  }
}
