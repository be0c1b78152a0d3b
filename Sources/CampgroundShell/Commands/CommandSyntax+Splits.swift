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
        "The stay keeps its code and its bill. Rules about stays, what is charged once, discounts "
        + "and taxes see the whole stay; nights keep their agreed price where the other site has the "
        + "same one. Of a guest who is here only nights from today on change. \"reservation move\" "
        + "puts all that is to come on one site again.",
      examples: ["reservation split R-1 at 2026-07-03 to 16"])
  ]

  /// On which campsites a stay goes on.
  static let then = Parameter.siteChanges(
    .siteChanges, "the site that the stay goes on upon, and the date of the change")

  private static let code = Parameter.live(
    .code, .reservation, "CODE", "its code"
  ).required
}
