import Foundation

extension Weekdays: CustomStringConvertible {
  /// Reads weekdays as people write them: `weekend`, `fri`, `mon-thu`, `sun,wed`; nil for anything
  /// else. A range may go over Sunday; three letters of a name are enough.
  public init?(_ text: String) {
    var days: Weekdays = []
    for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
      let part = part.filter { $0 != " " }
      if part == "weekend" {
        days.formUnion(.weekend)
        continue
      }
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        .map { Self.weekday(named: String($0)) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1]
      else { return nil }
      let count = (last.rawValue - first.rawValue + 7) % 7
      days.formUnion(
        Weekdays((0...count).map { Weekday.allCases[(first.rawValue - 1 + $0) % 7] }))
    }
    self = days
  }

  /// The weekdays as `Fri, Sat`, from Monday on; empty for none.
  public var description: String {
    guard rawValue != 0 else { return "" }
    return Weekday.allCases.filter(covers).map(\.shortName).joined(separator: ", ")
  }

  private static func weekday(named name: String) -> Weekday? {
    guard name.count >= 3 else { return nil }
    return Weekday.allCases.first { "\($0)".hasPrefix(name) }
  }
}

extension Weekday {
  /// The first three letters of the English name, `Fri`.
  public var shortName: String { "\(self)".prefix(3).capitalized }
}
