/// Stays on several campsites.
extension CampgroundError {
  /// The campsite is to be changed on a date that has no night of the stay before or behind it.
  static func changeOutside(_ code: String?, _ date: CalendarDate, _ dates: StayDates) -> Self {
    Self(
      .changeOutside, about: [.date(date)],
      "\(code ?? "the stay") is from \(dates); the site cannot change on \(date), since it needs a "
        + "night before and one behind")
  }

  /// The guest is on that campsite before the change, or is to be on it from then on already.
  static func sameSite(_ site: String, around date: CalendarDate) -> Self {
    Self(
      .sameSite, about: [.site(site)], "the guest is on site \(site) around \(date) already",
      fix: .advice("name another site"))
  }

  static func siteElsewhere(_ site: String) -> Self {
    Self(
      .elsewhere, about: [.site(site)], "site \(site) is at another campground",
      fix: .advice("name a site of the same campground"))
  }
}
