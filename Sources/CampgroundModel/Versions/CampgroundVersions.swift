import ObjectGraph

/// The versions of the model of a campground's store.
public enum CampgroundVersions {
  /// All of them, oldest first; the last one is the model that stores are opened with.
  public static let all: [ManagedObjectModel] = [.campgroundVersion1, .campground]
}
