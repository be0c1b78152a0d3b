import Foundation

/// Builds the text of an iCalendar file (RFC 5545): lines end with CRLF and are folded after 75 bytes.
struct ICalendarText {
  private(set) var text = ""

  /// The most bytes of a line, without its end (RFC 5545, section 3.1).
  private static let mostBytes = 75

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - name: the name of the property with its parameters.
  ///   - value: the value as the format has it.
  mutating func add(_ name: String, _ value: String) {
    var count = 0
    for character in "\(name):\(value)" {
      let size = character.utf8.count
      if count + size > Self.mostBytes {
        text += "\r\n "
        // The space counts.
        count = 1
      }
      text.append(character)
      count += size
    }
    text += "\r\n"
  }

  /// Adds a line with a text, in which commas, semicolons, backslashes and line breaks are escaped.
  mutating func add(_ name: String, text value: String) {
    var escaped = ""
    for character in value {
      switch character {
      case "\\", ",", ";": escaped += "\\\(character)"
      case "\n", "\r\n", "\r": escaped += "\\n"
      default: escaped.append(character)
      }
    }
    add(name, escaped)
  }

  /// Adds a line with a calendar date.
  mutating func add(_ name: String, date: CalendarDate) {
    add("\(name);VALUE=DATE", "\(date)".replacingOccurrences(of: "-", with: ""))
  }

  /// Adds a line with an instant, in UTC and whole seconds.
  mutating func add(_ name: String, instant: Date) {
    let utc = instant.formatted(
      .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
        .timeSeparator(.omitted))
    add(name, utc.hasSuffix("Z") ? utc : utc + "Z")
  }
}
