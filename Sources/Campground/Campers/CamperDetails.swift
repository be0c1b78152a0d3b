/// What else is known of a camper, or what of it is to change; nil leaves a part as it is.
public struct CamperDetails: Sendable, Hashable {
  /// The postal address, on a line; empty text takes it away.
  public var address: String?
  /// The license plates of their vehicles; empty text takes them away.
  public var plates: String?
  /// The length of their rig in feet, from 1 to 1,000; 0 takes it away.
  public var rigLength: Int?
  /// Whatever else there is to say; empty text takes it away.
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
  /// Takes details over, in a context that is dropped on an error.
  ///
  /// - Throws: `CampgroundError.notOneLine`, `.textTooLong`, `.outOfRange`.
  func take(_ details: CamperDetails) throws(CampgroundError) {
    if let text = details.address { address = try NameRule.line(text, of: "address") }
    if let text = details.plates { plates = try NameRule.line(text, of: "plates") }
    if let text = details.note { note = NameRule.optional(text) }
    guard let length = details.rigLength else { return }
    guard (0...1_000).contains(length) else {
      throw .outOfRange("length", value: length, allowed: 0...1_000)
    }
    rigLength = length == 0 ? nil : Int16(clamping: length)
  }
}
