/// Errors about stays on several campsites.
extension CampgroundError {
  /// The date of the change has no night of the stay before or after it.
  static func changeOutside(_ code: String?, _ date: CalendarDate, _ dates: StayDates) -> Self {
    Self(
      about: [.date(date)],
      "\(code ?? "the stay") is from \(dates); a site change on \(date) needs at least "
        + "one night before and after it")
  }

  /// The guest is already on that campsite before or after the change.
  static func sameSite(_ site: String, around date: CalendarDate) -> Self {
    Self(
      about: [.site(site)], "the guest is already on site \(site) around \(date)",
      fix: .advice("choose another site"))
  }

  static func siteElsewhere(_ site: String) -> Self {
    Self(
      about: [.site(site)], "site \(site) is at another campground",
      fix: .advice("choose a site at the same campground"))
  }
}
