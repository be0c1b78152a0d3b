import Foundation
import ObjectGraph

/// One of the stays that somebody on the waitlist would take: dates, who comes, and what the
/// campsite must have. The wishes of an entry may overlap.
public final class Wish: ManagedObject {
  /// The number in its entry, from 1 on; it is never given to another one.
  @Managed("number") public var number: Int16

  /// Midnight UTC of the wished arrival.
  @Managed("dateFrom") public var dateFrom: Date

  /// Midnight UTC of the wished departure.
  @Managed("dateTo") public var dateTo: Date

  @Managed("party") private var storedParty: Party?

  /// The word of the type of site that is needed; nil for any.
  @Managed("siteType") public var siteType: String?

  /// The loop that is wished.
  @Managed("loop") public var loop: String?

  /// When the wish was withdrawn; nil while it was not.
  @Managed("withdrawnAt") public var withdrawnAt: Date?

  /// The class of campsites that is wished; nil for any.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// Whose wish it is; never nil in a saved one.
  @Managed("entry") public var entry: WaitlistEntry?

  /// The holds that were made to fulfil it.
  @Managed("offers") public var offers: Set<Offer>

  /// Who comes, and with what.
  public var party: Party {
    get { storedParty ?? Party() }
    set { storedParty = newValue }
  }
}

extension Wish {
  /// The wished arrival.
  public var arrival: CalendarDate { CalendarDate(midnightUTC: dateFrom) }

  /// The wished departure.
  public var departure: CalendarDate { CalendarDate(midnightUTC: dateTo) }

  /// The wished dates; nil where the stored ones make none.
  public var dates: StayDates? { try? StayDates(arrival: arrival, departure: departure) }

  /// The number in its entry, where that has several wishes; nil where there is only one to mean.
  public var distinctNumber: Int? {
    (entry?.wishes.count ?? 1) > 1 ? Int(number) : nil
  }

  /// The place in line: of who waits longest first, and of each in the order of the wishes.
  package var place: (Date, Int64, Int16) {
    (entry?.createdAt ?? .distantFuture, entry?.number ?? 0, number)
  }

  /// The class that is booked to fulfil it, whichever campsite that gives; nil where more is wished
  /// of the campsite than the class and what the party needs.
  package var bookedClass: SiteClass? { siteType == nil && loop == nil ? siteClass : nil }
}
