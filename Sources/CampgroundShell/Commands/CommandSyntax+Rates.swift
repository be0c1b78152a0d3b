extension CommandSyntax {
  /// The commands about seasons, rates and what a stay costs.
  static let rateCommands: [CommandSyntax] = [
    CommandSyntax(
      .quote, "quote",
      [.live(.site, .campsite, "SITE", "the site's number or name")],
      options: [
        bookedClass, .date(.from, "the date of arrival").required,
      ] + stayLength + partyCounts + [
        .live(.discount, .discount, "DISCOUNT", "the discount that is asked for"), price,
        then,
      ],
      alternatives: placeAndEnd,
      summary: "Say what a stay costs, line by line",
      details: "Nothing is booked, and it does not matter whether the site is free.",
      examples: [
        "quote 15 from 2026-07-01 nights 10 party 2", "quote 15 from 2026-07-01 months 6",
        "quote 15 from 2026-07-01 nights 3 price 40",
        "quote class \"RV 50A\" from 2026-07-01 nights 3",
        "quote 15 from 2026-07-01 nights 5 then 16 on 2026-07-03",
      ]),
    CommandSyntax(
      .seasonAdd, "season add", [.text(.name, "NAME", "the season's name").required],
      options: seasonDates.map(\.required),
      summary: "Add a season",
      details: """
        It begins and ends on a day of every year, MM-DD, and may reach over New Year; with a year, \
        YYYY-MM-DD, it is in that year only. The last day belongs to it.
        """,
      examples: [
        "season add Summer from 06-01 to 08-31", "season add Winter from 10-15 to 04-15",
        "season add \"County fair\" from 2026-07-03 to 2026-07-05",
      ]),
    CommandSyntax(.seasonList, "season list", summary: "List the seasons"),
    CommandSyntax(
      .seasonShow, "season show", [season.required],
      summary: "Show a season with its rates and fees"),
    CommandSyntax(
      .seasonEdit, "season edit", [season.required],
      options: [.text(.name, "NAME", "the new name")] + seasonDates,
      summary: "Change a season", examples: ["season edit Summer to 09-15"]),
    CommandSyntax(
      .seasonDelete, "season delete", [season.required], summary: "Delete a season",
      details: "A season that a rate, a discount, a fee or a rule is for is kept."),
  ]

  private static let season = Parameter.live(.season, .season, "SEASON", "the season's name")
  private static let seasonDates: [Parameter] = [
    .text(.firstDay, "MM-DD", "the first night"), .text(.lastDay, "MM-DD", "the last night"),
  ]
}
