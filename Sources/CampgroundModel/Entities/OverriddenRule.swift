import Foundation
import ObjectGraph

/// A rule about stays that a stay breaks on purpose.
public final class OverriddenRule: ManagedObject {
  /// The place among those of the stay, the latest last.
  @Managed("position") public var position: Int32

  /// Midnight UTC of the campground's calendar date on which it was overridden.
  @Managed("day") public var day: Date

  /// The name that the rule had then.
  @Managed("rule") public var rule: String

  /// What it demanded and what the stay had, as it was told then.
  @Managed("text") public var text: String

  /// The stay; never nil in a saved one.
  @Managed("reservation") public var reservation: Reservation?

  /// What overrode it; a check-in that is undone takes this with it.
  @Managed("event") public var event: Event?

  /// The date with the text, `2026-06-15: "Peak" asks for at least 3 nights …`.
  public var words: String { "\(CalendarDate(midnightUTC: day)): \(text)" }
}

extension Reservation {
  /// The rules about stays that the stay breaks on purpose, the latest last.
  public var rulesSetAside: [OverriddenRule] { Self.inOrder(overriddenRules, \.position) }
}
