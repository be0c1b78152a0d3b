import ObjectGraph

/// The price of a campsite's own, which is a rate for that site alone.
///
/// What it is now is kept with the site; what it was before are rates that ended. `RuleChanges`
/// tells from what is to be saved that it changes, so that no setter, import or undone step has to
/// say so.
extension CampSite {
  /// The price of a night, in minor units, that was in force at a revision of the campground's
  /// rules; nil for none.
  ///
  /// One fetch, unless it is the present price.
  public func ownRateMinor(at revision: Int64) throws -> Int64? {
    guard revision < rateRevision, let context = managedObjectContext else { return rateMinor }
    let request = FetchRequest<Rate>()
    request.predicate = try FetchPredicate(
      format: "campSite == %@ AND isOwnPrice == YES AND revision <= %@ AND endRevision > %@", self,
      revision, revision)
    return try context.fetch(request).first?.amountMinor
  }
}

extension Rate {
  /// The name that the former price of a campsite's own is stored by. The space keeps it apart from
  /// those that people give, which begin with none.
  static func nameOfOwnPrice(ofSite name: String) -> String { " \(name)" }
}
