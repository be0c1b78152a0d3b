import Campground
import CommandKit

extension ArgumentText {
  /// Whether it names a period, such as july, or a single day by a word, such as today.
  var isPeriod: Bool {
    guard let word = try? text() else { return false }
    return PeriodPhrase(word) != nil || ["today", "yesterday"].contains(word.lowercased())
  }
}

extension ValueType where Context == Session, Value == ClosedRange<CalendarDate> {
  /// The days of what has been: one day, or a month, a week or a year as a whole.
  static var pastPeriod: Self { period(.back) }

  /// The same of what is to come.
  static var comingPeriod: Self { period(.ahead) }

  private static func period(_ direction: DatePhrase.Direction) -> Self {
    found(
      "DATE", "date or period", .date,
      extent: .words { DatePhrase.goesOn($0, with: $1) || PeriodPhrase.goesOn($0, with: $1) }
    ) { text in
      let word = try text.text()
      guard let phrase = PeriodPhrase(word) else {
        let find = try text.read(
          direction == .ahead ? .date : ValueType<Session, CalendarDate>.pastDate)
        return {
          let day = try find($0)
          return day...day
        }
      }
      let days = phrase.days(
        from: try text.context.typingDay(), firstWeekday: text.context.firstWeekday,
        direction)
      return { session in
        session.warn("\(word) is \(days.lowerBound) to \(days.upperBound)", severity: .note)
        return days
      }
    }
    .completing { _, _ in
      DatePhrase.words
        + (direction == .ahead
          ? ["this month", "next month", "this year", "next year"]
          : ["this month", "last month", "last week", "this year"])
    }
  }
}
