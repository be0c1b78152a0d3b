extension CommandSyntax {
  /// The commands about campgrounds.
  static let campgroundCommands: [CommandSyntax] = [
    CommandSyntax(
      .use, "use",
      [.live(.campground, .campground, "NAME", "the campground's name").required],
      summary: "Work at one of the campgrounds",
      details: "A store with one campground is always at it; `use` is for a chain.",
      examples: ["use \"Wawona Campground\""]),
    CommandSyntax(
      .campgroundAdd, "campground add",
      [.text(.name, "NAME", "the campground's name").required],
      options: [
        .timeZone(.timeZone, "the time zone of its nights"),
        .currency(.currency, "the currency of its prices"),
      ],
      summary: "Add a campground",
      examples: ["campground add \"Wawona Campground\" timezone America/Los_Angeles currency USD"]),
    CommandSyntax(
      .campgroundList, "campground list", summary: "List the campgrounds"),
    CommandSyntax(
      .campgroundShow, "campground show",
      [.live(.campground, .campground, "NAME", "the campground's name").required],
      summary: "Show a campground"),
  ]
}
