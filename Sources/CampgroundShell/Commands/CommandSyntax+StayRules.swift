extension CommandSyntax {
  /// The commands about the rules of stays.
  static let stayRuleCommands: [CommandSyntax] = [
    CommandSyntax(
      .ruleAdd, "rule add",
      [
        .text(.name, "NAME", "the rule's name").required,
        .word(.kind, CommandWords.ruleKinds, "KIND", "what it demands").required,
        .integer(.value, in: 1...1_000, "N", "the number of nights, months or days"),
      ],
      options: scope,
      summary: "Add a rule about stays",
      details: """
        A stay of any night of a minimum is that long; a season-minimum counts the nights in its \
        season or dates; of several the largest decides. A maximum likewise, the smallest. \
        Nobody arrives on days of a no-arrival, or departs on those of a no-departure. A gap is the \
        longest one, in nights, that a booking may not leave beside it. A window is how many months \
        ahead is booked, an advance how many days at least.
        """,
      examples: [
        "rule add Peak minimum 3 from 2026-06-15 to 2026-08-31",
        "rule add \"Weekend pairs\" minimum 2 weekdays fri,sat type cabin",
        "rule add \"Quiet Sundays\" no-arrival weekdays sun",
        "rule add \"No orphans\" gap 1",
      ]),
    CommandSyntax(.ruleList, "rule list", summary: "List the rules about stays"),
    CommandSyntax(.ruleShow, "rule show", [rule.required], summary: "Show a rule about stays"),
    CommandSyntax(
      .ruleEdit, "rule edit", [rule.required],
      options: [
        .text(.name, "NAME", "the new name"),
        .integer(.value, in: 1...1_000, "N", "the number of nights, months or days"),
      ] + scope + [
        .flag(.always, "for all days: without weekdays, dates and season"),
        .flag(.everywhere, "for all campsites: without a class, a type and a site"),
        .boolean(.active, "whether it is applied"),
      ],
      summary: "Change a rule about stays",
      examples: ["rule edit Peak value 4", "rule edit Peak active no"]),
    CommandSyntax(
      .ruleDelete, "rule delete", [rule.required], summary: "Delete a rule about stays",
      details: "Stays that are booked stay as they are."),
  ]

  private static let rule = Parameter.live(.rule, .rule, "RULE", "the rule's name")

  /// What a rule is for.
  private static let scope: [Parameter] = [
    .date(.from, "the first date"),
    .date(.to, "the last date"),
    .text(.weekdays, "DAYS", "the weekdays, such as fri,sat or mon-thu"),
    .live(.season, .season, "SEASON", "the season's name"),
    classOfRule,
    .word(.type, CommandWords.siteTypes, "TYPE", "the type of site"),
    .live(.site, .campsite, "SITE", "the site's number or name"),
  ]
}
