extension CommandSyntax {
  /// The commands about business days.
  static let closingCommands: [CommandSyntax] = [
    CommandSyntax(
      .dayClose, "day close",
      [.date(.day, "the day; the next open one by default")],
      summary: "Close a business day",
      details: """
        Nothing is charged or paid for a closed day any more. Days are closed in their order, once \
        the nights of everybody in the house are posted. The business day, for which all is written, \
        is today, or the day after the last closed one where that is later: who closes today in the \
        morning is asked first, since what comes in then is written for tomorrow.
        """,
      examples: ["day close 2026-07-01"]),
    CommandSyntax(
      .dayShow, "day show",
      [.date(.day, "the day; the business day by default")],
      summary: "Show what a day took in, by the way in which it was paid",
      details: """
        It is for counting the drawer, before a day is closed or afterwards: what was paid in cash, \
        by card and so on, what was given back, and what is left. The first closed day has what lies \
        before it, too.
        """,
      examples: ["day show", "day show 2026-07-01"]),
    CommandSyntax(.dayList, "day list", summary: "List the closed days"),
    CommandSyntax(
      .nightly, "nightly",
      [.date(.day, "the business day; yesterday by default")],
      options: [.flag(.close, "close the day, too")],
      summary: "Do what a night leaves to do",
      details: """
        Ends the holds whose time is up, notes who did not come, offers their nights to who waits \
        for them, and posts the nights of everybody in the house. A guest who should have moved to \
        the next site of the stay is in the house, too: the night is posted, and the answer names \
        the part that is still to be checked in. It may run any number of times.
        """,
      examples: ["nightly", "nightly 2026-07-01 close"]),
  ]
}
