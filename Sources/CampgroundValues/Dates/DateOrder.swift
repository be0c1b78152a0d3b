import Foundation

/// Whether the month or the day comes first in a date written in numbers.
public enum DateOrder: Sendable, Hashable {
  /// `7/1` is July 1, as in the United States.
  case monthFirst
  /// `7/1` is January 7, as in most of the world.
  case dayFirst

  /// The order that is usual in a locale.
  public init(_ locale: Locale) {
    let format =
      DateFormatter.dateFormat(fromTemplate: "yMd", options: 0, locale: locale) ?? "M/d/y"
    let month = format.firstIndex { $0 == "M" || $0 == "L" } ?? format.startIndex
    let day = format.firstIndex(of: "d") ?? format.endIndex
    self = day < month ? .dayFirst : .monthFirst
  }
}
