/// A date as people type it: a calendar date, or one relative to today.
///
///     try DatePhrase("friday").date(from: today)      // the first Friday after today
public enum DatePhrase: Sendable, Hashable {
  /// A calendar date: `2026-07-01`, `7/1/2026`, `July 1, 2026`.
  case date(CalendarDate)
  /// A day without a written year: `7/1`, `July 1`; or with a relative one: `July 1 next year`,
  /// `next July 1`.
  case dayOfYear(month: Int, day: Int, Year = .open)
  /// A number of days after today, or before it when negative: `today`, `tomorrow`, `yesterday`,
  /// `tonight`, `+3`, `-1`.
  case days(Int)
  /// The first day of that name after today: `friday`, `fri`, `next friday`. On a Friday, that is a
  /// week later.
  case next(Weekday)
  /// The first night of a weekend: Friday, or Saturday if that is today. `weekend` is the present
  /// or coming one, `next weekend` the one after it.
  case weekend(isNext: Bool)

  /// How the year of a day is given without writing it.
  public enum Year: Sendable, Hashable {
    /// Not at all: the nearest year in a direction.
    case open
    /// The first year in which the day comes after today, as with a weekday: `next July 1`.
    case following
    /// This many years after the present one: `July 1 this year`, `July 1 next year`.
    case after(Int)
  }

  /// The direction in which to look for a year that is not written.
  public enum Direction: Sendable, Hashable {
    /// The first such day from today on, as for a stay to be booked.
    case ahead
    /// The last such day up to a month from today, as for a report: on December 4, a report from
    /// 12/1 to 12/31 covers this December.
    case back
  }

  /// The words for dates that completion offers.
  public static let words =
    ["today", "tonight", "tomorrow", "yesterday", "weekend"] + Weekday.allCases.map { "\($0)" }

  /// The most digits that a number of days may have.
  private static let mostDigits = 4

  /// Reads a date; case does not matter.
  ///
  /// - Parameter order: whether the month or the day comes first in `7/1`; with dots, as in
  ///   `1.7.2026`, the day always does.
  /// - Throws: `CalendarDateError.notADate` for any other text, and the error that names the reason
  ///   for a date that does not exist.
  public init(
    _ text: String, order: @autoclosure () -> DateOrder = .monthFirst
  ) throws(CalendarDateError) {
    let word = text.lowercased()
    switch word {
    case "today", "tonight": self = .days(0)
    case "tomorrow": self = .days(1)
    case "yesterday": self = .days(-1)
    case "weekend", "this weekend": self = .weekend(isNext: false)
    case "next weekend": self = .weekend(isNext: true)
    default:
      if let weekday = Weekday(word: Self.withoutNext(word)) {
        self = .next(weekday)
      } else if let days = Self.days(word) {
        self = .days(days)
      } else if let phrase = try Self.numbers(word, order) {
        self = phrase
      } else if let phrase = try Self.named(word) {
        self = phrase
      } else if let phrase = try Self.namedInCountedYear(word) {
        self = phrase
      } else {
        self = .date(try CalendarDate(parsing: text))
      }
    }
  }

  /// Reads the name of a month as its first day; nil for any other word.
  package init?(month word: String) {
    guard let month = Self.month(word) else { return nil }
    self = .dayOfYear(month: month, day: 1)
  }

  /// Whether the date depends on today, as every phrase without a written year does.
  public var isCounted: Bool { if case .date = self { false } else { true } }

  /// Whether the year is left out, so that an answer should state the date that was understood.
  public var leavesOutTheYear: Bool { if case .dayOfYear = self { true } else { false } }

  /// The date that the phrase means on a given day.
  ///
  /// - Parameter direction: in which direction an unwritten year is sought.
  public func date(from today: CalendarDate, _ direction: Direction = .ahead) -> CalendarDate {
    switch self {
    case .date(let date): date
    case .days(let days): today.advanced(by: days)
    case .next(let weekday):
      today.advanced(by: (weekday.rawValue - today.weekday.rawValue + 6) % 7 + 1)
    case .weekend(let isNext):
      weekend(isNext: isNext, from: today)
    case .dayOfYear(let month, let day, .open): found(month, day, direction, from: today) ?? today
    case .dayOfYear(let month, let day, .following):
      found(month, day, .ahead, from: today.advanced(by: 1)) ?? today
    case .dayOfYear(let month, let day, .after(let years)):
      Self.day(day, of: month, in: today.year + years) ?? today
    }
  }

  private func weekend(isNext: Bool, from today: CalendarDate) -> CalendarDate {
    let isInIt = [.saturday, .sunday].contains(today.weekday)
    if today.weekday == .saturday, !isNext { return today }
    let friday = today.advanced(by: (Weekday.friday.rawValue - today.weekday.rawValue + 7) % 7)
    // During a weekend, the next one is the coming one; on Sunday, none of its nights is left.
    return friday.advanced(by: isNext && !isInIt ? 7 : 0)
  }

  /// A day of a month in a year, or the last day of the month if it is shorter.
  private static func day(_ day: Int, of month: Int, in year: Int) -> CalendarDate? {
    try? CalendarDate(
      year: year, month: month, day: min(day, CalendarDate.lastDay(ofMonth: month, year: year)))
  }

  private func found(
    _ month: Int, _ day: Int, _ direction: Direction, from today: CalendarDate
  ) -> CalendarDate? {
    let last = today.advanced(by: 31)
    // Leap days lie at most eight years apart.
    return (-1...8).lazy.compactMap { years in
      try? CalendarDate(
        year: today.year + (direction == .ahead ? years : -years), month: month, day: day)
    }.first { direction == .ahead ? $0 >= today : $0 <= last }
  }

  /// Whether people disagree on which date the words mean, so that an answer should state it.
  package static func isAmbiguous(_ words: String) -> Bool {
    let word = words.lowercased()
    return word.hasPrefix("next ") || word.hasPrefix("this ") || word == "weekend"
  }

  /// `friday` of `next friday` and `this friday`.
  private static func withoutNext(_ word: String) -> Substring {
    let leading = ["next ", "this "].first(where: word.hasPrefix)
    return word.dropFirst(leading?.count ?? 0)
  }

  private static func days(_ word: String) -> Int? {
    guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
    let digits = word.dropFirst()
    guard (1...mostDigits).contains(digits.utf8.count), isNumber(digits) else { return nil }
    return Int(word)
  }

  /// `7/1`, `7/1/2026`, `2026/7/1`, `1.7.2026`.
  private static func numbers(
    _ word: String, _ order: () -> DateOrder
  ) throws(CalendarDateError) -> DatePhrase? {
    guard let separator: Character = word.contains("/") ? "/" : word.contains(".") ? "." : nil
    else { return nil }
    var parts = word.split(separator: separator, omittingEmptySubsequences: false)
    if separator == ".", parts.count == 3, parts[2].isEmpty { parts.removeLast() }
    guard (2...3).contains(parts.count), parts.allSatisfy({ isNumber($0) && $0.count <= 4 })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    if parts.count == 3, parts[0].count == 4 {
      return .date(try CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2]))
    }
    guard parts.prefix(2).allSatisfy({ $0.count <= 2 }) else { return nil }
    let isDayFirst = separator == "." || order() == .dayFirst
    let (month, day) = isDayFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
    // With dots, two parts alone would be a decimal number.
    guard separator == "/" || parts.count == 3 || word.hasSuffix(".") else { return nil }
    return try phrase(month, day, year: parts.count == 3 ? String(parts[2]) : nil)
  }

  /// `July 1`, `1 July`, `jul 1st, 2026`.
  private static func named(_ word: String) throws(CalendarDateError) -> DatePhrase? {
    let parts = word.split { $0 == " " || $0 == "," }.map(String.init)
    guard (2...3).contains(parts.count) else { return nil }
    let isMonthFirst = month(parts[0]) != nil
    guard let month = month(parts[isMonthFirst ? 0 : 1]), let day = day(parts[isMonthFirst ? 1 : 0])
    else { return nil }
    return try phrase(month, day, year: parts.count == 3 ? parts[2] : nil)
  }

  /// `July 1 next year`, `1 July this year`, `next July 1`.
  private static func namedInCountedYear(_ word: String) throws(CalendarDateError) -> DatePhrase? {
    let years: [(mark: String, isInFront: Bool, year: Year)] = [
      ("next year", false, .after(1)), ("this year", false, .after(0)), ("next", true, .following),
    ]
    for (mark, isInFront, year) in years
    where isInFront ? word.hasPrefix(mark + " ") : word.hasSuffix(" " + mark) {
      let rest = isInFront ? word.dropFirst(mark.count) : word.dropLast(mark.count)
      guard case .dayOfYear(let month, let day, .open)? = try named(String(rest)) else { continue }
      return .dayOfYear(month: month, day: day, year)
    }
    return nil
  }

  private static func phrase(
    _ month: Int, _ day: Int, year: String?
  ) throws(CalendarDateError) -> DatePhrase? {
    guard let year else {
      guard (1...12).contains(month) else { throw .impossibleMonth(month) }
      // In a leap year, which has every day that any year has.
      let last = CalendarDate.lastDay(ofMonth: month, year: 2000)
      guard (1...last).contains(day) else {
        throw .impossibleDay(day, month: month, year: nil, lastDay: last)
      }
      return .dayOfYear(month: month, day: day)
    }
    guard isNumber(year), year.count == 2 || year.count == 4, let number = Int(year) else {
      return nil
    }
    return .date(
      try CalendarDate(year: year.count == 2 ? 2000 + number : number, month: month, day: day))
  }

  /// Whether the words so far form a date together with the next one, as `July` and `1` do.
  package static func goesOn(_ words: [String], with next: String) -> Bool {
    let words = words.map { $0.trimmingSuffix { $0 == "," }.lowercased() }
    let next = next.trimmingSuffix { $0 == "," }.lowercased()
    let leads = ["next", "this"]
    if let first = words.first, leads.contains(first) {
      let rest = Array(words.dropFirst())
      guard rest.isEmpty else { return first == "next" && isPart(rest, next) }
      return Weekday(word: next) != nil || next == "weekend"
        || first == "next" && (month(next) != nil || day(next) != nil)
    }
    switch words.count {
    case 1: return isPart(words, next)
    case 2: return leads.contains(next) || next.count == 4 && isNumber(next)
    case 3: return leads.contains(words[2]) && next == "year"
    default: return false
    }
  }

  /// Whether a word and the next one are a month and a day, in either order.
  private static func isPart(_ words: [String], _ next: String) -> Bool {
    words.count == 1
      && (month(words[0]) != nil && day(next) != nil || day(words[0]) != nil && month(next) != nil)
  }

  /// The number of a month by its English name or the first three letters.
  private static func month(_ word: String) -> Int? {
    let word = word.lowercased()
    guard word.count >= 3 else { return nil }
    let place = CalendarMonth.names.firstIndex { name in
      name.lowercased() == word || word.count <= 4 && name.lowercased().hasPrefix(word)
    }
    return place.map { $0 + 1 }
  }

  /// A day of the month, `1` or `1st`.
  private static func day(_ word: String) -> Int? {
    let word = word.lowercased()
    let ending = ["st", "nd", "rd", "th"].first(where: word.hasSuffix)
    let digits = word.dropLast(ending?.count ?? 0)
    return (1...2).contains(digits.count) && isNumber(digits) ? Int(digits) : nil
  }

  private static func isNumber(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
  }
}

extension String {
  /// The text without the trailing characters that satisfy a condition.
  fileprivate func trimmingSuffix(while fits: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, fits(last) { text.removeLast() }
    return String(text)
  }
}
