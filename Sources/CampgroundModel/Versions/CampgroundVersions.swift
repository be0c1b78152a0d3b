import ObjectGraph

/// The model versions of a campground's store.
public enum CampgroundVersions {
  /// All versions, oldest first; stores are opened with the last one.
  public static let all: [ManagedObjectModel] = [
    .campgroundVersion1, .campgroundVersion2, .campgroundVersion3, .campgroundVersion4,
    .campgroundVersion5, .campgroundVersion6, .campground,
  ]
}
