import ObjectGraph

/// The class of a campsite.
extension CampSiteService {
  /// Assigns a campsite to a class, or to none.
  ///
  /// - Throws: `CampgroundError.refused` for a day-use campsite in a class of overnight ones, or
  ///   the reverse; `.unknown` for a class of another campground; `.gone`.
  func take(
    _ siteClass: SiteClass?, for site: CampSite, in scratch: ManagedObjectContext
  ) throws {
    site.siteClass = try siteClass.map { try scratch.current($0, of: site.campground) }
    try requireLetAsClass(site)
  }

  /// Checks that a campsite is day use or overnight like the other sites of its class.
  ///
  /// - Throws: `CampgroundError.refused`.
  func requireLetAsClass(_ site: CampSite) throws(CampgroundError) {
    try site.siteClass?.requireLet(site.name, byDay: site.siteType == .dayUse)
  }

  /// Checks that no stay floats on a campsite, that is, was booked by class and has not been
  /// promised the site.
  ///
  /// - Throws: `CampgroundError.refused`.
  func requireNoFloatingStays(on site: CampSite) throws {
    guard let siteClass = site.siteClass else { return }
    let today = scope.today(at: site.campground)
    let floating = site.reservations.filter { $0.isFloating && !$0.isOver(on: today) }
    guard floating.isEmpty else {
      let codes = floating.sorted { $0.number < $1.number }.map(\.code)
      throw CampgroundError(
        about: [.named("class", siteClass.name), .property("class")] + .users(codes),
        "site \(site.name) holds stays booked in class \(siteClass.name): "
          + codes.listedToTheLast(), fix: .assignOrLock(codes[0]))
    }
  }
}

extension SiteClass {
  /// Checks that the campsites of the class are day use or overnight like a site that is in it or
  /// about to be.
  ///
  /// - Throws: `CampgroundError.refused`.
  func requireLet(_ site: String, byDay isByDay: Bool) throws(CampgroundError) {
    let isOther = sites.contains { other in
      !other.isDeleted && other.name != site && (other.siteType == .dayUse) != isByDay
    }
    guard isOther else { return }
    let (others, own) = isByDay ? ("overnight", "day use") : ("day-use", "overnight")
    throw CampgroundError(
      about: [.named("class", name), .property("class")],
      "class \(name) has \(others) sites, and site \(site) is \(own)",
      fix: .advice("give it a class of its own"))
  }
}
