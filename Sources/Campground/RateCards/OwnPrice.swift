import ObjectGraph

/// A campsite's own price, which is a rate for that site alone.
///
/// The site stores the current price; former prices are stored as rates that have ended.
/// `RuleChanges` detects a change from what is about to be saved, so that no setter, import or undo
/// has to report it.
extension CampSite {
  /// The price of a night, in minor units, at a revision of the campground's rules; nil for none.
  ///
  /// Makes one fetch, unless it is the current price.
  public func ownRateMinor(at revision: Int64) throws -> Int64? {
    guard revision < rateRevision, let context = managedObjectContext else { return rateMinor }
    return try context.fetch(
      Rate.self,
      where: "campSite == %@ AND isOwnPrice == YES AND revision <= %@ AND endRevision > %@", self,
      revision, revision
    ).first?.amountMinor
  }
}

extension Rate {
  /// The name under which a campsite's former own price is stored. The leading space keeps it apart
  /// from the names that people give, which never start with one.
  static func nameOfOwnPrice(ofSite name: String) -> String { " \(name)" }
}
