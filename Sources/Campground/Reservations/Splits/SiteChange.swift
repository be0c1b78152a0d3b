/// A guest's way to another campsite in the middle of a stay.
///
///     booking.siteChanges = [SiteChange(on: date, to: other)]
public struct SiteChange {
  /// The calendar date, whose night is the first one on the other campsite.
  public var date: CalendarDate

  /// The other campsite.
  public var site: CampSite

  /// Makes a change.
  public init(on date: CalendarDate, to site: CampSite) {
    self.date = date
    self.site = site
  }
}

extension Booking {
  /// A booking for each part of the stay.
  ///
  /// - Throws: `SplitRule.outside`, `.outOfOrder`, `.sameSite`, `.elsewhere`.
  func parts() throws(CampgroundError) -> [Booking] {
    var parts: [Booking] = []
    var rest = self
    rest.siteChanges = []
    rest.wholeDates = dates
    for change in siteChanges {
      guard dates.arrival < change.date, change.date < dates.departure else {
        throw .split(.outside(nil, change.date, dates))
      }
      guard rest.dates.arrival < change.date else { throw .split(.outOfOrder(change.date)) }
      guard change.site.objectID != rest.site.objectID else {
        throw .split(.sameSite(change.site.name, change.date))
      }
      guard change.site.campground == site.campground else {
        throw .split(.elsewhere(change.site.name))
      }
      do {
        let end = rest.dates.departure
        rest.dates = try StayDates(arrival: rest.dates.arrival, departure: change.date)
        parts.append(rest)
        rest.dates = try StayDates(arrival: change.date, departure: end)
      } catch {
        throw .invalidDates(error)
      }
      rest.site = change.site
    }
    return parts + [rest]
  }
}
