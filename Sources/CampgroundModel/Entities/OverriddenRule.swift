import ObjectGraph

/// A stay rule that a stay breaks on purpose.
public final class OverriddenRule: FactOfStay {
  /// The position among those of the stay, the latest last.
  @Managed("position") public var position: Int32

  /// The campground's calendar date on which it was overridden.
  @Managed("day") public var day: CalendarDate

  /// The name of the rule at the time.
  @Managed("rule") public var rule: String

  /// The message of the time: what the rule demanded and what the stay had.
  @Managed("text") public var text: String

  /// The event that overrode it; undoing a check-in also deletes the overrides of that check-in.
  @Managed("event") public var event: Event?

  /// The date and the text, `2026-06-15: "Peak" requires at least 3 nights …`.
  public var words: String { "\(day): \(text)" }
}

extension Reservation {
  /// The stay rules that the stay breaks on purpose, the latest last.
  public var rulesSetAside: [OverriddenRule] { Self.inOrder(overriddenRules, \.position) }
}
