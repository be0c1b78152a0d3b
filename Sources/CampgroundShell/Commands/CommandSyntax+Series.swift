extension CommandSyntax {
  /// The commands about stays that come again; `reserve` with `every` books them.
  static let seriesCommands: [CommandSyntax] = [
    CommandSyntax(
      .seriesShow, "series show", [code],
      summary: "Show the stays of a series", examples: ["series show R-3"]),
    CommandSyntax(
      .seriesCancel, "series cancel", [code],
      options: [
        .text(.reason, "TEXT", "why"),
        .flag(.dryRun, "show what would come of it, and do nothing"),
      ],
      summary: "Cancel a stay of a series and all that come after it",
      details: "One stay alone is canceled as any reservation.",
      examples: ["series cancel R-3 reason \"sold the trailer\""]),
  ]

  private static let code = Parameter.live(
    .code, .reservation, "CODE", "the code of one of its reservations"
  ).required
}
