/// The two numbers of a tally.
public struct Values: Hashable, Sendable, CustomStringConvertible {
  public var first: Int64
  public var second: Int64

  public init(first: Int64 = 0, second: Int64 = 0) {
    self.first = first
    self.second = second
  }

  /// Reads what `description` wrote.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/").map { Int64($0, radix: 16) }
    guard parts.count == 2, let first = parts[0], let second = parts[1] else { return nil }
    self.init(first: first, second: second)
  }

  /// One of the numbers.
  public subscript(field: Field) -> Int64 {
    get { field == .first ? first : second }
    set {
      switch field {
      case .first: first = newValue
      case .second: second = newValue
      }
    }
  }

  public var description: String {
    String(first, radix: 16) + "/" + String(second, radix: 16)
  }
}

/// Which of a tally's two numbers.
public enum Field: String, CaseIterable, Codable, Sendable {
  case first, second
}
