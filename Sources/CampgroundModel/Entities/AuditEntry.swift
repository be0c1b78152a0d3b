import Foundation
import ObjectGraph

/// What one command made of one thing: who, when, what was and what is.
public final class AuditEntry: ManagedObject {
  /// What was done.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case added
    case changed
    case deleted
  }

  /// Its place among all entries, in the order in which they were saved.
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

  /// The reservation that it is; nil of anything else.
  @Managed("reservation") public var reservation: Reservation?

  /// The campground; nil of what belongs to the store as a whole, and of what came with a new campground.
  @Managed("campground") public var campground: Campground?

  /// What was and what is; none of what was added or deleted.
  @Managed("changes") public var changes: Set<AuditChange>

  /// What was done; nil for a word that is none of them.
  public var kind: Kind? {
    get { Kind(rawValue: kindWord) }
    set { if let newValue { kindWord = newValue.rawValue } }
  }

  /// What people call the thing: `R-1`, `camper Ada Rivera`.
  public var label: String { reservation?.code ?? name.map { "\(noun) \($0)" } ?? noun }

  /// The business day.
  public var date: CalendarDate { CalendarDate(midnightUTC: day) }
}

/// What a property was, and what it is since.
public final class AuditChange: ManagedObject {
  /// The property, as the entity has it: `dateTo`.
  @Managed("property") public var property: String

  /// What it was: dates as `2026-07-01`, instants as ISO 8601 in UTC, amounts in minor units, and
  /// objects by their names; nil for nothing.
  @Managed("before") public var before: String?

  /// What it is since, as `before`.
  @Managed("after") public var after: String?

  /// The entry; never nil in a saved change.
  @Managed("entry") public var entry: AuditEntry?
}
