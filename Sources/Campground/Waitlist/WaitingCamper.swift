/// Somebody on the waitlist whose wish a change came before.
public struct WaitingCamper: Hashable, Sendable {
  /// The code of the place on the waitlist, `W-3`.
  public let entry: String
  /// The name of who waits.
  public let camper: String
  /// The name of the campsite that could have been theirs.
  public let site: String
  /// The wished dates.
  public let dates: StayDates
}

extension WaitingCamper: CustomStringConvertible {
  /// `Rivera (W-1) · site 15 · 2026-07-01 to 2026-07-04`
  public var description: String { "\(camper) (\(entry)) · site \(site) · \(dates)" }
}
