/// The electricity that a campsite has, or that a guest asks for.
public enum ElectricitySupply: Sendable, Hashable {
  /// None is available, or none is needed.
  case absent
  /// Available, at an amperage that is unknown or does not matter.
  case present
  /// The amperage of the strongest outlet.
  case amperes(Int)

  /// Reads `none` or `no`, `yes`, or an amperage such as `30`; nil for any other word.
  public init?(word: String) {
    switch word {
    case "none", "no": self = .absent
    case "yes": self = .present
    default:
      guard let amperes = Int(word), (1...1_000).contains(amperes) else { return nil }
      self = .amperes(amperes)
    }
  }
}
