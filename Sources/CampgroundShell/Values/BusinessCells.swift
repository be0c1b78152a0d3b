import Campground
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
}
