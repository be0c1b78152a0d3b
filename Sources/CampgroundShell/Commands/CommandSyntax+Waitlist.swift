extension CommandSyntax {
  /// The commands about the waitlist.
  static let waitlistCommands: [CommandSyntax] = [
    CommandSyntax(
      .waitlistAdd, "waitlist add",
      [.live(.camper, .camper, "CAMPER", "the camper's name").required],
      options: [
        .date(.from, "the date of arrival").required, .nights(.nights, "the number of nights"),
        .date(.to, "the date of departure"),
        .integer(.party, in: 1...10_000, "N", "the number of people"),
        .word(.type, CommandWords.siteTypes, "TYPE", "the type of campsite"),
        .word(.electricity, CommandWords.amperes, "AMPERES", "the amperes that are needed"),
        .integer(.length, in: 1...1_000, "FEET", "the length of the vehicle in feet"),
        .integer(.vehicles, in: 0...1_000, "N", "the number of vehicles"),
        .integer(.petCount, in: 0...1_000, "N", "the number of pets"),
        .live(.loop, .loop, "LOOP", "the loop"),
        .boolean(.water, "whether water is needed"),
        .boolean(.sewer, "whether a sewer is needed"),
        .boolean(.accessible, "whether a wheelchair comes"),
        .flag(.anyway, "wait though a site is free that could be reserved"),
      ],
      alternatives: [["nights", "to"]],
      summary: "Put a camper on the waitlist",
      details: "When a site becomes free that fits, whoever waits longest gets an offer: a hold, "
        + "which lasts as long as the campground's holds do. Who does not take it goes to the end "
        + "of the line. While a site that fits is free, it is named, and nobody has to wait.",
      examples: [
        "waitlist add Rivera from 2026-07-03 nights 2",
        "waitlist add Rivera from 2026-07-03 nights 2 type rv electricity 30 length 34 pets 1",
      ]),
    CommandSyntax(
      .waitlistList, "waitlist list",
      options: [
        .word(.status, CommandWords.waitlistStatuses, "STATUS", "where they stand")
      ],
      summary: "List who waits or has an offer, who waits longest first",
      examples: ["waitlist list", "waitlist list status lapsed"]),
    CommandSyntax(
      .waitlistWithdraw, "waitlist withdraw", [code],
      summary: "Take a camper off the waitlist",
      details: "What was offered to the camper is offered to the next.",
      examples: ["waitlist withdraw W-3"]),
    CommandSyntax(
      .waitlistAccept, "waitlist accept", [code], summary: "Reserve what is offered to a camper",
      examples: ["waitlist accept W-3"]),
    CommandSyntax(
      .waitlistOffer, "waitlist offer", summary: "Offer what is free now to those who wait",
      details: "Sites that a command frees are offered by that command. This one ends offers that "
        + "are over and the waiting for dates that are past, and then looks for free sites."),
  ]

  private static let code = Parameter.live(.waiting, .waiting, "CODE", "the code on the waitlist")
    .required
}
