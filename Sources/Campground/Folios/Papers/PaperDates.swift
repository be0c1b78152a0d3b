import Foundation

/// Dates as guests read them: with weekday and month in words, in the order of the campground's
/// locale, and with non-breaking spaces.
struct PaperDates: Hashable, Sendable {
  private let order: DateOrder

  init(_ locale: Locale) { order = DateOrder(locale) }

  /// `Wednesday, July 1, 2026`, or `Wednesday, 1 July 2026`.
  func long(_ date: CalendarDate) -> String {
    text(date.weekday.name, CalendarMonth.names[date.month - 1], date)
  }

  /// `Wed, Jul 1, 2026`, or `Wed, 1 Jul 2026`.
  func short(_ date: CalendarDate) -> String {
    text(date.weekday.shortName, String(CalendarMonth.names[date.month - 1].prefix(3)), date)
  }

  /// A text with its ISO dates rewritten.
  func text(_ text: String, _ written: (CalendarDate) -> String) -> String {
    text.replacing(#/\b\d{4}-\d{2}-\d{2}\b/#) { match in
      CalendarDate(String(match.output)).map(written) ?? String(match.output)
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
