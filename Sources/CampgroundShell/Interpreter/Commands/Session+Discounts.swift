import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about discounts and deposits.
extension Session {
  // MARK: Discounts

  func addDiscount(_ command: ParsedCommand) throws -> Answer {
    var plan = DiscountPlan()
    try take(
      command, share(of: command), seasonChange(command), classChange(command), into: &plan)
    let discount = try rates.addDiscount(try command.require(.name), plan)
    return .message(
      "Added discount " + Self.sentence(about: discount), record: record(of: discount))
  }

  func listDiscounts() throws -> Answer {
    .table(
      ResultTable(
        columns: Self.discountColumns,
        rows: try rates.discounts().map { record(of: $0).map(\.value) }),
      asides: ["active"], empty: "No discounts yet; add one with discount add")
  }

  func showDiscount(_ command: ParsedCommand) throws -> Answer {
    .details(record(of: try discount(command)), lists: [])
  }

  func editDiscount(_ command: ParsedCommand) throws -> Answer {
    let discount = try discount(command)
    try requireChange(command)
    let (share, season) = (try share(of: command), try seasonChange(command))
    let siteClass = try classChange(command)
    let changed = try rates.edit(discount, name: command[.name]) { plan in
      try take(command, share, season, siteClass, into: &plan)
    }
    return .message(
      "Changed discount " + Self.sentence(about: changed), record: record(of: changed))
  }

  func deleteDiscount(_ command: ParsedCommand) throws -> Answer {
    let discount = try discount(command)
    let (name, record) = (discount.name, record(of: discount))
    try rates.delete(discount)
    return .message("Deleted discount \(name)", record: record)
  }

  private func take(
    _ command: ParsedCommand, _ share: (percent: Decimal?, amount: Decimal?)?, _ season: Season??,
    _ siteClass: SiteClass??, into plan: inout DiscountPlan
  ) throws {
    if let share { (plan.percent, plan.amount) = share }
    if let season { plan.season = season }
    if let weekdays = try weekdays(of: command) { plan.weekdays = weekdays }
    if let nights = command[.minimumNights] { plan.minimumNights = nights == 0 ? nil : nights }
    if let siteClass { plan.siteClass = siteClass }
    if let type = command[.type] { plan.siteType = CampSiteType(rawValue: type) }
    if let automatic = command[.automatic] { plan.isAutomatic = automatic }
    if let active = command[.active] { plan.isActive = active }
  }

  private static let discountColumns: [ResultTable.Column] = [
    .init("discount"), .number("percent"), .number("amount"), .init("season"), .init("weekdays"),
    .number("minnights"), .init("class"), .init("type"), .init("automatic"), .init("active"),
  ]

  private func record(of discount: Discount) -> Answer.Record {
    let values: [Cell] = [
      .text(discount.name), Cell(percent: discount.percent),
      Cell(discount.amountMinor, of: discount.campground), Cell(discount.season?.name),
      Cell(weekdays: discount.weekdays), Cell(discount.minimumNights),
      Cell(discount.siteClass?.name), Cell(discount.siteType),
      .boolean(discount.isAutomatic), .boolean(discount.isActive),
    ]
    return zip(Self.discountColumns, values).map { ($0.name, $1) }
  }

  // MARK: Deposits

  func addDeposit(_ command: ParsedCommand) throws -> Answer {
    var plan = DepositPlan()
    take(command, try share(of: command), try classChange(command), into: &plan)
    let rule = try rates.addDepositRule(try command.require(.name), plan)
    return .message("Added deposit " + Self.sentence(about: rule), record: record(of: rule))
  }

  func listDeposits() throws -> Answer {
    .table(
      ResultTable(
        columns: Self.depositColumns,
        rows: try rates.depositRules().map { record(of: $0).map(\.value) }),
      empty: "No rules about deposits yet; add one with deposit add")
  }

  func showDeposit(_ command: ParsedCommand) throws -> Answer {
    .details(record(of: try deposit(command)), lists: [])
  }

  func editDeposit(_ command: ParsedCommand) throws -> Answer {
    let rule = try deposit(command)
    try requireChange(command)
    let (share, siteClass) = (try share(of: command), try classChange(command))
    let changed = try rates.edit(rule, name: command[.name]) { plan in
      // One way to say it takes the place of another.
      if command[.share] != nil || command[.nights] != nil {
        (plan.percent, plan.amount, plan.nights) = (nil, nil, nil)
      }
      take(command, share, siteClass, into: &plan)
    }
    return .message("Changed deposit " + Self.sentence(about: changed), record: record(of: changed))
  }

  func deleteDeposit(_ command: ParsedCommand) throws -> Answer {
    let rule = try deposit(command)
    let (name, record) = (rule.name, record(of: rule))
    try rates.delete(rule)
    return .message("Deleted deposit \(name)", record: record)
  }

  private func take(
    _ command: ParsedCommand, _ share: (percent: Decimal?, amount: Decimal?)?,
    _ siteClass: SiteClass??, into plan: inout DepositPlan
  ) {
    if let share { (plan.percent, plan.amount) = share }
    if let nights = command[.nights] { plan.nights = nights }
    if let nights = command[.minimumNights] { plan.minimumNights = nights == 0 ? nil : nights }
    if let siteClass { plan.siteClass = siteClass }
    if let type = command[.type] { plan.siteType = CampSiteType(rawValue: type) }
    if let active = command[.active] { plan.isActive = active }
  }

  private static let depositColumns: [ResultTable.Column] = [
    .init("deposit"), .number("percent"), .number("amount"), .number("nights"),
    .number("minnights"), .init("class"), .init("type"), .init("active"),
  ]

  private func record(of rule: DepositRule) -> Answer.Record {
    let values: [Cell] = [
      .text(rule.name), Cell(percent: rule.percent), Cell(rule.amountMinor, of: rule.campground),
      Cell(rule.nights), Cell(rule.minimumNights), Cell(rule.siteClass?.name), Cell(rule.siteType),
      .boolean(rule.isActive),
    ]
    return zip(Self.depositColumns, values).map { ($0.name, $1) }
  }
}
