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
  /// The identifier of a time zone, America/Los_Angeles.
  case timeZone
  /// A three-letter currency code.
  case currency
  /// A predicate in the engine's language: all up to the next option's name outside of quotes and
  /// brackets.
  case predicate
  /// Keys with `asc` or `desc`, separated by commas, up to the next option's name.
  case sort
  /// Key paths and expressions, which may have names behind `AS`, separated by commas.
  case select
  /// Key paths separated by commas.
  case keys
  /// One key path.
  case key
  /// `by` and key paths or expressions separated by commas.
  case keysBehindBy
  /// Key paths, then aggregates: `status count sum totalMinor`.
  case grouping
  /// Campsites with the dates from which a stay is there: `16 on 2026-07-03, 17 on 2026-07-05`.
  case siteChanges
  /// All the remaining words.
  case rest
  /// Nothing: the option's name alone says yes.
  case flag

  /// Whether the value may reach over several tokens.
  var takesManyTokens: Bool {
    switch self {
    case .predicate, .sort, .select, .key, .keys, .keysBehindBy, .grouping, .siteChanges, .rest:
      true
    default: false
    }
  }

  /// Whether the value is a number.
  var isNumber: Bool {
    switch self {
    case .integer, .decimal, .nights: true
    default: false
    }
  }

  /// Whether the value is made of the properties of an entity.
  var isOfProperties: Bool {
    switch self {
    case .predicate, .sort, .select, .key, .keys, .keysBehindBy, .grouping: true
    default: false
    }
  }

  /// Whether no option can follow the value.
  var takesAllTokens: Bool { self == .rest }

  /// The words to choose from, when the kind lists them.
  package var choices: [String] {
    switch self {
    case .word(let words): words
    case .boolean: ["yes", "no"]
    default: []
    }
  }
}
