import ObjectGraph

/// A detail of a campsite that has no attribute of its own: `Campfire Allowed`, `Yes`.
public final class SiteDetail: ManagedObject {
  /// The category, as the source named it.
  @Managed("category") public var category: String?

  /// The name of the detail, unique for the campsite.
  @Managed("name") public var name: String

  /// The value of the detail.
  @Managed("value") public var value: String

  /// The campsite; never nil once saved.
  @Managed("campSite") public var campSite: CampSite?
}
