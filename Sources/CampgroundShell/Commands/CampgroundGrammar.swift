import CommandKit

extension Session {
  /// The language of the shell.
  package static let grammar = CommandGrammar<Session>(
    chapters: chapters,
    linkingWords: [
      "from", "of", "in", "at", "to", "for", "on", "the", "site", "campsite",
      "reservation", "camper", "group", "code",
    ],
    optionAliases: [
      "people": "party", "camper": "guest", "zone": "timezone", "guest": "for",
      "night": "nights", "month": "months", "adult": "adults", "child": "children",
      "pet": "pets", "vehicle": "vehicles", "price": "rate",
    ],
    otherWords: [
      "site": "campsite", "guest": "camper", "booking": "reservation", "product": "item",
      "new": "add", "create": "add", "set": "edit", "change": "edit", "update": "edit",
      "remove": "delete",
    ], writesFiles: true
  ) { text, session in
    session.advice(aboutStay: text) ?? Session.advice(aboutClosing: text)
      ?? session.advice(aboutQuery: text)
  }

  /// The help for the grammar.
  static let help = HelpText(
    grammar, overview: HelpPages.overview, pages: HelpPages.all,
    alsoCalled: Dictionary(
      uniqueKeysWithValues: (Command<Session>.wordsForFiles + ["files"]).map { ($0, "to") }),
    prompt: "campground> ")

  /// The chapters with the words by which their commands are found; these are all made for help and
  /// completion only.
  private static let chapters: [CommandChapter<Session>] = [
    CommandChapter(
      "Campgrounds and campers",
      [
        CommandSection("use", "campground") { Resource.campgrounds.commands },
        CommandSection("camper") { Resource.campers.commands },
      ]),
    CommandChapter(
      "Campsites and closures",
      [
        CommandSection("campsite") { Resource.campsites.commands },
        CommandSection("class") { Resource.siteClasses.commands },
        CommandSection("block", "unblock") { Command.aboutBlocks },
        CommandSection("housekeeping") { Command.aboutHousekeeping },
      ]),
    CommandChapter(
      "Availability and stay rules",
      [
        CommandSection("available", "calendar", "month") { Command.aboutAvailability },
        CommandSection("rule") { Resource.stayRules.commands },
        CommandSection("feed") { Command.aboutFeeds },
      ]),
    CommandChapter(
      "Reservations",
      [
        CommandSection("reserve", "book", "hold", "request", "draft") { Command.aboutBooking },
        CommandSection("reservation") { Command.listsOfStays },
        CommandSection("reservation", "accept", "decline", "expire", "cancel", "reinstate") {
          Command.aboutStates
        },
      ]),
    CommandChapter(
      "Front desk",
      [
        CommandSection("walkin", "walk-in") { [Command.walkIn] },
        CommandSection("checkin", "checkout", "noshow", "late") { Command.frontDesk },
        CommandSection("arrivals", "departures", "inhouse", "in", "in-house") {
          Command.listsOfADay
        },
      ]),
    CommandChapter(
      "Papers and mail", called: ["papers"],
      [
        CommandSection("confirmation", "invoice", "receipt", "statement", "registration", "tag") {
          Command.papers
        },
        CommandSection("send", "outbox") { Command.aboutMail },
      ]),
    CommandChapter(
      "Changing a stay", called: ["changes"],
      [
        CommandSection("reservation", "extend", "shorten", "move", "swap", "reprice") {
          Command.aboutChanges
        },
        CommandSection("reservation", "split", "assign", "lock") { Command.aboutSitesOfStays },
      ]),
    CommandChapter(
      "Groups and series",
      [
        CommandSection("group") { Command.aboutGroups },
        CommandSection("group") { Command.papersOfGroups },
        CommandSection("series") { Command.aboutSeries },
      ]),
    CommandChapter(
      "Waitlisted guests", called: ["waiting"],
      [
        CommandSection("waitlist") { Command.aboutWaitlist },
        CommandSection("waitlist") { Command.aboutOffers },
      ]),
    CommandChapter(
      "Payments and folios", called: ["money"],
      [
        CommandSection("pay", "allowance", "charge", "reverse") { Command.aboutBills },
        CommandSection("refund", "credit") { Command.aboutRefunds },
        CommandSection("folio", "balances", "due") { Command.bills },
        CommandSection("voucher") { Command.aboutVouchers },
        CommandSection("meter") { Command.aboutMeters },
        CommandSection("day", "nightly", "night") { Command.aboutDays },
        CommandSection("payment", "posting") { [Command.movePayment] },
      ]),
    CommandChapter(
      "Prices and policies", introduction: HelpPages.prices,
      [
        CommandSection("quote") { [Command.quote] },
        CommandSection("season") { Resource.seasons.commands },
        CommandSection("rate") { Resource.rates.commands },
        CommandSection("tax") { Resource.taxes.commands },
        CommandSection("fee") { Resource.fees.commands },
        CommandSection("discount") { Resource.discounts.commands },
        CommandSection("deposit") { [Command.agreeDeposit] + Resource.deposits.commands },
        CommandSection("policy") { Resource.policies.commands },
      ]),
    CommandChapter(
      "Employees and sales",
      [
        CommandSection("employee") { Resource.employees.commands + [Command.employeePicture] },
        CommandSection("item") { Resource.items.commands },
        CommandSection("sale", "sell") { Command.aboutSales },
      ]),
    CommandChapter(
      "Reports",
      [
        CommandSection(
          "report", "occupancy", "revenue", "pace", "forecast", "receivables"
        ) { Command.reports },
        CommandSection("journal", "account") { Command.journals },
        CommandSection("audit", "history") { [Command.audit] },
      ]),
    CommandChapter(
      "Queries, imports and exports", called: ["questions", "imports", "exports"],
      [
        CommandSection("find") { [Command.find] },
        CommandSection("query", "fetch", "count", "watch", "explain") { Command.aboutQueries },
        CommandSection("watch") { Command.watchedDays },
        CommandSection("let") { [Command.assignment] },
        CommandSection("import") { Command.imports },
        CommandSection("export") { [Command.export] },
      ]),
    CommandChapter(
      "Undoing and scratch pads", called: ["scratch"],
      [
        CommandSection("undo") { Command.aboutUndoing },
        CommandSection("begin", "pending", "save", "rollback", "redo") {
          Command.aboutScratchPad
        },
      ]),
    CommandChapter(
      "Backups and checks", called: ["backups"],
      [
        CommandSection("backup") { Command.aboutBackups },
        CommandSection("restore", "check", "migrate") {
          [Command.restore, Command.check, Command.migrateStatus]
        },
      ]),
    CommandChapter(
      "Shell",
      [
        CommandSection(
          "help", "?", ".help", "exit", "quit", "q", "\\q", ".output", ".once", ".read",
          ".transcript", ".log", ".schema", ".sql", ".pager", ".timer"
        ) { Command.aboutShell },
        CommandSection("edit") { [Command.edit] },
      ]),
  ]
}
