import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about taxes and fees.
extension Session {
  // MARK: Taxes

  func addTax(_ command: ParsedCommand) throws -> Answer {
    var plan = TaxPlan()
    try take(command, share(of: command), classChange(command), into: &plan)
    let tax = try rates.addTax(try command.require(.name), plan)
    return .message("Added tax " + Self.sentence(about: tax), record: record(of: tax))
  }

  func listTaxes() throws -> Answer {
    .table(
      ResultTable(
        columns: Self.taxColumns, rows: try rates.taxes().map { record(of: $0).map(\.value) }),
      asides: ["kept", "active"], empty: "No taxes yet; add one with tax add")
  }

  func showTax(_ command: ParsedCommand) throws -> Answer {
    .details(record(of: try tax(command)), lists: [])
  }

  func editTax(_ command: ParsedCommand) throws -> Answer {
    let tax = try tax(command)
    try requireChange(command)
    let (share, siteClass) = (try share(of: command), try classChange(command))
    let changed = try rates.edit(tax, name: command[.name]) {
      try take(command, share, siteClass, into: &$0)
    }
    return .message("Changed tax " + Self.sentence(about: changed), record: record(of: changed))
  }

  func deleteTax(_ command: ParsedCommand) throws -> Answer {
    let tax = try tax(command)
    let (name, record) = (tax.name, record(of: tax))
    try rates.delete(tax)
    return .message("Deleted tax \(name)", record: record)
  }

  private func take(
    _ command: ParsedCommand, _ share: (percent: Decimal?, amount: Decimal?)?,
    _ siteClass: SiteClass??, into plan: inout TaxPlan
  ) throws {
    if let share { (plan.percent, plan.amount) = share }
    if let basis = command[.basis].flatMap(ChargeBasis.init(rawValue:)) { plan.basis = basis }
    if let group: String = command[.taxGroup] { plan.group = group }
    (plan.from, plan.through) = try nights(of: command, changing: (plan.from, plan.through))
    if let siteClass { plan.siteClass = siteClass }
    if let type = command[.type] { plan.siteType = CampSiteType(rawValue: type) }
    if let nights = command[.exempt] { plan.exemptFromNights = nights == 0 ? nil : nights }
    if let isTaxed = command[.keptMoney] { plan.taxesKeptMoney = isTaxed }
    if let active = command[.active] { plan.isActive = active }
  }

  private static let taxColumns: [ResultTable.Column] = [
    .init("tax"), .number("percent"), .number("amount"), .init("per"), .init("group"),
    .init("from"), .init("until"), .init("class"), .init("type"), .number("exempt"),
    .init("kept"), .init("active"),
  ]

  private func record(of tax: Tax) -> Answer.Record {
    let values: [Cell] = [
      .text(tax.name), Cell(percent: tax.percent), Cell(tax.amountMinor, of: tax.campground),
      tax.percent == nil ? .text(tax.basis.rawValue) : .null, .text(tax.group),
      Self.cell(tax.firstNight), Self.cell(tax.lastNight), Cell(tax.siteClass?.name),
      Cell(tax.siteType), Cell(tax.exemptFromNights), .boolean(tax.taxesKeptMoney),
      .boolean(tax.isActive),
    ]
    return zip(Self.taxColumns, values).map { ($0.name, $1) }
  }

  // MARK: Fees

  func addFee(_ command: ParsedCommand) throws -> Answer {
    var plan = FeePlan(amount: try command.require(.amount))
    try take(command, seasonChange(command), classChange(command), into: &plan)
    let fee = try rates.addFee(try command.require(.name), plan)
    try warnOfGroupWithoutTax(fee.taxGroup)
    return .message("Added fee " + Self.sentence(about: fee), record: record(of: fee))
  }

  func listFees() throws -> Answer {
    .table(
      feeTable(try rates.fees()), asides: ["refundable", "active"],
      empty: "No fees yet; add one with fee add")
  }

  func showFee(_ command: ParsedCommand) throws -> Answer {
    .details(record(of: try fee(command)), lists: [])
  }

  func editFee(_ command: ParsedCommand) throws -> Answer {
    let fee = try fee(command)
    try requireChange(command)
    let (season, siteClass) = (try seasonChange(command), try classChange(command))
    let changed = try rates.edit(fee, name: command[.name]) { plan in
      if let amount: Decimal = command[.amount] { plan.amount = amount }
      try take(command, season, siteClass, into: &plan)
    }
    try warnOfGroupWithoutTax(changed.taxGroup)
    return .message("Changed fee " + Self.sentence(about: changed), record: record(of: changed))
  }

  func deleteFee(_ command: ParsedCommand) throws -> Answer {
    let fee = try fee(command)
    let (name, record) = (fee.name, record(of: fee))
    try rates.delete(fee)
    return .message("Deleted fee \(name)", record: record)
  }

  private func take(
    _ command: ParsedCommand, _ season: Season??, _ siteClass: SiteClass??,
    into plan: inout FeePlan
  ) throws {
    if let basis = command[.basis].flatMap(ChargeBasis.init(rawValue:)) { plan.basis = basis }
    if let count = command[.included] { plan.includedCount = count == 0 ? nil : count }
    if let group: String = command[.taxGroup] { plan.taxGroup = group }
    if let season { plan.season = season }
    if let weekdays = try weekdays(of: command) { plan.weekdays = weekdays }
    (plan.from, plan.through) = try nights(of: command, changing: (plan.from, plan.through))
    if let siteClass { plan.siteClass = siteClass }
    if let type = command[.type] { plan.siteType = CampSiteType(rawValue: type) }
    if let refundable = command[.refundable] { plan.isRefundable = refundable }
    if let active = command[.active] { plan.isActive = active }
  }

  /// A fee may be there before its tax; where that stays so, a slip of the pen would cost the tax.
  private func warnOfGroupWithoutTax(_ group: String?) throws {
    guard let group else { return }
    let known = try rates.taxGroups()
    guard !known.contains(group) else { return }
    warn(
      Diagnostic(
        "no tax is for the group \(group) yet",
        hint: Suggestion.hint(for: group, in: known)
          ?? "a tax makes its group: tax add NAME 8% group \(group)", severity: .warning))
  }

  private static let feeColumns: [ResultTable.Column] = [
    .init("fee"), .number("amount"), .init("per"), .number("included"), .init("group"),
    .init("season"), .init("weekdays"), .init("from"), .init("until"), .init("class"),
    .init("type"), .init("refundable"), .init("active"),
  ]

  func feeTable(_ fees: [Fee], leavingOut hidden: String? = nil) -> ResultTable {
    ResultTable(
      columns: Self.feeColumns.filter { $0.name != hidden },
      rows: fees.map { fee in record(of: fee).filter { $0.name != hidden }.map(\.value) })
  }

  private func record(of fee: Fee) -> Answer.Record {
    let values: [Cell] = [
      .text(fee.name), Cell(fee.amount), .text(fee.basis.rawValue), Cell(fee.includedCount),
      Cell(fee.taxGroup), Cell(fee.season?.name), Cell(weekdays: fee.weekdays),
      Self.cell(fee.firstNight), Self.cell(fee.lastNight), Cell(fee.siteClass?.name),
      Cell(fee.siteType),
      .boolean(fee.isRefundable), .boolean(fee.isActive),
    ]
    return zip(Self.feeColumns, values).map { ($0.name, $1) }
  }

  // MARK: Nights

  private typealias Nights = (from: CalendarDate?, through: CalendarDate?)

  /// The first and the last night that a command gives; empty text takes one away.
  private func nights(
    of command: ParsedCommand, changing former: Nights
  ) throws(Diagnostic) -> Nights {
    let from = ParameterKey<CalendarDate>.from
    let until = ParameterKey<CalendarDate>.until
    let nights: Nights = (
      command.clears(from) ? nil : command[from] ?? former.from,
      command.clears(until) ? nil : command[until] ?? former.through
    )
    // Where the command gives both, there is nothing to tell of what was there before.
    guard let first = nights.from, let last = nights.through, last < first,
      command[from] == nil || command[until] == nil
    else { return nights }
    let reason = "\(CampgroundError.datesInReverse(from: first, through: last))"
    throw command[until] == nil
      ? command.diagnostic(reason, hint: "until \"\" takes its last night away", at: from)
      : command.diagnostic(reason, hint: "from \"\" takes its first night away", at: until)
  }

  private static func cell(_ night: CalendarDate?) -> Cell { night.map { Cell($0) } ?? .null }

  // MARK: Amounts

  /// The percentage or the amount that a command gives; nil where it gives none.
  func share(of command: ParsedCommand) throws -> (percent: Decimal?, amount: Decimal?)? {
    guard let text: String = command[.share] else { return nil }
    guard text.hasSuffix("%") else {
      do {
        let amount = try AmountText(text)
        try amount.check(in: try campgrounds.current()?.currency ?? .usd)
        return (nil, amount.value)
      } catch MoneyError.notAnAmount {
        throw noShare(text, in: command)
      } catch let error as MoneyError {
        throw command.diagnostic("\(error)", at: ParameterKey<String>.share)
      }
    }
    guard let percent = Decimal(exactly: String(text.dropLast())) else {
      throw noShare(text, in: command)
    }
    return (percent, nil)
  }

  private func noShare(_ text: String, in command: ParsedCommand) -> Diagnostic {
    command.diagnostic(
      "an amount or a percentage is expected, not \"\(text)\"",
      hint: "write an amount like 12.50, a percentage like 10%", at: ParameterKey<String>.share)
  }
}

extension Cell {
  /// A percentage as a decimal number, or null.
  init(percent: Decimal?) {
    self = percent.map { .decimal(NSDecimalNumber(decimal: $0).stringValue) } ?? .null
  }

  /// An amount in minor units of a campground's currency, or null.
  init(_ minorUnits: Int64?, of campground: Campground?) {
    self.init(minorUnits.map { Money(minorUnits: $0, campground?.currency ?? .usd) })
  }
}
