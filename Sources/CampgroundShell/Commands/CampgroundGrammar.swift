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
    ]
  ) { text, session in
    session.advice(aboutStay: text) ?? session.advice(aboutQuery: text)
  }

  /// The help for the grammar.
  static let help = HelpText(
    grammar, overview: HelpPages.overview, pages: HelpPages.all, prompt: "campground> ")

  private static let chapters: [CommandChapter<Session>] = [
    CommandChapter(
      "Campgrounds and campers",
      Resource.campgrounds.commands + Resource.campers.commands),
    CommandChapter(
      "Campsites and closures",
      Resource.campsites.commands + Resource.siteClasses.commands + Command.aboutBlocks
        + Command.aboutHousekeeping),
    CommandChapter(
      "Availability and stay rules",
      Command.aboutAvailability + Resource.stayRules.commands),
    CommandChapter(
      "Reservations",
      Command.aboutBooking + Command.listsOfStays + Command.aboutStates),
    CommandChapter(
      "Front desk",
      [Command.walkIn] + Command.frontDesk + Command.listsOfADay + Command.papers),
    CommandChapter(
      "Changing a stay", called: ["changes"], Command.aboutChanges + Command.aboutSitesOfStays),
    CommandChapter(
      "Groups and series", Command.aboutGroups + Command.papersOfGroups + Command.aboutSeries),
    CommandChapter(
      "Waitlisted guests", called: ["waiting"], Command.aboutWaitlist + Command.aboutOffers),
    CommandChapter(
      "Payments and folios", called: ["money"],
      Command.aboutBills + Command.bills + Command.aboutVouchers + Command.aboutMeters
        + Command.aboutDays
        + [Command.movePayment]),
    CommandChapter(
      "Prices and policies",
      [Command.quote] + Resource.seasons.commands + Resource.rates.commands
        + Resource.taxes.commands + Resource.fees.commands + Resource.discounts.commands
        + Resource.deposits.commands + Resource.policies.commands),
    CommandChapter(
      "Employees and sales",
      Resource.employees.commands + [Command.employeePicture] + Resource.items.commands
        + Command.aboutSales),
    CommandChapter("Reports", Command.reports + [Command.audit]),
    CommandChapter(
      "Queries and imports", called: ["questions"],
      [Command.find] + Command.aboutQueries + [Command.assignment] + Command.imports),
    CommandChapter("Scratch pad", Command.aboutScratchPad),
    CommandChapter("Shell", Command.aboutShell),
  ]
}
