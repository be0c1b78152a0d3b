import Campground
import Foundation

/// What the demo's campground charges, and under which terms.
struct DemoPrices {
  let services: Services
  /// The classes, in the order of `DemoClass.all`.
  let classes: [SiteClass]

  static let summer = (first: (month: 6, day: 15), last: (month: 9, day: 10))
  static let winter = (first: (month: 11, day: 1), last: (month: 3, day: 15))

  /// The tax group of what the shop sells.
  static let goods = "goods"

  /// Whether a night is priced as one of the summer.
  static func isSummer(_ night: CalendarDate) -> Bool {
    let (_, month, day) = night.components
    return (month, day) >= (summer.first.month, summer.first.day)
      && (month, day) <= (summer.last.month, summer.last.day)
  }

  /// Adds seasons, rates, taxes, fees, discounts, the deposit, the policy and stay rules.
  func add() throws {
    let summer = try season("Summer", Self.summer)
    let winter = try season("Winter", Self.winter)
    for (siteClass, plan) in zip(classes, DemoClass.all) {
      try addRates(of: plan, for: siteClass, summer, winter)
    }
    try addTaxes()
    try addFees()
    try addTerms(summer, winter)
  }

  private func season(
    _ name: String, _ days: (first: (month: Int, day: Int), last: (month: Int, day: Int))
  ) throws -> Season {
    try services.rates.addSeason(
      name,
      SeasonSpan(
        from: .init(month: days.first.month, day: days.first.day),
        through: .init(month: days.last.month, day: days.last.day)))
  }

  private func addRates(
    of plan: DemoClass, for siteClass: SiteClass, _ summer: Season, _ winter: Season
  ) throws {
    let rates = services.rates
    func add(_ name: String, _ amount: Decimal, _ kind: RateKind = .nightly, _ scope: ScopePlan)
      throws
    {
      _ = try rates.addRate(
        "\(plan.name) \(name)", RatePlan(amount: amount, kind: kind, for: scope))
    }
    try add("base", plan.prices.base, .nightly, ScopePlan(siteClass: siteClass))
    try add(
      "weekend", plan.prices.weekend, .nightly,
      ScopePlan(weekdays: .weekend, siteClass: siteClass))
    try add("summer", plan.prices.summer, .nightly, ScopePlan(season: summer, siteClass: siteClass))
    try add(
      "summer weekend", plan.prices.summerWeekend, .nightly,
      ScopePlan(season: summer, weekdays: .weekend, siteClass: siteClass))
    try add("winter", plan.prices.winter, .nightly, ScopePlan(season: winter, siteClass: siteClass))
    if let weekly = plan.weekly {
      try add("week", weekly, .weekly, ScopePlan(siteClass: siteClass))
    }
    if let monthly = plan.monthly {
      try add("month", monthly, .monthly, ScopePlan(siteClass: siteClass))
    }
  }

  private func addTaxes() throws {
    let rates = services.rates
    _ = try rates.addTax("Sales tax", TaxPlan(percent: 8.3, exemptFromNights: 30))
    _ = try rates.addTax("Lodging tax", TaxPlan(percent: 3, exemptFromNights: 30))
    _ = try rates.addTax("Sales tax, shop", TaxPlan(percent: 8.3, group: Self.goods))
  }

  private func addFees() throws {
    let rates = services.rates
    _ = try rates.addFee("Booking fee", FeePlan(amount: 8))
    _ = try rates.addFee(
      "Second vehicle",
      FeePlan(amount: 9, basis: .vehicleNight, includedCount: 1, taxGroup: RateCard.lodgingGroup))
    _ = try rates.addFee(
      "Pets", FeePlan(amount: 4, basis: .petNight, taxGroup: RateCard.lodgingGroup))
  }

  private func addTerms(_ summer: Season, _ winter: Season) throws {
    let rates = services.rates
    _ = try rates.addDiscount("Senior", DiscountPlan(percent: 10))
    _ = try rates.addDiscount(
      "Quiet midweek",
      DiscountPlan(
        percent: 15,
        for: ScopePlan(
          season: winter,
          weekdays: Weekdays([.sunday, .monday, .tuesday, .wednesday, .thursday])),
        minimumNights: 3, isAutomatic: true))
    _ = try rates.addDepositRule("First night", DepositPlan(nights: 1))
    _ = try rates.addDepositRule(
      "Half for groups",
      DepositPlan(percent: 50, for: ScopePlan(siteClass: classes[DemoClass.groupClass])))
    _ = try services.policies.add(
      "Standard",
      PolicyPlan(
        steps: [
          .init(NoticeDays(from: 0, through: 1), keeps: .everything),
          .init(NoticeDays(from: 2, through: 7), keeps: .nights(1)),
          .init(NoticeDays(from: 8, through: nil), keeps: .nothing, fee: 10),
        ], changeFee: 10))
    _ = try services.rules.add(
      "Summer weekends",
      StayRulePlan(.minimumPerNight, 2, for: ScopePlan(season: summer, weekdays: .weekend)))
    _ = try services.folios.setMeterRate(.electricity, price: 0.17, unit: "kWh")
  }
}
