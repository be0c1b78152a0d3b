/// Errors about stays booked by class.
extension CampgroundError {
  /// A stay booked by class cannot change campsites on a date.
  static func withSiteChanges(_ siteClass: String) -> Self {
    Self(
      about: [.property("siteChanges"), .named("class", siteClass)],
      "a stay in class \(siteClass) cannot change sites on a date",
      fix: .advice("choose a site instead of a class"))
  }

  static func notByClass(_ code: String) -> Self {
    Self(about: [.stay(code)], "\(code) was booked by site, not by class", fix: .move(code))
  }

  /// Some nights have more stays than campsites, however the stays are arranged.
  ///
  /// - Parameters:
  ///   - nights: those nights.
  ///   - codes: the codes of the stays of a night.
  static func crowded(
    _ siteClass: String, _ nights: [CrowdedNight], codes: ([Int]) -> [String]
  ) -> Self {
    noRoom(in: siteClass, "no room in class \(siteClass) on " + words(for: nights, codes))
  }

  /// The class has no room, although other dates may have.
  static func noRoom(
    in siteClass: String, _ text: String, because taken: [TakenStay] = [],
    fix: Fix = .showOtherAvailability
  ) -> Self {
    Self(
      .noRoom, about: [.named("class", siteClass), .dates] + taken.map(Subject.taken), text,
      fix: fix)
  }

  /// `2026-07-04 and 2 more nights: only 2 sites (1, 2) for R-1, R-2 and this stay; 3 is locked; 4 is
  /// out of service`
  private static func words(
    for nights: [CrowdedNight], _ codes: ([Int]) -> [String]
  ) -> String {
    guard let first = nights.first else { return "these nights" }
    let count = first.sites.count
    let names = (1...8).contains(count) ? " (\(first.sites.joined(separator: ", ")))" : ""
    var parts = [
      "\(count == 0 ? "no" : "only \(count)") \(count < 2 ? "site" : "sites")\(names) for "
        + codes(first.stays).listedToTheLast()
    ]
    for (sites, word) in [(first.fixed, "locked"), (first.closed, "out of service")]
    where !sites.isEmpty {
      parts.append("\(sites.listedToTheLast()) \(sites.count == 1 ? "is" : "are") \(word)")
    }
    let more = nights.count - 1
    return "\(first.night)"
      + (more == 0 ? "" : " and \(more) more \(more == 1 ? "night" : "nights")")
      + ": " + parts.joined(separator: "; ")
  }
}
