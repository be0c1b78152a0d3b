extension CommandSyntax {
  /// The commands about meters.
  static let meterCommands: [CommandSyntax] = [
    CommandSyntax(
      .meterAdd, "meter add",
      [
        site.required, meter.required,
        .decimal(.value, "VALUE", "what the meter shows").required,
      ],
      options: [.flag(.replaced, "the meter is a new one"), businessDay],
      summary: "Note what a meter shows, and charge what was used",
      details: """
        Whoever is checked in on the site pays for what was used since the reading before. The \
        first reading of a meter is only what later ones are compared with.
        """,
      examples: ["meter add 15 electricity 1234.5", "meter add 15 water 3 replaced"]),
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
