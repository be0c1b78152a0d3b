extension CommandSyntax {
  /// The commands about classes of campsites.
  static let classCommands: [CommandSyntax] = [
    CommandSyntax(
      .classAdd, "class add", [.text(.name, "NAME", "the class's name").required],
      options: [note],
      summary: "Add a class of campsites that are booked alike",
      details: "A campsite gets into it by campsite add or campsite edit. Rates, fees, taxes, "
        + "discounts, deposits, policies and rules about stays may be for a class.",
      examples: ["class add \"RV 50A\" note \"full hookup, back-in\""]),
    CommandSyntax(.classList, "class list", summary: "List the classes"),
    CommandSyntax(
      .classShow, "class show", [siteClass.required],
      summary: "Show a class, its campsites and who booked it"),
    CommandSyntax(
      .classEdit, "class edit", [siteClass.required],
      options: [.text(.name, "NAME", "the new name"), note.clearable],
      summary: "Change a class", examples: ["class edit \"RV 50A\" name \"RV 50 A\""]),
    CommandSyntax(
      .classDelete, "class delete", [siteClass.required], summary: "Delete a class",
      details: "A class that campsites, stays that are not over, rules or campers on the waitlist "
        + "are of is kept."),
  ]

  private static let siteClass = Parameter.live(
    .siteClass, .siteClass, "CLASS", "the class's name")

  private static let note = Parameter.text(.note, "TEXT", "whatever else there is to say")

  /// The class of campsites that a rule is for.
  static let classOfRule = Parameter.live(
    .siteClass, .siteClass, "CLASS", "the class of campsites")

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
