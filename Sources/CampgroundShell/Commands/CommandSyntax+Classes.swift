extension CommandSyntax {
  /// The class that is booked instead of a campsite.
  static let bookedClass = Parameter.live(
    .siteClass, .siteClass, "CLASS", "the class, of which the best site is assigned")
}
