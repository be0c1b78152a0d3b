/// A step at the desk that can be undone if it was a mistake.
public enum DeskStep: String, Sendable, Hashable, CaseIterable {
  case checkIn = "check-in"
  case checkOut = "check-out"

  /// The status after the step.
  package var end: ReservationStatus { self == .checkIn ? .checkedIn : .checkedOut }

  /// What was done, `checked in`.
  package var participle: String { self == .checkIn ? "checked in" : "checked out" }

  /// The shell's word, `checkin`.
  package var command: String { self == .checkIn ? "checkin" : "checkout" }
}

extension DeskStep: CustomStringConvertible {
  /// The step as people write it.
  public var description: String { rawValue }
}
