import ObjectGraph

/// Something that is known of a campsite and has no attribute of its own:
/// `Campfire Allowed`, `Yes`.
public final class SiteDetail: ManagedObject {
  /// The group that it belongs to, in the words of where it came from.
  @Managed("category") public var category: String?

  /// What it is about; a campsite has each name once.
  @Managed("name") public var name: String

  /// What is known.
  @Managed("value") public var value: String

  /// The campsite; never nil in a saved detail.
  @Managed("campSite") public var campSite: CampSite?
}
