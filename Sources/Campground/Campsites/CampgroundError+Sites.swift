extension CampgroundError {
  /// The campsite has reservations that are not over.
  static func siteHasReservations(_ site: String, codes: [String]) -> Self {
    Self(
      .siteHasReservations, about: [.site(site)] + .users(codes),
      "site \(site) has reservations that are not over: " + codes.listed(),
      fix: .advice("move or cancel them first"))
  }
}
