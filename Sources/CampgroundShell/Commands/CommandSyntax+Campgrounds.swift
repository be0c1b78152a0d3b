extension CommandSyntax {
  /// The commands about campgrounds.
  static let campgroundCommands: [CommandSyntax] = [
    CommandSyntax(
      .use, "use", [campground.required],
      summary: "Work at one of the campgrounds",
      details: "A store with one campground is always at it; `use` is for a chain.",
      examples: ["use \"Wawona Campground\""]),
    CommandSyntax(
      .campgroundAdd, "campground add",
      [.text(.name, "NAME", "the campground's name").required], options: settings,
      summary: "Add a campground",
      details: "Without other words holds last 15 minutes and offers to the waitlist 24 hours, "
        + "guests arrive from 15:00 and leave by 11:00, and stays are booked as far ahead as "
        + "anybody likes.",
      examples: ["campground add \"Wawona Campground\" timezone America/Los_Angeles currency USD"]),
    CommandSyntax(
      .campgroundEdit, "campground edit", [campground],
      options: [.text(.name, "NAME", "the new name")]
        + settings.map { ["address", "phone"].contains($0.name) ? $0.clearable : $0 },
      summary: "Change how a campground is set up",
      details:
        "Without a name it is the current one. Another time zone moves no date of a stay. The "
        + "currency stays what it is once there are prices or money. The booking window is a rule "
        + "about stays, too; 0 takes it away. An address or a phone number of \"\" is taken away.",
      examples: [
        "campground edit address \"12 Creek Road, Wawona CA\" phone 209-555-0100",
        "campground edit checkin 14:00 checkout 12:00", "campground edit hold 30 offer 48 window 6",
        "campground edit noshow first guaranteed last",
        "campground edit \"Wawona Campground\" name Wawona",
      ]),
    CommandSyntax(
      .campgroundList, "campground list", summary: "List the campgrounds"),
    CommandSyntax(
      .campgroundShow, "campground show", [campground],
      summary: "Show how a campground is set up",
      details: "Without a name it is the current one.",
      examples: ["campground show", "campground show \"Wawona Campground\""]),
  ]

  private static let campground = Parameter.live(
    .campground, .campground, "NAME", "the campground's name")

  private static let settings: [Parameter] = [
    .timeZone(.timeZone, "the time zone of its nights"),
    .currency(.currency, "the currency of its prices"),
    .text(.address, "ADDRESS", "the postal address, for papers"),
    .text(.phone, "PHONE", "the phone number, for papers"),
    .boolean(.taxIncluded, "whether prices of nights and fees have their taxes in them"),
    .integer(.holdMinutes, in: 1...10_080, "MINUTES", "how long a hold keeps its nights"),
    .integer(.offerHours, in: 1...168, "HOURS", "how long an offer to the waitlist is held"),
    .timeOfDay(.checkIn, "from when on guests arrive"),
    .timeOfDay(.checkOut, "until when guests leave"),
    .word(
      .noShowAfter, CommandWords.noShowNights, "NIGHT",
      "the night after which a stay is a no-show; first by default"),
    .word(
      .guaranteedNoShowAfter, CommandWords.noShowNights, "NIGHT",
      "the night after which a guaranteed stay is a no-show; last by default"),
    .integer(
      .bookingWindow, in: 0...120, "MONTHS", "how far ahead stays are booked; 0 for no limit"),
  ]
}
