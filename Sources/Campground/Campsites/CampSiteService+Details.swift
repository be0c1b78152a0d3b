import ObjectGraph

extension CampSiteService {
  /// Notes something about a campsite that has no attribute of its own; a name that it has, in
  /// capitals or small letters, gets the new value.
  ///
  ///     try service.setDetail("Campfire Allowed", to: "yes", of: site)
  ///
  /// - Parameters:
  ///   - value: what is known; nil or empty takes the detail away.
  ///   - category: the group in which it is shown; nil leaves the one it has.
  /// - Throws: `CampgroundError.emptyName`, `.notOneLine`, `.textTooLong`, `.gone`.
  @discardableResult
  public func setDetail(
    _ name: String, to value: String?, of site: CampSite, category: String? = nil
  ) throws -> CampSite {
    let name = try NameRule.checked(name, of: "detail")
    let value = try NameRule.line(value, of: "detail")
    let category = try NameRule.line(category, of: "detail group")
    return try scope.write { scratch in
      let site = try scratch.current(site)
      let known =
        site.details.first { $0.name == name }
        ?? site.details.first { $0.name.lowercased() == name.lowercased() }
      guard let value else {
        if let known { scratch.delete(known) }
        return site
      }
      let detail = known ?? SiteDetail(context: scratch)
      if known == nil {
        detail.name = name
        detail.campSite = site
      }
      detail.value = value
      if let category { detail.category = category }
      return site
    }
  }

  /// The details of a campsite by their group and name; those without a group come first.
  public func details(of site: CampSite) throws -> [SiteDetail] {
    let request = SiteDetail.fetchRequest()
    request.predicate = try FetchPredicate(format: "campSite == %@", site)
    request.sortDescriptors = [
      FetchSortDescriptor(key: "category", ascending: true),
      FetchSortDescriptor(key: "name", ascending: true),
    ]
    return try managedObjectContext.fetch(request)
  }

  /// The names of all details that campsites of the campground have, each once, in order.
  public func detailNames() throws -> [String] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let request = FetchRequest<[String: any Sendable]>(entityName: "SiteDetail")
    request.predicate = try FetchPredicate(format: "campSite.campground == %@", campground)
    request.propertiesToFetch = ["name"]
    request.returnsDistinctResults = true
    request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
    return try managedObjectContext.fetch(request).compactMap { $0["name"] as? String }
  }
}
