extension CampgroundError {
  /// The campsite has current or future reservations.
  static func siteHasReservations(_ site: String, codes: [String]) -> Self {
    Self(
      .inUse, about: [.site(site)] + .users(codes),
      "site \(site) has current or future reservations: " + codes.listed(),
      fix: .advice("move or cancel them first"))
  }
}
