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
    CommandSyntax(
      .rateAdd, "rate add",
      [
        .text(.name, "NAME", "the rate's name").required,
        .decimal(.amount, "AMOUNT", "the price").required,
      ],
      options: rateTerms,
      summary: "Add a rate",
      details: """
        Of the nightly rates that fit a night the most specific one is taken: one for special dates, \
        a season of up to 14 nights, then for the site, for another season, for weekdays, for a \
        class, for a type, for all; of several the lowest rank. Those of a site do not reach a stay \
        that was booked by class. Weekly rates \
        are for 7 nights, monthly ones for months from the arrival, and their parts by days. A site \
        that no rate fits has the price that campsite add gave it.
        """,
      examples: [
        "rate add Base 45", "rate add \"Summer weekend\" 65 season Summer weekdays fri,sat",
        "rate add \"Weekly RV\" 270 kind weekly type rv", "rate add \"Lake view\" 80 site 15",
      ]),
    CommandSyntax(
      .rateList, "rate list", summary: "List the rates",
      details: "Within a kind the rate that is looked at first stands first."),
    CommandSyntax(.rateShow, "rate show", [rate.required], summary: "Show a rate"),
    CommandSyntax(
      .rateEdit, "rate edit", [rate.required],
      options: [
        .text(.name, "NAME", "the new name"), .decimal(.amount, "AMOUNT", "the new price"),
      ]
        + rateTerms.map {
          ["season", "site", "class", "weekdays"].contains($0.name) ? $0.clearable : $0
        },
      summary: "Change a rate",
      details: "A season, site, class or weekdays of \"\" are taken away, and a type by any.",
      examples: ["rate edit Base amount 48"]),
    CommandSyntax(.rateDelete, "rate delete", [rate.required], summary: "Delete a rate"),
  ]

  private static let season = Parameter.live(.season, .season, "SEASON", "the season's name")
  private static let rate = Parameter.live(.rateRule, .rate, "RATE", "the rate's name")
  private static let seasonDates: [Parameter] = [
    .text(.firstDay, "MM-DD", "the first night"), .text(.lastDay, "MM-DD", "the last night"),
  ]
  private static let rateTerms: [Parameter] = [
    .word(.kind, CommandWords.rateKinds, "KIND", "for how long the price is"),
    season,
    .text(.weekdays, "DAYS", "the weekdays of the nights, fri,sat or mon-thu"),
    classOfRule,
    .word(.type, CommandWords.ruleTypes, "TYPE", "the type of site"),
    .live(.site, .campsite, "SITE", "the site's number or name"),
    .integer(.rank, in: 0...1_000_000, "N", "the place among rates that are as specific"),
    .boolean(.active, "whether it is applied"),
  ]
}
