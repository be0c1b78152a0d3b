import Foundation
import ObjectGraph

/// Nights in a row that a stay has, or had agreed, on one campsite.
public final class StaySegment: ManagedObject {
  /// Midnight UTC of the date whose night is the first there.
  @Managed("dateFrom") public var dateFrom: Date

  /// Midnight UTC of the date on which it ends.
  @Managed("dateTo") public var dateTo: Date

  /// Whether its nights were agreed once and given up; they are not nights of the stay any more.
  @Managed("isGivenUp") public var isGivenUp: Bool

  /// The revision of the campground's rules under which its nights were agreed.
  @Managed("agreedUnder") public var agreedUnder: Int64

  /// What each night costs by an agreement at the desk, in minor units; nil where the rates say it.
  @Managed("priceMinor") public var priceMinor: Int64?

  /// The name of the discount that was asked for; nil for none.
  @Managed("discount") public var discount: String?

  /// The revision of the rules under which the discount was agreed.
  @Managed("discountUnder") public var discountUnder: Int64?

  /// The word of the campsite's type when the nights were agreed.
  @Managed("siteType") public var siteType: String?

  /// Whether the class was booked, so that the campsite has no say in the price.
  @Managed("isByClass") public var isByClass: Bool

  /// Whether the price was agreed elsewhere, with all fees and taxes.
  @Managed("isAllIncluded") public var isAllIncluded: Bool

  /// Who was there, where the party changed since; nil for that of the stay.
  @Managed("formerParty") public var formerParty: StayFacts.Party?

  /// The name of a campsite that was deleted since; nil while there is one.
  @Managed("formerSiteName") public var formerSiteName: String?

  /// The campsite; nil once it was deleted, and where a store of version 1 had none.
  @Managed("campSite") public var campSite: CampSite?

  /// The class that was booked, or that the campsite was in when the nights were agreed.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The stay; never nil in a saved one.
  @Managed("reservation") public var reservation: Reservation?

  /// As a value; nil for dates that make no stay.
  package var span: SiteSpan? {
    let dates = try? StayDates(
      arrival: CalendarDate(midnightUTC: dateFrom), departure: CalendarDate(midnightUTC: dateTo))
    return dates.map { SiteSpan(site: campSite, name: campSite?.name ?? formerSiteName, dates: $0) }
  }

  /// Takes over where the nights are; writes only what differs.
  package func take(_ span: SiteSpan) {
    if dateFrom != span.dates.arrival.midnightUTC { dateFrom = span.dates.arrival.midnightUTC }
    if dateTo != span.dates.departure.midnightUTC { dateTo = span.dates.departure.midnightUTC }
    if campSite !== span.site { campSite = span.site }
  }
}
