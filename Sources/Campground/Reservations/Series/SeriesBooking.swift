/// The outcome of booking a series.
public struct SeriesBooking: Hashable, Sendable {
  /// A stay of the series that was left out.
  public struct Skipped: Hashable, Sendable {
    /// The dates.
    public let dates: StayDates
    /// The stays in the way; empty where a class has no room.
    public let stays: [TakenStay]
  }

  /// The stays that were booked, in order.
  public let stays: [StayChange]

  /// The stays that were left out, in order.
  public let skipped: [Skipped]
}

extension SeriesBooking.Skipped: CustomStringConvertible {
  /// `2026-02-28 to 2026-03-02: taken 2026-02-27 to 2026-03-01 (R-7)`; for a class, `no room`.
  public var description: String { "\(dates): \(reason)" }

  /// Why it was left out.
  public var reason: String {
    stays.isEmpty ? "no room" : "taken " + stays.map(\.description).joined(separator: ", ")
  }
}
