import Campground
import Foundation

/// Answers that show how a rule was understood: 12.35 as an amount or a percentage, friday as a date.
extension Session {
  /// `Weekend · $60.00 nightly · fri,sat`
  static func sentence(about rate: Rate) -> String {
    sentence(rate.name, "\(rate.amount) \(rate.kind.rawValue)", conditions(of: rate))
  }

  /// `Peak · Summer · cabin`
  static func sentence(about rule: StayRule) -> String { sentence(rule.name, conditions(of: rule)) }

  /// `Lodging tax · 12.35% of lodging · up to 29 nights`, `Tourist tax ·
  /// $2.00 per person-night · rv`
  static func sentence(about tax: Tax) -> String {
    let share =
      tax.percent.map { "\(percentage($0)) of \(tax.group)" }
      ?? tax.amountMinor.map { "\(money($0, at: tax.campground)) per \(tax.basis.rawValue)" }
    return sentence(
      tax.name, share, conditions(of: tax),
      tax.exemptFromNights.map { $0 == 2 ? "1 night" : "up to \($0 - 1) nights" },
      tax.taxesKeptMoney ? "and on money kept" : nil)
  }

  /// `Booking · $8.00 per stay`, `Extra person · $5.00 per person-night from
  /// the 3rd person on · Summer`
  static func sentence(about fee: Fee) -> String {
    var share = "\(fee.amount) per \(fee.basis.rawValue)"
    if let count = fee.includedCount, let unit = fee.basis.unit {
      share += " from the \(ordinal(Int(count) + 1)) \(unit) on"
    }
    return sentence(
      fee.name, share, conditions(of: fee))
  }

  /// `Summer · fri,sat · 2026-06-15 to 2026-08-31 · RV 50A · rv · site 15`; nil for all nights and
  /// places.
  private static func conditions(of rule: ScopedRule) -> String? {
    let parts = [
      rule.season?.name, rule.weekdays == 0 ? nil : "\(Weekdays(rawValue: rule.weekdays))",
      nights(from: rule.firstNight, to: rule.lastNight), rule.siteClass?.name, rule.siteType,
      rule.campSite.map { "site \($0.name)" },
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// `from 2027-01-01`, `to 2026-12-31`, `2026-12-24 to 2026-12-26`; nil for all nights.
  private static func nights(from first: CalendarDate?, to last: CalendarDate?) -> String? {
    switch (first, last) {
    case (nil, nil): nil
    case (let first?, let last?): first == last ? "\(first)" : "\(first) to \(last)"
    case (let first?, nil): "from \(first)"
    case (nil, let last?): "to \(last)"
    }
  }

  /// `1st`, `2nd`, `3rd`, `11th`
  private static func ordinal(_ number: Int) -> String {
    let ending =
      switch (number % 10, number % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }

  /// `Senior · 10%`, `Loyal · $5.00`
  static func sentence(about discount: Discount) -> String {
    let share =
      discount.percent.map(percentage)
      ?? discount.amountMinor.map { money($0, at: discount.campground) }
    return sentence(discount.name, share, conditions(of: discount))
  }

  /// `First night · 1 night`, `Half · 50%`, `Flat · $20.00`
  static func sentence(about rule: DepositRule) -> String {
    let share =
      rule.percent.map(percentage) ?? rule.amountMinor.map { money($0, at: rule.campground) }
      ?? rule.nights.map { $0 == 1 ? "1 night" : "\($0) nights" }
    return sentence(rule.name, share, conditions(of: rule))
  }

  private static func sentence(_ name: String, _ parts: String?...) -> String {
    ([name] + parts.compactMap { $0 }).joined(separator: " · ")
  }

  private static func percentage(_ percent: Decimal) -> String {
    NSDecimalNumber(decimal: percent).stringValue + "%"
  }

  private static func money(_ minorUnits: Int64, at campground: Campground?) -> String {
    "\(Money(minorUnits: minorUnits, campground?.currency ?? .usd))"
  }
}
