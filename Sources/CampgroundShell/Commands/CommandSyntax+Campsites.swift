extension CommandSyntax {
  /// The commands about campsites.
  static let campsiteCommands: [CommandSyntax] = [
    CommandSyntax(
      .campsiteAdd, "campsite add",
      [.text(.name, "SITE", "the site's number or name").required],
      options: features + [rate],
      summary: "Add a campsite",
      details: "Electricity is none, yes, or the amperes of the strongest outlet.",
      examples: ["campsite add 15 type rv electricity 50 water yes length 40 rate 45"]),
    CommandSyntax(.campsiteList, "campsite list", summary: "List the campsites"),
    CommandSyntax(
      .campsiteShow, "campsite show", [site.required],
      summary: "Show a campsite and who is on it"),
    CommandSyntax(
      .campsiteEdit, "campsite edit", [site.required],
      options: [.text(.name, "SITE", "the new number or name")]
        + features.map { $0.name == "loop" ? $0.clearable : $0 } + [rate],
      summary: "Change a campsite",
      details: "A loop of \"\" is taken away.",
      examples: ["campsite edit 15 sewer yes rate 48.50"]),
    CommandSyntax(
      .campsiteDelete, "campsite delete", [site.required],
      summary: "Delete a campsite",
      details: "A campsite with reservations that are not yet over is kept."),
    CommandSyntax(
      .available, "available",
      options: [
        .date(.from, "the date of arrival").required,
        .nights(.nights, "the number of nights"),
        .date(.to, "the date of departure"),
      ] + features,
      alternatives: [["nights", "to"]],
      summary: "List the campsites that are free",
      details: "A campsite is listed when it offers at least what is asked for.",
      examples: ["available from 2026-07-01 nights 3 electricity 30"]),
  ]

  private static let site = Parameter.live(.site, .campsite, "SITE", "the site's number or name")

  private static let rate = Parameter.decimal(.rate, "AMOUNT", "the price a night")

  /// What a campsite offers, or is asked to offer.
  private static let features: [Parameter] = [
    .word(.type, CommandWords.siteTypes, "TYPE", "the type of site"),
    .word(.electricity, CommandWords.electricity, "SUPPLY", "the electricity"),
    .boolean(.water, "whether there is water"),
    .boolean(.sewer, "whether there is a sewer"),
    .integer(.length, in: 1...1_000, "FEET", "the vehicle length in feet"),
    .integer(.people, in: 1...10_000, "N", "the number of people"),
    .integer(.vehicles, in: 0...1_000, "N", "the number of vehicles"),
    .live(.loop, .loop, "LOOP", "the loop"),
    .boolean(.pets, "whether pets may come"),
    .boolean(.accessible, "whether a wheelchair can use it"),
  ]
}
