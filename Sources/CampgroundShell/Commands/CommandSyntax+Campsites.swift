extension CommandSyntax {
  /// The commands about campsites.
  static let campsiteCommands: [CommandSyntax] = [
    CommandSyntax(
      .campsiteAdd, "campsite add",
      [.text(.name, "SITE", "the site's number or name").required],
      options: siteFeatures + [siteClass, rate, favorite],
      summary: "Add a campsite",
      details: "Electricity is none, yes, or the amperes of the strongest outlet.",
      examples: [
        "campsite add 15 type rv electricity 50 water yes length 40 rate 45",
        "campsite add 17 class \"RV 50A\" type rv electricity 50 length 40",
        "campsite add 16 type tent tent-pad yes shade yes location \"37.7456, -119.5936\"",
      ]),
    CommandSyntax(
      .campsiteList, "campsite list", options: partOfList, summary: "List the campsites",
      examples: ["campsite list", "campsite list limit 50 offset 100"]),
    CommandSyntax(
      .campsiteShow, "campsite show", [site.required],
      summary: "Show a campsite and who is on it"),
    CommandSyntax(
      .campsiteEdit, "campsite edit", [site.required],
      options: [.text(.name, "SITE", "the new number or name")]
        + siteFeatures.map { clearable.contains($0.name) ? $0.clearable : $0 }
        + [siteClass.clearable, rate.clearable, favorite],
      summary: "Change a campsite",
      details: """
        A limit, a class, a price or words of "" are taken away. Stays that do not fit any more are named, and \
        stay where they are. While stays are not over a site by the night is not made one by the \
        day (day-use), nor the other way round.
        """,
      examples: ["campsite edit 15 sewer yes rate 48.50", "campsite edit 15 length \"\""]),
    CommandSyntax(
      .campsiteDelete, "campsite delete", [site.required],
      summary: "Delete a campsite",
      details: "A campsite with reservations that are not yet over is kept, and so is one that a "
        + "guest who is still here had nights on."),
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

  private static let siteClass = Parameter.live(
    .siteClass, .siteClass, "CLASS", "the class that it is booked in")

  private static let favorite = Parameter.boolean(.favorite, "whether it stands first in lists")

  private static let rate = Parameter.decimal(.rate, "AMOUNT", "the price a night")

  /// What `""` takes away from a campsite.
  private static let clearable: Set = [
    "type", "length", "people", "vehicles", "loop", "driveway", "location", "note",
  ]

  /// What a campsite offers.
  private static let siteFeatures: [Parameter] =
    features + [
      .boolean(.pets, "whether pets may come; no where nothing is said"),
      .text(.driveway, "WORDS", "the driveway, such as back-in"),
      .text(.location, "DEGREES", "the latitude and the longitude, a comma between them"),
      .text(.note, "TEXT", "whatever else there is to say"),
    ]

  /// What a campsite is asked to offer.
  static let siteNeeds: [Parameter] =
    features + [
      .live(.siteClass, .siteClass, "CLASS", "the class"),
      .integer(.petCount, in: 0...1_000, "N", "the number of pets"),
      .live(.detail, .detail, "NAME[=VALUE]", "what else is to be known of it"),
    ]

  private static let features: [Parameter] = [
    .word(.type, CommandWords.siteTypes, "TYPE", "the type of site"),
    .word(.electricity, CommandWords.electricity, "SUPPLY", "the electricity"),
    .boolean(.water, "whether there is water"),
    .boolean(.sewer, "whether there is a sewer"),
    .integer(.length, in: 1...1_000, "FEET", "the vehicle length in feet"),
    .integer(.people, in: 1...10_000, "N", "the number of people"),
    .integer(.vehicles, in: 0...1_000, "N", "the number of vehicles"),
    .live(.loop, .loop, "LOOP", "the loop"),
    .boolean(.accessible, "whether a wheelchair can use it"),
    .boolean(.shade, "whether there is shade"),
    .boolean(.tentPad, "whether there is a tent pad"),
  ]
}
