extension CommandSyntax {
  /// The commands that close campsites for a time.
  static let siteBlockCommands: [CommandSyntax] = [
    CommandSyntax(
      .blockAdd, "block add", aliases: ["block"], [site.required],
      options: [
        .date(.from, "the first day").required,
        .nights(.nights, "the number of nights"),
        .date(.to, "the day on which it is open again"),
        .text(.reason, "TEXT", "why it is closed").required,
        .word(.kind, CommandWords.blockKinds, "KIND", "who closes it; maintenance by default"),
      ],
      alternatives: [["nights", "to"]],
      summary: "Close a campsite for a time",
      details: "Refused where somebody has one of the nights; a hold that is over ends.",
      examples: ["block 15 from 2026-07-01 to 2026-07-05 reason \"new hookup\""]),
    CommandSyntax(
      .blockEdit, "block edit", [site.required],
      options: [
        .date(.on, "a day on which it is closed").required,
        .date(.from, "the new first day"),
        .date(.to, "the new day on which it is open again"),
        .text(.reason, "TEXT", "why it is closed"),
        .word(.kind, CommandWords.blockKinds, "KIND", "who closes it"),
      ],
      summary: "Change the time at which a campsite is closed, or why",
      examples: ["block edit 15 on 2026-07-03 to 2026-07-08 reason \"waits for a part\""]),
    CommandSyntax(
      .blockList, "block list",
      options: [
        .live(.site, .campsite, "SITE", "the site's number or name"),
        .flag(.all, "those that are over, too"),
      ],
      summary: "List the times at which campsites are closed"),
    CommandSyntax(
      .blockDelete, "block delete", aliases: ["unblock"], [site.required],
      options: [.date(.on, "a day on which it is closed").required],
      summary: "Open a campsite again",
      details: "The whole time that the day belongs to is free again.",
      examples: ["block delete 15 on 2026-07-03"]),
  ]

  private static let site = Parameter.live(.site, .campsite, "SITE", "the site's number or name")
}
