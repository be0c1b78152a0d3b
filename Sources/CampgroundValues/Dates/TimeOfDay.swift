/// A minute of the day on a wall clock: 15:00.
public struct TimeOfDay: Sendable, Hashable {
  /// The minutes since midnight, from 0 to 1439.
  public let minute: Int

  /// Makes a time; a minute outside the day becomes its first or last minute.
  public init(minute: some BinaryInteger) {
    self.minute = Int(min(max(minute, 0), 1_439))
  }

  /// Reads a time as people write it: `15:00`, `9:30`, `3pm`, `3:30 PM`; nil for anything else.
  public init?(_ text: String) {
    let form = #/([0-9]{1,2})(?::([0-9]{2}))?(?: *(am|pm))?/#
    // A number alone is too ambiguous.
    guard let match = text.lowercased().wholeMatch(of: form), let hour = Int(match.1),
      match.2 != nil || match.3 != nil
    else { return nil }
    let (rest, half) = (match.2.flatMap { Int($0) } ?? 0, match.3)
    guard rest < 60, half == nil ? hour < 24 : (1...12).contains(hour) else { return nil }
    minute = (half == nil ? hour : hour % 12 + (half == "pm" ? 12 : 0)) * 60 + rest
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// `09:05`
  public var description: String {
    let (hours, minutes) = minute.quotientAndRemainder(dividingBy: 60)
    return "\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
  }
}
