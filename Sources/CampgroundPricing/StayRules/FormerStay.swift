/// What a stay that is changed was so far, as far as rules about stays want to know it.
///
/// A rule that was for the stay before is not asked again about a day of arrival or departure
/// that stays as it is. On another campsite the gaps beside the stay are new, and so is a rule
/// that was not for the former one.
public struct FormerStay: Sendable, Hashable {
  /// Where it was, by date.
  public var parts: [StayPart]

  /// Whether the guest is here, so that no rule has a say about the arrival any more.
  public var hasArrived: Bool

  public init(_ parts: [StayPart], hasArrived: Bool = false) {
    self.parts = parts
    self.hasArrived = hasArrived
  }
}
