import ObjectGraph

extension CampSiteService {
  /// Sets a detail of a campsite that has no attribute of its own; a detail of the same name,
  /// regardless of case, gets the new value.
  ///
  ///     try service.setDetail("Campfire Allowed", to: "yes", of: site)
  ///
  /// - Parameters:
  ///   - value: the value; nil or empty removes the detail.
  ///   - category: the category under which it is shown; nil leaves it unchanged.
  /// - Throws: `CampgroundError.invalidValue` for an empty name, and for a text that is too long or
  ///   not one line; `.gone`.
  @discardableResult
  public func setDetail(
    _ name: String, to value: String?, of site: CampSite, category: String? = nil
  ) throws -> CampSite {
    let name = try NameRule.checked(name, of: "detail")
    let value = try NameRule.line(value, of: "detail")
    let category = try NameRule.line(category, of: "detail group")
    return try scope.edit(site) { site, scratch in
      let known =
        site.details.first { $0.name == name }
        ?? site.details.first { $0.name.lowercased() == name.lowercased() }
      guard let value else {
        if let known { scratch.delete(known) }
        return
      }
      let detail = known ?? SiteDetail(context: scratch)
      if known == nil {
        detail.name = name
        detail.campSite = site
      }
      detail.value = value
      if let category { detail.category = category }
    }
  }

  /// The details of a campsite by category and name; those without a category come first.
  public func details(of site: CampSite) throws -> [SiteDetail] {
    try managedObjectContext.fetch(
      SiteDetail.self, where: "campSite == %@", site, by: ["category", "name"])
  }

  /// The distinct names of all details at the campground, in order.
  public func detailNames() throws -> [String] {
    try groups(
      of: "SiteDetail", by: ["name"], inOrder: true, where: "campSite.campground == %@",
      [scope.campground(in: managedObjectContext)]
    ).compactMap { $0.text("name") }
  }
}
