import Campground
import CommandKit

extension ArgumentText {
  /// Whether it names a period, such as july.
  var isPeriod: Bool { (try? text()).flatMap { PeriodPhrase($0) } != nil }
}

extension ValueType where Context == Session, Value == ClosedRange<CalendarDate> {
  /// The days of what has been: one day, or a month, a week or a year as a whole.
  static var pastPeriod: Self {
    found(
      "DATE", "date or period", .date,
      extent: .words { DatePhrase.goesOn($0, with: $1) || PeriodPhrase.goesOn($0, with: $1) }
    ) { text in
      let word = try text.text()
      guard let phrase = PeriodPhrase(word) else {
        let find = try text.read(ValueType<Session, CalendarDate>.pastDate)
        return {
          let day = try find($0)
          return day...day
        }
      }
      let days = phrase.days(
        from: try text.context.typingDay(), firstWeekday: text.context.firstWeekday)
      return { session in
        session.warn("\(word) is \(days.lowerBound) to \(days.upperBound)", severity: .note)
        return days
      }
    }
    .completing { _, _ in
      DatePhrase.words + ["this month", "last month", "last week", "this year"]
    }
  }
}
