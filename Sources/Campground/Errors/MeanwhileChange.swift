/// What someone else changed, so that an outcome differs from what was shown.
public struct MeanwhileChange: Sendable, Hashable {
  /// The object: `R-1`, `camper Ada`.
  public let label: String

  /// The property as the entity names it, `phoneNumber`; nil for the price.
  public let property: String?

  /// The value that was shown, in the format of the audit; nil for none.
  public let shown: String?

  /// The present value, in the same format.
  public let now: String?

  init(label: String, property: String? = nil, shown: String?, now: String?) {
    self.label = label
    self.property = property
    self.shown = shown
    self.now = now
  }

  /// The key that identifies a change and orders the report.
  var key: String { "\(label) \(property ?? "")" }
}

extension MeanwhileChange: CustomStringConvertible {
  /// `someone changed R-1 meanwhile: $135.00 is now $150.00`
  public var description: String {
    "someone changed \(label) meanwhile: \(shown ?? "nothing") is now \(now ?? "nothing")"
  }
}
