import Foundation

/// Dates as the format language writes them: `2026-07-01`, which is midnight UTC, or an instant
/// with a time and an offset from UTC.
///
/// The arithmetic is the proleptic Gregorian calendar's, done here in integers so that a literal
/// does not depend on a locale, a time zone or a formatter.
enum DateLiteral {
  /// Reads `yyyy-mm-dd`, alone or before `Thh:mm`, optional seconds and
  /// fraction, and `Z` or `±hh:mm`.
  static func date(from text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, let year = number(bytes[0..<4]), bytes[4] == UInt8(ascii: "-"),
      let month = number(bytes[5..<7]), bytes[7] == UInt8(ascii: "-"),
      let day = number(bytes[8..<10]), (1...12).contains(month), year >= 1,
      day >= 1, day <= length(ofMonth: month, year: year)
    else { return nil }
    let midnight = (days(year, month, day) - referenceDay) * 86_400
    if bytes.count == 10 { return Date(timeIntervalSinceReferenceDate: Double(midnight)) }
    guard let (seconds, fraction) = time(bytes[10...]) else { return nil }
    return Date(timeIntervalSinceReferenceDate: Double(midnight + seconds) + fraction)
  }

  /// The day of a date in UTC, or nil outside the years 1 to 9999.
  static func calendarDate(of date: Date) -> (year: Int, month: Int, day: Int)? {
    let days = (date.timeIntervalSinceReferenceDate / 86_400).rounded(.down)
    guard days.isFinite, abs(days) < 10_000_000 else { return nil }
    let parts = civil(Int(days) + referenceDay)
    return (1...9999).contains(parts.year) ? parts : nil
  }

  /// The literal of a date, or nil when it has none: fractions of a second and years of other than
  /// four digits.
  static func text(of date: Date) -> String? {
    let interval = date.timeIntervalSinceReferenceDate
    guard let whole = Int64(exactly: interval), abs(whole) < 1_000_000_000_000 else { return nil }
    let seconds = Int(whole) + referenceDay * 86_400
    let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let (year, month, dayOfMonth) = civil(day)
    guard (1...9999).contains(year) else { return nil }
    let calendarDate = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
    let rest = seconds - day * 86_400
    if rest == 0 { return calendarDate }
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    return "\(calendarDate)T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))Z"
  }

  /// 2001-01-01, counted in days since 1970-01-01.
  private static let referenceDay = 11_323

  /// Seconds since midnight UTC, whole and their fraction, of `Thh:mm[:ss[.fff]](Z|±hh:mm)`.
  private static func time(_ bytes: ArraySlice<UInt8>) -> (seconds: Int, fraction: Double)? {
    var rest = bytes.dropFirst()
    func two() -> Int? {
      guard rest.count >= 2, let value = number(rest.prefix(2)) else { return nil }
      rest = rest.dropFirst(2)
      return value
    }
    func skip(_ sign: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: sign) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let hour = two(), hour < 24, skip(":"), let minute = two(), minute < 60 else {
      return nil
    }
    var seconds = hour * 3600 + minute * 60
    var fraction = 0.0
    if skip(":") {
      guard let second = two(), second < 60 else { return nil }
      seconds += second
      if skip(".") {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty, let value = Double("0." + String(decoding: digits, as: UTF8.self))
        else { return nil }
        fraction = value
        rest = rest.dropFirst(digits.count)
      }
    }
    if skip("Z") || skip("z") { return rest.isEmpty ? (seconds, fraction) : nil }
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    guard sign != 0, let hours = two(), hours < 24, skip(":"), let minutes = two(), minutes < 60,
      rest.isEmpty
    else { return nil }
    return (seconds - sign * (hours * 3600 + minutes * 60), fraction)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days since 1970-01-01, by Howard Hinnant's `days_from_civil`; the year is positive.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return shifted / 400 * 146_097 + dayOfEra - 719_468
  }

  /// The inverse of `days`, by `civil_from_days`.
  private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
