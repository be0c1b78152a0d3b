import Foundation
import ObjectGraph

/// What one command did with one thing: who, when, what, what was and what is, and why.
///
/// All events together are the audit; those of a stay are its history, which says when it was made,
/// checked in or canceled, and what there was before.
public final class Event: ManagedObject {
  /// What was done.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case added
    case changed
    case deleted
    /// A stay came from a file.
    case imported
    /// A stay became reserved, at once or after it was a draft, a hold or a request.
    case reserved
    case checkedIn
    case checkedOut
    case canceled
    case noShow
    case declined
    case expired
    /// A stay that was canceled is valid again.
    case reinstated
    case checkInUndone
    case checkOutUndone
    /// A stay by class was promised its campsite.
    case locked
    case unlocked
    /// A stay by class was moved within the class to make room for others.
    case moved
  }

  /// Its place among all events, in the order in which they were saved.
  @Managed("number") public var number: Int64

  /// The word of what was done; `kind` is the same as an enumeration.
  @Managed("kind") package var kindWord: String

  /// The instant.
  @Managed("happenedAt") public var happenedAt: Date

  /// Midnight UTC of the business day.
  @Managed("day") public var day: Date

  /// Who did it; nil where nobody said.
  @Managed("who") public var who: String?

  /// The command; nil where a program made a call of its own.
  @Managed("command") public var command: String?

  /// What kind of thing it is, `camper`.
  @Managed("noun") public var noun: String

  /// Its name then; nil of a reservation, which has a code.
  @Managed("name") public var name: String?

  /// Why it was done; nil where nobody said.
  @Managed("reason") public var reason: String?

  /// Whether it was undone by a later event.
  @Managed("isTakenBack") public var isTakenBack: Bool

  /// The reservation that it is; nil of anything else.
  @Managed("reservation") public var reservation: Reservation?

  /// The campground; nil of what belongs to the store as a whole, and of what came with a new
  /// campground.
  @Managed("campground") public var campground: Campground?

  /// What was and what is; none of what was added or deleted.
  @Managed("changes") public var changes: Set<EventChange>

  /// The rules about stays that were overridden by it.
  @Managed("overriddenRules") public var overriddenRules: Set<OverriddenRule>

  /// The lines of the ledger that a check-out wrote; nil for none.
  @Managed("posting") public var posting: Posting?

  /// What was done; nil for a word that is none of them.
  public var kind: Kind? {
    get { Kind(rawValue: kindWord) }
    set { if let newValue { kindWord = newValue.rawValue } }
  }

  /// What people call the thing: `R-1`, `camper Ada Rivera`.
  public var label: String { reservation?.code ?? name.map { "\(noun) \($0)" } ?? noun }

  /// The business day.
  public var date: CalendarDate { CalendarDate(midnightUTC: day) }

  /// What it made of a property; nil where it left it as it was.
  public func change(of property: String) -> EventChange? {
    changes.first { $0.property == property }
  }
}

/// What a property was, and what it is since.
public final class EventChange: ManagedObject {
  /// The property, as the entity has it: `dateTo`.
  @Managed("property") public var property: String

  /// What it was: dates as `2026-07-01`, instants as ISO 8601 in UTC, amounts in minor units, and
  /// objects by their names; nil for nothing.
  @Managed("before") public var before: String?

  /// What it is since, as `before`.
  @Managed("after") public var after: String?

  /// The event; never nil in a saved change.
  @Managed("event") public var event: Event?
}
