import CommandKit

extension Session {
  /// The language of the shell.
  package static let grammar = CommandGrammar<Session>(
    chapters: chapters,
    linkingWords: [
      "from", "of", "in", "at", "to", "for", "on", "next", "the", "site", "campsite",
      "reservation", "camper", "group", "code",
    ])

  /// The help about it.
  static let help = HelpText(
    grammar, pages: HelpPages.all, closing: HelpPages.closing, prompt: "campground> ")

  private static let chapters: [CommandChapter<Session>] = [
    CommandChapter(
      "Campgrounds and campers",
      CommandSyntax.campgroundCommands.map(\.command) + Resource.campers.commands),
    CommandChapter(
      "Campsites and when they are closed",
      Resource.campsites.commands + Resource.siteClasses.commands + Command.aboutBlocks),
    CommandChapter(
      "Availability and rules about stays",
      Command.aboutAvailability + Resource.stayRules.commands),
    CommandChapter(
      "Reservations",
      Command.aboutBooking + Command.aboutStates + Command.aboutChanges + Command.listsOfStays
        + Command.aboutSitesOfStays + Command.listsOfADay),
    CommandChapter(
      "Groups, series and the waitlist",
      Command.aboutGroups + Command.aboutSeries + Command.aboutWaitlist + Command.aboutOffers),
    CommandChapter(
      "Money",
      Command.aboutBills + Command.aboutVouchers + Command.aboutMeters + Command.aboutDays
        + Command.papers),
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
      "Questions and files",
      [Command.find] + CommandSyntax.queryCommands.map(\.command) + [Command.assignment]
        + CommandSyntax.exchangeCommands.map(\.command)),
    CommandChapter("Scratch pad", Command.aboutScratchPad),
    CommandChapter("Shell", Command.aboutShell),
  ]
}
