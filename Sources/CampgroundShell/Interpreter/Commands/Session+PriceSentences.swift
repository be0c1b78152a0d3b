import Campground
import Foundation

/// Answers that say what was understood of a price: whether 12.35 is an amount or a percentage.
extension Session {
  /// `Lodging tax · 12.35% of lodging`, `Tourist tax · $2.00 per person-night`
  static func sentence(about tax: Tax) -> String {
    let share =
      tax.percent.map { "\(percentage($0)) of \(tax.group)" }
      ?? tax.amountMinor.map { "\(money($0, at: tax.campground)) per \(tax.basis.rawValue)" }
    return sentence(tax.name, share)
  }

  /// `Booking · $8.00 per stay`
  static func sentence(about fee: Fee) -> String {
    sentence(fee.name, "\(fee.amount) per \(fee.basis.rawValue)")
  }

  /// `Senior · 10%`, `Loyal · $5.00`
  static func sentence(about discount: Discount) -> String {
    let share =
      discount.percent.map(percentage)
      ?? discount.amountMinor.map { money($0, at: discount.campground) }
    return sentence(discount.name, share)
  }

  /// `First night · 1 night`, `Half · 50%`, `Flat · $20.00`
  static func sentence(about rule: DepositRule) -> String {
    let share =
      rule.percent.map(percentage) ?? rule.amountMinor.map { money($0, at: rule.campground) }
      ?? rule.nights.map { $0 == 1 ? "1 night" : "\($0) nights" }
    return sentence(rule.name, share)
  }

  private static func sentence(_ name: String, _ share: String?) -> String {
    [name, share].compactMap { $0 }.joined(separator: " · ")
  }

  private static func percentage(_ percent: Decimal) -> String {
    NSDecimalNumber(decimal: percent).stringValue + "%"
  }

  private static func money(_ minorUnits: Int64, at campground: Campground?) -> String {
    "\(Money(minorUnits: minorUnits, campground?.currency ?? .usd))"
  }
}
