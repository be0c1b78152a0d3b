extension CommandSyntax {
  /// The commands about meters.
  static let meterCommands: [CommandSyntax] = [
    CommandSyntax(
      .meterAdd, "meter add",
      [
        site.required, meter.required,
        .decimal(.value, "VALUE", "what the meter shows").required,
      ],
      options: [
        .live(.payer, .reservation, "CODE", "the stay that pays, of several that were there"),
        .flag(.replaced, "the meter is a new one"), businessDay,
      ],
      summary: "Note what a meter shows, and charge what was used",
      details: """
        Whoever was on the site since the reading before pays for what was used, also after the \
        check-out. Of several it has to be said who pays, by for; on the day of the change it is the \
        one that left. The first reading of a meter is only what later ones are compared with. One \
        that was wrong is mended by taking its line back with reverse: it counts no more, and the \
        right one is compared with the reading before it.
        """,
      examples: [
        "meter add 15 electricity 1234.5", "meter add 15 electricity 1250 for R-1",
        "meter add 15 water 3 replaced",
      ]),
    CommandSyntax(
      .meterList, "meter list", [site.required],
      summary: "List what the meters of a campsite showed"),
    CommandSyntax(
      .meterRate, "meter rate",
      [
        meter, .decimal(.price, "PRICE", "the price of a unit"),
      ],
      options: [
        .text(.unit, "UNIT", "what it is counted by"),
        .live(.taxGroup, .taxGroup, "GROUP", "the group of charges whose taxes come with it"),
      ],
      summary: "Set the price of what a meter counts, or list the prices",
      examples: ["meter rate electricity 0.15 unit kWh", "meter rate"]),
  ]

  private static let site = Parameter.live(.site, .campsite, "SITE", "the site's number or name")
  private static let meter = Parameter.word(
    .meter, CommandWords.meterKinds, "METER", "what the meter counts")
}
