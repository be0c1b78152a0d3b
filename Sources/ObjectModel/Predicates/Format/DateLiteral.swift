import Foundation

/// Dates in the format language: `2026-07-01`, which is midnight UTC, or an instant with a time and
/// an offset from UTC.
///
/// The calendar is the proleptic Gregorian calendar of the C library, which does not depend on a
/// locale, time zone or formatter; Foundation uses the Julian calendar before 1582.
package enum DateLiteral {
  /// Parses `yyyy-mm-dd`, alone or followed by `Thh:mm`, optional seconds and fraction, and `Z` or
  /// `±hh:mm`.
  static func date(from text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, let year = number(bytes[0..<4]), bytes[4] == UInt8(ascii: "-"),
      let month = number(bytes[5..<7]), bytes[7] == UInt8(ascii: "-"),
      let day = number(bytes[8..<10]), year >= 1,
      let midnight = midnight(year: year, month: month, day: day)
    else { return nil }
    if bytes.count == 10 { return Date(timeIntervalSince1970: Double(midnight)) }
    guard let (seconds, fraction) = time(bytes[10...]) else { return nil }
    let whole = Double(midnight + seconds) - Date.timeIntervalBetween1970AndReferenceDate
    return Date(timeIntervalSinceReferenceDate: whole + fraction)
  }

  /// The day of a date in UTC, or nil outside the years 1 to 9999.
  static func calendarDate(of date: Date) -> (year: Int, month: Int, day: Int)? {
    let seconds =
      date.timeIntervalSinceReferenceDate.rounded(.down)
      + Date.timeIntervalBetween1970AndReferenceDate
    guard let parts = parts(of: seconds) else { return nil }
    return (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
  }

  /// The literal of a date, which reads back to the same instant: a day, or a time in UTC with as
  /// many digits as that takes, at least milliseconds.
  ///
  /// - Returns: nil outside the years 1 to 9999, and for an instant less than a second from 2001 that
  ///   17 digits do not show.
  package static func text(of date: Date) -> String? {
    let interval = date.timeIntervalSinceReferenceDate
    let whole = interval.rounded(.down)
    guard let parts = parts(of: whole + Date.timeIntervalBetween1970AndReferenceDate) else {
      return nil
    }
    let (year, month) = (parts.tm_year + 1900, parts.tm_mon + 1)
    let day = String(format: "%04d-%02d-%02d", year, month, parts.tm_mday)
    let time = String(format: "T%02d:%02d:%02d", parts.tm_hour, parts.tm_min, parts.tm_sec)
    guard interval != whole else { return time == "T00:00:00" ? day : "\(day)\(time)Z" }
    for count in 3...17 {
      let digits = String(format: "%.*f", count, interval - whole).dropFirst(2)
      guard let fraction = Double("0.\(digits)"), whole + fraction == interval else { continue }
      return "\(day)\(time).\(digits)Z"
    }
    return nil
  }

  /// The literal of a date, or its distance from 2001 if it has none.
  package static func description(of date: Date) -> String {
    text(of: date) ?? "\(date.timeIntervalSinceReferenceDate) s after 2001-01-01"
  }

  /// Parses `Thh:mm[:ss[.fff]](Z|±hh:mm)` to whole seconds since midnight UTC and their fraction.
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
        let digits = rest.prefix(while: isDigit)
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

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.allSatisfy(isDigit) ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }

  /// The seconds from 1970 to the start of a day; nil for a day that does not exist.
  private static func midnight(year: Int, month: Int, day: Int) -> Int? {
    var parts = tm()
    (parts.tm_year, parts.tm_mon) = (Int32(year - 1900), Int32(month - 1))
    parts.tm_mday = Int32(day)
    let seconds = timegm(&parts)
    // `timegm` normalizes a day that does not exist to one in the next month or year.
    return parts.tm_mon == month - 1 && parts.tm_mday == day ? seconds : nil
  }

  /// The calendar components of whole seconds since 1970; nil outside the years 1 to 9999.
  private static func parts(of seconds: Double) -> tm? {
    guard var time = time_t(exactly: seconds) else { return nil }
    var parts = tm()
    guard gmtime_r(&time, &parts) != nil, (-1899...8099).contains(parts.tm_year) else { return nil }
    return parts
  }
}

/// Types whose values the format language writes as `CAST("…", "NSUUID")`, because it has no
/// literals for them.
enum CastLiteral: String, CaseIterable {
  /// Seconds since 2001-01-01, or a date literal.
  case date = "NSDate"
  case decimal = "NSDecimalNumber"
  /// Only for infinities.
  case double = "NSNumber"
  case uuid = "NSUUID"
  case uri = "NSURL"
  /// Encoded in base64.
  case data = "NSData"

  /// Whether the text spells a finite number in decimal digits.
  static func isNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy { "0123456789.-+eE".utf8.contains($0) } && Double(text)?.isFinite == true
  }

  func value(of text: String) -> AttributeValue? {
    switch self {
    case .date:
      if let date = DateLiteral.date(from: text) { return .date(date) }
      guard let interval = Double(text), interval.isFinite else { return nil }
      return .date(Date(timeIntervalSinceReferenceDate: interval))
    case .decimal:
      // Decimal(string:) accepts any text that starts with a number.
      guard Self.isNumber(text) else { return nil }
      return Decimal(string: text).map(AttributeValue.decimal)
    case .double: return Double(text).map(AttributeValue.double)
    case .uuid: return UUID(uuidString: text).map(AttributeValue.uuid)
    case .uri: return URL(string: text).map(AttributeValue.uri)
    case .data: return Data(base64Encoded: text).map(AttributeValue.data)
    }
  }
}
