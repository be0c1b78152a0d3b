/// The electricity that a campsite has, or that somebody asks for.
public enum ElectricitySupply: Sendable, Hashable {
  /// There is none, or none is needed.
  case absent
  /// There is some, of a strength that is not known or does not matter.
  case present
  /// The amperes of the strongest outlet.
  case amperes(Int)

  /// Reads `none` or `no`, `yes`, or a number of amperes such as `30`; nil for another word.
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
