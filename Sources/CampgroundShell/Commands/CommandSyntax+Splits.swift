extension CommandSyntax {
  /// On which campsites a stay goes on.
  static let then = Parameter.siteChanges(
    .siteChanges, "the site that the stay goes on upon, and the date of the change")
}
