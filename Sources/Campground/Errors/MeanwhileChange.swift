/// What somebody else changed, so that something does not come to what was shown.
public struct MeanwhileChange: Sendable, Hashable {
  /// What it is about: `R-1`, `camper Ada`.
  public let label: String

  /// The property as the entity has it, `phoneNumber`; nil for what it costs.
  public let property: String?

  /// What was shown, as the audit writes values; nil for nothing.
  public let shown: String?

  /// What it is now, as `shown`.
  public let now: String?

  init(label: String, property: String? = nil, shown: String?, now: String?) {
    self.label = label
    self.property = property
    self.shown = shown
    self.now = now
  }

  /// Distinguishes changes, in the order in which they are told.
  var key: String { "\(label) \(property ?? "")" }
}

extension MeanwhileChange: CustomStringConvertible {
  /// `someone changed R-1 meanwhile: $135.00 is now $150.00`
  public var description: String {
    "someone changed \(label) meanwhile: \(shown ?? "nothing") is now \(now ?? "nothing")"
  }
}
