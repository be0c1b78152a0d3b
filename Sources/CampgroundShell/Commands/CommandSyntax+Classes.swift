extension CommandSyntax {
  /// The class that is booked instead of a campsite.
  static let bookedClass = Parameter.live(
    .siteClass, .siteClass, "CLASS", "the class, of which the best site is assigned")

  /// The commands about stays that were booked by class.
  static let assignmentCommands: [CommandSyntax] = [
    CommandSyntax(
      .reservationAssign, "assign",
      [
        .live(.code, .reservation, "CODE", "the reservation's code").required,
        .live(.site, .campsite, "SITE", "the site, by default the best one"),
      ], options: [dryRun],
      summary: "Put a stay by class on another site of it",
      details: "Its price stays. Other stays of the class are moved where that makes room. "
        + "\"reservation move\" puts it on any site, at that site's price.",
      examples: ["assign R-3 5", "assign R-3"]),
    CommandSyntax(
      .reservationLock, "lock",
      [.live(.code, .reservation, "CODE", "the reservation's code").required],
      options: [.flag(.undoing, "let it be moved again"), dryRun],
      summary: "Promise a stay by class the site that it has",
      details: "Until then it may be moved within its class to make room for another one, and no "
        + "more once the guest is checked in. Its price stays that of the class.",
      examples: ["lock R-3", "lock R-3 undo"]),
  ]
}
