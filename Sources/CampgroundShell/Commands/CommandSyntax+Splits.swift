extension CommandSyntax {
  /// The commands about stays on several campsites; `reserve` with `then` books them.
  static let splitCommands: [CommandSyntax] = [
    CommandSyntax(
      .reservationSplit, "reservation split", [code],
      options: [
        .date(.changeDay, "the date of the change, whose night is the first there").required,
        .live(.destination, .campsite, "SITE", "the other site's number or name").required,
        overriding, dryRun,
      ],
      summary: "Let a stay go on upon another campsite",
      details:
        "The part there gets a code of its own and stays on the same bill; checkin with that "
        + "code on the day of the change ends the part before. Rules about stays, what is charged "
        + "once, discounts and taxes see the whole stay; nights keep their agreed price where the "
        + "other site has the same one. Of a guest who is here only nights from today on change.",
      examples: ["reservation split R-1 at 2026-07-03 to 16"]),
    CommandSyntax(
      .reservationJoin, "reservation join", [code], options: [overriding, dryRun],
      summary: "Put a stay on several campsites back onto one",
      details: "All that is to come of it is put onto the site of the part that the code names; "
        + "the first part that is not over keeps its code, the others are canceled.",
      examples: ["reservation join R-1", "reservation join R-2 dry-run"]),
  ]

  /// On which campsites a stay goes on.
  static let then = Parameter.siteChanges(
    .siteChanges, "the site that the stay goes on upon, and the date of the change")

  private static let code = Parameter.live(
    .code, .reservation, "CODE", "the code of one of its parts"
  ).required
}
