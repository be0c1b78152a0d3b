import Campground
import CommandKit
import Foundation

/// The value that a command was given for a parameter, with its place.
package struct Argument: Sendable, Hashable {
  /// A value of one of the types that parameters have.
  package enum Value: Sendable, Hashable {
    /// A text, a name, a word of a list, a path.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A decimal number.
    case decimal(Decimal)
    /// Yes or no.
    case boolean(Bool)
    /// A calendar date.
    case date(CalendarDate)
    /// A time of the day.
    case time(TimeOfDay)
    /// The campsites that a stay goes on upon.
    case siteChanges([SiteChangeTerm])

    /// The value inside, for a cast to the type of a key.
    var payload: any Sendable {
      switch self {
      case .text(let value): value
      case .integer(let value): value
      case .decimal(let value): value
      case .boolean(let value): value
      case .date(let value): value
      case .time(let value): value
      case .siteChanges(let value): value
      }
    }
  }

  /// The value.
  package let value: Value

  /// Where the value stands; for a flag, where its name stands.
  package let range: SourceRange

  /// A number as it was written, with the sign of a currency perhaps; empty for any other value.
  package var written = ""
}
