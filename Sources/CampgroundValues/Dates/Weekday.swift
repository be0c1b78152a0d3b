import Foundation

/// A day of the week, numbered as ISO 8601 does: Monday is 1, Sunday is 7.
public enum Weekday: Int, Sendable, Hashable, CaseIterable, Codable {
  case monday = 1
  case tuesday
  case wednesday
  case thursday
  case friday
  case saturday
  case sunday

  /// Reads an English weekday in lower case, in full or cut to at least three letters.
  package init?(word: some StringProtocol) {
    guard word.count >= 3, let place = Self.words.firstIndex(where: { $0.hasPrefix(word) }),
      let weekday = Self(rawValue: place + 1)
    else { return nil }
    self = weekday
  }

  /// The English name, `Friday`.
  public var name: String { "\(self)".capitalized }

  /// The first three letters, `Fri`.
  public var shortName: String { String(name.prefix(3)) }

  private static let words = allCases.map { "\($0)" }
}
