import Campground
import CommandKit
import Foundation
import Rendering

extension Argument where Context == Session {
  /// The first and last night that a charge applies to; empty text clears one of them.
  static func nights<Plan>(
    from first: any WritableKeyPath<Plan, CalendarDate?> & Sendable,
    through last: any WritableKeyPath<Plan, CalendarDate?> & Sendable
  ) -> Self where Value == Change<Plan>? {
    .group(.clearable("from", .date, "first night"), .clearable("until", .date, "last night")) {
      from, until in
      guard from != nil || until != nil else { return nil }
      return { plan in
        if let from { plan[keyPath: first] = from }
        if let until { plan[keyPath: last] = until }
        // When the command gives both ends, no stored end needs to be cleared.
        guard from == nil || until == nil, let night = plan[keyPath: first],
          let end = plan[keyPath: last], end < night
        else { return }
        let name = until == nil ? "from" : "until"
        throw ValueFault(
          "\(CampgroundError.datesInReverse(from: night, through: end))",
          hint: until == nil
            ? "until '' clears its last date" : "from '' clears its first date",
          at: name)
      }
    }
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

  /// Weekdays as `fri,sat`, or null for a rule that applies to all of them.
  init(weekdays bits: Int16) {
    self = bits == 0 ? .null : .text(Weekdays(rawValue: bits).description)
  }
}
