import Campground
import CommandKit
import Foundation

/// A parameter of a command: a positional one, or an option that its name introduces.
public struct Parameter: Sendable, Hashable {
  /// The option's word, or what a positional parameter is called in messages.
  public let name: String

  /// What it takes.
  public let kind: ValueKind

  /// The word in capitals that stands for the value in a usage line.
  public let placeholder: String

  /// What it means, as a phrase.
  public let summary: String

  /// Whether the command needs it.
  public private(set) var isRequired = false

  /// Whether empty text is a value, which takes away what is there.
  public private(set) var takesEmptyText = false

  private init<Value>(
    _ key: ParameterKey<Value>, _ kind: ValueKind, _ placeholder: String, _ summary: String
  ) {
    self.name = key.name
    self.kind = kind
    self.placeholder = placeholder
    self.summary = summary
  }

  /// The same parameter, needed by the command.
  public var required: Parameter {
    var copy = self
    copy.isRequired = true
    return copy
  }

  /// The same parameter, which empty text clears.
  public var clearable: Parameter {
    var copy = self
    copy.takesEmptyText = true
    return copy
  }

  /// The option in a usage line: `phone PHONE`, `water yes|no`, `dry-run`.
  public var optionUsage: String {
    kind == .flag ? name : "\(name) \(valueUsage)"
  }

  /// The value in a usage line: its placeholder, or the words to choose from when these are few.
  public var valueUsage: String {
    let words = kind.choices.joined(separator: "|")
    guard !words.isEmpty, words.count <= 24 else { return placeholder }
    if case .wordOrFile = kind { return placeholder }
    return words
  }

  /// Takes any text.
  public static func text(
    _ key: ParameterKey<String>, _ placeholder: String, _ summary: String
  ) -> Parameter {
    Parameter(key, .text, placeholder, summary)
  }

  /// Takes the name of something in the store.
  public static func live(
    _ key: ParameterKey<String>, _ live: LiveValue, _ placeholder: String, _ summary: String
  ) -> Parameter {
    Parameter(key, .live(live), placeholder, summary)
  }

  /// Takes a whole number in a range.
  public static func integer(
    _ key: ParameterKey<Int>, in range: ClosedRange<Int> = 0...Int.max, _ placeholder: String,
    _ summary: String
  ) -> Parameter {
    Parameter(key, .integer(range), placeholder, summary)
  }

  /// Takes a decimal number of zero or more.
  public static func decimal(
    _ key: ParameterKey<Decimal>, _ placeholder: String, _ summary: String
  ) -> Parameter {
    Parameter(key, .decimal, placeholder, summary)
  }

  /// Takes `yes` or `no`.
  public static func boolean(_ key: ParameterKey<Bool>, _ summary: String) -> Parameter {
    Parameter(key, .boolean, "yes|no", summary)
  }

  /// Takes nothing: the name alone says yes.
  public static func flag(_ key: ParameterKey<Bool>, _ summary: String) -> Parameter {
    Parameter(key, .flag, "", summary)
  }

  /// Takes a calendar date.
  public static func date(_ key: ParameterKey<CalendarDate>, _ summary: String) -> Parameter {
    Parameter(key, .date, "DATE", summary)
  }

  /// Takes a time of the day.
  public static func timeOfDay(_ key: ParameterKey<TimeOfDay>, _ summary: String) -> Parameter {
    Parameter(key, .timeOfDay, "HH:MM", summary)
  }

  /// Takes a number of nights, from 1.
  public static func nights(_ key: ParameterKey<Int>, _ summary: String) -> Parameter {
    Parameter(key, .nights, "N", summary)
  }

  /// Takes one word of a list.
  public static func word(
    _ key: ParameterKey<String>, _ words: [String], _ placeholder: String, _ summary: String
  ) -> Parameter {
    Parameter(key, .word(words), placeholder, summary)
  }

  /// Takes a file's path.
  public static func file(_ key: ParameterKey<String>, _ summary: String) -> Parameter {
    Parameter(key, .file, "FILE", summary)
  }

  /// Takes one word of a list, or a file's path.
  public static func wordOrFile(
    _ key: ParameterKey<String>, _ words: [String], _ placeholder: String, _ summary: String
  ) -> Parameter {
    Parameter(key, .wordOrFile(words), placeholder, summary)
  }

  /// Takes the identifier of a time zone.
  public static func timeZone(_ key: ParameterKey<String>, _ summary: String) -> Parameter {
    Parameter(key, .timeZone, "ZONE", summary)
  }

  /// Takes a currency code.
  public static func currency(_ key: ParameterKey<String>, _ summary: String) -> Parameter {
    Parameter(key, .currency, "CODE", summary)
  }

  /// Takes a predicate.
  public static func predicate(_ key: ParameterKey<RawText>, _ summary: String) -> Parameter {
    Parameter(key, .predicate, "PREDICATE", summary)
  }

  /// Takes the keys to sort by.
  public static func sort(_ key: ParameterKey<[SortTerm]>, _ summary: String) -> Parameter {
    Parameter(key, .sort, "KEY [asc|desc] [caseinsensitive|localized][, …]", summary)
  }

  /// Takes values to select.
  public static func select(_ key: ParameterKey<[SelectTerm]>, _ summary: String) -> Parameter {
    Parameter(key, .select, "KEY [AS NAME][, …]", summary)
  }

  /// Takes one key path.
  public static func key(
    _ key: ParameterKey<[SelectTerm]>, _ summary: String
  ) -> Parameter {
    Parameter(key, .key, "KEY", summary)
  }

  /// Takes key paths.
  public static func keys(
    _ key: ParameterKey<[SelectTerm]>, _ placeholder: String, _ summary: String
  ) -> Parameter {
    Parameter(key, .keys, placeholder, summary)
  }

  /// Takes `by` and the keys of groups.
  public static func keysBehindBy(
    _ key: ParameterKey<[SelectTerm]>, _ summary: String
  ) -> Parameter {
    Parameter(key, .keysBehindBy, "by KEY[, …]", summary)
  }

  /// Takes the keys of groups with their aggregates.
  public static func grouping(_ key: ParameterKey<Grouping>, _ summary: String) -> Parameter {
    Parameter(key, .grouping, "KEY[, …] [count] [sum KEY …]", summary)
  }

  /// Takes the campsites that a stay goes on upon.
  public static func siteChanges(
    _ key: ParameterKey<[SiteChangeTerm]>, _ summary: String
  ) -> Parameter {
    Parameter(key, .siteChanges, "SITE on DATE[, …]", summary)
  }

  /// Takes a variable's name and value.
  public static func assignment(
    _ key: ParameterKey<Assignment>, _ summary: String
  ) -> Parameter {
    Parameter(key, .assignment, "NAME = VALUE", summary)
  }

  /// Takes all the remaining words.
  public static func rest(
    _ key: ParameterKey<String>, _ placeholder: String, _ summary: String
  ) -> Parameter {
    Parameter(key, .rest, placeholder, summary)
  }
}
