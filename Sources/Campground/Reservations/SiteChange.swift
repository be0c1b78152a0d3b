/// A move to another campsite during a stay.
///
///     booking.siteChanges = [SiteChange(on: date, to: other)]
public struct SiteChange {
  /// The calendar date of the first night on the other campsite.
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
  /// The nights of the stay, for its price; in a class, they are on no campsite.
  ///
  /// - Throws: as `spans(on:)`; `CampgroundError.refused` for site changes in a class.
  func quotedSpans() throws(CampgroundError) -> [SiteSpan] {
    switch place {
    case .site(let site): return try spans(on: site)
    case .siteClass(let siteClass):
      try refuse(unless: siteChanges.isEmpty, with: .withSiteChanges(siteClass.name))
      return [SiteSpan(site: nil, name: nil, dates: dates)]
    }
  }

  /// The campsites of the stay's nights if it begins on a given one.
  ///
  /// - Throws: `CampgroundError.refused` for a change outside the stay, out of order, to the same
  ///   campsite, or to one at another campground.
  func spans(on site: CampSite) throws(CampgroundError) -> [SiteSpan] {
    var spans = [SiteSpan(dates, on: site)]
    for change in siteChanges {
      try refuse(
        unless: dates.arrival < change.date && change.date < dates.departure,
        with: .changeOutside(nil, change.date, dates))
      guard let last = spans.last, last.dates.arrival < change.date else {
        throw CampgroundError(
          about: [.date(change.date)], "site changes must be in date order: see \(change.date)")
      }
      try refuse(
        unless: change.site.objectID != last.site?.objectID,
        with: .sameSite(change.site.name, around: change.date))
      try refuse(
        unless: change.site.campground == site.campground, with: .siteElsewhere(change.site.name))
      spans = spans.moved(to: change.site, from: change.date)
    }
    return spans
  }
}
