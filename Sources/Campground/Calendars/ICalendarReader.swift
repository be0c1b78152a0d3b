import Foundation

/// Reads the events of an iCalendar file (RFC 5545).
///
/// Unknown components, properties and parameters are passed over, as the standard asks. Canceled
/// events and those that leave the time free are left out. Times become the nights of their dates in
/// the campground's time zone.
struct ICalendarReader {
  /// The time zone of dates that the file gives as instants.
  let timeZone: TimeZone

  /// The most bytes of a file, bytes of a line without its folds, and events of a file.
  static let mostBytes = 16 << 20
  static let mostBytesOfLine = 64 << 10
  static let mostEvents = 20_000

  /// The events in the order of the file.
  ///
  /// - Throws: `ICalendarProblem` for a file that is no calendar, is cut off or too large, and for an
  ///   event without an identifier or dates, with a time zone that is unknown, or that recurs.
  func events(in data: Data) throws(ICalendarProblem) -> [ICalendarEvent] {
    guard data.count <= Self.mostBytes else {
      throw ICalendarProblem(line: 1, "the file has more than \(Self.mostBytes >> 20) MB")
    }
    let bytes = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ICalendarProblem(line: 1, "the file is not UTF-8")
    }
    var events: [ICalendarEvent] = []
    var open: [String] = []
    var draft: Draft?
    var (isBegun, last) = (false, 1)
    for line in try Self.lines(of: text) {
      last = line.number
      guard let property = Property(line) else {
        guard isBegun else { throw Self.noCalendar(line.number) }
        throw ICalendarProblem(
          line: line.number, "the line has no colon between a name and a value",
          repair: "long lines are folded by a space at the start of the next one")
      }
      switch property.name {
      case "BEGIN":
        let name = property.value.uppercased()
        guard isBegun || name == "VCALENDAR" else { throw Self.noCalendar(line.number) }
        isBegun = true
        if name == "VEVENT", open == ["VCALENDAR"] { draft = Draft(line: line.number) }
        open.append(name)
      case "END":
        guard open.popLast() == property.value.uppercased() else {
          throw ICalendarProblem(line: line.number, "END:\(property.value) ends nothing")
        }
        if open == ["VCALENDAR"], let ended = draft {
          if let event = try ended.event(in: timeZone) { events.append(event) }
          draft = nil
        }
        guard events.count <= Self.mostEvents else {
          throw ICalendarProblem(line: line.number, "there are more than \(Self.mostEvents) events")
        }
      default:
        guard isBegun else { throw Self.noCalendar(line.number) }
        // Alarms within an event have properties of their own.
        if open.last == "VEVENT" { draft?.add(property) }
      }
    }
    guard isBegun else { throw Self.noCalendar(1) }
    guard open.isEmpty else {
      throw ICalendarProblem(
        line: last, "the file ends before END:\(open[0])", repair: "load it again")
    }
    return events
  }

  private static func noCalendar(_ line: Int) -> ICalendarProblem {
    ICalendarProblem(
      line: line, "this is no iCalendar file, which begins with BEGIN:VCALENDAR",
      repair: "load the calendar itself, rather than the page that shows it")
  }

  // MARK: Lines

  fileprivate struct Line {
    let number: Int
    var text: String
  }

  /// The lines without their folds; empty ones are left out.
  private static func lines(of text: String) throws(ICalendarProblem) -> [Line] {
    var lines: [Line] = []
    var number = 0
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      guard let first = part.first else { continue }
      if first == " " || first == "\t", !lines.isEmpty {
        lines[lines.count - 1].text += part.dropFirst()
      } else {
        lines.append(Line(number: number, text: String(part)))
      }
      guard lines[lines.count - 1].text.utf8.count <= mostBytesOfLine else {
        throw ICalendarProblem(
          line: number, "the line has more than \(mostBytesOfLine >> 10) kB")
      }
    }
    return lines
  }

  /// A line taken apart.
  fileprivate struct Property {
    let line: Int
    let name: String
    let parameters: [String: String]
    let value: String

    /// Nil for a line without a colon.
    init?(_ line: Line) {
      self.line = line.number
      // A colon within quotes belongs to a parameter.
      var isQuoted = false
      var parts: [String] = [""]
      var rest = Substring(line.text)
      while let character = rest.popFirst() {
        if character == "\"" {
          isQuoted.toggle()
        } else if character == ":", !isQuoted {
          (name, value) = (parts[0].uppercased(), String(rest))
          parameters = Dictionary(
            parts.dropFirst().map { part in
              let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
              return (pair.first?.uppercased() ?? "", pair.count > 1 ? pair[1] : "")
            }, uniquingKeysWith: { first, _ in first })
          return
        } else if character == ";", !isQuoted {
          parts.append("")
        } else {
          parts[parts.count - 1].append(character)
        }
      }
      return nil
    }

    /// The value with its escapes undone.
    var text: String {
      var (result, isEscaped) = ("", false)
      for character in value {
        if isEscaped {
          result.append(character == "n" || character == "N" ? "\n" : character)
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else {
          result.append(character)
        }
      }
      return result
    }
  }

  // MARK: Events

  /// An event being read.
  private struct Draft {
    let line: Int
    private var properties: [String: Property] = [:]

    init(line: Int) { self.line = line }

    mutating func add(_ property: Property) {
      if properties[property.name] == nil { properties[property.name] = property }
    }

    /// The event; nil for one that closes nothing.
    func event(in timeZone: TimeZone) throws(ICalendarProblem) -> ICalendarEvent? {
      let isOff =
        properties["STATUS"]?.value.uppercased() == "CANCELLED"
        || properties["TRANSP"]?.value.uppercased() == "TRANSPARENT"
      guard !isOff else { return nil }
      let summary = properties["SUMMARY"]?.text
      let name = summary.map { "the event \"\($0)\"" } ?? "the event"
      for key in ["RRULE", "RDATE"] {
        guard let property = properties[key] else { continue }
        throw ICalendarProblem(
          line: property.line, "\(name) recurs, which a closure cannot",
          repair: "enter it there as single events, or close the site with \"block\"")
      }
      guard let identifier = properties["UID"]?.text, !identifier.isEmpty else {
        throw ICalendarProblem(line: line, "\(name) has no UID")
      }
      guard let beginning = properties["DTSTART"] else {
        throw ICalendarProblem(line: line, "\(name) has no DTSTART")
      }
      let start = try Moment(beginning, in: timeZone)
      let end = try end(after: start, in: timeZone)
      return ICalendarEvent(
        identifier: identifier, start: start.date, end: end, summary: summary, line: line)
    }

    /// The day on which the event ends: an event until midnight includes the night before, and one
    /// within a single day is of its night.
    private func end(
      after start: Moment, in timeZone: TimeZone
    ) throws(ICalendarProblem) -> CalendarDate {
      let least = start.date.advanced(by: 1)
      if let ending = properties["DTEND"] {
        let end = try Moment(ending, in: timeZone).date
        guard end >= start.date else {
          throw ICalendarProblem(line: ending.line, "the event ends before it begins")
        }
        return max(end, least)
      }
      guard let duration = properties["DURATION"] else { return least }
      guard let seconds = Self.seconds(of: duration.value) else {
        throw ICalendarProblem(
          line: duration.line, "\"\(duration.value)\" is no duration of at most 10 years")
      }
      return max(CalendarDate(start.instant.addingTimeInterval(seconds), in: start.zone), least)
    }

    /// The seconds of a duration such as `P3D` or `PT12H`; nil for any other text.
    private static func seconds(of text: String) -> TimeInterval? {
      var rest = Substring(text.uppercased())
      if rest.first == "+" { rest = rest.dropFirst() }
      guard rest.popFirst() == "P", !rest.isEmpty else { return nil }
      let units: [Character: Double] = [
        "W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1,
      ]
      var (sum, digits) = (0.0, "")
      for character in rest {
        if character.isASCII, character.isNumber {
          digits.append(character)
        } else if character == "T", digits.isEmpty {
          continue
        } else {
          guard let unit = units[character], let count = Double(digits) else { return nil }
          (sum, digits) = (sum + count * unit, "")
        }
      }
      return digits.isEmpty && sum <= 315_360_000 ? sum : nil
    }
  }

  /// A date or an instant of an event.
  private struct Moment {
    let date: CalendarDate
    let instant: Date
    /// The time zone in which the date is meant.
    let zone: TimeZone

    init(_ property: Property, in timeZone: TimeZone) throws(ICalendarProblem) {
      let value = property.value
      let day = value.prefix(8)
      let problem = ICalendarProblem(
        line: property.line,
        "\"\(value)\" is not a date or a time as calendars have it, like 20260701")
      guard day.count == 8, day.allSatisfy({ $0.isASCII && $0.isNumber }),
        let date = CalendarDate("\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))")
      else { throw problem }
      let time = value.dropFirst(8)
      guard !time.isEmpty else {
        (self.date, instant, zone) = (date, date.midnightUTC, .gmt)
        return
      }
      let digits = time.dropFirst().prefix(6)
      let isUTC = time.hasSuffix("Z")
      guard time.first == "T", digits.count == 6,
        digits.allSatisfy({ $0.isASCII && $0.isNumber }), time.count == (isUTC ? 8 : 7),
        let hour = Int(digits.prefix(2)), let minute = Int(digits.dropFirst(2).prefix(2)),
        let second = Int(digits.suffix(2)), hour < 24, minute < 60, second <= 60
      else { throw problem }
      var zone = timeZone
      if isUTC {
        zone = .gmt
      } else if let name = property.parameters["TZID"] {
        guard let known = TimeZone(identifier: name) else {
          throw ICalendarProblem(
            line: property.line, "the time zone \"\(name)\" is unknown here",
            repair: "export the calendar with whole days, or with a zone like America/Denver")
        }
        zone = known
      }
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      guard
        let instant = calendar.date(
          from: DateComponents(
            year: date.year, month: date.month, day: date.day, hour: hour, minute: minute,
            second: second))
      else { throw problem }
      self.instant = instant
      self.zone = timeZone
      self.date = CalendarDate(instant, in: timeZone)
    }
  }
}
