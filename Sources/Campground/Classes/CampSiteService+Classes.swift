import ObjectGraph

/// Which class a campsite is of.
extension CampSiteService {
  /// Puts a campsite into a class, or into none.
  ///
  /// - Throws: `SiteClassRule.letOtherwise`; `CampgroundError.unknownName` for a class of another
  ///   campground; `.gone`.
  func take(
    _ siteClass: SiteClass?, for site: CampSite, in scratch: ManagedObjectContext
  ) throws {
    site.siteClass = try siteClass.map { try scratch.current($0, of: site.campground) }
    try requireLetAsClass(site)
  }

  /// Checks that a campsite is let by the day, or by the night, as the others of its class are.
  ///
  /// - Throws: `SiteClassRule.letOtherwise`.
  func requireLetAsClass(_ site: CampSite) throws(CampgroundError) {
    try site.siteClass?.requireLet(site.name, byDay: site.siteType == .dayUse)
  }

  /// Checks that no stay is on a campsite that was booked by its class and not promised it.
  ///
  /// - Throws: `SiteClassRule.floatsOnSite`.
  func requireNoFloatingStays(on site: CampSite) throws {
    guard let siteClass = site.siteClass else { return }
    let today = scope.today(at: site.campground)
    let floating = site.reservations.filter { $0.isFloating && !$0.isOver(on: today) }
    guard floating.isEmpty else {
      throw CampgroundError.siteClass(
        .floatsOnSite(
          site.name, class: siteClass.name,
          codes: floating.sorted { $0.number < $1.number }.map(\.code)))
    }
  }
}

extension SiteClass {
  /// Checks that its campsites are let by the day, or by the night, as one is that is of it or is to be.
  ///
  /// - Throws: `SiteClassRule.letOtherwise`.
  func requireLet(_ site: String, byDay isByDay: Bool) throws(CampgroundError) {
    let isOther = sites.contains { other in
      !other.isDeleted && other.name != site && (other.siteType == .dayUse) != isByDay
    }
    guard isOther else { return }
    throw .siteClass(.letOtherwise(site, class: name, byDay: !isByDay))
  }
}
