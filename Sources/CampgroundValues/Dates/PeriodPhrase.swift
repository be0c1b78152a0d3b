/// A period as people type it: a month, a year, or one counted from today.
///
///     PeriodPhrase("last month")?.days(from: today)      // the whole month before this one
public enum PeriodPhrase: Sendable, Hashable {
  /// A month by its name without a year, `july`: the last one that began, or begins within a month;
  /// looking ahead, this month or the next of that name.
  case monthOfYear(Int)
  /// Months with their year: one for `2026-07` or `July 2026`, twelve for `2026`.
  case months(from: CalendarMonth, count: Int)
  /// The present period, or one before or after it: `this week`, `last month`, `next year`;
  /// `week` alone is this one.
  case counted(Unit, Int)

  /// What is counted.
  public enum Unit: String, Sendable, Hashable, CaseIterable {
    case week, month, year
  }

  private static let steps = ["last": -1, "previous": -1, "this": 0, "next": 1]

  /// Reads a period; nil for any other text. Capitals do not matter.
  public init?(_ text: String) {
    let words = text.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
    switch words.count {
    case 1:
      if case .dayOfYear(let month, _, _)? = DatePhrase(month: words[0]) {
        self = .monthOfYear(month)
      } else if let month = CalendarMonth("\(words[0])-01"), words[0].count == 4 {
        self = .months(from: month, count: 12)
      } else if let month = CalendarMonth(words[0]) {
        self = .months(from: month, count: 1)
      } else if let unit = Unit(rawValue: words[0]) {
        self = .counted(unit, 0)
      } else {
        return nil
      }
    case 2:
      if let step = Self.steps[words[0]], let unit = Unit(rawValue: words[1]) {
        self = .counted(unit, step)
      } else if case .dayOfYear(let month, _, _)? = DatePhrase(month: words[0]),
        words[1].count == 4, let january = CalendarMonth("\(words[1])-01")
      {
        self = .months(
          from: CalendarMonth(of: january.firstDay.adding(months: month - 1)), count: 1)
      } else {
        return nil
      }
    default: return nil
    }
  }

  /// The days of the period, the first and the last one included.
  ///
  /// - Parameters:
  ///   - firstWeekday: the day on which weeks begin.
  ///   - direction: where to look for a month without a year.
  public func days(
    from today: CalendarDate, firstWeekday: Weekday = .sunday,
    _ direction: DatePhrase.Direction = .back
  ) -> ClosedRange<CalendarDate> {
    let thisMonth = CalendarMonth(of: today).firstDay
    switch self {
    case .monthOfYear(let month) where direction == .ahead:
      return Self.months(1, from: thisMonth.adding(months: (month - today.month + 12) % 12))
    case .monthOfYear(let month):
      return Self.months(
        1, from: DatePhrase.dayOfYear(month: month, day: 1).date(from: today, .back))
    case .months(let month, let count): return Self.months(count, from: month.firstDay)
    case .counted(.month, let step): return Self.months(1, from: thisMonth.adding(months: step))
    case .counted(.year, let step):
      return Self.months(12, from: thisMonth.adding(months: 12 * step + 1 - today.month))
    case .counted(.week, let step):
      let past = (today.weekday.rawValue - firstWeekday.rawValue + 7) % 7
      let first = today.advanced(by: 7 * step - past)
      return first...first.advanced(by: 6)
    }
  }

  private static func months(_ count: Int, from first: CalendarDate) -> ClosedRange<CalendarDate> {
    first...max(first, first.adding(months: count).advanced(by: -1))
  }

  /// Whether the words so far and the next one are a period together, as `last` and `month` are.
  package static func goesOn(_ words: [String], with next: String) -> Bool {
    PeriodPhrase((words + [next]).joined(separator: " ")) != nil
  }
}
