import Foundation

/// The order of year, month and day in the dates of a file.
public enum DateForm: String, CaseIterable, Sendable, Hashable {
  case ymd, mdy, dmy

  init(_ order: DateOrder) { self = order == .monthFirst ? .mdy : .dmy }

  /// The date that a text means; nil for none.
  ///
  /// A year of four digits in front, or a month by its name, tells the order by itself. A time after
  /// the date is left out. A year of two digits is from 1980 to 2079.
  public func date(_ text: String) -> CalendarDate? {
    let text = Self.withoutTime(text)
    if let date = Self.plainDate(text) { return date }
    guard let parts = Self.numbers(text) else { return nil }
    return switch self {
    case .ymd: Self.date(year: parts[0], month: parts[1], day: parts[2])
    case .mdy: Self.date(year: parts[2], month: parts[0], day: parts[1])
    case .dmy: Self.date(year: parts[2], month: parts[1], day: parts[0])
    }
  }

  /// The form of the dates of a file: the given one, the only one in which all of them are dates, or
  /// any if they mean the same days in each.
  ///
  /// - Parameter usual: the form to use where none fits all dates.
  /// - Throws: `ImportError.ambiguousDates`.
  static func form(
    of texts: some Sequence<String>, given: DateForm?, usual: DateForm
  ) throws(ImportError) -> DateForm {
    if let given { return given }
    var (first, second) = (usual == .dmy ? (DateForm.dmy, DateForm.mdy) : (.mdy, .dmy))
    var (isFirst, isSecond, isYearFirst) = (true, true, true)
    var differing: String?
    for text in texts where plainDate(withoutTime(text)) == nil {
      let (one, other) = (first.date(text), second.date(text))
      guard one != nil || other != nil || DateForm.ymd.date(text) != nil else { continue }
      isFirst = isFirst && one != nil
      isSecond = isSecond && other != nil
      isYearFirst = isYearFirst && DateForm.ymd.date(text) != nil
      if differing == nil, one != other { differing = text }
    }
    if !isFirst && isSecond { swap(&first, &second) }
    guard isFirst || isSecond else { return isYearFirst ? .ymd : usual }
    guard isFirst, isSecond, let differing else { return first }
    throw .ambiguousDates(differing, [first, second])
  }

  /// July 1, 2026 in numbers.
  var example: String {
    switch self {
    case .ymd: "26/7/1"
    case .mdy: "7/1/2026"
    case .dmy: "1/7/2026"
    }
  }

  // MARK: Reading

  /// A date that has only one reading: `2026-07-04`, `20260704`, `Sat, Jul 4, 2026`.
  private static func plainDate(_ text: String) -> CalendarDate? {
    if text.contains(where: \.isLetter) { return dateWithMonth(text) }
    if text.count == 8, let number = Int(text), number > 0 {
      return date(year: text.prefix(4), month: text.dropFirst(4).prefix(2), day: text.suffix(2))
    }
    guard let parts = numbers(text), parts[0].count == 4 else { return nil }
    return date(year: parts[0], month: parts[1], day: parts[2])
  }

  /// The three numbers of a date; nil for any other text.
  private static func numbers(_ text: String) -> [Substring]? {
    let parts = text.split(omittingEmptySubsequences: false) { "-/. ".contains($0) }
    guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.count) && Int($0) != nil })
    else { return nil }
    return parts
  }

  private static func dateWithMonth(_ text: String) -> CalendarDate? {
    var month: Int?
    var numbers: [Substring] = []
    for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      if word.first?.isNumber == true {
        let digits = word.prefix { $0.isNumber }
        guard ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count).lowercased())
        else { return nil }
        numbers.append(digits)
      } else if let known = monthNumber(word) {
        guard month == nil else { return nil }
        month = known
      } else if !isWeekday(word) {
        return nil
      }
    }
    guard let month, numbers.count == 2 else { return nil }
    let isYearFirst = numbers[0].count == 4
    return date(
      year: numbers[isYearFirst ? 0 : 1], month: "\(month)", day: numbers[isYearFirst ? 1 : 0])
  }

  /// The number of a month by its English name or the beginning of it.
  static func monthNumber(_ word: some StringProtocol) -> Int? {
    position(
      of: word,
      among: [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
      ])
  }

  private static func isWeekday(_ word: Substring) -> Bool {
    position(
      of: word,
      among: [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
      ]) != nil
  }

  private static func position(
    of word: some StringProtocol, among names: [String]
  ) -> Int? {
    let word = word.lowercased()
    guard word.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }

  private static func date(
    year: some StringProtocol, month: some StringProtocol, day: some StringProtocol
  ) -> CalendarDate? {
    guard year.count == 2 || year.count == 4, month.count <= 2, day.count <= 2,
      let year = Int(year).map({ year.count == 4 ? $0 : $0 < 80 ? 2000 + $0 : 1900 + $0 }),
      let month = Int(month), let day = Int(day)
    else { return nil }
    return try? CalendarDate(year: year, month: month, day: day)
  }

  /// A text without the time behind a date: `7/4/2026 3:00 PM`, `2026-07-04T15:00:00Z`.
  private static func withoutTime(_ text: String) -> String {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard let colon = text.firstIndex(of: ":") else { return text }
    let hour = text[..<colon].reversed().prefix { $0.isNumber }.count
    let date = text[..<colon].dropLast(hour)
    guard hour > 0, let last = date.last, last == "T" || last == "," || last.isWhitespace else {
      return text
    }
    return date.dropLast().trimmingCharacters(in: .whitespaces)
  }
}
