/// What a parameter of a command takes.
package enum ValueKind: Sendable, Hashable {
  /// Any text.
  case text
  /// The name of something in the store, taken as text; completion offers what there is.
  case live(LiveValue)
  /// A whole number in a range.
  case integer(ClosedRange<Int>)
  /// A decimal number of zero or more, such as an amount of money.
  case decimal
  /// `yes` or `no`.
  case boolean
  /// A calendar date, 2026-07-01, or one counted from today: friday, +3.
  case date
  /// A time of the day, 15:00 or 3pm, taken as the minute of the day.
  case timeOfDay
  /// A number of nights, from 1.
  case nights
  /// One of a list of words; capitals do not matter, and the list's spelling is what comes out.
  case word([String])
  /// A file's path.
  case file
  /// Campsites with the dates from which a stay is there: `16 on 2026-07-03, 17 on 2026-07-05`.
  case siteChanges
  /// Nothing: the option's name alone says yes.
  case flag

  /// Whether the value may reach over several tokens.
  var takesManyTokens: Bool {
    self == .siteChanges
  }

  /// Whether the value is a number.
  var isNumber: Bool {
    switch self {
    case .integer, .decimal, .nights: true
    default: false
    }
  }

  /// The words to choose from, when the kind lists them.
  package var choices: [String] {
    switch self {
    case .word(let words): words
    case .boolean: ["yes", "no"]
    default: []
    }
  }
}
