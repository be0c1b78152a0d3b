import Campground
import Foundation

extension Session {
  /// Whether months or days come first in dates, by the locale of the campground.
  var dateOrder: DateOrder {
    DateOrder(((try? campgrounds.current()) ?? nil)?.locale ?? Locale(identifier: "en_US"))
  }

  /// The day on which weeks begin where the campground is.
  var firstWeekday: Weekday {
    ((try? campgrounds.current()) ?? nil)?.firstWeekday ?? .sunday
  }

  /// The day that words such as tomorrow are counted from.
  func typingDay() throws -> CalendarDate {
    if let dayOfTyping { return dayOfTyping }
    try lookAround()
    return try today()
  }
}
