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
    var text = text.lowercased()
    let half = ["am", "pm"].first { text.hasSuffix($0) }
    if half != nil {
      text.removeLast(2)
      while text.last == " " { text.removeLast() }
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let digits = parts.map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
    guard let first = digits.first, let hour = first, parts[0].utf8.count <= 2 else { return nil }
    var rest = 0
    if parts.count == 1 {
      // A number alone is too ambiguous.
      guard half != nil else { return nil }
    } else {
      guard parts.count == 2, parts[1].utf8.count == 2, let minutes = digits[1] else { return nil }
      rest = minutes
    }
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
