/// A stay before a change, as far as stay rules need it.
///
/// A rule that applied to the stay before the change does not object again to an arrival or
/// departure day that stays the same. At another site, however, the gaps around the stay are new,
/// and so is any rule that did not apply to the former site.
public struct FormerStay: Sendable, Hashable {
  /// The parts of the stay, ordered by date.
  public var parts: [StayPart]

  /// Whether the guest has arrived, so that rules about arrival no longer apply.
  public var hasArrived: Bool

  public init(_ parts: [StayPart], hasArrived: Bool = false) {
    self.parts = parts
    self.hasArrived = hasArrived
  }
}
