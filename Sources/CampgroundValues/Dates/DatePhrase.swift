/// A date as people type it: by the calendar, or counted from today.
///
///     try DatePhrase("friday").date(from: today)      // the first Friday after today
public enum DatePhrase: Sendable, Hashable {
  /// A date of the calendar: `2026-07-01`.
  case date(CalendarDate)
  /// So many days after today, before it when negative: `today`, `tomorrow`,
  /// `yesterday`, `+3`, `-1`.
  case days(Int)
  /// The first day of that name after today: `friday`, `fri`. On a Friday it is in a week.
  case next(Weekday)

  /// The words that stand for a date, as completion offers them.
  public static let words =
    ["today", "tomorrow", "yesterday"] + Weekday.allCases.map { "\($0)" }

  /// The most digits of a number of days.
  private static let mostDigits = 4

  /// Reads a date; capitals do not matter.
  ///
  /// - Throws: `CalendarDateError.notADate` for what is none of these, and the error that names the
  ///   reason for a date that does not exist.
  public init(_ text: String) throws(CalendarDateError) {
    let word = text.lowercased()
    switch word {
    case "today": self = .days(0)
    case "tomorrow": self = .days(1)
    case "yesterday": self = .days(-1)
    default:
      if let weekday = Weekday(word: word) {
        self = .next(weekday)
      } else if let days = Self.days(word) {
        self = .days(days)
      } else {
        self = .date(try CalendarDate(parsing: text))
      }
    }
  }

  /// Whether it is counted from today.
  public var isCounted: Bool { if case .date = self { false } else { true } }

  /// The date that is meant on a day.
  public func date(from today: CalendarDate) -> CalendarDate {
    switch self {
    case .date(let date): date
    case .days(let days): today.advanced(by: days)
    case .next(let weekday):
      today.advanced(by: (weekday.rawValue - today.weekday.rawValue + 6) % 7 + 1)
    }
  }

  private static func days(_ word: String) -> Int? {
    guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
    let digits = word.dropFirst()
    guard (1...mostDigits).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(word)
  }
}
