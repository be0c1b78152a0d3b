extension CommandSyntax {
  /// The commands that tell what is free.
  static let availabilityCommands: [CommandSyntax] = [
    CommandSyntax(
      .available, "available",
      options: [
        .date(.from, "the date of arrival")
      ] + stayLength + [
        .date(.between, "the earliest arrival, where the dates are flexible"),
        .date(.and, "the latest departure, where the dates are flexible"),
      ] + siteNeeds + adultsAndChildren + [
        .live(.discount, .discount, "NAME", "the name of a discount"),
        .flag(.best, "only the cheapest dates of each site"),
        .flag(.why, "the sites that are not offered, with the reasons"),
        .flag(.overriding, "also what a rule about stays is against"),
      ],
      alternatives: [["from", "between"], stayLengths],
      summary: "List the free campsites with the price of a stay",
      details: """
        A campsite is listed when it offers at least what is asked for; the smallest that is large \
        enough comes first, and of those a favorite. Between two dates every arrival is tried. A hold \
        that is over hides nothing. A detail without a value is one that does not say no.
        """,
      examples: [
        "available from 2026-07-01 nights 3 electricity 30 length 34 people 4",
        "available from 2026-07-01 nights 3 adults 2 children 3",
        "available nights 3 between 2026-07-01 and 2026-07-31 type cabin best",
        "available from 2026-07-01 to 2026-07-04 why",
        "available from 2026-07-01 nights 3 pets 2 detail \"Campfire Allowed=yes\"",
      ]),
    CommandSyntax(
      .calendar, "calendar",
      options: [
        .date(.from, "the first day, today by default"),
        .integer(.days, in: 1...366, "N", "the number of days, 14 by default"),
      ] + siteNeeds,
      summary: "Show who is on which campsite, day by day",
      details: """
        The mark before a letter tells that a stay begins that day, or that one ends. Nights of the \
        weekend are headed in capitals.
        """,
      examples: ["calendar from 2026-07-01 days 14", "calendar days 7 loop Oak"]),
    CommandSyntax(
      .month, "month", [.text(.month, "MONTH", "the month as 2026-07, this one by default")],
      summary: "Show how full the campground is on each day of a month",
      examples: ["month 2026-07"]),
  ]
}
