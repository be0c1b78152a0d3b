import Foundation
import ObjectGraph

/// Nights in a row that a stay has, or had agreed, on one campsite.
public final class StaySegment: ManagedObject {
  /// Midnight UTC of the date whose night is the first there.
  @Managed("dateFrom") public var dateFrom: Date

  /// Midnight UTC of the date on which it ends.
  @Managed("dateTo") public var dateTo: Date

  /// Whether its nights were given up by a guest who left before them; they are not nights of the
  /// stay any more.
  @Managed("isGivenUp") public var isGivenUp: Bool

  /// The name of a campsite that was deleted since; nil while there is one.
  @Managed("formerSiteName") public var formerSiteName: String?

  /// The campsite; nil once it was deleted.
  @Managed("campSite") public var campSite: CampSite?

  /// The stay; never nil in a saved one.
  @Managed("reservation") public var reservation: Reservation?

  /// As a value; nil for dates that make no stay.
  var span: SiteSpan? {
    let dates = try? StayDates(
      arrival: CalendarDate(midnightUTC: dateFrom), departure: CalendarDate(midnightUTC: dateTo))
    return dates.map { SiteSpan(site: campSite, name: campSite?.name ?? formerSiteName, dates: $0) }
  }

  /// Takes over where the nights are; writes only what differs.
  func take(_ span: SiteSpan) {
    if dateFrom != span.dates.arrival.midnightUTC { dateFrom = span.dates.arrival.midnightUTC }
    if dateTo != span.dates.departure.midnightUTC { dateTo = span.dates.departure.midnightUTC }
    if campSite !== span.site { campSite = span.site }
  }
}
