/// Optional details of a camper; nil leaves a value unchanged.
public struct CamperDetails: Sendable, Hashable {
  /// The postal address, on one line; empty text removes it.
  public var address: String?
  /// The license plates of their vehicles; empty text removes them.
  public var plates: String?
  /// The length of their rig in feet, from 1 to 1,000; 0 removes it.
  public var rigLength: Int?
  /// Free notes; empty text removes them.
  public var note: String?

  /// Makes details.
  public init(
    address: String? = nil, plates: String? = nil, rigLength: Int? = nil, note: String? = nil
  ) {
    self.address = address
    self.plates = plates
    self.rigLength = rigLength
    self.note = note
  }
}

extension Camper {
  /// Applies details, in a context that is discarded on an error.
  ///
  /// - Throws: `CampgroundError.invalidValue` for a text that is too long or not one line;
  ///   `.outOfRange`.
  func take(_ details: CamperDetails) throws(CampgroundError) {
    if let text = details.address { address = try NameRule.line(text, of: "address") }
    if let text = details.plates { plates = try NameRule.line(text, of: "plates") }
    if let text = details.note { note = NameRule.optional(text) }
    guard let length = details.rigLength else { return }
    try RuleCheck.range(length, "length", 0...1_000)
    rigLength = length == 0 ? nil : Int16(clamping: length)
  }
}
