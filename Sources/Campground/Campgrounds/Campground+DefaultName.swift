import CampgroundModel

extension Campground {
  /// The name of the campground that a store without one gets.
  static let defaultName = "Campground"
}
