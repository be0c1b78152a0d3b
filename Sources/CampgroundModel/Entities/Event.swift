import Foundation
import ObjectGraph

/// What one command did to one object: who, when, what, the values before and after, and why.
///
/// All events together are the audit trail. The events of a stay are its history: when it was made,
/// checked in or canceled, and what it was before.
public final class Event: ManagedObject {
  /// What was done.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case added
    case changed
    case deleted
    /// A stay was imported from a file.
    case imported
    /// A stay became reserved, either at once or from a draft, a hold or a request.
    case reserved
    case checkedIn
    case checkedOut
    case canceled
    case noShow
    case declined
    case expired
    /// A canceled stay is valid again.
    case reinstated
    case checkInUndone
    case checkOutUndone
    /// A stay booked by class was promised its campsite.
    case locked
    case unlocked
    /// A stay booked by class was moved within the class to make room for others.
    case moved
    /// A payment was taken.
    case paid
    /// Money was given back.
    case refunded
    /// A guest's credit became a voucher.
    case keptAsVoucher
    /// A payment was moved from one stay to another; each has an event.
    case paymentMoved
    /// Something was charged by hand.
    case charged
    /// The usage read from a meter was charged.
    case metered
    /// Something was sold.
    case sold
    /// An allowance was given.
    case allowed
    /// A line was reversed.
    case reversed
    /// The night audit posted the nights of all guests.
    case nightsPosted
    /// A message was mailed.
    case sent
    /// A whole command was undone.
    case undone

    /// Whether a posting is what was done, rather than what followed from it.
    public var isOfMoney: Bool {
      switch self {
      case .paid, .refunded, .keptAsVoucher, .paymentMoved, .charged, .metered, .sold, .allowed,
        .reversed, .nightsPosted:
        true
      case .added, .changed, .deleted, .imported, .reserved, .checkedIn, .checkedOut, .canceled,
        .noShow, .declined, .expired, .reinstated, .checkInUndone, .checkOutUndone, .locked,
        .unlocked, .moved, .sent, .undone:
        false
      }
    }

    /// Whether it undoes another event, and so is never undone itself.
    public var isUndoing: Bool {
      switch self {
      case .undone, .checkInUndone, .checkOutUndone: true
      default: false
      }
    }
  }

  /// Its number among all events, in the order in which they were saved.
  @Managed("number") public var number: Int64

  /// The kind as stored; `kind` is the same as an enumeration.
  @Managed("kind") package var kindWord: String

  /// The instant at which it happened.
  @Managed("happenedAt") public var happenedAt: Date

  /// The business day.
  @Managed("day") public var date: CalendarDate

  /// Who did it; nil where it is unknown.
  @Managed("who") public var who: String?

  /// The command; nil where a program called the service directly.
  @Managed("command") public var command: String?

  /// The kind of object: `camper`.
  @Managed("noun") public var noun: String

  /// The name of the object at the time; nil for a reservation, which has a code.
  @Managed("name") public var name: String?

  /// Why it was done; nil where no reason was given.
  @Managed("reason") public var reason: String?

  /// The first event of the same command, which stands for the command: itself for the first one;
  /// nil for events recorded by versions that did not keep what a command changed.
  @Managed("firstEvent") public var firstEvent: Event?

  /// All events of the command that it is the first of, itself included; empty for any other.
  @Managed("commandEvents") public var commandEvents: Set<Event>

  /// The stored values before and after of all objects that it changed.
  @Managed("images") public var images: Set<EventImage>

  /// The event by which it was undone; nil for none.
  @Managed("undoneBy") public var undoneBy: Event?

  /// The events that it undid.
  @Managed("undoes") public var undoes: Set<Event>

  /// Whether what it did no longer holds, because it was undone, or a canceled stay reinstated.
  @Managed("isTakenBack") public var isTakenBack: Bool

  /// The reservation that was changed; nil for any other object.
  @Managed("reservation") public var reservation: Reservation?

  /// The campground; nil for objects of the store as a whole, and for everything created along with
  /// a new campground.
  @Managed("campground") public var campground: Campground?

  /// The values before and after; empty where the object was added or deleted.
  @Managed("changes") public var changes: Set<EventChange>

  /// The stay rules that it overrode.
  @Managed("overriddenRules") public var overriddenRules: Set<OverriddenRule>

  /// The ledger lines that a check-out or a command about money wrote, which it shares with the
  /// events of other stays; nil for none.
  @Managed("posting") public var posting: Posting?

  /// The kind; nil for an unknown stored value.
  public var kind: Kind? {
    get { Kind(rawValue: kindWord) }
    set { if let newValue { kindWord = newValue.rawValue } }
  }

  /// The name of the object in messages: `R-1`, `camper Ada Rivera`.
  public var label: String { reservation?.code ?? name.map { "\(noun) \($0)" } ?? noun }

  /// The ledger lines that were written by hand for what the event is about, in order: payments,
  /// refunds, charges, allowances and reversals, without taxes and nights.
  public var linesByHand: [FolioEntry] {
    guard kind != .nightsPosted, let posting else { return [] }
    return posting.entries.filter { $0.reservation === reservation && $0.isByHand }
      .sorted { $0.comesBefore($1) }
  }

  /// The code by which people name it: `E-12`.
  public var code: String { "E-\(number)" }

  /// The change to a property; nil where it did not change.
  public func change(of property: String) -> EventChange? {
    changes.first { $0.property == property }
  }
}

/// The stored values of an object before and after an event, from which the event is undone.
public final class EventImage: ManagedObject {
  /// What happened to the object.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case added
    case changed
    case deleted
  }

  /// The name of the object's entity.
  @Managed("entityName") public var entityName: String

  /// The object's primary key.
  @Managed("primaryKey") public var primaryKey: Int64

  @Managed("kind") private var kindWord: String

  /// The values before: of the changed properties, or all of a deleted object; nil for an added
  /// one.
  @Managed("before") package var before: Data?

  /// The values of the changed properties after; nil for an added or deleted object.
  @Managed("after") package var after: Data?

  /// The primary key of the object that undoing restored for a deleted one; nil for any other.
  @Managed("restoredKey") public var restoredKey: Int64?

  /// The event; never nil once saved.
  @Managed("event") public var event: Event?

  /// What happened; nil for an unknown stored value.
  public var kind: Kind? {
    get { Kind(rawValue: kindWord) }
    set { if let newValue { kindWord = newValue.rawValue } }
  }
}

/// The value of a property before and after an event.
public final class EventChange: ManagedObject {
  /// The name of the property in the model: `dateTo`.
  @Managed("property") public var property: String

  /// The value before: dates as `2026-07-01`, instants as ISO 8601 in UTC, amounts in minor units,
  /// and objects by name; nil for no value.
  @Managed("before") public var before: String?

  /// The value after, in the format of `before`.
  @Managed("after") public var after: String?

  /// The event; never nil once saved.
  @Managed("event") public var event: Event?
}
