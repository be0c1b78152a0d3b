import ObjectGraph

/// Everything that belongs to a stay is at one campground: its site, its terms, its bill. Another
/// campground may have another currency, and closes its days separately.
extension Reservation {
  /// Checks that a campsite is at the campground of the stay.
  ///
  /// - Throws: `CampgroundError.refused`.
  func requireAtHome(_ site: CampSite) throws(CampgroundError) {
    try requireAtHome("site", site.name, at: site.campground)
  }

  /// Checks that another stay is at the same campground.
  ///
  /// - Throws: `CampgroundError.refused`.
  func requireAtHome(_ other: Reservation) throws(CampgroundError) {
    try requireAtHome("stay", other.code, at: other.campground)
  }

  fileprivate func requireAtHome(
    _ noun: String, _ name: String, at other: Campground?
  ) throws(CampgroundError) {
    guard other !== campground else { return }
    throw .elsewhere(
      noun, name, at: other?.name ?? "", stay: isInserted ? "the stay" : code,
      home: campground?.name ?? "")
  }
}

extension ManagedObjectContext {
  /// The context's own instance of a term of a stay, with the current values of the store.
  ///
  /// - Throws: `CampgroundError.refused` for one of another campground; `.gone`.
  func current<Rule: CampgroundRule>(_ rule: Rule, for stay: Reservation) throws -> Rule {
    let rule = try current(rule)
    try stay.requireAtHome(Rule.noun, rule.name, at: rule.campground)
    return rule
  }
}

extension TermChoice where Term: CampgroundRule {
  /// The term chosen for a stay, with the current values of the store; nil for none.
  ///
  /// - Throws: `CampgroundError.refused` for one of another campground; `.gone`.
  func current(for stay: Reservation, in context: ManagedObjectContext) throws -> Term? {
    switch self {
    case .chosen(let term): try context.current(term, for: stay)
    case .without: nil
    }
  }
}
