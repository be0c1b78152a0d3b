import Foundation
import ObjectGraph

/// One of the stays that a waitlisted camper would take: dates, party, and requirements for the
/// campsite. The wishes of an entry may overlap.
public final class Wish: ManagedObject {
  /// The number within its entry, from 1; it is never reused.
  @Managed("number") public var number: Int16

  /// The desired arrival.
  @Managed("dateFrom") public var arrival: CalendarDate

  /// The desired departure.
  @Managed("dateTo") public var departure: CalendarDate

  @Managed("party") private var storedParty: Party?

  /// The required site type, as stored; nil for any.
  @Managed("siteType") public var siteType: String?

  /// The desired loop; nil for any.
  @Managed("loop") public var loop: String?

  /// When the wish was withdrawn; nil until then.
  @Managed("withdrawnAt") public var withdrawnAt: Date?

  /// The desired site class; nil for any.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The waitlist entry; never nil once saved.
  @Managed("entry") public var entry: WaitlistEntry?

  /// The offers made for the wish.
  @Managed("offers") public var offers: Set<Offer>

  /// The guests, their vehicles and their pets, and what they need.
  public var party: Party {
    get { storedParty ?? Party() }
    set { storedParty = newValue }
  }
}

extension Wish {
  /// The desired dates; nil where the stored ones are invalid.
  public var dates: StayDates? { try? StayDates(arrival: arrival, departure: departure) }

  /// The number within its entry; nil where the entry has only one wish.
  public var distinctNumber: Int? {
    (entry?.wishes.count ?? 1) > 1 ? Int(number) : nil
  }

  /// The position in line: by the wait of the entry, then by the number of the wish.
  package var place: (Date, Int64, Int16) {
    (entry?.createdAt ?? .distantFuture, entry?.number ?? 0, number)
  }

  /// The class to book for the wish, whichever campsite that gives; nil where the wish demands more
  /// of the campsite than its class and the needs of the party.
  package var bookedClass: SiteClass? { siteType == nil && loop == nil ? siteClass : nil }
}
