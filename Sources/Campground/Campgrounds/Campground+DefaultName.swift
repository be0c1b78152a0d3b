import CampgroundModel

extension Campground {
  /// The name of the campground that is created in an empty store.
  static let defaultName = "Campground"
}
