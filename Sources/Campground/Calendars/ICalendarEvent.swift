import Foundation

/// An event of an iCalendar file, as far as closures need it.
struct ICalendarEvent: Hashable {
  /// The identifier, the same in each later version of the file.
  let identifier: String
  /// The first night.
  let start: CalendarDate
  /// The day on which it ends, whose night is free again.
  let end: CalendarDate
  /// The summary; nil for none.
  let summary: String?
  /// The line of its beginning, from 1.
  let line: Int
}

/// Why an iCalendar file cannot be read.
public struct ICalendarProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// What is wrong with it.
  public let reason: String
  /// How to mend it; nil where the reason says it all.
  public let repair: String?

  init(line: Int, _ reason: String, repair: String? = nil) {
    (self.line, self.reason, self.repair) = (line, reason, repair)
  }

  public var description: String { "line \(line): \(reason)" }
}
