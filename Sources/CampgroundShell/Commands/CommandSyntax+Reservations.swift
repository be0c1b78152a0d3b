extension CommandSyntax {
  /// The commands about reservations.
  static let reservationCommands: [CommandSyntax] = [
    CommandSyntax(
      .reserve, "reserve",
      [.live(.site, .campsite, "SITE", "the site's number or name").required],
      options: [
        .live(.guest, .camper, "CAMPER", "the camper's name").required,
        .date(.from, "the date of arrival").required,
        .nights(.nights, "the number of nights"),
        .date(.to, "the date of departure"),
        .integer(.party, in: 1...10_000, "N", "the number of people"),
      ],
      alternatives: [["nights", "to"]],
      summary: "Book a campsite for a camper",
      details: "The night of the departure date is free for the next guest.",
      examples: [
        "reserve 15 for \"Johnny Appleseed\" from 2026-07-01 nights 3",
        "reserve 15 for Rivera from 2026-07-04 to 2026-07-07 party 4",
      ]),
    CommandSyntax(
      .reservationList, "reservation list",
      options: [
        .word(.status, CommandWords.statuses, "STATUS", "the state"),
        .live(.site, .campsite, "SITE", "the site's number or name"),
        .live(.camper, .camper, "CAMPER", "the camper's name"),
      ],
      summary: "List reservations",
      examples: ["reservation list status Reserved site 15"]),
    CommandSyntax(
      .reservationShow, "reservation show", [code.required],
      summary: "Show a reservation", examples: ["reservation show R-1"]),
    CommandSyntax(
      .reservationCancel, "reservation cancel", aliases: ["cancel"], [code.required],
      summary: "Cancel a reservation and free its nights", examples: ["cancel R-1"]),
  ]

  private static let code = Parameter.live(
    .code, .reservation, "CODE", "the reservation's code")
}
