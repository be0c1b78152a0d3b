import Campground
import Foundation
import Rendering

extension Cell {
  /// A calendar date, or null.
  init(_ date: CalendarDate?) {
    self.init(date.map { "\($0)" })
  }

  /// An amount of money as a decimal number, `135.00`, or null.
  init(_ money: Money?) {
    let digits = money.map { "\($0)".filter { "0123456789.-".contains($0) } }
    self = digits.map { .decimal($0) } ?? .null
  }

  /// A percentage as a decimal number, or null.
  init(percent: Decimal?) {
    self = percent.map { .decimal(NSDecimalNumber(decimal: $0).stringValue) } ?? .null
  }

  /// An amount in minor units of a campground's currency, or null.
  init(_ minorUnits: Int64?, of campground: Campground?) {
    self.init(minorUnits.map { Money(minorUnits: $0, campground?.currency ?? .usd) })
  }

  /// Weekdays as `fri,sat`, or null for a rule that applies to all of them.
  init(weekdays bits: Int16) {
    self = bits == 0 ? .null : .text(Weekdays(rawValue: bits).description)
  }
}
