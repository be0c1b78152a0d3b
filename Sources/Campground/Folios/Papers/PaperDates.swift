import Foundation

/// Dates and times as guests read them: dates with weekday and month in words, in the order of the
/// campground's locale, times by its clock of 12 or 24 hours, both with non-breaking spaces.
struct PaperDates: Hashable, Sendable {
  private let order: DateOrder
  private let isHalfDay: Bool

  init(_ locale: Locale) {
    order = DateOrder(locale)
    isHalfDay = [.oneToTwelve, .zeroToEleven].contains(locale.hourCycle)
  }

  /// `Wednesday, July 1, 2026`, or `Wednesday, 1 July 2026`.
  func long(_ date: CalendarDate) -> String {
    text(date.weekday.name, CalendarMonth.names[date.month - 1], date)
  }

  /// `Wed, Jul 1, 2026`, or `Wed, 1 Jul 2026`.
  func short(_ date: CalendarDate) -> String {
    text(date.weekday.shortName, String(CalendarMonth.names[date.month - 1].prefix(3)), date)
  }

  /// `3:00 PM`, or `15:00`.
  func time(_ time: TimeOfDay) -> String {
    guard isHalfDay else { return "\(time)" }
    let (hour, minute) = time.minute.quotientAndRemainder(dividingBy: 60)
    let minutes = minute < 10 ? "0\(minute)" : "\(minute)"
    return "\((hour + 11) % 12 + 1):\(minutes)\(Self.space)\(hour < 12 ? "AM" : "PM")"
  }

  /// A text with its ISO dates and its times rewritten.
  func text(_ text: String, _ written: (CalendarDate) -> String) -> String {
    let dated = text.replacing(#/\b\d{4}-\d{2}-\d{2}\b/#) { match in
      CalendarDate(String(match.output)).map(written) ?? String(match.output)
    }
    return dated.replacing(#/\b[0-2]\d:[0-5]\d\b(?!:)(?! ?[AaPp][Mm])/#) { match in
      TimeOfDay(String(match.output)).map(time) ?? String(match.output)
    }
  }

  private func text(_ weekday: String, _ month: String, _ date: CalendarDate) -> String {
    let words =
      switch order {
      case .monthFirst: "\(weekday), \(month) \(date.day), \(date.year)"
      case .dayFirst: "\(weekday), \(date.day) \(month) \(date.year)"
      }
    return words.replacing(" ", with: Self.space)
  }

  /// A non-breaking space.
  static let space = "\u{A0}"
}
