/// A set of weekdays, kept as bits: Monday is the lowest.
public struct Weekdays: OptionSet, Sendable, Hashable, Codable {
  public let rawValue: Int16

  public init(rawValue: Int16) {
    self.rawValue = rawValue
  }

  /// Makes a set of weekdays.
  public init(_ weekdays: some Sequence<Weekday>) {
    rawValue = weekdays.reduce(0) { $0 | Self.bit(of: $1) }
  }

  /// The nights of Friday and Saturday.
  public static let weekend = Weekdays([.friday, .saturday])

  /// All of them.
  public static let all = Weekdays(Weekday.allCases)

  /// Whether a rule for these weekdays covers this one; an empty set covers all.
  public func covers(_ weekday: Weekday) -> Bool {
    rawValue == 0 || rawValue & Self.bit(of: weekday) != 0
  }

  private static func bit(of weekday: Weekday) -> Int16 { 1 << Int16(weekday.rawValue - 1) }
}
