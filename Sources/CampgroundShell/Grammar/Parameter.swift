import Campground
import CommandKit
import Foundation

/// A parameter of a command: a positional one, or an option that its name introduces.
package struct Parameter: Sendable, Hashable {
  /// The option's word, or what a positional parameter is called in messages.
  package let name: String

  /// What it takes.
  package let kind: ValueKind

  /// The word in capitals that stands for the value in a usage line.
  package let placeholder: String

  /// What it means, as a phrase.
  package let summary: String

  /// Whether the command needs it.
  package private(set) var isRequired = false

  /// Whether empty text is a value, which takes away what is there.
  package private(set) var takesEmptyText = false

  private init<Value>(
    _ key: ParameterKey<Value>, _ kind: ValueKind, _ placeholder: String, _ summary: String
  ) {
    self.name = key.name
    self.kind = kind
    self.placeholder = placeholder
    self.summary = summary
  }

  /// The same parameter, needed by the command.
  package var required: Parameter {
    var copy = self
    copy.isRequired = true
    return copy
  }

  /// The same parameter, which empty text clears.
  package var clearable: Parameter {
    var copy = self
    copy.takesEmptyText = true
    return copy
  }

  /// The option in a usage line: `phone PHONE`, `water yes|no`, `dry-run`.
  package var optionUsage: String {
    kind == .flag ? name : "\(name) \(valueUsage)"
  }

  /// The value in a usage line: its placeholder, or the words to choose from when these are few.
  package var valueUsage: String {
    let words = kind.choices.joined(separator: "|")
    guard !words.isEmpty, words.count <= 24 else { return placeholder }
    return words
  }

  /// Takes any text.
  package static func text(
    _ key: ParameterKey<String>, _ placeholder: String, _ summary: String
  ) -> Parameter {
    Parameter(key, .text, placeholder, summary)
  }

  /// Takes the name of something in the store.
  package static func live(
    _ key: ParameterKey<String>, _ live: LiveValue, _ placeholder: String, _ summary: String
  ) -> Parameter {
    Parameter(key, .live(live), placeholder, summary)
  }

  /// Takes a whole number in a range.
  package static func integer(
    _ key: ParameterKey<Int>, in range: ClosedRange<Int> = 0...Int.max, _ placeholder: String,
    _ summary: String
  ) -> Parameter {
    Parameter(key, .integer(range), placeholder, summary)
  }

  /// Takes a decimal number of zero or more.
  package static func decimal(
    _ key: ParameterKey<Decimal>, _ placeholder: String, _ summary: String
  ) -> Parameter {
    Parameter(key, .decimal, placeholder, summary)
  }

  /// Takes `yes` or `no`.
  package static func boolean(_ key: ParameterKey<Bool>, _ summary: String) -> Parameter {
    Parameter(key, .boolean, "yes|no", summary)
  }

  /// Takes nothing: the name alone says yes.
  package static func flag(_ key: ParameterKey<Bool>, _ summary: String) -> Parameter {
    Parameter(key, .flag, "", summary)
  }

  /// Takes a calendar date.
  package static func date(_ key: ParameterKey<CalendarDate>, _ summary: String) -> Parameter {
    Parameter(key, .date, "DATE", summary)
  }

  /// Takes a time of the day.
  package static func timeOfDay(_ key: ParameterKey<TimeOfDay>, _ summary: String) -> Parameter {
    Parameter(key, .timeOfDay, "HH:MM", summary)
  }

  /// Takes a number of nights, from 1.
  package static func nights(_ key: ParameterKey<Int>, _ summary: String) -> Parameter {
    Parameter(key, .nights, "N", summary)
  }

  /// Takes one word of a list.
  package static func word(
    _ key: ParameterKey<String>, _ words: [String], _ placeholder: String, _ summary: String
  ) -> Parameter {
    Parameter(key, .word(words), placeholder, summary)
  }

  /// Takes a file's path.
  package static func file(_ key: ParameterKey<String>, _ summary: String) -> Parameter {
    Parameter(key, .file, "FILE", summary)
  }

  /// Takes the campsites that a stay goes on upon.
  package static func siteChanges(
    _ key: ParameterKey<[SiteChangeTerm]>, _ summary: String
  ) -> Parameter {
    Parameter(key, .siteChanges, "SITE on DATE[, …]", summary)
  }

}
