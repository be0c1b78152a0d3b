extension CommandSyntax {
  /// The commands about campsites.
  static let campsiteCommands: [CommandSyntax] = [
    CommandSyntax(
      .campsiteAdd, "campsite add",
      [.text(.name, "SITE", "the site's number or name").required],
      options: siteFeatures + [rate],
      summary: "Add a campsite",
      details: "Electricity is none, yes, or the amperes of the strongest outlet.",
      examples: ["campsite add 15 type rv electricity 50 water yes length 40 rate 45"]),
    CommandSyntax(
      .campsiteList, "campsite list", options: partOfList, summary: "List the campsites",
      examples: ["campsite list", "campsite list limit 50 offset 100"]),
    CommandSyntax(
      .campsiteShow, "campsite show", [site.required],
      summary: "Show a campsite and who is on it"),
    CommandSyntax(
      .campsiteEdit, "campsite edit", [site.required],
      options: [.text(.name, "SITE", "the new number or name")]
        + siteFeatures.map { $0.name == "loop" ? $0.clearable : $0 } + [rate, favorite],
      summary: "Change a campsite",
      details: "A loop of \"\" is taken away.",
      examples: ["campsite edit 15 sewer yes rate 48.50"]),
    CommandSyntax(
      .campsiteDelete, "campsite delete", [site.required],
      summary: "Delete a campsite",
      details: "A campsite with reservations that are not yet over is kept."),
    CommandSyntax(
      .campsiteDetail, "campsite detail",
      [
        site.required,
        .text(.name, "NAME", "what it is about").required,
        .text(.text, "VALUE", "what is known").required.clearable,
      ],
      options: [.text(.group, "GROUP", "the group that it is shown in")],
      summary: "Note something else about a campsite",
      details: "A value of \"\" takes the note away.",
      examples: ["campsite detail 15 \"Campfire Allowed\" yes"]),
    CommandSyntax(
      .campsiteRetire, "campsite retire", [site.required],
      options: [.date(.from, "the first night that is not let").required],
      summary: "Let a campsite no more from a day on",
      details: """
        Its history stays. Refused where a reservation has a later night; blocks end that day.
        """,
      examples: ["campsite retire 15 from 2026-11-01"]),
    CommandSyntax(
      .campsiteRestore, "campsite restore", [site.required],
      summary: "Let a campsite again that was retired"),
  ]

  private static let site = Parameter.live(.site, .campsite, "SITE", "the site's number or name")

  private static let favorite = Parameter.boolean(.favorite, "whether it stands first in lists")

  private static let rate = Parameter.decimal(.rate, "AMOUNT", "the price a night")

  /// What a campsite offers, or is asked to offer.
  static let siteFeatures: [Parameter] = [
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
