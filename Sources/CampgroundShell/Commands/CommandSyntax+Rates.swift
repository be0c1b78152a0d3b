extension CommandSyntax {
  /// What a stay costs.
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
      ])
  ]
}
